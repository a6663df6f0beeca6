// Whole packets out of chunks, and holding them back.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryStream } from "../../../test/support/memory-stream.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { mqttLimits } from "../../../test/support/mqtt-limits.ts";
import { Connection, Hold, type PacketReceiver } from "./connection.ts";
import { ThreadTurns } from "./thread-turns.ts";
import { MqttCounters } from "./mqtt-context.ts";
import type { ProtocolError } from "./protocol-error.ts";

class Recorder implements PacketReceiver {
  readonly maxPayloadSize = 200;
  readonly packets: string[] = [];
  readonly violations: number[] = [];
  readonly losses: string[] = [];
  drainedTimes = 0;
  /** The newest. */
  bytesWaiting = 0;
  /** After which packets to hold. */
  holdAfter: ReadonlySet<number> = new Set();
  connection: Connection | undefined;

  packet(header: number, bytes: Buffer, start: number, end: number): void {
    this.packets.push(`${header.toString(16)}:${bytes.toString("hex", start, end)}`);
    if (this.holdAfter.has(this.packets.length)) this.connection?.hold(Hold.handler);
  }

  pauseBetweenPackets(): void {}

  queued(_chunk: Buffer, bytesWaiting: number): "read on" {
    this.bytesWaiting = bytesWaiting;
    return "read on";
  }

  violated(error: ProtocolError): void {
    this.violations.push(error.code);
    this.connection?.end();
  }

  drained(): void {
    this.drainedTimes += 1;
  }

  sweep(): void {}

  lost(reason: string): void {
    this.losses.push(reason);
  }
}

function start() {
  const stream = new MemoryStream();
  const recorder = new Recorder();
  const clock = new ManualClock();
  const counters = new MqttCounters();
  const limits = mqttLimits({ writeBufferBytesMax: 100, drainTimeoutMillis: 60_000 });
  const connection = new Connection(
    stream,
    { limits, counters, clock, turns: new ThreadTurns(clock) },
    { receiver: () => recorder, closed() {} },
  );
  recorder.connection = connection;
  connection.start();
  return { stream, recorder, connection, clock, counters };
}

function packet(header: number, body: Buffer): Buffer {
  const length = body.length < 128 ? [body.length] : [(body.length & 0x7f) | 0x80, body.length >> 7];
  return Buffer.concat([Buffer.from([header, ...length]), body]);
}

const packets = fc.array(fc.tuple(fc.integer({ min: 0, max: 255 }), fc.uint8Array({ maxLength: 200 })), {
  maxLength: 20,
});

