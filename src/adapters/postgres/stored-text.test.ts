import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scratchPostgres } from "../../../test/support/scratch-postgres.ts";
import type { ScratchStores } from "../../../test/support/scratch-stores.ts";
import type { StoreConnection } from "../sql/store-connection.ts";
import { fromStoredText, toStoredText } from "./stored-text.ts";

let scratch: ScratchStores;
let connection: StoreConnection;

beforeAll(async () => {
  scratch = await scratchPostgres();
  connection = scratch.connect();
});
afterAll(async () => {
  connection.close();
  await scratch.remove();
});

/** Those around the characters that are stored in another way come often. */
const text = fc.string({
  unit: fc.oneof(fc.constantFrom("\u0000", "\u0001", "\u0002", "\\", "u0000", '"'), fc.string()),
});

test("any text comes back, and contains no U+0000 in between", () => {
  fc.assert(
    fc.property(text, (original) => {
      const stored = toStoredText(original);
      expect(stored).not.toContain("\u0000");
      expect(fromStoredText(stored)).toBe(original);
    }),
  );
});

test("the order of texts stays", () => {
  const compare = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(Math.sign(compare(toStoredText(one), toStoredText(other)))).toBe(Math.sign(compare(one, other)));
    }),
  );
});

test("a text in a list, in a row of many and in a value finds the one that is stored", () => {
  connection.exec('CREATE TABLE probe (name text COLLATE "C", value jsonb)');
  fc.assert(
    fc.property(
      text.filter((each) => each.isWellFormed()),
      (original) => {
        connection.run("DELETE FROM probe");
        connection.insertAll("probe", [{ name: original, value: original }]);
        const set = connection.rowSet({ name: "text", value: "value" }, [{ name: original, value: original }]);
        const found = connection.all(
          `SELECT p.name, p.value FROM json_each(?) j JOIN probe p ON p.name = j.value
           JOIN ${set.sql} ON t.name = p.name AND t.value = p.value WHERE p.name = ?`,
          JSON.stringify([original]),
          ...set.parameters,
          original,
        );
        expect(found).toEqual([{ name: original, value: original }]);
      },
    ),
  );
});

test("a half of a surrogate pair is stored as SQLite's driver stores it", () => {
  expect(connection.get("SELECT CAST(? AS text) AS found", "a\ud800")).toEqual({ found: "a\ufffd" });
  connection.exec("DELETE FROM probe");
  connection.insertAll("probe", [{ name: "a\ud800", value: "a\ud800" }]);
  expect(connection.all("SELECT name, value FROM probe")).toEqual([{ name: "a\ufffd", value: "a\ufffd" }]);
});

test("what no column can have is refused instead of being changed", () => {
  for (const value of [undefined, Symbol("s")])
    expect(() => connection.get("SELECT CAST(? AS text)", value as never)).toThrow(TypeError);
});
