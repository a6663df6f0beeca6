// Whatever is sent to REST is answered as the description says, and nothing of it hurts others. FUZZ_SEED repeats a run,
// FUZZ_REST_REQUESTS makes it longer; the soak does a quarter of a million.
import { expect, test } from "vitest";
import { seedOf } from "../support/seed.ts";
import { fuzzRest } from "./rest-fuzz.ts";

const MEBIBYTE = 1024 * 1024;
const seed = seedOf("FUZZ_SEED");
const requests = Number(process.env["FUZZ_REST_REQUESTS"] ?? 4_000);

test(
  `${String(requests)} hostile requests get documented answers (seed ${String(seed)})`,
  // Some seconds on a machine of its own.
  { timeout: 60_000 + requests * 20 },
  async () => {
    const result = await fuzzRest({ seed, requests });
    expect(result.problems).toEqual([]);
    expect(result.operationsCalled).toBe(result.operations);
    // The seed has met the states that matter.
    expect(result.operationsSucceeded.size).toBeGreaterThan(result.operations / 2);
    for (const status of [200, 400, 401, 403, 404, 413, 415])
      expect(result.statuses.has(status), String(status)).toBe(true);
    expect(result.heldBytesGrowth).toBeLessThan(64 * MEBIBYTE);
    expect(result.bystanderSlowestMillis).toBeLessThan(20_000);
  },
);
