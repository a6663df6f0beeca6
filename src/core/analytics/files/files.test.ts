import { inflateRawSync } from "node:zlib";
import readExcelFile from "read-excel-file/node";
import { expect, test } from "vitest";
import { sampleColumn, sampleReport } from "../../../../test/support/sample-report.ts";
import { JsonText } from "../../values.ts";
import { Zone } from "../time/zone.ts";
import type { Cell } from "../report/report-engine.ts";
import { csvText, isoText } from "./csv-file.ts";
import { ndjsonText } from "./ndjson-file.ts";
import { fileName, prepareFile, SHEET_CELL_CHARS_MAX, SHEET_ROWS_MAX } from "./report-file.ts";
import { xlsxBytes } from "./xlsx-file.ts";

const T0 = 1_767_225_600_000;

/** A zone of one offset for all time. */
function zoneAt(minutes: number): Zone {
  return new Zone({ id: "Test/Zone", offsetAt: () => minutes * 60_000, nextChange: () => null });
}

const columnsFor = (row: readonly Cell[]) =>
  row.map((_cell, index) => sampleColumn(`c${String(index)}`, `C${String(index)}`));

function csvLine(...cells: readonly Cell[]): string {
  const text = [...csvText({ columns: columnsFor(cells), rows: [cells], zone: zoneAt(0) })].join("");
  return text.slice(text.indexOf("\r\n") + 2, -2);
}

async function sheetOf(columns: ReturnType<typeof columnsFor>, rows: readonly (readonly Cell[])[], zone = zoneAt(0)) {
  const parts: Uint8Array[] = [];
  for await (const part of xlsxBytes({ columns, rows, zone })) parts.push(part);
  const [sheet] = await readExcelFile(Buffer.concat(parts), { trim: false });
  return sheet?.data;
}

/** A file in the archive that a sheet is. Its lengths are in the directory at the end, because it was streamed. */
async function partOf(name: string, columns: ReturnType<typeof columnsFor>, rows: readonly (readonly Cell[])[]) {
  const parts: Uint8Array[] = [];
  for await (const part of xlsxBytes({ columns, rows, zone: zoneAt(0) })) parts.push(part);
  const archive = Buffer.concat(parts);
  const entry = archive.lastIndexOf(name) - 46;
  const [length, start] = [archive.readUInt32LE(entry + 20), archive.readUInt32LE(entry + 42)];
  const data = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
  return inflateRawSync(archive.subarray(data, data + length)).toString();
}

test("AN §4.3: texts that begin like formulas are guarded in CSV, and nothing else is", () => {
  expect(csvLine("=1+1", "+1", "-1", "@a", "\t=1", "\r=1")).toBe(`'=1+1,'+1,'-1,'@a,'\t=1,"'\r=1"`);
  expect(csvLine("\n=1", "\uff1d1", "\uff0b1", "\uff0d1", "\uff20a")).toBe(
    `"'\n=1",'\uff1d1,'\uff0b1,'\uff0d1,'\uff20a`,
  );
  expect(csvLine("'=1", "'a", "it's")).toBe(`''=1,'a,it's`);
  expect(csvLine(-1, "a=1", -5n, true, new JsonText("[-1]"), null, -0, NaN)).toBe("-1,a=1,-5,true,[-1],,0,");
});

test("AN §4.3: fields with quotes, commas, line ends and outer blanks are quoted by RFC 4180", () => {
  expect(csvLine('say "hi"', "a,b", "a\nb", "a\r\nb", " a", "a ", "")).toBe(
    '"say ""hi""","a,b","a\nb","a\r\nb"," a","a ",',
  );
});

test("AN §4.3: times in CSV are ISO 8601 with the distance of their zone", () => {
  expect(isoText(T0, zoneAt(0))).toBe("2026-01-01T00:00:00.000Z");
  expect(isoText(T0 + 1, zoneAt(345))).toBe("2026-01-01T05:45:00.001+05:45");
  expect(isoText(T0, zoneAt(-210))).toBe("2025-12-31T20:30:00.000-03:30");
});

test("AN §4.3: lines of JSON have typed cells under labels of any name", () => {
  const columns = [sampleColumn("a", "__proto__"), sampleColumn("b", "2"), sampleColumn("c", "1", { type: "time" })];
  expect([...ndjsonText({ columns, rows: [["x", null, T0]] })].join("")).toBe(
    `{"__proto__":"x","2":null,"1":${String(T0)}}\n`,
  );
});

test("AN §4.3: a sheet keeps every character that it can, escapes the others, and knows types", async () => {
  const cells = ["<a & \"b\"> 'c'", "  blanks  ", "line\nbreak", "über \u{1f600}", "=1+1", null, 21.5, true, 2n ** 60n];
  expect((await sheetOf(columnsFor(cells), [cells]))?.[1]).toEqual([
    "<a & \"b\"> 'c'",
    "  blanks  ",
    "line\nbreak",
    "über \u{1f600}",
    "=1+1",
    null,
    21.5,
    true,
    "1152921504606846976",
  ]);
});

