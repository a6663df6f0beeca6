import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

function filled(itemsMax: number, items: readonly string[]): Turns<string, string> {
  const turns = new Turns<string, string>(itemsMax);
  for (const item of items) turns.push(item.charAt(0), item);
  return turns;
}

function drained(turns: Turns<string, string>): string[] {
  const items: string[] = [];
  for (let item = turns.shift(); item !== undefined; item = turns.shift()) items.push(item);
  return items;
}

test("keys take turns, and items of a key keep their order", () => {
  const turns = filled(10, ["a1", "a2", "a3", "b1", "c1", "c2"]);
  expect(turns.length).toBe(6);
  expect(drained(turns)).toEqual(["a1", "b1", "c1", "a2", "c2", "a3"]);
  expect(turns.length).toBe(0);
});

test("when it is full, the newest of the key with the most makes room for a key with fewer", () => {
  const turns = filled(3, ["a1", "a2", "a3"]);
  expect(turns.push("b", "b1")).toBe("a3");
  expect(drained(turns)).toEqual(["a1", "b1", "a2"]);
});

test("when it is full, an item of the key with the most has no room", () => {
  const turns = filled(3, ["a1", "a2", "b1"]);
  expect(turns.push("a", "a3")).toBe("a3");
  expect(drained(turns)).toEqual(["a1", "b1", "a2"]);
});

test("all items are taken at once", () => {
  const turns = filled(3, ["a1", "b1", "a2"]);
  expect(turns.takeAll().sort()).toEqual(["a1", "a2", "b1"]);
  expect([turns.length, turns.shift()]).toEqual([0, undefined]);
});
