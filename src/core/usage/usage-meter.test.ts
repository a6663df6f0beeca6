import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { MemoryNetwork } from "../../../test/support/memory-peers.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { millis } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { PeerCounts } from "../cluster/peer-counts.ts";
import type { TenantId } from "../ids.ts";
import { monthOf, monthsBefore, UsageMeter } from "./usage-meter.ts";
import type { Month, UsageCounts, UsageRow, UsageStore } from "./usage-store.ts";

const TENANT = "tenant" as TenantId;
const OTHER = "other" as TenantId;
const NOON = millis(Date.UTC(2026, 0, 31, 12));
const FEBRUARY = Date.UTC(2026, 1, 1);

/** Sums as the database keeps them; fails while the test says so. */
class Sums implements Pick<UsageStore, "find" | "add" | "forgetBefore"> {
  readonly rows = new Map<string, UsageCounts>();
  forgotten: Month | undefined;
  isBroken = false;

  find(tenantId: TenantId, month: Month): Promise<UsageCounts> {
    return Promise.resolve(this.of(tenantId, month));
  }

  add(rows: readonly UsageRow[]): Promise<readonly UsageRow[]> {
    if (this.isBroken) return Promise.reject(new Error("broken"));
    return Promise.resolve(
      rows.map(({ tenantId, month, counts }) => {
        const present = this.of(tenantId, month);
        const sum = {
          messages: present.messages + counts.messages,
          dataPoints: present.dataPoints + counts.dataPoints,
          storagePointDays: present.storagePointDays + counts.storagePointDays,
          emails: present.emails + counts.emails,
        };
        this.rows.set(`${tenantId} ${String(month)}`, sum);
        return { tenantId, month, counts: sum };
      }),
    );
  }

  forgetBefore(month: Month): Promise<void> {
    this.forgotten = month;
    return Promise.resolve();
  }

  of(tenantId: TenantId, month: Month): UsageCounts {
    return (
      this.rows.get(`${tenantId} ${String(month)}`) ?? { messages: 0, dataPoints: 0, storagePointDays: 0, emails: 0 }
    );
  }
}

let sums: Sums;
let clock: ManualClock;
let bus: InProcessBus;
let meter: UsageMeter;

beforeEach(() => {
  sums = new Sums();
  clock = new ManualClock(NOON);
  bus = new InProcessBus(silentLogger);
  meter = startMeter();
});

afterEach(() => meter.stop());

