// Many subscribers to one device, and the device itself, in one process so that one clock measures both: how long after the
// PUBACK of a change its frame reaches each subscriber.
//   node bench/load/live-main.ts '{"http":"http://127.0.0.1:8080","port":1883,"token":"DEVICE_TOKEN","deviceId":"<uuid>",
//     "accessToken":"<jwt>","subscribers":1000,"rate":10,"seconds":10,"warmUpSeconds":2}'
// It writes {"event":"ready"} when all have received the present value, and then {"event":"done",...} with the latency in
// milliseconds, the frames that came and the CPU seconds per second that this process took.
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { LatencyHistogram } from "./latency-histogram.ts";
import { LoadConnection } from "./load-connection.ts";
import { encodePublish, PacketType } from "./packets.ts";

export interface LiveJob {
  readonly http: string;
  readonly port: number;
  readonly token: string;
  readonly deviceId: string;
  readonly accessToken: string;
  readonly subscribers: number;
  /** Changes a second. */
  readonly rate: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

export interface LiveReport {
  readonly event: "done";
  readonly latencyMillis: { readonly p50: number; readonly p99: number; readonly max: number };
  readonly frames: number;
  readonly expected: number;
  readonly cpu: number;
}

const KEY = "value";
/** Connections being opened at a time. */
const CONNECTING = 50;
/** How long the last frames may take. */
const TAIL_MILLIS = 2_000;

const job = JSON.parse(process.argv[2] ?? "{}") as LiveJob;
const latency = new LatencyHistogram();
/** By change: when its PUBACK came. */
const acknowledgedAt = new Map<number, number>();
/** By change: frames that came before it. */
const early = new Map<number, number>();
const firstTs = Date.now();
let frames = 0;
let firstMeasured = Number.POSITIVE_INFINITY;
let isOver = false;

const sockets: WebSocket[] = [];
for (let opened = 0; opened < job.subscribers; opened += CONNECTING)
  sockets.push(
    ...(await Promise.all(Array.from({ length: Math.min(CONNECTING, job.subscribers - opened) }, () => subscribe()))),
  );
const device = new LoadConnection(
  {
    host: "127.0.0.1",
    port: job.port,
    protocol: 4,
    token: job.token,
    clientId: "live",
    keepAliveSeconds: 60,
    readBytes: 4_096,
  },
  {
    packet: (firstByte, bytes, start) => {
      if (firstByte >>> 4 === PacketType.puback) acknowledged(bytes.readUInt16BE(start));
    },
    lost: fail,
  },
);
await device.open();
print({ event: "ready" });

await publish(1, job.warmUpSeconds);
const measuredFrom = job.warmUpSeconds * job.rate + 1;
firstMeasured = measuredFrom;
const cpuBefore = process.cpuUsage();
const startedAt = performance.now();
await publish(measuredFrom, job.seconds);
const seconds = (performance.now() - startedAt) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
const expected = job.seconds * job.rate * job.subscribers;
for (const until = performance.now() + TAIL_MILLIS; frames < expected && performance.now() < until;) await pause(10);
print({
  event: "done",
  latencyMillis: { p50: latency.percentile(50), p99: latency.percentile(99), max: latency.maxMillis },
  frames,
  expected,
  cpu: Number(((user + system) / 1e6 / seconds).toFixed(2)),
} satisfies LiveReport);
isOver = true;
device.close();
for (const socket of sockets) socket.terminate();

/** Resolves when the present value has been received. */
async function subscribe(): Promise<WebSocket> {
  const socket = new WebSocket(`${job.http.replace(/^http/, "ws")}/api/ws`);
  const received = Promise.withResolvers<undefined>();
  let isOpen = false;
  socket.on("error", (error) => {
    fail(error.message);
  });
  socket.on("close", (code) => {
    fail(`a subscriber was closed with ${String(code)}`);
  });
  socket.on("open", () => {
    const cmd = { type: "TIMESERIES", cmdId: 1, entityType: "DEVICE", entityId: job.deviceId, keys: KEY };
    socket.send(JSON.stringify({ authCmd: { cmdId: 0, token: job.accessToken }, cmds: [cmd] }));
  });
  socket.on("message", (data: Buffer) => {
    if (isOpen) arrived(data.toString());
    isOpen = true;
    received.resolve(undefined);
  });
  await received.promise;
  return socket;
}

/** One change after the other, each when it is due. */
async function publish(first: number, forSeconds: number): Promise<void> {
  const beganAt = performance.now();
  for (let index = 0; index < forSeconds * job.rate; index++) {
    const dueAt = beganAt + (index * 1000) / job.rate;
    await pause(Math.max(0, dueAt - performance.now()));
    const change = first + index;
    device.write(
      encodePublish({
        protocol: 4,
        topic: "v1/devices/me/telemetry",
        // Of two changes with one time only the later would be there to be sent.
        payload: JSON.stringify({ ts: firstTs + change, values: { [KEY]: change } }),
        qos: 1,
        packetId: change,
      }),
    );
  }
}

function arrived(text: string): void {
  const now = performance.now();
  // "data":{"value":[[<ts>,"<change>"],...]}: one frame may hold several changes.
  for (const [, digits = ""] of text.matchAll(/\[\d+,"(\d+)"\]/g)) {
    const change = Number(digits);
    if (change < firstMeasured) continue;
    frames++;
    const at = acknowledgedAt.get(change);
    if (at === undefined) early.set(change, (early.get(change) ?? 0) + 1);
    else latency.record(now - at);
  }
}

function acknowledged(change: number): void {
  acknowledgedAt.set(change, performance.now());
  for (let count = early.get(change) ?? 0; count > 0; count--) latency.record(0);
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function fail(reason: string): void {
  if (isOver) return;
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
