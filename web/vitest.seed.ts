import fc from "fast-check";

// `make test` tries the same inputs in every run.
const seed = process.env.PROPERTY_SEED;
if (seed) fc.configureGlobal({ seed: Number(seed) });
