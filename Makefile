# rigwise: `make demo` and `make test` do everything on a fresh machine.
#
# Variables:
#   PYTHON       the interpreter that makes the environment (3.11 or newer)
#   TORCH_INDEX  package index for torch alone. On Linux the public default is the CUDA build (gigabytes);
#                the CPU build is one variable away:
#                make demo TORCH_INDEX=https://download.pytorch.org/whl/cpu
#   MINUTES      how long make soak and make fuzz last
#   FUZZ_TIMES   how many times the examples of CI each property gets in one round of make fuzz
#   AUDIT        further options of pip-audit, such as --vulnerability-service osv
#   SIZES        passages of make scale, by commas

PYTHON ?= python3
TORCH_INDEX ?=
MINUTES ?= 10
FUZZ_TIMES ?= 5
AUDIT ?=
VENV := .venv
BIN := $(VENV)/bin
TORCH := $(shell sed -n 's/^ *"\(torch==[^"]*\)".*/\1/p' pyproject.toml)
PIP := $(BIN)/python -m pip --disable-pip-version-check

# Threads of numeric libraries: two busy threads on two busy cores are slower than one.
export OMP_NUM_THREADS ?= 1
export TOKENIZERS_PARALLELISM ?= false

.PHONY: help setup setup-dev setup-ray demo run index check test format lint types imports knowledge unit quality e2e soak fuzz audit requirements preview pictures bench ingest-bench bench-peers bench-compare scale lock clean

help: ## list the targets
	@grep -E '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

$(VENV)/.runtime: requirements.lock pyproject.toml
	@echo "== 1/4 making $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "rigwise needs Python 3.11 or newer; name one with PYTHON=…"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@echo "== 2/4 torch ($(TORCH)): about 200 MB as a CPU build"
	$(PIP) install $(if $(TORCH_INDEX),--index-url $(TORCH_INDEX)) --progress-bar on "$(TORCH)"
	@echo "== 3/4 everything else, in locked versions: about 350 MB"
	$(PIP) install --no-deps --require-hashes --progress-bar on -r requirements.lock
	@echo "== 4/4 rigwise itself"
	$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime requirements-dev.lock
	@echo "== checks and test tools, in locked versions"
	$(PIP) install --no-deps --require-hashes --quiet -r requirements-dev.lock
	@touch $@

setup: $(VENV)/.runtime ## make the environment
setup-dev: $(VENV)/.dev ## the same with the tools for checks and tests

$(VENV)/.ray: $(VENV)/.runtime requirements-ray.lock
	@echo "== Ray, in locked versions: 80 MB"
	$(PIP) install --no-deps --require-hashes --quiet -r requirements-ray.lock
	@touch $@

setup-ray: $(VENV)/.ray ## add Ray, to spread encoding over processes (RIGWISE_ENCODE_WORKERS)

demo: setup ## answer three sample questions, then chat if a person is there
	@$(BIN)/python -m bot demo

run: setup ## start the Discord bot (needs DISCORD_TOKEN)
	@exec $(BIN)/python -m bot run

index: setup ## build or refresh the index
	@$(BIN)/python -m bot index

check: setup ## validate settings, knowledge, encoder and command payloads
	@$(BIN)/python -m bot check

test: setup-dev format lint types imports knowledge unit ## every check

format: setup-dev ## is the code formatted?
	$(BIN)/ruff format --check .

lint: setup-dev ## ruff's rules
	$(BIN)/ruff check .

types: setup-dev ## mypy, strict
	$(BIN)/mypy

imports: setup-dev ## the contract between the rooms
	$(BIN)/lint-imports --no-logo

knowledge: setup-dev ## faults in the knowledge folder
	$(BIN)/python -m bot knowledge check

unit: setup-dev ## the tests, all but those that start the bot as a process (make e2e)
	$(BIN)/pytest -m "not e2e"

COMPILE = .lock-venv/bin/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe --no-header \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --extra postgres
# torch stays out of the locks: its CPU and CUDA builds have one version and many hashes.
WITHOUT_TORCH = $(PYTHON) -c 'import re, sys; p = sys.argv[1]; s = open(p).read(); \
	open(p, "w").write(re.sub(r"(?m)^torch==.*\n(?:[ \t]+.*\n)*", "", s))'

$(VENV)/.preview: $(VENV)/.dev
	$(PIP) install --quiet --no-build-isolation -e ".[preview]"
	@touch $@