describe("Connection", () => {
  test("property: any split of the bytes gives the same packets, also with holds in between", () => {
    fc.assert(
      fc.property(
        packets,
        fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 50 }),
        fc.uniqueArray(fc.nat(20)),
        (list, sizes, holds) => {
          const bytes = Buffer.concat(list.map(([header, body]) => packet(header, Buffer.from(body))));
          const { stream, recorder, connection } = start();
          recorder.holdAfter = new Set(holds);
          let at = 0;
          for (const size of [...sizes, bytes.length]) {
            const chunk = Buffer.from(bytes.subarray(at, at + size));
            at += size;
            if (chunk.length > 0) stream.send(chunk);
            if (size % 3 === 0) connection.release(Hold.handler);
          }
          while (connection.isHeld) connection.release(Hold.handler);
          expect(recorder.packets).toEqual(
            list.map(([header, body]) => `${header.toString(16)}:${Buffer.from(body).toString("hex")}`),
          );
          expect(recorder.violations).toEqual([]);
          expect(stream.isPaused).toBe(false);
        },
      ),
    );
  });

  test("property: whatever comes in, it ends in packets or one violation", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { maxLength: 30 }), (chunks) => {
        const { stream, recorder } = start();
        for (const chunk of chunks) stream.send(Buffer.from(chunk));
        expect(recorder.violations.length).toBeLessThanOrEqual(1);
        expect(stream.isEnded).toBe(recorder.violations.length === 1);
      }),
    );
  });

  test("the size is decided from the header, at the limit and above it", () => {
    const exact = start();
    exact.stream.send(packet(0x30, Buffer.alloc(200)));
    expect(exact.recorder.packets).toHaveLength(1);
    const above = start();
    above.stream.send(Buffer.from([0x30, 0xc9, 0x01]));
    expect(above.recorder.violations).toEqual([0x95]);
    const split = start();
    for (const byte of [0x30, 0xc9, 0x01]) split.stream.send(Buffer.from([byte]));
    expect(split.recorder.violations).toEqual([0x95]);
  });

  test("a second chunk that comes while a handler works stops the reading until it is done", () => {
    const { stream, recorder, connection } = start();
    recorder.holdAfter = new Set([1]);
    stream.send(packet(0xc0, Buffer.alloc(0)));
    expect(stream.isPaused).toBe(false);
    stream.send(packet(0xc0, Buffer.alloc(0)));
    stream.send(packet(0xc0, Buffer.alloc(0)));
    expect(stream.isPaused).toBe(true);
    expect(recorder.packets).toHaveLength(1);
    connection.release(Hold.handler);
    expect(recorder.packets).toHaveLength(3);
    expect(stream.isPaused).toBe(false);
  });

  test("a client is silent from when it is read again, not for the time that it was held back", () => {
    const { recorder, connection, clock, stream } = start();
    recorder.holdAfter = new Set([1]);
    stream.send(packet(0xc0, Buffer.alloc(0)));
    clock.advance(100_000);
    connection.release(Hold.handler);
    expect(connection.lastPacketAt).toBe(clock.now());
  });

  test("what waits for CONNACK is counted, and reading stops at a thousand pieces of it, however small", () => {
    const { stream, recorder, connection } = start();
    recorder.holdAfter = new Set([2]);
    stream.send(Buffer.concat([packet(0x10, Buffer.alloc(7)), packet(0x10, Buffer.alloc(3)), Buffer.alloc(5)]));
    connection.hold(Hold.connack);
    for (let piece = 1; piece < 1_000; piece++) {
      expect(stream.isPaused).toBe(false);
      stream.send(Buffer.of(0));
      expect(recorder.bytesWaiting).toBe(5 + piece);
    }
    expect(stream.isPaused).toBe(true);
  });

  test("what a client that has gone left unread is handed over, unless only its answers matter", () => {
    for (const dropsUnread of [false, true]) {
      const { stream, recorder, connection } = start();
      connection.handOver(recorder, { dropsUnread });
      recorder.holdAfter = new Set([1]);
      stream.send(Buffer.concat([packet(1, Buffer.from("a")), packet(2, Buffer.from("b"))]));
      connection.ended();
      expect(recorder.losses).toEqual(dropsUnread ? ["connection-lost"] : []);
      connection.release(Hold.handler);
      expect(recorder.packets).toEqual(dropsUnread ? ["1:61"] : ["1:61", "2:62"]);
      expect(recorder.losses).toEqual(["connection-lost"]);
    }
  });

  test("after a full read the other sockets have their turn", async () => {
    const { stream, recorder, connection } = start();
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const full = Buffer.concat(Array.from({ length: 32_768 }, () => packet(0xc0, Buffer.alloc(0))));
    stream.send(full.subarray(2));
    expect(stream.isPaused).toBe(false);
    stream.send(full);
    expect(stream.isPaused).toBe(true);
    await turn();
    expect(stream.isPaused).toBe(false);
    expect(recorder.packets).toHaveLength(65_535);

    recorder.holdAfter = new Set([65_536]);
    stream.send(full);
    stream.send(packet(0xc0, Buffer.alloc(0)));
    await turn();
    expect(stream.isPaused).toBe(true);
    connection.release(Hold.handler);
    expect(stream.isPaused).toBe(false);
  });

  test("a client that does not read is not read from, and is cut off after 60 s", () => {
    const { stream, recorder, connection, clock, counters } = start();
    stream.isTaking = false;
    connection.write(Buffer.alloc(101));
    expect(connection.isBackedUp).toBe(true);
    stream.send(packet(0xc0, Buffer.alloc(0)));
    expect(recorder.packets).toHaveLength(0);
    clock.advance(59_999);
    connection.sweep(clock.now());
    expect(recorder.losses).toEqual([]);
    clock.advance(1);
    connection.sweep(clock.now());
    expect(recorder.losses).toEqual(["slow-reader"]);
    expect(counters.overflows).toBe(1);
    expect(stream.isDestroyed).toBe(true);
  });

  test("a client that reads again is read from again", () => {
    const { stream, recorder, connection } = start();
    stream.isTaking = false;
    connection.write(Buffer.alloc(101));
    stream.send(packet(0xc0, Buffer.alloc(0)));
    stream.take();
    expect(recorder.packets).toHaveLength(1);
    expect(recorder.drainedTimes).toBe(1);
  });

  test("after the end what comes in is thrown away, and the socket is cut when the client does not close it", () => {
    const { stream, recorder, connection, clock } = start();
    connection.end();
    stream.send(packet(0xc0, Buffer.alloc(0)));
    expect(recorder.packets).toEqual([]);
    expect(stream.isDestroyed).toBe(false);
    clock.advance(5_000);
    connection.sweep(clock.now());
    expect(stream.isDestroyed).toBe(true);
  });

  test("FIN behind packets that are held back is met after them", () => {
    const { stream, recorder, connection } = start();
    recorder.holdAfter = new Set([1]);
    stream.send(Buffer.concat([packet(0xc0, Buffer.alloc(0)), packet(0xc0, Buffer.alloc(0))]));
    stream.finish();
    expect(recorder.losses).toEqual([]);
    connection.release(Hold.handler);
    expect(recorder.packets).toHaveLength(2);
    expect(recorder.losses).toEqual(["connection-lost"]);
  });
});
