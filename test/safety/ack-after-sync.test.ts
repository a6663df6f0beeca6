// No acknowledgement before the sync that covers it, shown on the system calls of a real server: for every kind of message
// that is acknowledged after a commit, one at a time and many in flight.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { KillableServers, type KillableServer } from "../support/killable-server.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { Strace } from "../support/strace.ts";
import { brokenOrders, TRACED_CALLS, type TracedMessage } from "./ack-order.ts";
import { parseCalls, traceArguments, type SystemCall } from "./system-calls.ts";

const MESSAGES_OF_A_KIND = 8;
const IN_FLIGHT = 150;
/** Every sync is made to last this long, so that an acknowledgement that does not wait for it comes first for certain. */
const SYNC_MICROS = 5_000;
const SEGMENT_BYTES = 16 * 1_048_576;
const PAYLOAD_BYTES = 60_000;
const FIRST_TS = 1_800_000_000_000;
/** The folder of its files. */
const TELEMETRY_LOG = "/telemetry.duckdb.log/";
const ENTITY_LOG = "/bridgehead.sqlite-wal";

interface Kind {
  readonly name: string;
  readonly topic: string;
  readonly log: string;
  /** No two messages write the same place: of such, one commit would keep the last alone. */
  readonly payload: (mark: string, number: number) => unknown;
  /** What it brings into the log cannot be distinguished from other things. */
  readonly isUnmarked?: true;
}

const ATTRIBUTES: Kind = {
  name: "attributes",
  topic: "v1/gateway/attributes",
  log: ENTITY_LOG,
  payload: (mark) => ({ "traced device": { [mark]: 1 } }),
};

const KINDS: readonly [Kind, ...Kind[]] = [
  {
    name: "telemetry",
    topic: "v1/gateway/telemetry",
    log: TELEMETRY_LOG,
    payload: (mark, number) => ({ "traced device": [{ ts: FIRST_TS + number, values: { mark } }] }),
  },
  ATTRIBUTES,
  { name: "connect", topic: "v1/gateway/connect", log: ENTITY_LOG, payload: (mark) => ({ device: mark }) },
  {
    name: "first telemetry of a device",
    topic: "v1/gateway/telemetry",
    log: ENTITY_LOG,
    payload: (mark) => ({ [mark]: [{ a: 1 }] }),
  },
  {
    name: "own telemetry of the gateway",
    topic: "v1/devices/me/telemetry",
    log: TELEMETRY_LOG,
    payload: (mark, number) => ({ ts: FIRST_TS + number, values: { mark } }),
  },
  {
    name: "own attributes of the gateway",
    topic: "v1/devices/me/attributes",
    log: ENTITY_LOG,
    payload: (mark) => ({ [mark]: 1 }),
  },
];

/** Only for one message at a time, after one whose commit has ended: the next commit counts as theirs. */
const UNMARKED_KINDS: readonly Kind[] = [
  {
    name: "connect of a device that exists",
    topic: "v1/gateway/connect",
    log: ENTITY_LOG,
    payload: () => ({ device: "traced device" }),
    isUnmarked: true,
  },
  {
    name: "claim",
    topic: "v1/gateway/claim",
    log: ENTITY_LOG,
    payload: (mark) => ({ "traced device": { secretKey: mark } }),
    isUnmarked: true,
  },
  {
    name: "disconnect",
    topic: "v1/gateway/disconnect",
    log: ENTITY_LOG,
    payload: () => ({ device: "traced device" }),
    isUnmarked: true,
  },
];

/** Attributes before each unmarked one: when they are acknowledged, no commit of an earlier message is left. */
const ONE_AT_A_TIME: readonly Kind[] = [...KINDS, ...UNMARKED_KINDS.flatMap((kind) => [ATTRIBUTES, kind])];

const servers = new KillableServers();
afterEach(() => servers.endAll());

interface Traced {
  readonly calls: readonly SystemCall[];
  readonly mqttPort: number;
  readonly folder: string;
  readonly messages: readonly TracedMessage[];
}

test("a PUBACK is written only after the sync of the data that it promises, one message at a time", async () => {
  const traced = await trace(async (client, send) => {
    for (let turn = 0; turn < MESSAGES_OF_A_KIND; turn++)
      for (const kind of ONE_AT_A_TIME) await client.next("puback", ofPacket(send(kind)));
  });

  expect(traced.messages).toHaveLength(MESSAGES_OF_A_KIND * ONE_AT_A_TIME.length);
  expect(brokenOrders(traced.calls, traced.mqttPort, traced.messages)).toEqual([]);
});

test("a PUBACK is written only after the sync of the data that it promises, with many messages in flight", async () => {
  const traced = await trace(async (client, send) => {
    const sent = Array.from({ length: IN_FLIGHT }, (_, index) => KINDS[index % 50 === 0 ? 2 : index % 7 === 0 ? 1 : 0])
      .filter((kind) => kind !== undefined)
      .map((kind) => send(kind));
    for (const packetId of sent) await client.next("puback", ofPacket(packetId));
  });

  expect(traced.messages).toHaveLength(IN_FLIGHT);
  expect(brokenOrders(traced.calls, traced.mqttPort, traced.messages)).toEqual([]);
});

