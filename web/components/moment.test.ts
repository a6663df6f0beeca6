// How long ago a time was, in words.
import { expect, test } from "vitest";
import { relativeText } from "./moment.tsx";

const MINUTE = 60_000;

test("what has passed counts when it is complete", () => {
  expect(relativeText(-(6 * MINUTE + 32_000))).toBe("6 minutes ago");
  expect(relativeText(-90 * MINUTE)).toBe("1 hour ago");
  expect(relativeText(-47 * 60 * MINUTE)).toBe("yesterday");
  expect(relativeText(-59_000)).toBe("just now");
});

test("what is ahead is rounded: what was just set to end in 30 days ends in 30", () => {
  expect(relativeText(30 * 24 * 60 * MINUTE - 2_000)).toBe("in 30 days");
});
