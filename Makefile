# All commands of the project; `make help` lists them. `make run` and `make test` need only cargo, node, npm, make and,
# on Debian, apt.

.PHONY: help run build package build-debug web test check fix test-rust test-web test-browser test-faults-quick test-faults
.PHONY: test-package test-stability test-mutants test-rule-mutants test-puzzles fuzz-long docs-pictures dev bench clean
.DEFAULT_GOAL := build

WEB_SOURCES := $(shell find web/src web/public web/pictures web/build.mjs web/vite.config.ts web/package-lock.json -type f 2>/dev/null)
PACKAGES := web/node_modules/.package-lock.json
FRONT_END := web/dist/client/pages.json
BIN := target/debug/clinic
# The inputs of the property tests: the same in every run. `make test PROPERTY_SEED=2` tries others, as do cargo and
# Vitest when they are called by hand.
PROPERTY_SEED ?= 1

# Clippy compiles like rustc and lints on the way, so these targets compile once what is linted and tested. The others share
# only the dependencies with them.
LINTED := check fix test test-rust test-web test-browser test-package test-faults-quick test-stability
$(LINTED): export RUSTC_WORKSPACE_WRAPPER := clippy-driver
$(LINTED): export CLIPPY_ARGS := --deny__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# The unoptimised binary: it compiles in less than half the time, and `make test` needs it too.
run: build-debug ## Build and serve the site on http://127.0.0.1:8080, with data in data/
	@echo "Starting the server"
	./$(BIN) serve

build: $(FRONT_END) ## Build the optimised binary to install, target/release/clinic
	@echo "Compiling the server (takes several minutes the first time)"
	CLINIC_COMMIT=$$(git describe --always --dirty 2>/dev/null) cargo build --release --locked --package clinic

package: build ## Build the Debian package, target/clinic_VERSION_ARCHITECTURE.deb
	@echo "Building the Debian package"
	./scripts/package target/release/clinic

build-debug: $(FRONT_END) ## Build the unoptimised binary, target/debug/clinic
	@echo "Compiling the server (takes some minutes the first time)"
	cargo build --locked --bins --examples

$(PACKAGES): web/package-lock.json
	@echo "Installing npm packages"
	@# Not `npm ci`: it rejects a lock file without the optional packages of other operating systems.
	cd web && npm install --no-save --no-fund --no-audit
	touch $@

$(FRONT_END): $(PACKAGES) $(WEB_SOURCES)
	@echo "Building the front end"
	cd web && npm run --silent build

web: $(FRONT_END) ## Build the front end

test: check test-rust test-web test-browser test-package test-faults-quick ## Run every check and test, as continuous integration does

check: $(FRONT_END) ## Check formatting, lints, types, licences, pictures and content
	@echo "Checking the Rust code (compiles it with its tests; takes some minutes the first time)"
	cargo fmt --check
	cargo build --locked --all-targets
	@echo "Checking the front end"
	cd web && npm run --silent lint && npm run --silent types
	@echo "Checking the licence list, the pictures and the content"
	./scripts/licences --check
	node web/pictures/build.mjs --check
	./$(BIN) check

fix: $(FRONT_END) ## Fix formatting and lints, update generated types, pictures and the licence list
	cargo fmt
	UPDATE_TYPES=1 cargo test --quiet --test server generated_types
	cd web && npm run --silent fix
	node web/pictures/build.mjs
	./scripts/licences

test-rust: $(FRONT_END) ## Test the server, with the corpus and the seeded inputs of the fuzz targets
	./scripts/install-postgres
	./scripts/install-pebble
	command -v systemd-analyze >/dev/null || ./scripts/apt-install "the test of the systemd units" systemd
	command -v strace >/dev/null || ./scripts/apt-install "the test that kills rotate-key at every step" strace
	@echo "Testing the server"
	@# Many tests wait for a process or for a time limit. Two for each core keep the cores busy.
	PROPTEST_RNG_SEED=$(PROPERTY_SEED) ./scripts/in-memory cargo test --locked --no-fail-fast -- --test-threads=$$((2 * $$(nproc)))

