# make run: play.  make check: the quick checks.  make test: everything.  make help: the rest.

# The interpreter that .venv is made with: Python 3.11 or newer.
PYTHON ?= python3
# The browser that the tests drive; the name of a program or a path.
CHROMIUM ?= chromium

VENV := .venv
RUN := $(VENV)/bin/python
TSC := node_modules/.bin/tsc
CLIENT_TESTS = $$(find tests/client -name '*.test.js' | sort)

.DEFAULT_GOAL := help
.PHONY: help run check test chaos types format lock clean lint client fast whole tools node browser redis

help:
	@echo "make run      start the server (HOST=0.0.0.0 make run lets the local network in)"
	@echo "make check    the quick checks: style, types, layers, the client, tests without servers or a browser"
	@echo "make test     every check and test, with real servers and a real browser"
	@echo "make chaos    ten minutes of play while workers and Redis are killed, frozen and restarted, and what came of it"
	@echo "make types    print static/wire.d.ts and docs/protocol.md from app/wire.py and app/wire_views.py"
	@echo "make format   lay the Python code out"
	@echo "make lock     choose versions anew: requirements.lock, requirements-dev.lock, package-lock.json"
	@echo "make clean    remove what these commands made; data/ stays"

run:
	$(call environment,requirements.lock)
	@exec $(RUN) -m app

# Side by side, each part's words together where make can do that.
check: node
	$(call environment,requirements-dev.lock)
	@$(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) fast lint client

test: tools lint client whole

# Not part of `make test`, which has a shorter form of it. SEED=... repeats the order of the faults.
chaos: redis
	$(call environment,requirements-dev.lock)
	@$(RUN) -m tests.chaos $(if $(SEED),--seed $(SEED))

types:
	$(call environment,requirements-dev.lock)
	@$(RUN) -m app.wire_types

format:
	$(call environment,requirements-dev.lock)
	@$(RUN) -m ruff check --fix-only --quiet app tests
	@$(RUN) -m ruff format app tests

# --- the parts of check and test ----------------------------------------------------------------------------------------

lint:
	$(call environment,requirements-dev.lock)
	@$(RUN) -m ruff check --quiet app tests
	@$(RUN) -m ruff format --check --quiet app tests
	@$(RUN) -m mypy
	@$(VENV)/bin/python $(VENV)/bin/lint-imports --no-logo
	@$(RUN) -m app.wire_types --check

client: node
	@cmp -s package-lock.json node_modules/.made-from || { \
	  npm ci --no-audit --no-fund --silent || { \
	    echo "The client's checks need two packages and npm could not fetch them (its log is named above, if it wrote one)." \
	      "Is this machine online?" >&2; exit 1; }; \
	  cp package-lock.json node_modules/.made-from; }
	@$(TSC) --noEmit --pretty false
	@node --test --test-reporter=spec $(CLIENT_TESTS)

fast:
	$(call environment,requirements-dev.lock)
	@$(RUN) -m pytest -q -m "not server and not browser"

whole: browser redis proxies
	$(call environment,requirements-dev.lock)
	@$(RUN) -m playwright --version >/dev/null || { \
	  echo "The browser tests' driver does not start (its own words are above). On Debian: apt install libatomic1" >&2; \
	  exit 1; }
	@CHROMIUM="$$(command -v $(CHROMIUM))" $(RUN) -m pytest -n 2 --dist worksteal

# Asked first, so that a run of minutes does not end in a missing program.
tools: node browser redis proxies

node:
	@command -v node >/dev/null || { \
	  echo "The client's tests need Node.js 18 or newer: apt install nodejs npm" >&2; exit 1; }
	@node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' || { \
	  echo "The client's tests need Node.js 18 or newer, and this is $$(node --version)." >&2; exit 1; }
	@command -v npm >/dev/null || { echo "The client's checks need npm: apt install npm" >&2; exit 1; }

browser:
	@command -v $(CHROMIUM) >/dev/null || { \
	  echo "The browser tests need Chromium: apt install chromium, or name yours: make test CHROMIUM=google-chrome" >&2; \
	  exit 1; }

redis:
	@command -v redis-server >/dev/null || { \
	  echo "The tests of the store need Redis 7 or newer: apt install redis-server" >&2; exit 1; }

# On Debian the path of ordinary users lacks the folder of servers.
proxies:
	@for each in caddy nginx openssl; do PATH="$$PATH:/usr/sbin" command -v $$each >/dev/null || { \
	  echo "The tests of the proxies' files need $$each: apt install $$each" >&2; exit 1; }; done

# --- environments -------------------------------------------------------------------------------------------------------

# $(call environment,LOCK) brings .venv up to a lock file. A copy of the lock inside .venv says what it was made from, so
# later calls only compare two files. Everything in requirements.lock is in requirements-dev.lock with the same version
# (tests/test_house.py), so one environment serves both and the larger one counts as the smaller.
define environment
@{ cmp -s $(1) $(VENV)/$(1) && $(RUN) -S -c ''; } 2>/dev/null || { \
  command -v $(PYTHON) >/dev/null || { \
    echo "Pounce needs Python 3.11 or newer, and there is no $(PYTHON) here: apt install python3 python3-venv" >&2; \
    exit 1; }; \
  $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
    echo "Pounce needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) -V 2>&1): name a newer one, for example" \
      "make $(or $(firstword $(MAKECMDGOALS)),run) PYTHON=python3.12" >&2; exit 1; }; \
  $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
    echo "Pounce needs Python's venv module, and $(PYTHON) has none: apt install python3-venv" >&2; exit 1; }; \
  $(RUN) -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV) || exit 1; \
  rm -f $(VENV)/*.lock; \
  echo "Fetching packages into $(VENV), once; this takes about half a minute."; \
  $(RUN) -m pip install --quiet --disable-pip-version-check --no-input --retries 2 -r $(1) \
    >$(VENV)/fetch.log 2>&1 || { tail -n 2 $(VENV)/fetch.log >&2; \
    echo "The packages could not be fetched (all of pip's words: $(VENV)/fetch.log)." \
      "Is this machine online? Saying the same again goes on from here." >&2; exit 1; }; \
  cp $(1) $(VENV)/$(1); \
  if [ $(1) = requirements-dev.lock ]; then cp requirements.lock $(VENV)/requirements.lock; fi; }
endef

# Newest versions that fit pyproject.toml and package.json. The files name no package index: pip's and npm's own settings do.
COMPILE = .cache/lock/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --no-header \
  --no-annotate pyproject.toml
lock:
	@$(PYTHON) -m venv .cache/lock && .cache/lock/bin/python -m pip install --quiet --disable-pip-version-check uv
	@$(COMPILE) --output-file requirements.lock
	@$(COMPILE) --extra dev --constraint requirements.lock --output-file requirements-dev.lock
	@rm -rf package-lock.json node_modules
	@npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund --silent

clean:
	rm -rf $(VENV) node_modules .cache .ruff_cache .hypothesis test-results
	find app tests -name __pycache__ -type d -prune -exec rm -rf {} +
