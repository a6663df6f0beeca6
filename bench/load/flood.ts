// One tenant that takes what it can get: gateways that each have the same large messages in flight again and again. Runs until
// SIGTERM; writes {"event":"ready"} when all are connected.
//   node bench/load/flood.ts '{"kind":"points","port":1883,"tokens":["…"],"window":2}'
import { LoadConnection } from "./load-connection.ts";
import { encodePublish, PacketType } from "./packets.ts";
import type { FloodJob, FloodKind } from "./flood-job.ts";

/** What a packet may have by default, less its head. */
const PAYLOAD_BYTES_MAX = 65_000;
const KEYS = 800;

function payloadOf(kind: FloodKind): string {
  switch (kind) {
    case "points": {
      const values = Array.from({ length: KEYS }, (_, key) => `"${key.toString(36)}":1`).join(",");
      return `{"flooded":[${filled((index) => `{"ts":${String(1_700_000_000_000 + index)},"values":{${values}}}`)}]}`;
    }
    case "refused":
      return `{${filled((index) => `"${index.toString(36)}":1`)}}`;
  }
}

/** As many items as a payload has room for. */
function filled(item: (index: number) => string): string {
  let text = item(0);
  for (let index = 1; ; index++) {
    const longer = `${text},${item(index)}`;
    if (longer.length > PAYLOAD_BYTES_MAX) return text;
    text = longer;
  }
}

const job = JSON.parse(process.argv[2] ?? "{}") as FloodJob;
const packet = encodePublish({
  protocol: 5,
  topic: "v1/gateway/telemetry",
  payload: payloadOf(job.kind),
  qos: 1,
  packetId: 1,
});

const connections = await Promise.all(
  job.tokens.map(async (token) => {
    const connection = new LoadConnection(
      {
        host: "127.0.0.1",
        port: job.port,
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
process.on("SIGTERM", () => {
  process.exit(0);
});
process.stdout.write(`${JSON.stringify({ event: "ready" })}\n`);
for (const connection of connections) for (let count = 0; count < job.window; count++) connection.write(packet);
