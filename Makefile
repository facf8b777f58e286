# Every target sets up what it needs: an environment in .venv, with uv taken from PyPI where it is missing.

PYTHON ?= python3
VENV   := .venv
UV     := $(shell command -v uv 2>/dev/null || echo .uv/bin/uv)
RUN    := $(UV) run --frozen
READY  := $(VENV)/.ready
JOBS   ?= auto

.PHONY: needs play test test-long bench lint types format setup build clean help

help:            ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t16

$(READY): pyproject.toml uv.lock
	@$(UV) --version >/dev/null 2>&1 || { $(PYTHON) -m venv .uv && .uv/bin/pip install --quiet uv; }
	@$(UV) sync --frozen --quiet --python '>=3.11'
	@touch $@

setup: $(READY)  ## make the environment in .venv

play: $(READY)   ## play a game against a bot
	@$(RUN) flagfall play

test: lint needs  ## everything a change needs, under ten minutes
	@$(RUN) pytest -q -n $(JOBS) -m 'not long and not cuda'

test-long: lint needs  ## thousands of games; before calling something done
	@$(RUN) pytest -q -n $(JOBS) -m 'not cuda'

needs: $(READY)
	@tools/needs.sh

bench: $(READY)  ## speed, as ratios measured in one run
	@$(RUN) --group bench python -m bench

lint: $(READY)   ## ruff and mypy, strict
	@$(RUN) ruff check .
	@$(RUN) ruff format --check .
	@$(RUN) mypy

format: $(READY) ## let ruff rewrite what it can
	@$(RUN) ruff check --fix .
	@$(RUN) ruff format .

build: $(READY)  ## the wheel and the source archive, in dist/
	@$(UV) build --quiet

clean:           ## forget the environment and the caches
	rm -rf $(VENV) .uv dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
