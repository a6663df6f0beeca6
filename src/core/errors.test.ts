import { expect, test } from "vitest";
import { DomainError, invalid } from "./errors.ts";

test("a refusal has no trace, of which a message can cause thousands; what could not be served has one", () => {
  expect(invalid("wrong").stack).not.toMatch(/\n\s+at /);
  expect(new DomainError("unavailable", "broken").stack).toMatch(/\n\s+at .*errors\.test\.ts/);
  expect(new Error("a bug").stack).toMatch(/\n\s+at .*errors\.test\.ts/);
});