preview: $(VENV)/.preview ## a local page where you type questions and click the real buttons; no Discord account
	$(BIN)/python -m tests.preview.serve

pictures: $(VENV)/.preview ## draw the pictures of the README anew (needs Chromium; says so if it is absent)
	$(BIN)/python -m tests.preview.pictures

lock: ## resolve the newest allowed versions into the lock files (for developers)
	$(PYTHON) -m venv .lock-venv
	.lock-venv/bin/python -m pip install --quiet pip-tools
	$(COMPILE) -o requirements.lock pyproject.toml
	$(COMPILE) --extra milvus -c requirements.lock -o requirements-milvus.lock pyproject.toml
	$(COMPILE) --extra dev -c requirements-milvus.lock -o requirements-dev.lock pyproject.toml
	sed -n 's/^ray = \["\([^"]*\)".*/\1/p' pyproject.toml | $(filter-out --extra postgres,$(COMPILE)) --no-annotate -c requirements-dev.lock -o requirements-ray.lock -
	$(WITHOUT_TORCH) requirements.lock
	$(WITHOUT_TORCH) requirements-milvus.lock
	$(WITHOUT_TORCH) requirements-dev.lock
	rm -rf .lock-venv

quality: setup-dev ## the golden set: table, ablation and floors, written to benchmarks/quality.md
	$(BIN)/python -m tests.relevance.run --split held --ablate all --write benchmarks/quality.md

e2e: setup-dev ## the real process against a fake Discord on loopback
	$(BIN)/pytest tests/e2e -m e2e

soak: setup-dev ## ten minutes of questions, reloads and gateway drops; writes benchmarks/soak.md (MINUTES=10)
	$(BIN)/python -m tests.e2e.soak --minutes $(MINUTES)

fuzz: setup-dev ## new hostile input, round by round, until MINUTES are over or something breaks (FUZZ_TIMES=5)
	end=$$(($$(date +%s) + $(MINUTES) * 60)); \
	while HYPOTHESIS_PROFILE=long FUZZ_TIMES=$(FUZZ_TIMES) $(BIN)/pytest tests/hostile -x -q --timeout 0 \
		--ignore tests/hostile/test_regexes.py; do \
		[ $$(date +%s) -lt $$end ] || exit 0; \
	done; exit 1

audit: ## known vulnerabilities of all locked packages and torch; asks a public service, so it is no part of make test
	$(PYTHON) -m venv .audit-venv
	.audit-venv/bin/python -m pip install --quiet pip-audit
	echo "$(TORCH)" > .audit-venv/torch.txt
	failed=0; for list in requirements*.lock .audit-venv/torch.txt; do \
		.audit-venv/bin/pip-audit --strict --no-deps --disable-pip $(AUDIT) -r $$list || failed=1; \
	done; exit $$failed

requirements: setup-dev ## write tests/REQUIREMENTS.md from the tests' markers, and the commands into README.md
	$(BIN)/python tests/architecture/requirements.py
	$(BIN)/python tests/architecture/discord_commands.py

bench: setup-dev ## every benchmark but the peers (a quarter of an hour), written to benchmarks/results
	for name in end_to_end stages growth reload; do $(BIN)/python -m benchmarks.$$name || exit 1; done

ingest-bench: setup-ray setup-dev ## a folder of up to 100,000 synthetic passages becomes an index, written to benchmarks/ingest.md
	$(BIN)/python -m benchmarks.ingest

bench-peers: setup-dev ## the same shelf through other tools, in an environment of their own
	$(PYTHON) -m venv .bench-venv
	.bench-venv/bin/python -m pip install $(if $(TORCH_INDEX),--index-url $(TORCH_INDEX)) "$(TORCH)"
	.bench-venv/bin/python -m pip install --no-deps -r benchmarks/requirements-peers.txt
	$(BIN)/python -m benchmarks.peers

scale: setup-dev ## stores of vectors from 10,000 to 1,000,000 synthetic passages, written to benchmarks/scale.md (SIZES=10000)
	$(BIN)/python -m benchmarks.scale $(if $(SIZES),--sizes $(SIZES))

bench-compare: setup-dev ## is this revision slower than another? make bench-compare BASE=main~5
	$(BIN)/python -m benchmarks.compare $(or $(BASE),$(error name a revision: make bench-compare BASE=…))

clean: ## remove the environment and the state
	rm -rf $(VENV) .bench-venv .audit-venv .state .mypy_cache .ruff_cache .pytest_cache .hypothesis
