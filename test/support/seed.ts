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

/** A run tries this share of the cases of a property, or of a long list, since the seed is the same each time; the soak tries all of them. */
const CASES_SHARE = 1 / 10;

/** Whether this is the soak. */
export const isEveryCase = process.env["TEST_CASES"] === "all";

export function casesOf(all: number): number {
  return isEveryCase ? all : Math.ceil(all * CASES_SHARE);
}

/** The same of cases that are listed, spread over the list. */
export function someOf<Case>(all: readonly Case[]): readonly Case[] {
  const count = casesOf(all.length);
  const step = all.length / count;
  const first = seedOf("PROPERTY_SEED") % step;
  return Array.from({ length: count }, (_, index) => all[Math.floor(first + index * step)]).filter(
    (each) => each !== undefined,
  );
}
