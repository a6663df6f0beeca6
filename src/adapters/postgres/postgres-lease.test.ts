// The lease between processes, here connections, over a server that really runs.
import { Client } from "pg";
import { expect, test } from "vitest";
import { eventually } from "../../../test/support/deadline.ts";
import { sharedPostgres } from "../../../test/support/postgres-server.ts";
import { systemClock } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { PostgresLease } from "./postgres-lease.ts";

const SECONDS = 1;
const deps = { clock: systemClock, log: silentLogger };
let keys = 1000;

async function leases(count: number): Promise<readonly PostgresLease[]> {
  const server = await sharedPostgres();
  const options = { url: server.url("postgres"), key: keys++, seconds: SECONDS };
  return Array.from({ length: count }, () => new PostgresLease(deps, options));
}

async function untilHeld(lease: PostgresLease, isHeld = true): Promise<void> {
  await eventually(
    async () => lease.isHeld,
    (found) => found === isHeld,
    30_000,
    () => `the lease is ${isHeld ? "not held" : "held"}`,
  );
}

test("one of two has it, and the other gets it when the first one stops", async () => {
  const [first, second] = (await leases(2)) as [PostgresLease, PostgresLease];
  const changes: boolean[] = [];
  first.onChange(() => changes.push(first.isHeld));
  await first.start();
  await second.start();
  expect([first.isHeld, second.isHeld]).toEqual([true, false]);
  await first.stop();
  await untilHeld(second);
  expect(changes).toEqual([true, false]);
  await second.stop();
});

test("one that gives it up leaves it to another, and gets it again when nobody else wants it", async () => {
  const [first, second] = (await leases(2)) as [PostgresLease, PostgresLease];
  await first.start();
  await second.start();
  first.giveUp();
  expect(first.isHeld).toBe(false);
  await untilHeld(second);
  await second.stop();
  await untilHeld(first);
  await first.stop();
});

test("a holder that says nothing any more loses it, also for itself, and asks again", async () => {
  const [first, second] = (await leases(2)) as [PostgresLease, PostgresLease];
  await first.start();
  await second.start();
  const server = await sharedPostgres();
  const client = new Client({ connectionString: server.url("postgres") });
  await client.connect();
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = $1",
    [keys - 1],
  );
  await client.end();
  await eventually(
    async () => [first.isHeld, second.isHeld],
    (held) => held.filter(Boolean).length === 1,
    30_000,
    (held) => `held by ${String(held)}`,
  );
  const [holder, other] = first.isHeld ? [first, second] : [second, first];
  await holder.stop();
  await untilHeld(other);
  await other.stop();
});

test("the server ends a silent holder, so that a frozen process does not keep it", async () => {
  const [lease] = (await leases(1)) as [PostgresLease];
  const server = await sharedPostgres();
  const frozen = new Client({ connectionString: server.url("postgres") });
  frozen.on("error", () => undefined);
  await frozen.connect();
  await frozen.query(`SET idle_session_timeout = ${String(SECONDS * 1000)}`);
  await frozen.query("SELECT pg_advisory_lock($1)", [keys - 1]);
  await lease.start();
  expect(lease.isHeld).toBe(false);
  await untilHeld(lease);
  await lease.stop();
});
