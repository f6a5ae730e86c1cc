# Every command of the project. `make run` and `make test` need nothing but cargo, node, npm, make and, on Debian, apt.

.PHONY: run test dev build check fix bench web binary test-rust test-web test-browser test-promises test-faults fuzz clean
.DEFAULT_GOAL := build

WEB_SOURCES := $(shell find web/src web/public web/build.mjs web/vite.config.ts web/package-lock.json -type f 2>/dev/null)
PACKAGES := web/node_modules/.package-lock.json
FRONT_END := web/dist/client/pages.json
BIN := target/release/clinic
DEV_BIN := target/debug/clinic

run: build
	./$(BIN) serve

build: $(FRONT_END)
	cargo build --release --locked

# What the tests run: the same program, quicker to build.
binary: $(FRONT_END)
	cargo build --locked --bins --examples

$(PACKAGES): web/package-lock.json
	# Not `npm ci`: it refuses a lock without the packages for systems other than this one.
	cd web && npm install --no-save --no-fund --no-audit
	touch $@

$(FRONT_END): $(PACKAGES) $(WEB_SOURCES)
	cd web && npm run --silent build

web: $(FRONT_END)

test: check test-rust fuzz test-web test-browser test-promises

check: $(FRONT_END)
	cargo fmt --check
	cargo clippy --locked --all-targets -- --deny warnings
	cd web && npm run --silent lint && npm run --silent types
	node web/pictures/build.mjs --check
	cargo run --locked --quiet -- check

fix: $(PACKAGES)
	cargo fmt
	UPDATE_TYPES=1 cargo test --quiet --test generated_types
	cd web && npm run --silent fix
	node web/pictures/build.mjs

test-rust: $(FRONT_END)
	./scripts/need-postgres
	cargo test --locked

# A fixed number of inputs from a fixed seed; `scripts/fuzz form 600` searches on.
fuzz: $(FRONT_END)
	./scripts/need-c++
	cargo clippy --locked --package clinic-fuzz -- --deny warnings
	./scripts/fuzz

test-web: $(PACKAGES)
	cd web && npm run --silent unit

test-browser: binary
	./scripts/need-browser
	cd web && npm run --silent e2e

# The gravest faults, each as short as it can be: some kills, a power cut, disks and databases that fail.
test-promises: binary
	./scripts/need-proof
	./bench/faults --brief --binary $(DEV_BIN)

# All of them, with several instances, slow and hostile clients. LONG=--long for 1,000 kills.
test-faults: build
	./scripts/need-proof schemathesis
	./bench/faults $(LONG)
	./bench/attack

# The Rust server renders and answers; Vite serves the front end with hot reload in front of it.
dev: binary
	./scripts/dev

bench: build
	./scripts/need-proof
	./bench/run

clean:
	rm -rf target web/dist web/node_modules
