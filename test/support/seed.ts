// Where the chance in tests comes from. A run has the seeds of the run before it, so that what fails is what has changed;
// `FUZZ_SEED=random` and its like look for what no run has met yet, and the soak always does.

const USUAL_SEED = 1;
const SEED_MAX = 2 ** 31;

/** What the variable of the environment names, for printing. */
export function seedOf(variable: "FUZZ_SEED" | "KILL_SEED" | "PROPERTY_SEED" | "REPORTS_SEED"): number {
  const text = process.env[variable];
  if (text === undefined) return USUAL_SEED;
  return text === "random" ? Math.floor(Math.random() * SEED_MAX) : Number(text);
}