describe("what a tenant uses", () => {
  test("is stored every few seconds, and what is not used is not", async () => {
    const use = await meter.useOf(TENANT);
    await meter.useOf(OTHER);
    use.messages += 3;
    clock.advance(9_999);
    await settled();
    expect(sums.rows.size).toBe(0);
    clock.advance(1);
    await settled();
    expect([...sums.rows.keys()]).toEqual(["tenant 202601"]);
    use.messages += 2;
    clock.advance(10_000);
    await settled();
    expect(sums.of(TENANT, 202_601).messages).toBe(5);
  });

  test("survives a restart", async () => {
    (await meter.useOf(TENANT)).dataPoints += 7;
    await meter.stop();
    meter = startMeter();
    expect((await meter.useOf(TENANT)).dataPoints).toBe(7);
  });

  test("adds up over nodes", async () => {
    const other = startMeter();
    const [here, there] = [await meter.useOf(TENANT), await other.useOf(TENANT)];
    here.messages += 3;
    there.messages += 4;
    clock.advance(10_000);
    await settled();
    here.messages++;
    there.messages++;
    clock.advance(10_000);
    await settled();
    expect(sums.of(TENANT, 202_601).messages).toBe(9);
    clock.advance(10_000);
    await settled();
    here.messages++;
    there.messages++;
    clock.advance(10_000);
    await settled();
    // The one whose turn was last has seen what the other had stored before.
    expect([sums.of(TENANT, 202_601).messages, there.messages]).toEqual([11, 11]);
    await other.stop();
  });

  test("is known to all nodes after a second, of which each stores what came to it", async () => {
    const network = new MemoryNetwork();
    const nodes = [1, 2, 3].map(() => {
      const counts = new PeerCounts(
        { peers: network.join(), clock },
        { sendMillis: 1_000, sentMax: 100, keptMax: 100 },
      );
      counts.start();
      return startMeter(counts);
    });
    const [here, there, idle] = await Promise.all(nodes.map((node) => node.useOf(TENANT)));
    if (here === undefined || there === undefined || idle === undefined) throw new Error("there are three nodes");
    const seen = (): readonly number[] => [here, there, idle].map(({ messages }) => messages);
    for (let second = 1; second <= 60; second++) {
      here.messages += 3;
      there.messages += 4;
      clock.advance(1_000);
      await settled();
      // What is stored has a second that is told afterwards: it counts twice until then.
      for (const messages of seen()) expect(messages).toBeGreaterThanOrEqual(7 * second);
      for (const messages of seen()) expect(messages).toBeLessThanOrEqual(7 * second + 7);
    }
    expect(sums.of(TENANT, 202_601).messages).toBe(7 * 60);

    network.loses = () => true;
    here.messages += 100;
    there.messages += 1;
    clock.advance(10_000);
    await settled();
    there.messages += 1;
    clock.advance(10_000);
    await settled();
    expect(there.messages).toBeGreaterThanOrEqual(7 * 60 + 102);
    for (const node of nodes) await node.stop();
    expect(sums.of(TENANT, 202_601).messages).toBe(7 * 60 + 102);
  });

  test("is stored later when the store fails, and once", async () => {
    const use = await meter.useOf(TENANT);
    use.messages += 3;
    sums.isBroken = true;
    clock.advance(10_000);
    await settled();
    use.messages += 1;
    sums.isBroken = false;
    clock.advance(10_000);
    await settled();
    expect([sums.of(TENANT, 202_601).messages, use.messages]).toEqual([4, 4]);
  });

  test("begins at 0 when the month turns, to the moment, and the old month keeps its counts", async () => {
    const use = await meter.useOf(TENANT);
    use.messages += 3;
    clock.advance(FEBRUARY - clock.now() - 1);
    await settled();
    use.messages += 1;
    expect(use.messages).toBe(4);
    clock.advance(1);
    expect(use).toMatchObject({ messages: 0, monthEndsAt: Date.UTC(2026, 2, 1) });
    use.messages += 2;
    await settled();
    clock.advance(10_000);
    await settled();
    expect([sums.of(TENANT, 202_601).messages, sums.of(TENANT, 202_602).messages]).toEqual([4, 2]);
    expect(sums.forgotten).toBe(202_512);
  });

  test("of a month that turned while the store failed is not lost", async () => {
    const use = await meter.useOf(TENANT);
    use.emails += 1;
    sums.isBroken = true;
    clock.advance(FEBRUARY - clock.now());
    await settled();
    use.emails += 5;
    sums.isBroken = false;
    clock.advance(10_000);
    await settled();
    expect([sums.of(TENANT, 202_601).emails, sums.of(TENANT, 202_602).emails]).toEqual([1, 5]);
  });

  test("is read once for many who ask, and forgotten with the tenant", async () => {
    const [one, same] = await Promise.all([meter.useOf(TENANT), meter.useOf(TENANT)]);
    expect(one).toBe(same);
    bus.publish({ kind: "tenant-deleted", tenantId: TENANT });
    one.messages++;
    clock.advance(10_000);
    await settled();
    expect(sums.rows.size).toBe(0);
  });
});

test("months begin and end at midnight in UTC", () => {
  expect(monthOf(millis(Date.UTC(2026, 11, 31, 23, 59, 59)))).toEqual({
    month: 202_612,
    startsAt: Date.UTC(2026, 11, 1),
    endsAt: Date.UTC(2027, 0, 1),
  });
  expect([monthsBefore(202_601, 1), monthsBefore(202_612, 12), monthsBefore(202_603, 0)]).toEqual([
    202_512, 202_512, 202_603,
  ]);
});

function startMeter(counts?: PeerCounts): UsageMeter {
  const started = new UsageMeter(
    { store: sums, bus, counts, clock, log: silentLogger },
    { flushMillis: 10_000, keepMonths: 3 },
  );
  started.start();
  return started;
}

/** Every promise that is ready has run its course by the next turn. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
