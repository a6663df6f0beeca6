// What the database promises besides what each store does: several processes at once, and a server that goes away. Two
// databases that are opened in one process share nothing, as those of two processes.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import {
  ACTIVATED,
  administratorOf,
  NOW,
  sampleCustomer,
  sampleProfile,
  sampleTenant,
} from "../../../test/contracts/account-samples.ts";
import { addDevice, orderOf } from "../../../test/contracts/device-samples.ts";
import { PostgresTestServer, sharedPostgres } from "../../../test/support/postgres-server.ts";
import { soakTest } from "../../../test/support/soak-test.ts";
import { addToColumns, newColumns } from "../../core/attributes/attribute.ts";
import { DomainError } from "../../core/errors.ts";
import { FAIL_ON_CONFLICT } from "../../core/name-conflict.ts";
import { systemClock } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { migrations } from "./migrations/index.ts";
import { openPostgres, type PostgresDatabase } from "./open-postgres.ts";

const WRITER = { batchCallsMax: 5_000, batchBytesMax: 16 * 1024 * 1024, waitingBytesMax: 256 * 1024 * 1024 };
const KEY = randomBytes(32);

const opened: PostgresDatabase[] = [];
const databases: { readonly server: PostgresTestServer; readonly name: string }[] = [];

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  for (const { server, name } of databases.splice(0)) await server.dropDatabase(name);
});

async function emptyDatabase(): Promise<{
  readonly server: PostgresTestServer;
  readonly name: string;
  readonly url: string;
}> {
  const server = await sharedPostgres();
  const name = await server.createDatabase();
  databases.push({ server, name });
  return { server, name, url: server.url(name) };
}

async function open(url: string, masterKey: Uint8Array = KEY): Promise<PostgresDatabase> {
  const database = await openPostgres(url, { clock: systemClock, log: silentLogger, writer: WRITER, masterKey });
  opened.push(database);
  return database;
}

async function endConnections(server: PostgresTestServer, name: string): Promise<void> {
  await server.query(
    "postgres",
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
  );
}

/** The server at `url`, which calls errors what servers in Czech do; the code of an error is the same in all languages. */
async function czechServer(url: string): Promise<AsyncDisposable & { readonly url: string; readonly errors: number }> {
  const target = new URL(url);
  let errors = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    client.pipe(upstream);
    upstream.on("data", (chunk: Buffer) => {
      const translated = chunk.toString("latin1").replaceAll("SERROR\0", () => {
        errors++;
        return "SCHYBA\0";
      });
      client.write(translated, "latin1");
    });
    upstream.on("close", () => client.destroy());
    for (const socket of [client, upstream]) socket.on("error", () => upstream.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = new URL(url);
  own.port = String((server.address() as AddressInfo).port);
  return {
    url: own.href,
    get errors() {
      return errors;
    },
    async [Symbol.asyncDispose]() {
      for (const database of opened.splice(0)) await database.close();
      server.close();
      await once(server, "close");
    },
  };
}

/** Anything but success and `unavailable` fails the test. */
async function doneOrUnavailable(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.kind === "unavailable") return false;
    throw error;
  }
}

const beyond = (): DomainError => new DomainError("limit-exceeded", "the tenant has as many as it may have");

/** Whether the call has made something; it must not fail for another reason than a limit or a server that was busy. */
async function withinLimit(call: Promise<unknown>): Promise<boolean> {
  try {
    return await doneOrUnavailable(call);
  } catch (error) {
    if (error instanceof DomainError && error.kind === "limit-exceeded") return false;
    throw error;
  }
}

