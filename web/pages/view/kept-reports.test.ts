// Reports in the background, as the browser remembers them.
import { expect, test } from "vitest";
import { keepReports, keptReports, type KeptStorage } from "./kept-reports.ts";

function storage(): KeptStorage {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

test("each user has those of each view, and no more than twenty", () => {
  const kept = storage();
  keepReports(kept, "user", "view", ["new", "old"]);
  expect(keptReports(kept, "user", "view")).toEqual(["new", "old"]);
  expect(keptReports(kept, "other", "view")).toEqual([]);
  keepReports(
    kept,
    "user",
    "view",
    Array.from({ length: 30 }, (_, index) => `${index}`),
  );
  expect(keptReports(kept, "user", "view")).toHaveLength(20);
});

test("what something else has written there is nothing", () => {
  const kept = storage();
  for (const text of ["nonsense", "[1]", '{"ids":5}', '{"ids":[5,null]}']) {
    kept.setItem("bridgehead.reports.user.view", text);
    expect(keptReports(kept, "user", "view")).toEqual([]);
  }
});
