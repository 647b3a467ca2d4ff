# Two commands matter: `make demo` and `make test`. Both set up .venv themselves.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEMO := $(VENV)/.demo
PARALLEL := --numprocesses auto --dist loadfile --no-loadscope-reorder
# A small deck, on which it can be said exactly how good a bot is.
LL8 := --players 2 --set edition=classic --set rounds=single --set deck=ll-8
DEMO_BOTS := random heuristic ppo:results/demo/learned/policy.npz
# What the demo says at its end.
DEMO_SAYS := \
	"The table of the tournament says how often a row wins against a column: 50 % is fair, and the rating puts the bots in order." \
	"The table below it is exact: exploitability is what a perfect opponent wins above one half of the rounds, 0 for the equilibrium beside the bots, whose line 'first player' is the value of the game." \
	"The picture of the tournament is results/demo/tournament/tournament.png, and the bot that was just learned plays as ppo:results/demo/learned/policy.npz."
# Tests run side by side: no more threads than cores.
export OMP_NUM_THREADS ?= 1

# `make fuzz` tries so many times as many examples as `make test` does, and counts them here.
TIMES ?= 20
TALLY := build/fuzz.jsonl

.PHONY: demo test fuzz kills fast coverage lint docs bench clean

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) is needed (or: make PYTHON=python3)"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(READY): pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[dev]"
	@touch $@ $(DEMO)

$(DEMO): pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[learn,eval]"
	@touch $@

demo: $(DEMO) ## learns to bluff for two minutes, then a tournament: tables, and a picture in results/demo
	$(BIN)/cthulhu warm love_letter
	$(BIN)/cthulhu train love_letter $(LL8) --steps 5500000 --out results/demo/learned
	$(BIN)/cthulhu tournament love_letter $(LL8) --agents $(DEMO_BOTS) ismcts:iters=200 --deals 500 --out results/demo/tournament
	$(BIN)/cthulhu exploit love_letter --set edition=classic --deck ll-8 --agents $(DEMO_BOTS) equilibrium
	@printf '\n%s\n' $(DEMO_SAYS)

test: $(READY) lint ## everything: format, lint, types, generated docs, tests
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest $(PARALLEL) tests/rules -m "not slow"
	$(BIN)/python -m pytest $(PARALLEL)

fast: $(READY) ## the rule tests alone, uncompiled
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest $(PARALLEL) tests/rules -m "not slow"

coverage: $(READY) ## which lines the rule tests run, uncompiled
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest tests/rules -m "not slow"
	$(BIN)/coverage report

fuzz: $(READY) ## files and arguments that nobody should give, new ones each time: make fuzz TIMES=100
	@mkdir -p $(dir $(TALLY)) && rm -f $(TALLY)
	CTHULHU_FUZZ=$(TIMES) CTHULHU_FUZZ_TALLY=$(TALLY) $(BIN)/python -m pytest $(PARALLEL) tests/fuzz
	$(BIN)/python -m tests.fuzz.tally $(TALLY)

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/cthulhu docs --check

docs: $(READY) ## write the generated pages, then build the site in build/site
	$(BIN)/cthulhu docs
	$(BIN)/mkdocs build --strict

kills: $(READY) ## kills every long command at twenty moments, which takes an hour
	CTHULHU_MOMENTS=20 $(BIN)/python -m pytest tests/training/test_kills.py

bench: $(READY)
	$(BIN)/cthulhu bench love_letter --peers

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
