// Figures with their trend: the last value, its line, and the difference with the first.
import { expect, test } from "vitest";
import type { ReportColumn, ReportData } from "../../components/chart/report-cell.ts";
import { linePath, trendsOf, withNewestValues } from "./trends.ts";

const column = (id: string, label: string, role: "dimension" | "measure" | "comparison") => ({
  ...{ id, field: id, label, unit: role === "measure" ? "°C" : "", role, decimals: null },
  type: role === "measure" ? "number" : "text",
});
const report = (rows: readonly (readonly unknown[])[]): ReportData =>
  ({
    columns: [
      column("device", "device", "dimension"),
      column("name", "name", "dimension"),
      column("time", "time", "dimension"),
      column("k0", "temp", "measure"),
    ],
    rows,
  }) as unknown as ReportData;

test("a figure is the last value, whatever the order of the rows, with what has changed since the first, and the end of its interval", () => {
  const [trend] = trendsOf(
    report([
      ["d", "Boiler", 30, 22.5],
      ["d", "Boiler", 10, 20],
      ["d", "Boiler", 20, null],
    ]),
    null,
  );

  expect(trend).toEqual({
    ...{ id: "d k0", name: "Boiler", text: "22.5", unit: "°C", color: null, ts: 40 },
    points: [
      [10, 20],
      [30, 22.5],
    ],
    change: { text: "2.5", direction: "up", from: { ts: 10 } },
  });
});

test("a figure and what has changed have the decimals of the values on its line", () => {
  const textsOf = (...values: readonly number[]) =>
    trendsOf(report(values.map((value, place) => ["d", "Boiler", 10 * place, value])), null).map(({ text, change }) => [
      ...[text, change?.text],
    ]);
  expect(textsOf(21.5, 21.43, 21)).toEqual([["21.00", "0.50"]]);
  expect(textsOf(21, 22)).toEqual([["22", "1"]]);
});

test("a report that has no times yet, as when the trend has just been switched on, has no trends", () => {
  const { columns, rows } = report([["d", "Boiler", 10, 20]]);

  expect(
    trendsOf(
      {
        columns: columns.filter(({ id }) => id !== "time"),
        rows: rows.map((row) => row.filter((_, place) => place !== 2)),
      },
      null,
    ),
  ).toEqual([]);
});

test("each of several devices has a figure of its own; one without values has none", () => {
  const trends = trendsOf(
    report([
      ["a", "Boiler", 10, 5],
      ["a", "Boiler", 20, 3],
      ["b", "Pump", 10, null],
      ["c", "Fan", 9, 1],
    ]),
    null,
  );

  expect(trends.map(({ name, text, change }) => [name, text, change?.text])).toEqual([
    ["Boiler", "3", "2"],
    ["Fan", "1", undefined],
  ]);
});

const newestOf = (device: string, ts: number, value: unknown) =>
  new Map([[device, new Map([["temp", [ts, value] as const]])]]);
const ROWS = [
  ["d", "Boiler", 10, 20],
  ["d", "Boiler", 20, 22],
];
const rowsAfter = (ts: number, value: unknown) => withNewestValues(report(ROWS), newestOf("d", ts, value)).rows;

test("a newest value is the last of its interval, or begins one", () => {
  expect(rowsAfter(27, 23)).toEqual([ROWS[0], ["d", "Boiler", 20, 23]]);
  expect(rowsAfter(30, 23)).toEqual([...ROWS, ["d", "Boiler", 30, 23]]);
  expect(rowsAfter(55, 23)).toEqual([...ROWS, ["d", "Boiler", 50, 23]]);
  expect(rowsAfter(55, "off")).toEqual([...ROWS, ["d", "Boiler", 50, "off"]]);
  expect(trendsOf(withNewestValues(report(ROWS), newestOf("d", 31, 25)), null)).toMatchObject([
    { text: "25", ts: 40, change: { text: "5", direction: "up", from: { ts: 10 } } },
  ]);
});

test("a newest value of before the first interval, or of another device, changes nothing", () => {
  expect(rowsAfter(5, 23)).toEqual(ROWS);
  expect(withNewestValues(report(ROWS), newestOf("other", 27, 23)).rows).toEqual(ROWS);
});

test("newest values of two keys at one time begin one interval", () => {
  const two = {
    columns: [...report([]).columns, { ...column("k1", "hum", "measure") } as unknown as ReportColumn],
    rows: ROWS.map((row) => [...row, 60]),
  };
  const keys = new Map([
    ["temp", [33, 24] as const],
    ["hum", [34, 61] as const],
  ]);
  expect(withNewestValues(two, new Map([["d", keys]])).rows.slice(2)).toEqual([["d", "Boiler", 30, 24, 61]]);
});

const compared = (rows: readonly (readonly unknown[])[]): ReportData => {
  const { columns } = report([]);
  const former = { ...column("k0.value", "temp (previous day)", "comparison"), type: "number" };
  return { columns: [...columns, former as (typeof columns)[number]], rows };
};

test("a figure that is compared with a former period has the difference with the value at the same place in it", () => {
  const changeOf = (rows: readonly (readonly unknown[])[]) => trendsOf(compared(rows), "previousDay")[0]?.change;
  const from = { period: "previousDay" };

  expect(
    changeOf([
      ["d", "Boiler", 10, 20, 18],
      ["d", "Boiler", 20, 22, 25],
      ["d", "Boiler", 30, null, 40],
    ]),
  ).toEqual({ text: "3", direction: "down", from });
  expect(changeOf([["d", "Boiler", 20, 22, 22]])).toEqual({ text: "0", direction: "same", from });
});

test("if it has none there, it is the latest before that, and without any nothing is compared", () => {
  const rows = [
    ["d", "Boiler", 10, 20, 18],
    ["d", "Boiler", 20, 22, null],
    ["d", "Boiler", 30, null, 40],
  ];
  const changeOf = (data: ReportData) => trendsOf(data, "previousDay")[0]?.change;

  expect(changeOf(compared(rows))).toMatchObject({ text: "4", from: { period: "previousDay" } });
  expect(changeOf(compared(rows.slice(1)))).toBeNull();
});

test("a report of before the period was chosen is compared with its start", () => {
  const rows = [
    ["d", "Boiler", 10, 20],
    ["d", "Boiler", 20, 22],
  ];

  expect(trendsOf(report(rows), "previousDay")[0]?.change).toMatchObject({ text: "2", from: { ts: 10 } });
});

test("states have a figure and no line", () => {
  const [trend] = trendsOf(
    report([
      ["d", "Boiler", 10, "off"],
      ["d", "Boiler", 20, "on"],
    ]),
    null,
  );

  expect([trend?.text, trend?.points, trend?.change]).toEqual(["on", [], null]);
});

test("a line goes from the least at the bottom to the most at the top, and one without changes through the middle", () => {
  const box = { width: 100, height: 20 };
  expect(
    linePath(
      [
        [0, 1],
        [50, 3],
        [100, 2],
      ],
      box,
    ),
  ).toBe("M0.0 20.0L50.0 0.0L100.0 10.0");
  expect(
    linePath(
      [
        [0, 1],
        [10, 1],
      ],
      box,
    ),
  ).toBe("M0.0 10.0L100.0 10.0");
  expect(linePath([[0, 1]], box)).toBe("");
});