test("AN §4.3: times of a sheet are those of the zone's clock, to the millisecond", async () => {
  const columns = [sampleColumn("t", "T", { type: "time" })];
  const times = [T0, T0 + 1, T0 + 7_200_000, T0 + 86_399_999];
  const data = await sheetOf(
    columns,
    times.map((time) => [time]),
    zoneAt(60),
  );
  expect(data?.slice(1)).toEqual(times.map((time) => [new Date(time + 3_600_000)]));
});

test("AN §4.3: numbers are shown with the decimals of their column, in a sheet without losing digits", async () => {
  const columns = [sampleColumn("a", "Energy", { decimals: 2 }), sampleColumn("b", "Power", { decimals: 0 })];
  const rows: readonly (readonly Cell[])[] = [
    [63.029999999999994, 2.5],
    [-0.001, 1e300],
    [null, "off"],
  ];
  const csv = [...csvText({ columns, rows, zone: zoneAt(0) })].join("");
  expect(csv).toBe(`\uFEFFEnergy,Power\r\n63.03,3\r\n0,${String(1e300)}\r\n,off\r\n`);
  expect((await sheetOf(columns, rows))?.slice(1)).toEqual(rows);
  const sheet = await partOf("xl/worksheets/sheet1.xml", columns, rows);
  const styles = await partOf("xl/styles.xml", columns, rows);
  const formats = [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]+)"/g)].map(([, id, code]) => [id, code]);
  const cellFormats = [
    ...styles.slice(styles.indexOf("<cellXfs")).matchAll(/<xf [^>]*?(?:numFmtId="(\d+)"[^>]*)?\/>/g),
  ];
  const shown = [...sheet.matchAll(/<c r="[AB]2" s="(\d+)">/g)].map(([, style]) => {
    const format = cellFormats[Number(style)]?.[1];
    return formats.find(([id]) => id === format)?.[1];
  });
  expect(shown).toEqual(["#,##0.00", "#,##0"]);
});

test("AN §4.3: columns of a sheet are as wide as their labels and values, within bounds; its head stays in sight", async () => {
  const columns = [
    sampleColumn("a", "A"),
    sampleColumn("b", "Temperature of the boiler"),
    sampleColumn("c", "T", { type: "time" }),
    sampleColumn("d", "Energy", { decimals: 3 }),
    sampleColumn("e", "Long"),
  ];
  const sheet = await partOf("xl/worksheets/sheet1.xml", columns, [[1, 2, T0, 1_234_567.8, "x".repeat(500)]]);
  const widths = [...sheet.matchAll(/<col min="\d+" max="\d+" width="(\d+)"/g)].map(([, width]) => Number(width));
  expect(widths).toEqual([8, 27, 21, 15, 60]);
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
});

test("AN §4.3: columns beyond Z have names of two letters", async () => {
  const cells = Array.from({ length: 64 }, (_, index) => index);
  expect((await sheetOf(columnsFor(cells), [cells]))?.[1]).toEqual(cells);
});

test("AN §4.3: what a sheet cannot hold is cut and marked", async () => {
  const long = "x".repeat(SHEET_CELL_CHARS_MAX + 1);
  const report = sampleReport([sampleColumn("a", "A")], [[long]]);
  expect(prepareFile(report, "xlsx").truncated).toEqual({ reason: "bytes", limit: SHEET_CELL_CHARS_MAX });
  expect(prepareFile(report, "csv").truncated).toBeNull();
  const [, row] = (await sheetOf([...report.columns], report.rows)) ?? [];
  expect(row).toEqual([`${"x".repeat(SHEET_CELL_CHARS_MAX - 1)}…`]);

  const row1: readonly Cell[] = [1];
  const many = sampleReport(
    report.columns,
    Array.from({ length: SHEET_ROWS_MAX + 1 }, () => row1),
  );
  const prepared = prepareFile(many, "xlsx");
  expect([prepared.rows.length, prepared.truncated]).toEqual([
    SHEET_ROWS_MAX,
    { reason: "rows", limit: SHEET_ROWS_MAX },
  ]);
});

test("AN §4.3: names of files have nothing that file systems or headers give a meaning", () => {
  expect(fileName('Energy/Hourly: "all"\r\n', "csv", true)).toBe("Energy_Hourly_ _all_.csv");
  expect(fileName("../..", "xlsx", false)).toBe("_-incomplete.xlsx");
  expect(fileName("…", "ndjson", true)).toBe("_.ndjson");
});

test("a sheet whose rows fail ends with that failure, and one whose reader has gone ends immediately", async () => {
  const columns = columnsFor([1]);
  const rows = Array.from({ length: 200_000 }, (_, index): readonly Cell[] => [index]);
  let taken = 0;
  for await (const part of xlsxBytes({ columns, rows, zone: zoneAt(0) })) {
    taken += part.length;
    if (taken > 1_000) break;
  }
  expect(taken).toBeGreaterThan(1_000);

  const failing = new Proxy(rows, {
    get(target, name, receiver) {
      if (name === Symbol.iterator) throw new Error("rows fail");
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  await expect(async () => {
    for await (const part of xlsxBytes({ columns, rows: failing, zone: zoneAt(0) })) taken += part.length;
  }).rejects.toThrow("rows fail");
});
