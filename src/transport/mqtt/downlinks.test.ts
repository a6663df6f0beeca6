// Packet ids, Receive Maximum, the queue and its order.
import { parser, type IPublishPacket } from "mqtt-packet";
import { beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { mqttLimits } from "../../../test/support/mqtt-limits.ts";
import { MemoryStream } from "../../../test/support/memory-stream.ts";
import { encodePublish } from "./codec.ts";
import { Connection, type PacketReceiver } from "./connection.ts";
import { Downlinks } from "./downlinks.ts";
import { MqttCounters } from "./mqtt-context.ts";
import { ThreadTurns } from "./thread-turns.ts";

const idle: PacketReceiver = {
  maxPayloadSize: 0,
  packet() {},
  pauseBetweenPackets() {},
  queued: () => "read on",
  violated() {},
  drained() {},
  sweep() {},
  lost() {},
};

let stream: MemoryStream;
let connection: Connection;
let counters: MqttCounters;

beforeEach(() => {
  stream = new MemoryStream();
  counters = new MqttCounters();
  const limits = mqttLimits({ writeBufferBytesMax: 100 });
  const clock = new ManualClock();
  connection = new Connection(
    stream,
    { limits, counters, clock, turns: new ThreadTurns(clock) },
    { receiver: () => idle, closed() {} },
  );
  connection.start();
});

function written(): { readonly payload: string; readonly id: number | undefined }[] {
  const packets: IPublishPacket[] = [];
  const reader = parser({ protocolVersion: 4 });
  reader.on("packet", (packet) => {
    if (packet.cmd === "publish") packets.push(packet);
  });
  reader.parse(stream.output);
  return packets.map(({ payload, messageId }) => ({ payload: payload.toString(), id: messageId }));
}

const room = (downlinkQueueMax: number, downlinkQueueBytesMax = Infinity) => ({
  counters,
  limits: { downlinkQueueMax, downlinkQueueBytesMax },
});

const publish = (payload: string, qos: 0 | 1) => encodePublish(4, "down", payload, qos);

describe("Downlinks", () => {
  test("beyond Receive Maximum they wait, QoS 0 behind QoS 1 as well, and leave in order", () => {
    const downlinks = new Downlinks(connection, room(10), 1);
    for (const [payload, qos] of [
      ["a", 1],
      ["b", 1],
      ["c", 0],
      ["d", 1],
    ] as const)
      expect(downlinks.send(publish(payload, qos), {})).toBe(true);
    expect(written().map(({ payload }) => payload)).toEqual(["a"]);
    downlinks.acknowledged(1);
    expect(written().map(({ payload }) => payload)).toEqual(["a", "b", "c"]);
    downlinks.acknowledged(2);
    expect(written()).toEqual([
      { payload: "a", id: 1 },
      { payload: "b", id: 2 },
      { payload: "c", id: undefined },
      { payload: "d", id: 3 },
    ]);
    expect(counters.publishesOut).toBe(4);
  });

  test("what is no longer due when its turn comes is dropped, and what comes behind it is sent", () => {
    const downlinks = new Downlinks(connection, room(10), 1);
    const due = new Set(["a", "b", "c"]);
    const acked: string[] = [];
    for (const payload of ["a", "b", "c"])
      downlinks.send(publish(payload, 1), { acked: () => acked.push(payload), isDue: () => due.has(payload) });
    due.clear();
    due.add("c");
    downlinks.acknowledged(1);
    expect(written().map(({ payload }) => payload)).toEqual(["a", "c"]);
    downlinks.acknowledged(2);
    expect(acked).toEqual(["a", "c"]);
  });

  test("one more than the queue holds is reported, and nothing is sent out of order", () => {
    const downlinks = new Downlinks(connection, room(2), 1);
    expect(["a", "b", "c", "d"].map((payload) => downlinks.send(publish(payload, 1), {}))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test("what waits has a bound in bytes too, but for the first that waits", () => {
    const { length } = publish("xxx", 1).bytes;
    const downlinks = new Downlinks(connection, room(10, 2 * length), 1);
    const send = (payload: string) => downlinks.send(publish(payload, 1), {});
    expect(["one", "two", "big", "xxx"].map(send)).toEqual([true, true, true, false]);
    downlinks.acknowledged(1);
    expect(["xxx", "yyy"].map(send)).toEqual([true, false]);

    const full = new Downlinks(connection, room(10, 1), 1);
    expect(["a", "b", "c"].map((payload) => full.send(publish(payload, 1), {}))).toEqual([true, true, false]);
  });

  test("each is reported acknowledged once: QoS 1 by the client, QoS 0 when written, also out of the queue", () => {
    const downlinks = new Downlinks(connection, room(10), 1);
    const acked: string[] = [];
    downlinks.send(publish("a", 1), { acked: () => acked.push("a") });
    downlinks.send(publish("b", 1), { acked: () => acked.push("b") });
    downlinks.send(publish("c", 0), { acked: () => acked.push("c") });
    downlinks.acknowledged(9);
    expect(acked).toEqual([]);
    downlinks.acknowledged(1);
    downlinks.acknowledged(1);
    expect(acked).toEqual(["a", "c"]);
    downlinks.acknowledged(2);
    expect(acked).toEqual(["a", "c", "b"]);
  });

  test("each is released once: when its bytes have left, when it is due no more, or when the session ends", () => {
    const downlinks = new Downlinks(connection, room(10), 1);
    const released: string[] = [];
    const send = (payload: string, isDue = true): boolean =>
      downlinks.send(publish(payload, 1), { released: () => released.push(payload), isDue: () => isDue });
    stream.isTaking = false;
    send("x".repeat(2_000));
    expect(released).toEqual([]);
    stream.take();
    expect(released).toEqual(["x".repeat(2_000)]);
    released.length = 0;
    stream.isTaking = true;
    send("b", false);
    send("c");
    send("d");
    downlinks.acknowledged(1);
    expect(released).toEqual(["b", "c"]);
    downlinks.drop();
    downlinks.drop();
    expect(released).toEqual(["b", "c", "d"]);
  });

  test("packet ids wrap at 65,535 and skip those in flight", () => {
    const downlinks = new Downlinks(connection, room(10), 65_535);
    downlinks.send(publish("first", 1), {});
    for (let id = 2; id <= 65_535; id++) {
      downlinks.send(publish("x", 1), {});
      downlinks.acknowledged(id);
      stream.written.length = 0;
    }
    downlinks.send(publish("next", 1), {});
    expect(written()).toEqual([{ payload: "next", id: 2 }]);
  });

  test("while the client does not read they wait, whatever their QoS", () => {
    const downlinks = new Downlinks(connection, room(10), 10);
    stream.isTaking = false;
    downlinks.send(publish("x".repeat(200), 0), {});
    downlinks.send(publish("late", 0), {});
    expect(written()).toHaveLength(1);
    stream.take();
    downlinks.sendQueued();
    expect(written().map(({ payload }) => payload.length)).toEqual([200, 4]);
  });
});
