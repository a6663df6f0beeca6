// Pending acknowledgements: order, growth, and what a ack is worth.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Acknowledgements, type RefusedAck } from "./acknowledgements.ts";

const REFUSED: RefusedAck = { pubackCode: 0x80, close: undefined, message: "no" };

/** What is written now: each run of PUBACKs by its packet ids, each refusal as one of its own. */
function written(acks: Acknowledgements): (number[] | string)[] {
  const runs: (number[] | string)[] = [];
  acks.write({
    writePubacks: (bytes) => {
      const ids: number[] = [];
      for (let at = 0; at < bytes.length; at += 4) {
        expect(bytes.subarray(at, at + 2)).toEqual(Buffer.from([0x40, 2]));
        ids.push(bytes.readUInt16BE(at + 2));
      }
      runs.push(ids);
    },
    writeRefused: (_qos, packetId, code, message) => runs.push(`${String(packetId)}: ${String(code)} ${message}`),
  });
  return runs;
}

describe("Acknowledgements", () => {
  test("nothing is written while the head is not settled, then all of the run in one buffer", () => {
    const acks = new Acknowledgements(64);
    const [first = -1, second = -1, third = -1] = [10, 20, 30].map((id) => acks.take(id, 1, "t"));
    expect(acks.settle(third)).toBe(true);
    expect(acks.settle(second)).toBe(true);
    expect(written(acks)).toEqual([]);
    acks.settle(first);
    expect(written(acks)).toEqual([[10, 20, 30]]);
    expect(acks.isEmpty).toBe(true);
  });

  test("topics of what has been acknowledged are forgotten", () => {
    const acks = new Acknowledgements(64);
    const [done = -1, refused = -1, pending = -1] = [1, 2, 3].map((id) => acks.take(id, 1, "t"));
    acks.settle(done);
    acks.settle(refused, REFUSED);
    written(acks);
    expect([done, refused, pending].map((ack) => acks.topic(ack))).toEqual(["", "", "t"]);
  });

  test("a QoS 0 message keeps its place and gets no PUBACK", () => {
    const acks = new Acknowledgements(64);
    for (const ack of [0, 7, 0].map((id) => acks.take(id, 1, "t"))) acks.settle(ack);
    expect(written(acks)).toEqual([[7]]);
    expect(acks.isEmpty).toBe(true);
  });

  test("a refusal is written in its place, and alone stops what goes out at the end of a session", () => {
    const acks = new Acknowledgements(64);
    const [first = -1, second = -1, third = -1] = [1, 2, 3].map((id) => acks.take(id, 1, `topic ${String(id)}`));
    acks.settle(first);
    acks.settle(second, REFUSED);
    acks.settle(third);
    const runs: number[] = [];
    acks.writeSuccesses({ writePubacks: (bytes) => runs.push(bytes.length), writeRefused: () => expect.fail() });
    expect(runs).toEqual([4]);
    expect([acks.packetId(second), acks.topic(second)]).toEqual([2, "topic 2"]);
    expect(written(acks)).toEqual(["2: 128 no", [3]]);
  });

  test("a refusal that ends the session is returned, and nothing is written after it", () => {
    const acks = new Acknowledgements(64);
    const last: RefusedAck = { ...REFUSED, close: "refused-publish" };
    const [first = -1, second = -1] = [1, 2].map((id) => acks.take(id, 1, "t"));
    acks.settle(first, last);
    acks.settle(second);
    const writer = { writePubacks: () => expect.fail(), writeRefused: () => {} };
    expect(acks.write(writer)).toBe(last);
  });

  test("settling twice, or a ack that was never handed out, is reported", () => {
    const acks = new Acknowledgements(64);
    const ack = acks.take(1, 1, "t");
    expect(acks.settle(ack)).toBe(true);
    expect(acks.settle(ack)).toBe(false);
    written(acks);
    expect(acks.settle(ack)).toBe(false);
    expect(acks.settle(ack + 5)).toBe(false);
  });

  test("is full at its bound, rounded up to a power of two", () => {
    const acks = new Acknowledgements(10);
    for (let id = 1; id <= 16; id++) {
      expect(acks.isFull).toBe(false);
      acks.take(id, 1, "t");
    }
    expect(acks.isFull).toBe(true);
  });

  test("property: in whatever order acks are settled, PUBACKs leave in the order of the publishes", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("take" as const), id: fc.integer({ min: 0, max: 65_535 }) }),
      fc.record({ kind: fc.constant("settle" as const), index: fc.nat(40) }),
      fc.record({ kind: fc.constant("write" as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const acks = new Acknowledgements(1024);
        const taken: number[] = [];
        const acknowledged: (number[] | string)[] = [];
        const open: number[] = [];
        for (const one of steps) {
          if (one.kind === "take") {
            open.push(acks.take(one.id, 1, "t"));
            if (one.id !== 0) taken.push(one.id);
          } else if (one.kind === "settle") {
            const [ack] = open.splice(one.index, 1);
            if (ack !== undefined) expect(acks.settle(ack)).toBe(true);
          } else acknowledged.push(...written(acks));
        }
        for (const ack of open) acks.settle(ack);
        acknowledged.push(...written(acks));
        expect(acknowledged.flat()).toEqual(taken);
        expect(acks.isEmpty).toBe(true);
      }),
    );
  });
});
