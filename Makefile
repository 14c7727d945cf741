# The two commands that matter are `make run` and `make test`.

.PHONY: run test lint doc bench sim schedules deny tools

# Starts everything needed to play, with an embedded database.
run:
	cargo run --release -p server

# Installs what the tests need and runs all of them.
test: tools
	cargo build --workspace --bins
	cargo nextest run --workspace --profile $(if $(CI),ci,default)
	cargo test --workspace --doc

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

# Campaigns: what docs/RELIABILITY.md says, tried at full size.
sim:
	cargo run --release -p campaigns -- simulation --seeds 2000 --seed 1

schedules:
	cargo run --release -p campaigns -- schedules --schedules 100000 --seed 1

# Licences, sources and duplicate versions of dependencies (needs cargo-deny).
deny:
	cargo deny check licenses bans sources

tools:
	@cargo nextest --version >/dev/null 2>&1 || cargo install cargo-nextest --locked
