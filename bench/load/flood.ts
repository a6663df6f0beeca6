// One tenant that takes what it can get: gateways that each have the same large messages in flight again and again. Runs until
// SIGTERM; writes {"event":"ready"} when all are connected.
// It shares a processor with the connection whose acknowledgements are measured, and must not make that one wait by itself.
//   node bench/load/flood.ts '{"kind":"points","mqttPort":1883,"httpPort":8080,"tokens":["…"],"window":2}'
import { constants, setPriority } from "node:os";
import { LoadConnection } from "./load-connection.ts";
import { encodePublish, PacketType } from "./packets.ts";
import type { FloodJob } from "./flood-job.ts";

/** What a packet may have by default, less its head. */
const PACKET_BYTES_MAX = 65_000;
/** What a device may post by default. */
const BODY_BYTES_MAX = 1_048_576;
const KEYS = 800;
/** What an entity may have, but for a few. */
const ENTITY_NAMES = 4_990;
const ENTITY_VALUES = 49_900;
/** None of what is posted is accepted: too long, too much in it, or too many at a time. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 429]);

function pointsOfDevice(): string {
  const values = Array.from({ length: KEYS }, (_, key) => `"${key.toString(36)}":1`).join(",");
  const rows = filled(PACKET_BYTES_MAX, (index) => `{"ts":${String(1_700_000_000_000 + index)},"values":{${values}}}`);
  return `{"flooded":[${rows}]}`;
}

/** Each value has a name of its own. */
function names(bytesMax: number): string {
  return `{${filled(bytesMax - 2, (index) => `"${index.toString(36)}":1`)}}`;
}

/** As many items as there is room for. */
function filled(bytesMax: number, item: (index: number) => string): string {
  const items: string[] = [];
  let bytes = -1;
  for (let index = 0; ; index++) {
    const next = item(index);
    bytes += next.length + 1;
    if (bytes > bytesMax) return items.join(",");
    items.push(next);
  }
}

async function publish({ mqttPort, tokens, window }: FloodJob, payload: string): Promise<() => void> {
  const packet = encodePublish({ protocol: 5, topic: "v1/gateway/telemetry", payload, qos: 1, packetId: 1 });
  const connections = await Promise.all(
    tokens.map(async (token) => {
      const connection = new LoadConnection(
        {
          host: "127.0.0.1",
          port: mqttPort,
          protocol: 5,
          token,
          clientId: "",
          keepAliveSeconds: 0,
          readBytes: 2_048,
        },
        {
          packet(firstByte) {
            if (firstByte >>> 4 === PacketType.puback) connection.write(packet);
          },
          lost(reason) {
            throw new Error(`a connection of the flood was lost: ${reason}`);
          },
        },
      );
      await connection.open();
      return connection;
    }),
  );
  return () => {
    for (const connection of connections) for (let count = 0; count < window; count++) connection.write(packet);
  };
}

/** Objects cost the most to read if each has a name that no other has; the rest are plain numbers. */
function device(): string {
  const objects = Array.from({ length: ENTITY_NAMES }, (_, index) => `{"n${index.toString(36)}":1}`);
  const numbers = Array.from({ length: ENTITY_VALUES - 2 * ENTITY_NAMES }, (_, index) => String(index));
  const info = `"objects":[${objects.join(",")}],"numbers":[${numbers.join(",")}],"text":"`;
  return `{"name":"flooded","additionalInfo":{${info}${"x".repeat(BODY_BYTES_MAX - info.length - 100)}"}}`;
}

interface Call {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes each call again and again, `window` at a time. */
function post({ httpPort, window }: FloodJob, body: string, calls: readonly Call[]): () => void {
  const bytes = Buffer.from(body);
  const again = async ({ path, headers }: Call): Promise<never> => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${String(httpPort)}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: bytes,
      });
      await answer.arrayBuffer();
      if (!REFUSALS.has(answer.status))
        throw new Error(`a body of the flood was answered with ${String(answer.status)}`);
    }
  };
  return () => {
    for (const call of calls) for (let count = 0; count < window; count++) void again(call);
  };
}

async function prepare(job: FloodJob): Promise<() => void> {
  const { kind, tokens, accessToken } = job;
  switch (kind) {
    case "points":
      return await publish(job, pointsOfDevice());
    case "refused":
      return await publish(job, names(PACKET_BYTES_MAX));
    case "bodies": {
      const calls = tokens.map((token) => ({ path: `/api/v1/${token}/telemetry`, headers: {} }));
      return post(job, names(BODY_BYTES_MAX), calls);
    }
    case "entities": {
      const headers = { "x-authorization": `Bearer ${accessToken}` };
      return post(
        job,
        device(),
        tokens.map(() => ({ path: "/api/device", headers })),
      );
    }
  }
}

setPriority(constants.priority.PRIORITY_LOW);
const begin = await prepare(JSON.parse(process.argv[2] ?? "{}") as FloodJob);
process.on("SIGTERM", () => {
  process.exit(0);
});
process.stdout.write(`${JSON.stringify({ event: "ready" })}\n`);
begin();