test("the first PUBACK of a new file of the log of telemetry is written only after the sync of the folder, in which it is new", async () => {
  const text = "x".repeat(PAYLOAD_BYTES);
  const { calls, mqttPort, folder } = await trace(async (client, send) => {
    for (let turn = 0; turn < SEGMENT_BYTES / PAYLOAD_BYTES + 3; turn++)
      await client.next(
        "puback",
        ofPacket(
          send({
            ...KINDS[0],
            payload: (mark, number) => ({ "traced device": [{ ts: FIRST_TS + number, values: { mark, text } }] }),
          }),
        ),
      );
  });
  const written = calls.filter(({ name, target }) => name.includes("write") && target.includes(TELEMETRY_LOG));
  const newest = written.at(-1)?.target;
  expect(newest).not.toBe(written[0]?.target);
  const [header, frame] = written.filter(({ target }) => target === newest);
  const named = calls.find(
    ({ name, target, begin }) =>
      name.endsWith("sync") && `${target}/` === `${folder}${TELEMETRY_LOG}` && begin > (header?.end ?? Infinity),
  );
  const acknowledged = calls.find(
    ({ name, target, begin }) =>
      begin > (frame?.end ?? Infinity) &&
      name.includes("write") &&
      target.startsWith(`TCP:[127.0.0.1:${String(mqttPort)}->`),
  );
  expect(acknowledged).toBeDefined();
  expect(named?.end ?? Infinity).toBeLessThan(acknowledged?.begin ?? 0);
});

test("the check of that order sees a sync that is missing, one that failed, and a PUBACK that comes too early", async () => {
  const { calls, mqttPort, messages } = await trace(async (client, send) => {
    for (const kind of ONE_AT_A_TIME) await client.next("puback", ofPacket(send(kind)));
  });
  const isSync = ({ name }: SystemCall): boolean => name === "fsync" || name === "fdatasync";

  const withoutSyncs = calls.filter((call) => !isSync(call));
  const withFailedSyncs = calls.map((call) => (isSync(call) ? { ...call, result: -1 } : call));
  const withLateSyncs = calls.map((call) => (isSync(call) ? { ...call, end: Number.MAX_SAFE_INTEGER } : call));
  const withoutData = calls.filter(({ target }) => !target.includes(TELEMETRY_LOG) && !target.endsWith(ENTITY_LOG));

  expect(brokenOrders(calls, mqttPort, messages)).toEqual([]);
  for (const doctored of [withoutSyncs, withFailedSyncs, withLateSyncs, withoutData])
    expect(brokenOrders(doctored, mqttPort, messages)).toHaveLength(ONE_AT_A_TIME.length);
});

/** Runs `work` on a session of a gateway whose device is known, and gives every system call that it has led to. */
async function trace(work: (client: RawMqttClient, send: (kind: Kind) => number) => Promise<void>): Promise<Traced> {
  const server = await servers.start(servers.folder(), { LOG_LEVEL: "warn" });
  const client = await connect(server);
  const file = join(server.folder, "trace");
  const strace = await Strace.attach(server.pid, [
    ...traceArguments(file, TRACED_CALLS),
    ...["-e", `inject=fsync,fdatasync:delay_enter=${String(SYNC_MICROS)}`],
  ]);
  const messages: TracedMessage[] = [];
  await work(client, ({ topic, log, payload, isUnmarked }) => {
    const mark = `mark-of-message-${String(messages.length).padStart(5, "0")}`;
    const packetId = client.startPublish(topic, payload(mark, messages.length));
    if (packetId === undefined) throw new Error("only messages of QoS 1 are acknowledged");
    messages.push({ packetId, mark: isUnmarked ? undefined : mark, log });
    return packetId;
  });
  // The server can answer this only when the write of the last acknowledgement, which its client may see sooner, is in the trace.
  await client.publish("v1/devices/me/telemetry", { mark: "none" });
  await strace.detach();
  await server.kill();
  return {
    calls: parseCalls(readFileSync(file, "latin1")),
    mqttPort: server.mqttPort,
    folder: server.folder,
    messages,
  };
}

async function connect(server: KillableServer): Promise<RawMqttClient> {
  let lastNumber = 0;
  const tenant = await server.tenant(() => ++lastNumber);
  const { token } = await tenant.createGateway();
  const client = await RawMqttClient.connect({ port: server.mqttPort, protocol: 5 }, { username: token, keepalive: 0 });
  // Series and devices that exist already take the short way.
  await client.publish("v1/gateway/telemetry", { "traced device": [{ values: { mark: "none" } }] });
  await client.publish("v1/devices/me/telemetry", { mark: "none" });
  return client;
}

function ofPacket(packetId: number): (packet: { messageId?: number }) => boolean {
  return ({ messageId }) => messageId === packetId;
}
