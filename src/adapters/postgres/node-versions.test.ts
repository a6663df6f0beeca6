// Versions beside each other on one database. A migration that comes later is one that this version does not know.
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sampleProfile } from "../../../test/contracts/account-samples.ts";
import { sharedPostgres, type PostgresTestServer } from "../../../test/support/postgres-server.ts";
import { systemClock } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { migrate } from "../sql/migrate.ts";
import type { Migration } from "../sql/migrations/migration.ts";
import type { StoreConnection } from "../sql/store-connection.ts";
import { migrations } from "./migrations/index.ts";
import { joinNodes, requireNoOlderNodes } from "./node-versions.ts";
import { openPostgres, type PostgresDatabase } from "./open-postgres.ts";
import { PostgresConnection } from "./postgres-connection.ts";
import { LOCK_MILLIS } from "./postgres-engine.ts";
import { PostgresServer } from "./postgres-server.ts";

const WRITER = { batchCallsMax: 5_000, batchBytesMax: 16 * 1024 * 1024, waitingBytesMax: 256 * 1024 * 1024 };
const KEY = randomBytes(32);
const LAST = Math.max(...migrations.map(({ number }) => number));

/** Adds a column to every table. */
const ADDING: Migration = {
  number: LAST + 1,
  name: "adding",
  needs: LAST,
  up(connection) {
    for (const { name } of connection.all(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'bridgehead' AND tablename <> 'migration'",
    ))
      connection.exec(`ALTER TABLE ${String(name)} ADD COLUMN added text NOT NULL DEFAULT 'x'`);
  },
};
const REMOVING: Migration = {
  number: LAST + 2,
  name: "removing",
  up: (connection) => connection.exec("ALTER TABLE tenant_profile DROP COLUMN description"),
};

let server: PostgresTestServer;
let name: string;
let io: PostgresServer;
const opened: PostgresDatabase[] = [];

beforeEach(async () => {
  server = await sharedPostgres();
  name = await server.createDatabase();
  io = new PostgresServer(server.url(name));
});

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  await io.close();
  await server.dropDatabase(name);
});

async function node(): Promise<PostgresDatabase> {
  const settings = { clock: systemClock, log: silentLogger, writer: WRITER, masterKey: KEY };
  const database = await openPostgres(server.url(name), settings);
  opened.push(database);
  return database;
}

/** As a newer version does, whose nodes are the only ones that know these migrations. */
function newer(later: readonly Migration[]): {
  readonly connection: StoreConnection;
  readonly upgrade: () => number[];
} {
  const all = [...migrations, ...later];
  const connection = new PostgresConnection(
    io.line(),
    "writer",
    joinNodes(Math.max(...all.map(({ number }) => number))),
  );
  const upgrade = (): number[] => {
    connection.exec(`SET lock_timeout = ${String(LOCK_MILLIS)}`);
    return migrate(connection, all, 0, { requireOthers: (needs) => requireNoOlderNodes(connection, needs) });
  };
  return { connection, upgrade };
}

test("nodes read and write on while a newer version adds to all tables, and start again afterwards", async () => {
  const { stores } = await node();
  const profiles = [sampleProfile(), sampleProfile(), sampleProfile()];
  // Often enough that the server keeps the statements prepared.
  for (const profile of profiles) {
    await stores.tenants.createProfile(profile);
    expect(await stores.tenants.findProfile(profile.id)).toEqual(profile);
    await stores.tenants.updateProfile(profile.id, profile, false);
  }

  const { upgrade, connection } = newer([ADDING]);
  expect(upgrade()).toEqual([ADDING.number]);
  connection.close();

  for (const each of [stores, (await node()).stores])
    for (const profile of profiles) {
      expect(await each.tenants.findProfile(profile.id)).toEqual(profile);
      await each.tenants.updateProfile(profile.id, profile, false);
      const created = sampleProfile();
      await each.tenants.createProfile(created);
      expect(await each.tenants.findProfile(created.id)).toEqual(created);
    }
});

