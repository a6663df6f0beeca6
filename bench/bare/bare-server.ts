// The limit of this design: the least that can be done to take telemetry in, with nothing of a product around it. It
// cuts packets out of the bytes, parses the JSON, looks up a series number, appends to DuckDB in group commits and
// acknowledges after the commit. No checks, no devices, no limits, no latest values: what a real server adds is
// measured against this.
//   node bench/bare/bare-server.ts FOLDER    prints "bare ready <port>"
import { DuckDBInstance } from "@duckdb/node-api";
import { createServer, type Socket } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { DuckdbSession } from "../../src/adapters/duckdb/duckdb-session.ts";
import { PointAppender } from "../../src/adapters/duckdb/point-appender.ts";
import { PointBatch } from "../../src/core/telemetry/point-batch.ts";
import { ValueKind } from "../../src/core/telemetry/telemetry.ts";
import { systemClock } from "../../src/lib/clock.ts";

const folder = process.argv[2];
if (folder === undefined) throw new Error("usage: bare-server.ts FOLDER");

const instance = await DuckDBInstance.create(join(folder, "bare.duckdb"), {
  threads: String(availableParallelism()),
  memory_limit: "256MiB",
  checkpoint_threshold: "64MiB",
});
const connection = await instance.connect();
await connection.run(
  "CREATE TABLE points (series INTEGER NOT NULL, ts BIGINT NOT NULL, kind UTINYINT NOT NULL, num DOUBLE NOT NULL, text VARCHAR, era INTEGER NOT NULL)",
);
const appender = await PointAppender.open(new DuckdbSession(connection, { clock: systemClock }), "points");

const ROW_GROUP_ROWS = 122_880;

class Gathered extends PointBatch {
  readonly sockets: Client[] = [];
  readonly packetIds: number[] = [];
}

const devices = new Map<string, Map<string, number>>();
let seriesCount = 0;
let gathering = new Gathered();
let spare = new Gathered();
let isStoring = false;
let rowsSinceCheckpoint = 0;

type Telemetry = Record<string, { ts: number; values: Record<string, number> }[]>;

function take(payload: string): void {
  const message = JSON.parse(payload) as Telemetry;
  for (const name in message) {
    let keys = devices.get(name);
    if (keys === undefined) devices.set(name, (keys = new Map<string, number>()));
    for (const entry of message[name] ?? []) {
      const { ts, values } = entry;
      for (const key in values) {
        let series = keys.get(key);
        if (series === undefined) keys.set(key, (series = seriesCount++));
        gathering.add(series, ts, ValueKind.NUMBER, values[key] ?? 0);
      }
    }
  }
}

async function store(): Promise<void> {
  isStoring = true;
  await new Promise((resolve) => setImmediate(resolve));
  while (gathering.packetIds.length > 0) {
    const batch = gathering;
    gathering = spare;
    await connection.run("BEGIN");
    appender.append(batch, 1);
    await connection.run("COMMIT");
    rowsSinceCheckpoint += batch.count;
    for (let index = 0; index < batch.packetIds.length; index++)
      batch.sockets[index]?.acknowledge(batch.packetIds[index] ?? 0);
    for (const client of batch.sockets) client.flush();
    const { count } = batch;
    batch.count = 0;
    batch.sockets.length = 0;
    batch.packetIds.length = 0;
    // As the platform does: just before a row group of the engine is full.
    if (rowsSinceCheckpoint + count > ROW_GROUP_ROWS) {
      await connection.run("CHECKPOINT");
      rowsSinceCheckpoint = 0;
    }
    spare = batch;
  }
  isStoring = false;
}

class Client {
  readonly #socket: Socket;
  #rest: Buffer | undefined;
  #isV5 = false;
  #out = Buffer.allocUnsafe(4096);
  #used = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk) => {
      this.#read(chunk);
    });
    socket.on("error", () => socket.destroy());
  }

  acknowledge(packetId: number): void {
    if (this.#used + 4 > this.#out.length) {
      const larger = Buffer.allocUnsafe(this.#out.length * 2);
      this.#out.copy(larger);
      this.#out = larger;
    }
    this.#out[this.#used] = 0x40;
    this.#out[this.#used + 1] = 2;
    this.#out[this.#used + 2] = packetId >>> 8;
    this.#out[this.#used + 3] = packetId & 0xff;
    this.#used += 4;
  }

  flush(): void {
    if (this.#used === 0) return;
    this.#socket.write(Buffer.from(this.#out.subarray(0, this.#used)));
    this.#used = 0;
  }

  #read(chunk: Buffer): void {
    const bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    for (;;) {
      let length = 0;
      let shift = 0;
      let body = at + 1;
      let digit = 0x80;
      while (digit >= 0x80 && body < bytes.length) {
        digit = bytes[body++] ?? 0;
        length |= (digit & 0x7f) << shift;
        shift += 7;
      }
      if (digit >= 0x80 || body + length > bytes.length) break;
      this.#packet(bytes, at, body, body + length);
      at = body + length;
    }
    this.#rest = at < bytes.length ? bytes.subarray(at) : undefined;
  }

  #packet(bytes: Buffer, at: number, body: number, end: number): void {
    switch ((bytes[at] ?? 0) >>> 4) {
      case 1:
        this.#isV5 = bytes[body + 6] === 5;
        this.#socket.write(Buffer.from(this.#isV5 ? [0x20, 3, 0, 0, 0] : [0x20, 2, 0, 0]));
        break;
      case 3: {
        const idAt = body + 2 + (((bytes[body] ?? 0) << 8) | (bytes[body + 1] ?? 0));
        take(bytes.toString("latin1", idAt + (this.#isV5 ? 3 : 2), end));
        gathering.sockets.push(this);
        gathering.packetIds.push(((bytes[idAt] ?? 0) << 8) | (bytes[idAt + 1] ?? 0));
        if (!isStoring) void store();
        break;
      }
      case 12:
        this.#socket.write(Buffer.from([0xd0, 0]));
        break;
      default:
    }
  }
}

const server = createServer({ noDelay: true }, (socket) => new Client(socket));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`bare ready ${String(typeof address === "object" && address !== null ? address.port : 0)}\n`);
});
