import { expect, test } from "vitest";
import { toPostgres } from "./to-postgres.ts";

const textOf = (sql: string): string => toPostgres(sql).text;

test("parameters get numbers, in their order or their own", () => {
  expect(textOf("SELECT ? WHERE a = ?")).toBe("SELECT $1 WHERE a = $2");
  expect(textOf("SELECT ?2 WHERE a = ?1 OR b = ?2")).toBe("SELECT $2 WHERE a = $1 OR b = $2");
  expect(toPostgres("SELECT :one WHERE :other = :one")).toEqual({
    text: "SELECT $1 WHERE $2 = $1",
    names: ["one", "other"],
  });
});

test("texts, comments and casts stay as they are", () => {
  for (const sql of ["SELECT 'what? :name, it''s CROSS JOIN x y ON'", "SELECT 1 -- why? :name", "SELECT a::text"])
    expect(toPostgres(sql)).toEqual({ text: sql, names: undefined });
});

test("what only tells SQLite how to find rows is left out", () => {
  expect(textOf("FROM device INDEXED BY by_name WHERE a = 1")).toBe("FROM device  WHERE a = 1");
  expect(textOf("FROM json_each(?) j CROSS JOIN device d ON d.id = j.value")).toBe(
    "FROM json_each($1) j JOIN device d ON d.id = j.value",
  );
  expect(textOf("FROM a CROSS JOIN device d LEFT JOIN b ON b.id = d.id")).toBe(
    "FROM a CROSS JOIN device d LEFT JOIN b ON b.id = d.id",
  );
});