describe("two processes", () => {
  test("that start at once migrate once, and see each other's writes", async () => {
    const { server, name, url } = await emptyDatabase();
    const [one, other] = await Promise.all([open(url), open(url)]);

    const profile = sampleProfile();
    await one.stores.tenants.createProfile(profile);
    expect(await other.stores.tenants.findProfile(profile.id)).toEqual(profile);
    expect(await server.query(name, "SELECT count(*)::int AS n FROM bridgehead.migration")).toEqual([
      { n: migrations.length },
    ]);
  });

  test("that create devices of the same names reach the limit of the tenant exactly, and each name once", async () => {
    const { server, name, url } = await emptyDatabase();
    const nodes = await Promise.all([open(url), open(url)]);
    const [first] = nodes;
    const profile = sampleProfile();
    await first.stores.tenants.createProfile(profile);
    const tenant = sampleTenant(profile);
    await first.stores.tenants.createTenant(tenant);
    const gateway = await addDevice(first.stores.devices, tenant.id, { additionalInfo: { gateway: true } });

    const limit = 40;
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_none, round) =>
        Promise.all(
          nodes.map(async ({ stores }) => {
            const names = Array.from({ length: 4 }, (_none, index) => `device ${String((round * 3 + index) % 80)}`);
            const done = await doneOrUnavailable(
              stores.registry.findOrCreate(orderOf(gateway, names, { maxDevices: limit, connects: true })),
            );
            return done;
          }),
        ),
      ),
    );

    expect(outcomes.flat().filter(Boolean).length).toBeGreaterThan(0);
    // Whatever was refused as unavailable may be asked for again.
    for (const { stores } of nodes)
      await stores.registry.findOrCreate(
        orderOf(
          gateway,
          Array.from({ length: 80 }, (_none, index) => `device ${String(index)}`),
          { maxDevices: limit },
        ),
      );
    expect(await first.stores.devices.count(tenant.id)).toBe(limit);
    expect(
      await server.query(
        name,
        "SELECT count(*)::int AS devices, count(DISTINCT name)::int AS names FROM bridgehead.device",
      ),
    ).toEqual([{ devices: limit, names: limit }]);
  });

  soakTest("that create customers, users, series and attributes at once stop at the limits of the tenant", async () => {
    const { url } = await emptyDatabase();
    const nodes = await Promise.all([open(url), open(url)]);
    const [{ stores }] = nodes;
    const limit = 5;
    const configuration = { maxSeries: limit, maxAttributesPerEntity: limit };
    const profile = sampleProfile({ profileData: { configuration } });
    await stores.tenants.createProfile(profile);
    const tenant = sampleTenant(profile);
    await stores.tenants.createTenant(tenant);
    const made = { customers: 0, users: 0, series: 0, attributes: 0 };
    const makers: Readonly<Record<keyof typeof made, (node: PostgresDatabase, key: string) => Promise<unknown>>> = {
      customers: (node) => node.stores.customers.createCustomer(sampleCustomer(tenant), FAIL_ON_CONFLICT, limit),
      users: (node) => node.stores.users.createUser(administratorOf(tenant), ACTIVATED, limit),
      series: async (node, key) => {
        if ((await node.stores.series.register([tenant.id], [key])).full !== null) throw beyond();
      },
      attributes: (node, key) => {
        const columns = newColumns();
        addToColumns(columns, tenant.id, [[key, 1]], NOW);
        return node.stores.attributes.saveOfOthers("SERVER_SCOPE", columns);
      },
    };
    const names = Object.keys(made) as (keyof typeof made)[];
    // Until nothing more can be made; whatever was refused as unavailable is asked for again.
    for (let round = 0; names.some((name) => made[name] < limit); round++)
      for (const name of names)
        await Promise.all(
          nodes.flatMap((node, index) =>
            [0, 1, 2].map(async (call) => {
              const making = makers[name](node, `key ${String(round)} ${String(index)} ${String(call)}`);
              if (await withinLimit(making)) made[name]++;
            }),
          ),
        );

    expect(made).toEqual({ customers: limit, users: limit, series: limit, attributes: limit });
    expect(await stores.usage.entities(tenant.id)).toMatchObject({ customers: limit, users: limit });
    expect(await stores.series.ofOwner(tenant.id)).toHaveLength(limit);
    expect(await stores.attributes.read(tenant.id, "SERVER_SCOPE", "all")).toHaveLength(limit);
  });

  test("that register the same series at once get the same numbers", async () => {
    const { url } = await emptyDatabase();
    const nodes = await Promise.all([open(url), open(url)]);
    const profile = sampleProfile();
    await nodes[0].stores.tenants.createProfile(profile);
    const tenant = sampleTenant(profile);
    await nodes[0].stores.tenants.createTenant(tenant);
    const keys = Array.from({ length: 200 }, (_none, index) => `key ${String(index)}`);

    const registered = await Promise.all(
      nodes.map(({ stores }) =>
        stores.series.register(
          keys.map(() => tenant.id),
          keys,
        ),
      ),
    );

    expect(registered[0]?.numbers).toEqual(registered[1]?.numbers);
    expect(new Set(registered[0]?.numbers).size).toBe(keys.length);
  });

  test("must have the same key: another one is refused by name, and changes nothing", async () => {
    const { url } = await emptyDatabase();
    await (await open(url)).close();

    await expect(open(url, randomBytes(32))).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringContaining("is not the key") as unknown,
    });
    const again = await open(url);
    expect(await again.stores.installations.keyOf("jwt", randomBytes(32), systemClock.now())).toHaveLength(32);
  });
});

