# The two commands that matter are `make run` and `make test`.

.PHONY: run test conformance fuzz fuzz-ci soak-rules lint doc bench deny tools fuzz-tools

# Starts everything needed to play, with an embedded database.
run:
	cargo run --release -p server

# Installs what the tests need and runs all of them.
test: tools
	cargo build --workspace --bins
	cargo nextest run --workspace --profile $(if $(CI),ci,default)
	cargo test --workspace --doc

# RFC 6455 by the Autobahn cases (needs Python 3.10 or newer; installs the suite under target/).
conformance: target/conformance/installed
	cargo run -p campaigns -- conformance

target/conformance/installed: campaigns/conformance.txt
	python3 -m venv target/conformance
	target/conformance/bin/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	touch $@

# Every fuzz target for a minute: 12 minutes, and about 4 for the first build on two cores.
fuzz-ci: fuzz-tools
	fuzz/run.py --seconds 60

# 10^7 executions of each parser, 10^6 of each structured target: some hours.
fuzz: fuzz-tools
	fuzz/run.py

# 100,000 random matches of each game under every law, assertions on.
soak-rules:
	cargo run --profile soak -p campaigns -- rules

# What CI checks beside the tests.
lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

doc:
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --document-private-items

# Speed, size and memory, as figures.
bench:
	cargo build --release -p server -p bench
	cargo run --release -p bench -- engine
	cargo run --release -p bench -- updates
	cargo run --release -p bench -- idle

# Licences, sources and duplicate versions of dependencies (needs cargo-deny).
deny:
	cargo deny check licenses bans sources

tools:
	@cargo nextest --version >/dev/null 2>&1 || cargo install cargo-nextest --locked

fuzz-tools:
	@cargo fuzz --version >/dev/null 2>&1 || cargo install cargo-fuzz --locked
