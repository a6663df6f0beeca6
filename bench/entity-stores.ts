// The stores of entities on both engines: reads by id, writes, and the two bulk writes of the message path. The server runs
// on this machine, and waits for its disk as SQLite does.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgres } from "../src/adapters/postgres/open-postgres.ts";
import { openSqlite, type SqliteDatabase } from "../src/adapters/sqlite/sqlite-database.ts";
import { addToColumns, newColumns } from "../src/core/attributes/attribute.ts";
import { systemClock } from "../src/lib/clock.ts";
import { silentLogger } from "../src/lib/logger.ts";
import { sampleProfile, sampleTenant } from "../test/contracts/account-samples.ts";
import { addDevice, NOW, orderOf } from "../test/contracts/device-samples.ts";
import { PostgresTestServer } from "../test/support/postgres-server.ts";

const WRITER = { batchCallsMax: 5_000, batchBytesMax: 64 * 1024 * 1024, waitingBytesMax: 512 * 1024 * 1024 };
const DEVICES = 10_000;
const ATTRIBUTES_EACH = 10;
const SINGLE = Number(process.argv[2] ?? 2_000);
const AT_ONCE = 256;

type Stores = SqliteDatabase["stores"];

/** Milliseconds of processor time so far; of a busy machine they say more than those that have passed. */
type Spent = () => Promise<number>;

async function measure(engine: string, stores: Stores, spent: Spent): Promise<void> {
  const say = (what: string, figure: string): void => {
    console.log(`${engine.padEnd(11)} ${what.padEnd(44)} ${figure}`);
  };
  const profile = sampleProfile();
  await stores.tenants.createProfile(profile);
  const tenant = sampleTenant(profile);
  await stores.tenants.createTenant(tenant);
  const gateway = await addDevice(stores.devices, tenant.id, { additionalInfo: { gateway: true } });

  const names = Array.from({ length: DEVICES }, (_none, index) => `device ${String(index)}`);
  const timed = async <Answer>(what: string, call: () => Promise<Answer>): Promise<Answer> => {
    const [before, began] = [await spent(), performance.now()];
    const answer = await call();
    const passed = performance.now() - began;
    say(what, `${passed.toFixed(0)} ms, ${((await spent()) - before).toFixed(0)} of processor time`);
    return answer;
  };
  const { devices } = await timed("10,000 new devices in one order", () =>
    stores.registry.findOrCreate(orderOf(gateway, names, { connects: true })),
  );
  await timed("the same order again", () => stores.registry.findOrCreate(orderOf(gateway, names, { connects: true })));

  const ids = devices.flatMap((ordered) => (ordered === null ? [] : [ordered.device.id]));
  for (const what of ["100,000 new attributes of 10,000 devices", "the same attributes again"]) {
    const columns = newColumns();
    for (const id of ids)
      addToColumns(
        columns,
        id,
        Array.from(
          { length: ATTRIBUTES_EACH },
          (_none, index) => [`key ${String(index)}`, Math.random() * 100] as const,
        ),
        NOW,
      );
    await timed(what, () => stores.attributes.saveOfDevices("CLIENT_SCOPE", columns));
  }
  await timed("20,000 new series of 10,000 devices", () =>
    stores.series.register(
      ids.flatMap((id) => [id, id]),
      ids.flatMap(() => ["one", "two"]),
    ),
  );
  await timed("10,000 devices become active", () =>
    stores.connectivity.save(
      ids.map((deviceId) => ({ deviceId, lastActivityTime: NOW, activated: true as const })),
      NOW,
      10,
    ),
  );

  const [id] = ids;
  if (id === undefined) throw new Error("there are no devices");
  const read = (index: number): Promise<unknown> => stores.registry.findById(ids[index % ids.length] ?? id);
  await latencies(say, "read by id", read);
  await timed(`${String(SINGLE * 5)} reads by id`, () => throughput(say, "reads by id", read));
  const write = (index: number): Promise<unknown> => {
    const columns = newColumns();
    addToColumns(columns, ids[index % ids.length] ?? id, [["key 0", index]], NOW);
    return stores.attributes.saveOfDevices("CLIENT_SCOPE", columns);
  };
  await latencies(say, "single write", write);
  await timed(`${String(SINGLE * 5)} single writes`, () => throughput(say, "single writes", write));
}

async function latencies(
  say: (what: string, figure: string) => void,
  what: string,
  call: (index: number) => Promise<unknown>,
): Promise<void> {
  for (let index = 0; index < SINGLE / 4; index++) await call(index);
  const times: number[] = [];
  for (let index = 0; index < SINGLE; index++) {
    const began = performance.now();
    await call(index);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(3);
  say(`${what}, one after the other`, `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
}

async function throughput(
  say: (what: string, figure: string) => void,
  what: string,
  call: (index: number) => Promise<unknown>,
): Promise<void> {
  const calls = SINGLE * 5;
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < calls) await call(next++);
    }),
  );
  say(`${what}, ${String(AT_ONCE)} at once`, `${((calls / (performance.now() - began)) * 1000).toFixed(0)} a second`);
}

const setting = { clock: systemClock, log: silentLogger, writer: WRITER };
const folder = await mkdtemp(join(tmpdir(), "bridgehead-bench-"));
const sqlite = await openSqlite(folder, setting);
const own = (): Promise<number> => {
  const { user, system } = process.cpuUsage();
  return Promise.resolve((user + system) / 1000);
};
await measure("SQLite", sqlite.stores, own);
await sqlite.close();
await rm(folder, { recursive: true });

await using server = await PostgresTestServer.start({ isSynced: true });
const postgres = await openPostgres(server.url(await server.createDatabase()), {
  ...setting,
  masterKey: randomBytes(32),
});
await measure("PostgreSQL", postgres.stores, async () => (await own()) + (await server.processorMillis()));
await postgres.close();