describe("a server", () => {
  test("that does not wait for its disk is refused", async () => {
    const { server, name, url } = await emptyDatabase();
    await server.query("postgres", `ALTER DATABASE ${name} SET synchronous_commit = off`);
    await expect(open(url)).rejects.toThrow(/synchronous_commit is off/);
  });

  // Those of the tests do not sync.
  test("says what it is, and why it could lose a commit", async () => {
    const { stores } = await open((await emptyDatabase()).url);
    expect(await stores.posture.findEngine()).toEqual({
      name: "PostgreSQL",
      version: expect.stringMatching(/^\d+/) as unknown,
      sync: "synchronous_commit = on",
      lacks: "fsync is off on the database server",
    });
  });

  test("with a migration of a newer version is refused, and stays as it was", async () => {
    const { server, name, url } = await emptyDatabase();
    await (await open(url)).close();
    await server.query(name, "INSERT INTO bridgehead.migration VALUES (9999, 'later', 0)");
    await expect(open(url)).rejects.toThrow(/migration 9999 \(later\).*newer version/);
  });

  test("that is away is said so", async () => {
    await expect(open("postgres://nobody@127.0.0.1:9/nothing")).rejects.toThrow(/ECONNREFUSED/);
  });

  test("that cuts connections in the middle of writes loses nothing that was acknowledged, and writes go on", async () => {
    const { server, name, url } = await emptyDatabase();
    const { stores } = await open(url);
    const acknowledged: string[] = [];
    const attempted: string[] = [];
    const refused: string[] = [];
    let isWriting = true;
    const writing = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (isWriting) {
          const profile = sampleProfile();
          attempted.push(profile.id);
          ((await doneOrUnavailable(stores.tenants.createProfile(profile))) ? acknowledged : refused).push(profile.id);
        }
      }),
    );
    for (let cut = 0; cut < 10; cut++) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 5);
      await endConnections(server, name);
    }
    isWriting = false;
    await writing;

    expect(refused.length).toBeGreaterThan(0);
    const stored = (await server.query(name, "SELECT id FROM bridgehead.tenant_profile")).map(({ id }) => String(id));
    expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([]);
    expect(stored.filter((id) => !attempted.includes(id))).toEqual([]);
    await stores.tenants.createProfile(sampleProfile());
  });

  test("that restarts is away meanwhile, and then has everything acknowledged before", async () => {
    await using server = await PostgresTestServer.start({ isSynced: true });
    const name = await server.createDatabase();
    const database = await open(server.url(name));
    const { stores } = database;
    const profile = sampleProfile();
    await stores.tenants.createProfile(profile);
    expect(await stores.tenants.findProfile(profile.id)).toEqual(profile);

    await server.end();
    await expect(stores.tenants.createProfile(sampleProfile())).rejects.toMatchObject({ kind: "unavailable" });
    await expect(stores.tenants.findProfile(profile.id)).rejects.toMatchObject({ kind: "unavailable" });
    await expect(stores.health.touch()).rejects.toMatchObject({ kind: "unavailable" });
    await server.begin();

    expect(await stores.tenants.findProfile(profile.id)).toEqual(profile);
    await stores.health.touch();
    await stores.tenants.createProfile(sampleProfile());

    // Nobody asked meanwhile, so nobody is told.
    await server.end();
    await server.begin();
    await stores.tenants.createProfile(sampleProfile());
    expect(await stores.tenants.findProfile(profile.id)).toEqual(profile);
    await database.close();
  });

  test("that takes no connections for a while is away meanwhile", async () => {
    const { server, name, url } = await emptyDatabase();
    const { stores } = await open(url);
    const profile = sampleProfile();
    await stores.tenants.createProfile(profile);
    const takeConnections = (isSo: boolean): Promise<unknown> =>
      server.query("postgres", `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${String(isSo)}`);

    await takeConnections(false);
    await endConnections(server, name);
    await expect(stores.tenants.createProfile(sampleProfile())).rejects.toMatchObject({ kind: "unavailable" });
    await expect(stores.tenants.findProfile(profile.id)).rejects.toMatchObject({ kind: "unavailable" });
    await expect(stores.health.touch()).rejects.toMatchObject({ kind: "unavailable" });
    await takeConnections(true);

    expect(await stores.tenants.findProfile(profile.id)).toEqual(profile);
    await stores.health.touch();
  });

  test("that speaks another language says no less which name is taken", async () => {
    const { url } = await emptyDatabase();
    await using czech = await czechServer(url);
    const { stores } = await open(czech.url);
    const profile = sampleProfile();
    await stores.tenants.createProfile(profile);

    await expect(stores.tenants.createProfile({ ...sampleProfile(), name: profile.name })).rejects.toMatchObject({
      kind: "invalid",
      message: `name "${profile.name}" is taken already`,
    });
    expect(czech.errors).toBeGreaterThan(0);
  });

  test("sees a health check as a write that was synced", async () => {
    const { server, name, url } = await emptyDatabase();
    const { stores } = await open(url);
    const position = async (): Promise<unknown> =>
      (await server.query(name, "SELECT pg_current_wal_flush_lsn()::text AS at"))[0]?.["at"];
    const before = await position();
    await stores.health.touch();
    expect(await position()).not.toBe(before);
  });
});

test("a read sees every write that has resolved, in each reader", async () => {
  const { url } = await emptyDatabase();
  const { stores } = await open(url);
  const profile = sampleProfile();
  await stores.tenants.createProfile(profile);
  for (let round = 0; round < 30; round++) {
    const description = String(round);
    await stores.tenants.updateProfile(profile.id, { ...profile, description }, false);
    const found = await Promise.all(Array.from({ length: 6 }, () => stores.tenants.findProfile(profile.id)));
    expect(new Set(found.map((each) => each?.description))).toEqual(new Set([description]));
  }
});

test("closing commits what was taken in; later calls are refused; closing twice is harmless", async () => {
  const { server, name, url } = await emptyDatabase();
  const database = await open(url);
  const last = database.stores.tenants.createProfile(sampleProfile());
  await Promise.all([database.close(), database.close()]);
  await last;
  await expect(database.stores.tenants.createProfile(sampleProfile())).rejects.toMatchObject({ kind: "unavailable" });
  expect(await server.query(name, "SELECT count(*)::int AS n FROM bridgehead.tenant_profile")).toEqual([{ n: 1 }]);
});
