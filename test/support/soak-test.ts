// A test that takes longer than it is worth in every run: `npm test` has shorter ones of the same file, the soak and `npm run conformance` all.
import { test } from "vitest";
import { isEveryCase } from "./seed.ts";

export function soakTest(name: string, run: () => Promise<void>, millisMax?: number): void {
  if (isEveryCase) test(name, run, millisMax);
}
