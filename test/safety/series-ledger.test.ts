// The check of the kill test sees what it is there to see.
import { beforeEach, expect, test } from "vitest";
import { PlantDevice } from "./plant.ts";
import { SeriesLedger } from "./series-ledger.ts";

const TS = 1_700_000_000_000;
let ledger: SeriesLedger;
let stored: { ts: number; value: number | string }[];

beforeEach(() => {
  ledger = new SeriesLedger("device", "level");
  for (const ts of [TS, TS + 2, TS + 4]) ledger.acknowledge(ts, ledger.send(ts));
  stored = [TS, TS + 2, TS + 4].map((ts) => ({ ts, value: ledger.value(ts, 0) }));
});

test("all that was acknowledged and nothing else is in order", () => {
  expect(ledger.settle(stored, TS)).toEqual([]);
});

test("an acknowledged point that is missing is seen", () => {
  expect(ledger.settle(stored.slice(1), TS)).toHaveLength(1);
});

test("a point that is stored twice is seen", () => {
  expect(ledger.settle([...stored, ...stored.slice(0, 1)], TS)).toHaveLength(1);
});

test("a value that was never sent is seen, and a point where none was sent", () => {
  expect(ledger.settle([{ ts: TS, value: 5 }, ...stored.slice(1)], TS)).toHaveLength(2);
  expect(ledger.settle([...stored, { ts: TS + 6, value: ledger.value(TS + 6, 0) }], TS)).toHaveLength(2);
});

test("an earlier value in the place of the acknowledged one is seen", () => {
  ledger.acknowledge(TS, ledger.send(TS));
  expect(ledger.settle(stored, TS)).toHaveLength(1);
});

test("a point in doubt may be there or not, and must stay as it was found", () => {
  ledger.send(TS + 6);
  ledger.send(TS + 8);
  const found = [...stored, { ts: TS + 6, value: ledger.value(TS + 6, 0) }];
  expect(ledger.settle(found, TS)).toEqual([]);
  expect(ledger.isStored(TS + 6)).toBe(true);
  expect(ledger.isStored(TS + 8)).toBe(false);
  expect(ledger.settle(stored, TS)).toHaveLength(1);
});

test("a sealed point that goes, and one that changes, are seen", () => {
  ledger.seal(TS + 4);
  expect(ledger.checkAll(stored)).toEqual([]);
  expect(ledger.checkAll(stored.slice(1))).toHaveLength(1);
  expect(ledger.checkAll([{ ts: TS, value: ledger.value(TS, 1) }, ...stored.slice(1)])).toHaveLength(1);
});

test("a counter is seen that lies before what was acknowledged or behind what was sent", () => {
  const { clientAttributes } = new PlantDevice("device");
  for (let turn = 0; turn < 3; turn++) clientAttributes.next();
  clientAttributes.acknowledge(2);
  for (const found of [1, 4, "2", undefined]) expect(clientAttributes.settle(found, "it")).toHaveLength(1);
  expect(clientAttributes.settle(3, "it")).toEqual([]);
});
