import { expect, test } from "vitest";
import { remember } from "./remember.ts";

test("beyond the bound the entry is forgotten that was set longest ago", () => {
  const entries = new Map<string, number>();

  for (const [index, key] of ["a", "b", "c"].entries()) remember(entries, key, index, 2);

  expect([...entries]).toEqual([
    ["b", 1],
    ["c", 2],
  ]);
});

test("setting a key again takes no room", () => {
  const entries = new Map([
    ["a", 1],
    ["b", 1],
  ]);

  remember(entries, "a", 2, 2);

  expect([...entries]).toEqual([
    ["a", 2],
    ["b", 1],
  ]);
});

test("a bound of nothing keeps nothing", () => {
  const entries = new Map<string, number>();

  remember(entries, "a", 1, 0);

  expect(entries.size).toBe(0);
});
