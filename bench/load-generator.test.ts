import { expect, test, vi } from "vitest";
import { requireIdle } from "./load-generator.ts";

test("a benchmark tells what its load generator used, and fails where that was the limit", () => {
  const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
  requireIdle(0.9);
  expect(() => {
    requireIdle(0.91);
  }).toThrow("the load generator used 0.91 of a core, at most 0.9 may be: it was the limit, not the server");
  expect(printed.mock.calls.flat()).toEqual(["# load generator: 0.90 of a core", "# load generator: 0.91 of a core"]);
  printed.mockRestore();
});
