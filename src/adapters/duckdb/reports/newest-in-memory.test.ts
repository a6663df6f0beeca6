// Newest values that memory answers, and those that it leaves to the table. Source: analytics contract 3.5.
import { expect, test } from "vitest";
import type { Value } from "../../../core/values.ts";
import { useEngineWorld, type EngineWorld } from "../../../../test/support/engine-world.ts";

const T0 = 1_767_225_600_000;
const MINUTE = 60_000;
const world = useEngineWorld({ sliceSamples: 1000 });

async function store(device: string, ...samples: readonly (readonly [minute: number, value: Value])[]): Promise<void> {
  await world().store(
    device,
    "level",
    samples.map(([minute, value]) => [T0 + minute * MINUTE, value]),
  );
}

async function newest(options: Parameters<EngineWorld["measure"]>[2]): Promise<Readonly<Record<number, unknown>>> {
  const rows = await world().measure("level", { fn: "latest" }, options);
  return Object.fromEntries<unknown>(rows.cells.map((cell, row) => [rows.groups[row] ?? -1, cell]));
}

test("AN §3.5 latest of a group is its newest sample; of one time that of the least device", async () => {
  await store("A", [10, 1], [30, "off"]);
  await store("B", [30, true]);
  await store("C", [20, 3]);
  expect(await newest({ groups: { A: 0, B: 0, C: 1 } })).toEqual({ 0: "off", 1: 3 });
  expect(await newest({ groups: { B: 0, C: 0 } })).toEqual({ 0: true });
});

test("AN §3.5 latest looks inside the range where the newest sample lies outside of it", async () => {
  await store("A", [10, 1], [30, 2]);
  await store("B", [-90, 5]);
  const groups = { A: 0, B: 1 };
  expect(await newest({ groups, startTs: T0, endTs: T0 + 30 * MINUTE })).toEqual({ 0: 1 });
  expect(await newest({ groups, startTs: T0, endTs: T0 + 31 * MINUTE })).toEqual({ 0: 2 });
});

test("AN §3.5 an answer of newest values is cut one row after its bound", async () => {
  for (const device of ["A", "B", "C", "D"]) await store(device, [1, 1]);
  const rows = await world().measure("level", { fn: "latest" }, { groups: { A: 0, B: 1, C: 2, D: 3 }, rowsMax: 2 });
  expect(rows.length).toBe(3);
});
