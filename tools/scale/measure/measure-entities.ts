// Devices in PostgreSQL that syncs each commit: new ones with their series, times of last activity, reads by id, and their size. Processor
// time is that of its server.
import { randomBytes } from "node:crypto";
import { openPostgres } from "../../../src/adapters/postgres/open-postgres.ts";
import { bounds } from "../../../src/app/bounds.ts";
import { millis, systemClock } from "../../../src/lib/clock.ts";
import { silentLogger } from "../../../src/lib/logger.ts";
import { sampleProfile, sampleTenant } from "../../../test/contracts/account-samples.ts";
import { addDevice, NOW, orderOf } from "../../../test/contracts/device-samples.ts";
import { PostgresTestServer } from "../../../test/support/postgres-server.ts";
import type { UnitCosts } from "../unit-costs.ts";

const WRITER = {
  batchCallsMax: bounds["sqlite.batchCallsMax"],
  batchBytesMax: bounds["sqlite.batchBytesMax"],
  waitingBytesMax: bounds["sqlite.waitingBytesMax"],
};
const DEVICES = 10_000;
const DEVICES_OF_GATEWAY = 100;
const KEYS = ["temperature", "pressure", "pulses"];
const ROUNDS = 2;
const READS = 10_000;
const READS_AT_ONCE = 256;

export async function measureEntities(): Promise<UnitCosts["entities"]> {
  const server = await PostgresTestServer.start({ isSynced: true, settings: { autovacuum: "on" } });
  const name = await server.createDatabase();
  const database = await openPostgres(server.url(name), {
    clock: systemClock,
    log: silentLogger,
    writer: WRITER,
    masterKey: randomBytes(32),
  });
  const { stores } = database;
  const databaseBytes = async (): Promise<number> =>
    Number((await server.query("postgres", `SELECT pg_database_size('${name}') AS n`))[0]?.["n"]);
  /** Microseconds. */
  const spentBy = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await server.processorMillis();
    await work();
    return ((await server.processorMillis()) - before) * 1000;
  };
  try {
    const profile = sampleProfile();
    await stores.tenants.createProfile(profile);
    const tenant = sampleTenant(profile);
    await stores.tenants.createTenant(tenant);
    const bytesBefore = await databaseBytes();
    const ids: Parameters<typeof stores.registry.findById>[0][] = [];
    const createMicros = await spentBy(async () => {
      for (let first = 0; first < DEVICES; first += DEVICES_OF_GATEWAY) {
        const gateway = await addDevice(stores.devices, tenant.id, { additionalInfo: { gateway: true } });
        const names = Array.from({ length: DEVICES_OF_GATEWAY }, (_, index) => `measured ${String(first + index)}`);
        const { devices } = await stores.registry.findOrCreate(orderOf(gateway, names, { connects: true }));
        const found = devices.flatMap((ordered) => (ordered === null ? [] : [ordered.device.id]));
        await stores.series.register(
          found.flatMap((id) => KEYS.map(() => id)),
          found.flatMap(() => KEYS),
        );
        ids.push(...found);
      }
    });
    const heardAt = (round: number): Promise<number> =>
      spentBy(async () => {
        for (let first = 0; first < ids.length; first += bounds["device.activity.batchMax"])
          await stores.connectivity.save(
            ids
              .slice(first, first + bounds["device.activity.batchMax"])
              .map((deviceId) => ({ deviceId, lastActivityTime: millis(NOW + round * 60_000) })),
            millis(NOW + round * 60_000),
            bounds["device.connections.max"],
          );
      });
    await heardAt(0);
    let activityMicros = 0;
    for (let round = 1; round <= ROUNDS; round++) activityMicros += await heardAt(round);
    let next = 0;
    const readInTurn = async (): Promise<void> => {
      for (let read = next++; read < READS; read = next++) {
        const id = ids[read % ids.length];
        if (id !== undefined) await stores.registry.findById(id);
      }
    };
    const readMicros = await spentBy(async () => {
      await Promise.all(Array.from({ length: READS_AT_ONCE }, readInTurn));
    });
    return {
      createMicros: createMicros / ids.length,
      activityMicros: activityMicros / (ROUNDS * ids.length),
      readMicros: readMicros / READS,
      bytesPerDevice: ((await databaseBytes()) - bytesBefore) / ids.length,
    };
  } finally {
    await database.close();
    await server.stop();
  }
}
