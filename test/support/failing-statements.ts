// An engine of which one statement fails.
import { vi } from "vitest";
import { DuckdbSession } from "../../src/adapters/duckdb/duckdb-session.ts";

/** The statement with this number fails, of those that match; they are counted from 0. `vi.restoreAllMocks()` ends it. */
export function failAt(matching: RegExp, failing: number, when: "before" | "after"): { readonly hasFailed: boolean } {
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to the session
  const { run } = DuckdbSession.prototype;
  const state = { hasFailed: false };
  let count = 0;
  vi.spyOn(DuckdbSession.prototype, "run").mockImplementation(async function (this: DuckdbSession, ...parts) {
    const isFailing = matching.test(parts[0]) && !state.hasFailed && count++ === failing;
    if (isFailing) state.hasFailed = true;
    if (isFailing && when === "before") throw new Error("the test lets this statement fail");
    await run.apply(this, parts);
    if (isFailing) throw new Error("the test loses the answer to this statement");
  });
  return state;
}
