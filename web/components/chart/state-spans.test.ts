// States that hold, and times of which nothing is known.
import { expect, test } from "vitest";
import { spansOf } from "./state-spans.ts";

test("a state holds until the next one, and one that is not known leaves a gap", () => {
  const states = [
    { ts: 0, text: "on" },
    { ts: 10, text: "on" },
    { ts: 20, text: null },
    { ts: 30, text: "off" },
  ];
  expect(spansOf(states, 5, 40)).toEqual([
    { startTs: 5, endTs: 20, text: "on" },
    { startTs: 30, endTs: 40, text: "off" },
  ]);
});
