# Sandtable. `make run` opens the first campaign; `make test` runs every check.
.NOTPARALLEL:
.DEFAULT_GOAL := help
unexport PYTHONPATH PYTHONHOME PYTHONHASHSEED
unexport PYTHONDONTWRITEBYTECODE # what is compiled once is not compiled again by each worker and process

NEW_ENOUGH := -c "import sys; sys.exit(sys.version_info < (3, 11))"
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.14 python; do \
	$$p $(NEW_ENOUGH) >/dev/null 2>&1 && echo $$p && exit; done; echo python3)
VENV := .venv/bin
PY := $(VENV)/python
# Under another name, for make runs the lines that have its own even when it is told to run nothing.
SELF := $(MAKE)
SOURCES := maps oob engine qtapp resources packaging tests
SCENARIOS := $(patsubst engine/scenarios/%.toml,%,$(filter-out engine/scenarios/making/%,$(sort $(wildcard engine/scenarios/*/*.toml))))
BOARDS := $(patsubst maps/data/%.map,%,$(sort $(wildcard maps/data/*.map)))

.PHONY: help setup run test check format format-check lint types contracts data tests \
	determinism bench figures planner soak pictures lock clean

help: ## say what one can make
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /make \1\t/' | expand -t 20

setup: ## make the environment and install what is locked
	@$(PYTHON) packaging/bootstrap.py setup

run: ## open the Balkan Gambit 1943 campaign
	@$(PYTHON) packaging/bootstrap.py run

test: check ## every check: format, lint, types, contracts, shipped data, tests
check: format-check lint
	PYTHONHASHSEED=1 $(PY) packaging/suite.py --beside '$(SELF) -k types contracts data'

format: setup ## lay the code out
	$(PY) -m ruff format $(SOURCES)

format-check: setup ## is the code laid out?
	$(PY) -m ruff format --check --quiet $(SOURCES)

lint: setup ## ruff
	$(PY) -m ruff check $(SOURCES)

types: setup ## mypy --strict
	$(PY) -m mypy
	MYPYPATH=packaging $(PY) -m mypy $(wildcard packaging/*.py packaging/*/*.py)

contracts: setup ## who may import whom
	$(VENV)/lint-imports --no-logo

data: setup ## check the shipped maps, orders of battle and scenarios
	@printf '%s\n' $(BOARDS) $(SCENARIOS) | xargs -P 2 -n 16 $(PY) -m engine.cli.common.check_each

tests: setup ## the test suite
	PYTHONHASHSEED=1 $(PY) packaging/suite.py

determinism: setup ## do games go the same way under another hash seed?
	PYTHONHASHSEED=1 $(PY) -m pytest tests/engine/test_hash_seeds.py

bench: setup ## measure the budgets
	QT_QPA_PLATFORM=offscreen $(VENV)/sandtable bench

soak: setup ## the long fuzz: random and automatic games, many more examples
	@for scenario in $(SCENARIOS); do \
		PYTHONHASHSEED=1 $(VENV)/sandtable fuzz $$scenario --games 200 --seed 1 || exit 1; \
		PYTHONHASHSEED=2 $(VENV)/sandtable fuzz $$scenario --games 20 --seed 1 --auto || exit 1; done
	HYPOTHESIS_PROFILE=soak $(PY) -m pytest -m "soak or not soak"

figures: setup ## measure the budgets and write them into the README
	QT_QPA_PLATFORM=offscreen $(PY) packaging/figures.py

planner: setup ## check the planner's chances and write the result into the manual
	$(PY) packaging/planner_check.py

pictures: setup ## paint the manual's pictures of the window again
	$(PY) packaging/pictures.py

lock: ## choose the versions again and write packaging/locked.txt
	$(PYTHON) packaging/lock.py

clean: ## remove the environment and everything made
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks \
		.import_linter_cache
	find $(SOURCES) -name __pycache__ -type d -prune -exec rm -rf {} +
