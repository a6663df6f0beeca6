// Refused messages that say the same one after the other are one row.
import { expect, test } from "vitest";
import type { Schema } from "../../api/schemas.ts";
import { groupedRefusals } from "./refusal-groups.ts";

type Refusal = Schema<"Refusal">;

const GATEWAY = { id: { entityType: "DEVICE" as const, id: "g" }, name: "Boiler house" };

function refusal(number: number, message: string, change: Partial<Refusal> = {}): Refusal {
  const entries = [{ device: "Pump", deviceId: null, reason: "invalid", message }];
  return {
    ...{
      number,
      ts: 1_000 + number,
      gateway: GATEWAY,
      topic: "v1/gateway/telemetry",
      reason: "invalid",
      partly: false,
    },
    ...{ entries, entriesTotal: 1, bytes: 10, payload: String(number), cut: false },
    ...change,
  };
}

const numbersOf = (refusals: readonly Refusal[]): readonly (readonly number[])[] =>
  groupedRefusals(refusals).map(({ number, earlier }) => [number, ...earlier.map((each) => each.number)]);

test("refusals that say the same one after the other are one, the newest, with the earlier ones; a rarer one parts them", () => {
  const refusals = [
    refusal(6, "a"),
    refusal(5, "a"),
    refusal(4, "b"),
    refusal(3, "a"),
    refusal(2, "a"),
    refusal(1, "a"),
  ];
  expect(numbersOf(refusals)).toEqual([[6, 5], [4], [3, 2, 1]]);
  expect(groupedRefusals(refusals)[0]).toMatchObject({ ts: 1_006, payload: "6", earlier: [{ payload: "5" }] });
  expect(groupedRefusals([])).toEqual([]);
});

test("the oldest first, a row is the newest of equal ones too", () => {
  const refusals = [refusal(1, "a"), refusal(2, "a"), refusal(3, "b"), refusal(4, "a")];
  expect(numbersOf(refusals)).toEqual([[2, 1], [3], [4]]);
});

test("those of another gateway, topic or device, in part, or with more entries than are kept, say something else", () => {
  const others: readonly Partial<Refusal>[] = [
    { gateway: { ...GATEWAY, id: { entityType: "DEVICE", id: "h" } } },
    { topic: "v1/gateway/attributes" },
    { partly: true },
    { entriesTotal: 2 },
    { entries: [{ device: "Fan", deviceId: null, reason: "invalid", message: "a" }] },
  ];
  for (const change of others) expect(numbersOf([refusal(2, "a", change), refusal(1, "a")])).toEqual([[2], [1]]);
});

test("a row keeps its id while more of the same come, so that what is open stays open", () => {
  const idsOf = (refusals: readonly Refusal[]): readonly string[] => groupedRefusals(refusals).map(({ id }) => id);
  const before = idsOf([refusal(3, "a"), refusal(2, "b"), refusal(1, "a")]);
  expect(new Set(before).size).toBe(3);
  expect(idsOf([refusal(4, "a"), refusal(3, "a"), refusal(2, "b"), refusal(1, "a")])).toEqual(before);
});