test("a version whose nodes could not share the schema with those that run changes nothing before they have ended", async () => {
  const older = await node();
  const { upgrade, connection } = newer([ADDING, REMOVING]);
  expect(upgrade).toThrow(
    expect.objectContaining({
      kind: "conflict",
      message: expect.stringMatching(
        `migrations up to ${String(LAST)}, and would need ${String(REMOVING.number)}.*run on 127.0.0.1`,
      ) as unknown,
    }),
  );
  const profile = sampleProfile();
  await older.stores.tenants.createProfile(profile);
  expect(await older.stores.tenants.findProfile(profile.id)).toEqual(profile);
  expect(await server.query(name, "SELECT max(number)::int AS last FROM bridgehead.migration")).toEqual([
    { last: LAST },
  ]);

  await older.close();
  await expect.poll(() => tried(upgrade)).toEqual([ADDING.number, REMOVING.number]);
  connection.close();
  await expect(node()).rejects.toThrow(/migration \d+ \(removing\).*newer version/);
});

test("a node that was cut off while the schema went on without it ends", async () => {
  const { stores, failed } = await node();
  await stores.tenants.createProfile(sampleProfile());
  await server.query(
    name,
    `INSERT INTO bridgehead.migration (number, name, applied_at) VALUES (${String(REMOVING.number)}, 'removing', 0);
     SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
  );
  // The first may still go out on the connection that is being cut off; the second one needs another.
  for (let call = 1; call <= 2; call++)
    await expect(stores.tenants.createProfile(sampleProfile())).rejects.toMatchObject({ kind: "unavailable" });
  expect((await failed).message).toMatch(/migration \d+ \(removing\).*newer version/);
});

test("a node that connects while such a version migrates waits for it, and is refused", async () => {
  await (await node()).close();
  const { connection } = newer([REMOVING]);
  connection.exec(connection.dialect.begin);
  REMOVING.up(connection);
  connection.insert("migration", { number: REMOVING.number, name: REMOVING.name, applied_at: 0 });
  requireNoOlderNodes(connection, REMOVING.number);
  const connecting = server.query(name, ["SET search_path = bridgehead", ...joinNodes(LAST)].join("; ")).then(
    () => "is in",
    (error: unknown) => String(error),
  );
  await expect.poll(() => connection.count("FROM pg_locks WHERE NOT granted")).toBe(1);
  connection.exec("COMMIT");
  expect(await connecting).toMatch(/migration \d+ \(removing\).*newer version/);
  connection.close();
});

test("a table that is read for long is changed when that has ended, and others read it meanwhile", async () => {
  await (await node()).close();
  const { connection, upgrade } = newer([ADDING]);
  await server.query(name, "CREATE TABLE public.seen (what text, at timestamptz DEFAULT clock_timestamp())");
  const note = (what: string): string => `INSERT INTO public.seen (what) VALUES ('${what}')`;
  const read = "PERFORM count(*) FROM bridgehead.tenant_profile";
  const long = server.query(name, `DO $$ BEGIN ${read}; PERFORM pg_sleep(6); ${note("long read")}; END $$`);
  const short = `${read}; COMMIT; ${note("short read")}; COMMIT; PERFORM pg_sleep(0.05); COMMIT`;
  const reading = server.query(name, `DO $$ BEGIN FOR i IN 1..160 LOOP ${short}; END LOOP; END $$`);
  await expect.poll(() => connection.count("FROM public.seen WHERE what = 'short read'")).toBeGreaterThan(0);
  const sleeping = "FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE '%pg_sleep(6)%'";
  await expect.poll(() => connection.count(sleeping)).toBe(1);
  connection.exec(note("upgrade"));
  upgrade();
  connection.exec(note("upgraded"));
  await Promise.all([long, reading]);
  const [times] = await server.query(
    name,
    `SELECT l.at < d.at AS waited,
       (SELECT count(*)::int FROM public.seen s WHERE what = 'short read' AND s.at BETWEEN u.at + INTERVAL '1.5 s' AND l.at) AS meanwhile
     FROM public.seen u, public.seen l, public.seen d WHERE u.what = 'upgrade' AND l.what = 'long read' AND d.what = 'upgraded'`,
  );
  expect(times?.["waited"]).toBe(true);
  expect(times?.["meanwhile"]).toBeGreaterThan(0);
  connection.close();
});

function tried(upgrade: () => number[]): number[] | undefined {
  try {
    return upgrade();
  } catch {
    return undefined;
  }
}
