// The ring of acknowledgements: order, growth, and what a slot is worth.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AckRing } from "./ack-ring.ts";

function packetIds(pubacks: Buffer | undefined): number[] {
  const ids: number[] = [];
  for (let at = 0; at < (pubacks?.length ?? 0); at += 4) {
    expect(pubacks?.subarray(at, at + 2)).toEqual(Buffer.from([0x40, 2]));
    ids.push(pubacks?.readUInt16BE(at + 2) ?? 0);
  }
  return ids;
}

describe("AckRing", () => {
  test("pays nothing while the head is not settled, then all of the run in one buffer", () => {
    const ring = new AckRing(64);
    const slots = [10, 20, 30].map((id) => ring.take(id, "t"));
    expect(ring.settle(slots[2] ?? -1, false)).toBe(true);
    expect(ring.settle(slots[1] ?? -1, false)).toBe(true);
    expect(ring.pay()).toBeUndefined();
    ring.settle(slots[0] ?? -1, false);
    expect(packetIds(ring.pay())).toEqual([10, 20, 30]);
    expect(ring.isEmpty).toBe(true);
  });

  test("topics of slots that are paid or dropped are forgotten", () => {
    const ring = new AckRing(64);
    const [paid = -1, dropped = -1] = [1, 2].map((id) => ring.take(id, "t"));
    ring.settle(paid, false);
    ring.settle(dropped, true);
    ring.pay();
    expect([ring.topic(paid), ring.topic(dropped)]).toEqual(["", "t"]);
    ring.drop();
    expect(ring.topic(dropped)).toBe("");
  });

  test("a QoS 0 slot keeps its place and gets no PUBACK", () => {
    const ring = new AckRing(64);
    const slots = [0, 7, 0].map((id) => ring.take(id, "t"));
    for (const slot of slots) ring.settle(slot, false);
    expect(packetIds(ring.pay())).toEqual([7]);
    expect(ring.isEmpty).toBe(true);
  });

  test("a refused slot stops the run at its place", () => {
    const ring = new AckRing(64);
    const [first = -1, second = -1, third = -1] = [1, 2, 3].map((id) => ring.take(id, `topic ${String(id)}`));
    ring.settle(first, false);
    ring.settle(second, true);
    ring.settle(third, false);
    expect(packetIds(ring.pay())).toEqual([1]);
    expect(ring.headIsRefused).toBe(true);
    expect(ring.packetId(ring.head)).toBe(2);
    expect(ring.topic(ring.head)).toBe("topic 2");
    ring.drop();
    expect(packetIds(ring.pay())).toEqual([3]);
  });

  test("settling twice, or a slot that was never handed out, is reported", () => {
    const ring = new AckRing(64);
    const slot = ring.take(1, "t");
    expect(ring.settle(slot, false)).toBe(true);
    expect(ring.settle(slot, false)).toBe(false);
    ring.pay();
    expect(ring.settle(slot, false)).toBe(false);
    expect(ring.settle(slot + 5, false)).toBe(false);
  });

  test("is full at its bound, rounded up to a power of two", () => {
    const ring = new AckRing(10);
    for (let id = 1; id <= 16; id++) {
      expect(ring.isFull).toBe(false);
      ring.take(id, "t");
    }
    expect(ring.isFull).toBe(true);
  });

  test("property: in whatever order slots are settled, PUBACKs leave in the order of the publishes", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("take" as const), id: fc.integer({ min: 0, max: 65_535 }) }),
      fc.record({ kind: fc.constant("settle" as const), index: fc.nat(40) }),
      fc.record({ kind: fc.constant("pay" as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const ring = new AckRing(1024);
        const taken: number[] = [];
        const paid: number[] = [];
        const open: number[] = [];
        for (const one of steps) {
          if (one.kind === "take") {
            open.push(ring.take(one.id, "t"));
            if (one.id !== 0) taken.push(one.id);
          } else if (one.kind === "settle") {
            const [slot] = open.splice(one.index, 1);
            if (slot !== undefined) expect(ring.settle(slot, false)).toBe(true);
          } else paid.push(...packetIds(ring.pay()));
        }
        for (const slot of open) ring.settle(slot, false);
        paid.push(...packetIds(ring.pay()));
        expect(paid).toEqual(taken);
        expect(ring.isEmpty).toBe(true);
      }),
    );
  });
});
