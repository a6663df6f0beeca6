// The engine and lib/spelled-number.ts take the same texts for numbers, and the same numbers for them.
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { casesOf } from "../../../test/support/seed.ts";
import { BLANKS, spelledNumber } from "../../lib/spelled-number.ts";
import { quoted } from "./literals.ts";
import { SPELLED_FUNCTIONS, SPELLED_INTEGER, SPELLED_NUMBER } from "./spelled-numbers.ts";

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  connection = await instance.connect();
  for (const definition of SPELLED_FUNCTIONS) await connection.run(definition);
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

const TEXTS = [
  ...[
    "12.5",
    " 7 ",
    "007",
    "-1e2",
    "1E+2",
    "5e-1",
    "-0",
    "0.0",
    "-007.50",
    "1e308",
    "1.7976931348623157e308",
    "5e-324",
  ],
  ...["1e309", "-1e400", "1e-400", "0e999999999999", "9007199254740993", "9223372036854775808", "0.1", "1".repeat(400)],
  ...["0x10", "1,5", "12.5 °C", "+1", ".5", "1.", "", " ", "-", "- 1", "1 2", "1_000", "1'000", "1e", "1e1.5", "--1"],
  ...[
    "true",
    "false",
    "NaN",
    "nan",
    "Infinity",
    "inf",
    "-inf",
    "1d",
    "1f",
    "0b1",
    "0o7",
    "٣",
    "１",
    "\u200b1",
    "1\u20e3",
  ],
  ...Array.from(`${BLANKS}\u200b\u0000\u0085`, (blank) => `${blank}1${blank}`),
  ...[
    "1\n2",
    "1\n",
    `${" ".repeat(399)}7${" ".repeat(400)}`,
    `7${" ".repeat(800)}`,
    `0.${"0".repeat(797)}1`,
    `${"\u2003".repeat(800)}7`,
  ],
];

test("MQTT §5.2: the engine takes a text for the number that it is elsewhere", async () => {
  expect(await spelledByEngine(TEXTS)).toEqual(TEXTS.map((text) => [text, spelledNumber(text)]));
});

test("MQTT §5.2: the engine and JavaScript agree on texts of any shape", async () => {
  const blank = fc.constantFrom("", "", " ", "\t", "\u00a0", "\u2003", "\ufeff");
  const piece = fc.constantFrom(...Array.from("0123456789-+.eE,_x "), "00", "e-3", "inf", "nan");
  const text = fc
    .oneof(
      fc.double({ noNaN: true }).map(String),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
    )
    .chain((inner) => fc.tuple(blank, blank).map(([before, after]) => before + inner + after));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 50 }), async (texts) => {
      expect(await spelledByEngine(texts)).toEqual(texts.map((each) => [each, spelledNumber(each)]));
    }),
    { numRuns: casesOf(100) },
  );
});

test("REST §9.2: an integer of 64 bits in a text has its digits, without blanks and zeros before them", async () => {
  const texts = [
    " 007 ",
    "-0",
    "9223372036854775807",
    "-9223372036854775808",
    `${"0".repeat(60)}12`,
    "9223372036854775808",
  ];
  const list = [...texts, "1.0", "1e3", "+1", "0x1", "1_0", ""].map(quoted).join(", ");
  const rows = (
    await connection.runAndReadAll(`SELECT ${SPELLED_INTEGER}(t) FROM (SELECT unnest([${list}]) AS t)`)
  ).getRows();

  const digits = ["7", "0", "9223372036854775807", "-9223372036854775808", "12"];
  expect(rows.map(([found]) => found)).toEqual([...digits, ...Array<null>(7).fill(null)]);
});

async function spelledByEngine(texts: readonly string[]): Promise<unknown> {
  const prepared = await connection.prepare(
    `SELECT ${SPELLED_NUMBER}(t) FROM (SELECT ${texts.map((_text, index) => `$${String(index + 1)}::VARCHAR`).join(" AS t UNION ALL SELECT ")} AS t)`,
  );
  texts.forEach((text, index) => prepared.bindVarchar(index + 1, text));
  const rows = (await prepared.runAndReadAll()).getRows();
  return texts.map((text, index) => [text, rows[index]?.[0]]);
}
