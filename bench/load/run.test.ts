import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { parseJob } from "./job.ts";
import { encodePuback, PacketReader } from "./packets.ts";
import { runJob, type ReadyLine } from "./run.ts";
import { startSink } from "./sink.ts";
import type { ReportLine } from "./tally.ts";

type Line = ReadyLine | ReportLine;

const cleanup: (() => void)[] = [];
afterEach(() => {
  for (const undo of cleanup.splice(0)) undo();
});

async function sinkPort(): Promise<number> {
  const { server, port } = await startSink(0);
  cleanup.push(() => {
    server.close();
  });
  return port;
}

async function run(fields: object): Promise<{ readonly lines: Line[]; readonly done: ReportLine }> {
  const lines: Line[] = [];
  const job = parseJob(JSON.stringify({ tokens: ["a"], warmUpSeconds: 0, seconds: 0, reportSeconds: 0, ...fields }));
  const done = await runJob(job, { write: (line) => lines.push(line), signal: new AbortController().signal });
  return { lines, done };
}

test.each([4, 5])(
  "with protocol %i every message of every connection is acknowledged and counted",
  async (protocol) => {
    const { lines, done } = await run({
      port: await sinkPort(),
      protocol,
      connections: 3,
      messages: 70_000,
      window: 1_000,
    });
    expect(lines.map(({ event }) => event)).toEqual(["ready", "done"]);
    expect(done).toMatchObject({ messages: 210_000, sent: 210_000, points: 210_000, failures: {}, refused: {} });
    expect(done.latencyMillis.p50).toBeGreaterThan(0);
  },
);

test("a message of QoS 2 counts when its four steps are done", async () => {
  const { done } = await run({ port: await sinkPort(), qos: 2, connections: 2, messages: 5_000, window: 500 });
  expect(done).toMatchObject({ messages: 10_000, sent: 10_000, failures: {}, refused: {} });
});

test("a fixed rate is kept", async () => {
  const { done } = await run({ port: await sinkPort(), rate: 2_000, messages: 200, connections: 2 });
  expect(done.messages).toBe(400);
  expect(done.seconds).toBeGreaterThan(0.15);
});

test("acknowledgements out of order are a failure", async () => {
  const port = await brokenServerPort((ids) => ids.toReversed());
  const { done } = await run({ port, messages: 5, window: 5 });
  expect(Object.keys(done.failures)).toEqual(["message 5 was acknowledged where 1 was due"]);
});

test("a server that hangs up is a failure", async () => {
  const port = await brokenServerPort(() => undefined);
  const { done } = await run({ port, messages: 5, window: 5 });
  expect(done.failures).toEqual({ "the server closed the connection": 1 });
});

test("a refused connection ends the job with the code", async () => {
  const server = createServer((socket) => socket.on("data", () => socket.end(Buffer.of(0x20, 2, 0, 5))));
  const listening = Promise.withResolvers<undefined>();
  server.listen(0, "127.0.0.1", () => {
    listening.resolve(undefined);
  });
  await listening.promise;
  cleanup.push(() => {
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  await expect(run({ port })).rejects.toThrow(
    "no connection could be opened: the server refused the connection with code 0x5",
  );
});

test.each([
  [{ tokens: [] }, '"tokens" must hold at least one access token'],
  [{ window: 0 }, '"window" must be an integer from 1 to 60000, got 0'],
  [{ shape: "two" }, '"shape" must be one of one-point, thirty-points, thirty-texts, attributes, got "two"'],
  [{ protocol: 3 }, '"protocol" must be one of 4, 5, got 3'],
  [{ speed: 1 }, 'a job has no field "speed"'],
])("a job with %j is refused", (fields, message) => {
  expect(() => parseJob(JSON.stringify({ tokens: ["a"], ...fields }))).toThrow(message);
});

/** Takes five messages, then answers with what `answer` makes of their ids, or hangs up for undefined. */
async function brokenServerPort(answer: (ids: number[]) => number[] | undefined): Promise<number> {
  const server = createServer((socket) => {
    const ids: number[] = [];
    const reader = new PacketReader({
      packet: (firstByte, bytes, start) => {
        if (firstByte >>> 4 === 1) socket.write(Buffer.of(0x20, 2, 0, 0));
        if (firstByte >>> 4 !== 3) return;
        ids.push(bytes.readUInt16BE(start + 2 + bytes.readUInt16BE(start)));
        if (ids.length < 5) return;
        const answers = answer(ids);
        if (answers === undefined) socket.destroy();
        else socket.write(Buffer.concat(answers.map(encodePuback)));
      },
    });
    socket.on("data", (chunk) => {
      reader.read(chunk);
    });
    socket.on("error", () => {
      socket.destroy();
    });
  });
  const listening = Promise.withResolvers<undefined>();
  server.listen(0, "127.0.0.1", () => {
    listening.resolve(undefined);
  });
  await listening.promise;
  cleanup.push(() => {
    server.close();
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