# `scripts/fuzz claim_form 600` searches with one target.
fuzz-long: $(FRONT_END) ## Search with every fuzz target for SECONDS (600) for inputs that reach new code, and keep them
	./scripts/install-cpp-compiler
	cargo clippy --locked --package clinic-fuzz --features libfuzzer -- --deny warnings
	./scripts/fuzz all $(or $(SECONDS),600)

test-web: $(PACKAGES) ## Run the unit tests of the front end
	@echo "Testing the front end"
	cd web && PROPERTY_SEED=$(PROPERTY_SEED) npm run --silent unit

test-browser: build-debug ## Run the browser tests in Chromium, Firefox and WebKit
	./scripts/install-browser
	@echo "Testing in Chromium, Firefox and WebKit"
	cd web && PROPERTY_SEED=$(PROPERTY_SEED) ../scripts/in-memory npm run --silent e2e

test-package: build-debug ## Install, upgrade and remove the Debian package, with the commands of docs/operations.md
	command -v systemd-nspawn >/dev/null && command -v debootstrap >/dev/null || \
	  ./scripts/apt-install "the test of the package" systemd-container debootstrap
	./scripts/install-pebble
	@echo "Testing the package: installation, backup, restore, upgrade, removal"
	./scripts/test-package $(BIN)

test-faults-quick: build-debug ## Run the most important fault tests, each as short as possible
	./scripts/install-bench-tools
	@echo "Testing kills, power loss, and disk and database failures"
	./bench/faults --quick --binary $(BIN)

test-faults: build ## Run all fault and attack tests, and prove 1,000 seeds of every scene; LONG=--long for more than 1,000 kills
	./scripts/install-bench-tools all
	@echo "Running the fault tests"
	./bench/faults $(LONG)
	@echo "Running the attack tests"
	./bench/attack
	$(MAKE) test-puzzles

# By hand and before a release: it takes hours, and continues where it was interrupted. FLAGS=--fresh starts again.
test-stability: build-debug ## Run the tests ten times, also on a busy machine, and list every test that failed once
	./scripts/install-postgres
	./scripts/install-pebble
	./scripts/install-browser
	cargo test --locked --no-run
	./scripts/test-stability $(FLAGS)

# By hand: it takes minutes. docs/mutation-tests.md has the figures.
test-mutants: $(PACKAGES) ## Change the front end's rules in one place after the other, and list the changes that no test notices
	./scripts/test-mutants

# By hand: it takes hours, and continues where it was interrupted. PARTS="3 17" runs only these of its 26 parts.
test-rule-mutants: ## The same for the server's rules, crates/rules
	./scripts/test-rule-mutants $(PARTS)

docs-pictures: build-debug ## Make the pictures of docs/content.md and docs/puzzles.md
	./scripts/install-browser
	cd web && DOCS_PICTURES=1 npx playwright test --project=chromium

# `make test` proves 20 seeds of each scene. MEASUREMENTS=FILE writes what was measured for each seed.
test-puzzles: $(FRONT_END) ## Draw and prove 1,000 seeds of every scene of the game's pictures, and the sets of 240 months
	@echo "Proving the sets of 240 months"
	MONTHS=240 cargo test --release --locked --package clinic-puzzles --test months -- --nocapture
	@echo "Proving 1,000 seeds of every scene"
	SEEDS=1000 cargo test --release --locked --package clinic-puzzles --test proofs_of_many_seeds seeds_of_every_scene -- --nocapture

# Vite serves the front end with hot reload and forwards data and API requests to the Rust server.
dev: build-debug ## Serve the site with hot reload on http://127.0.0.1:5173
	./scripts/dev

bench: build ## Run the benchmarks against their peers; fails when a limit is missed
	./scripts/install-bench-tools
	@echo "Running the benchmarks (about twenty minutes)"
	./bench/run

clean: ## Delete everything that was built or installed here
	rm -rf target web/dist web/node_modules
