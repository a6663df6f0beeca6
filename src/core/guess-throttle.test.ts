import { describe, expect, test } from "vitest";
import { guesses } from "../../test/support/guesses.ts";
import { MemoryNetwork } from "../../test/support/memory-peers.ts";
import { heldBytes } from "../../test/support/held-memory.ts";
import { ManualClock } from "../../test/support/manual-clock.ts";
import { millis, type EpochMillis } from "../lib/clock.ts";
import { configOf } from "../app/config.ts";
import { PeerCounts } from "./cluster/peer-counts.ts";
import { DomainError } from "./errors.ts";
import type { Guess, GuessThrottle, GuessThrottleOptions, PaceOptions } from "./guess-throttle.ts";

const PACE: PaceOptions = { freeMax: 3, pauseMillis: 1_000, pauseMillisMax: 4_000, forgiveMillis: 60_000 };
const ADDRESS = "192.0.2.1";
const STEP_MILLIS = 50;
const RIGHT = "right";

interface World {
  readonly clock: ManualClock;
  readonly throttle: GuessThrottle;
  /** What has become of an attempt in this turn: `waits` where nothing has. */
  readonly attempt: (guess?: Partial<Guess>) => Promise<"right" | "wrong" | "waits" | "refused">;
}

/** As one that an administrator, or a server of time, has set. */
class MovedClock extends ManualClock {
  movedMillis = 0;

  override now(): EpochMillis {
    return millis(super.now() + this.movedMillis);
  }
}

function world(changes: Partial<GuessThrottleOptions>): World {
  const clock = new ManualClock();
  const throttle = guesses(changes, clock);
  const attempt: World["attempt"] = async (guess) => {
    let outcome: "right" | "wrong" | "waits" | "refused" = "waits";
    void attemptWith(throttle, { secret: "wrong", ...guess }).then(
      (isRight) => (outcome = isRight ? "right" : "wrong"),
      (error: unknown) => {
        if (!(error instanceof DomainError) || error.kind !== "rate-limited") throw error;
        outcome = "refused";
      },
    );
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    return outcome;
  };
  return { clock, throttle, attempt };
}

function attemptWith(throttle: GuessThrottle, { secret = "wrong", ...guess }: Partial<Guess>): Promise<boolean> {
  return throttle.attempt(
    { address: ADDRESS, secret, ...guess },
    { check: () => Promise.resolve(secret === RIGHT), isRight: (isRight) => isRight },
  );
}

describe("throttle of guesses", () => {
  test("a clock that is put back an hour refuses nobody, and forgives from then on", async () => {
    const clock = new MovedClock();
    const throttle = guesses({ accountAtAddress: PACE, waitMillisMax: 10_000 }, clock);
    const wrong = async (): Promise<void> => {
      const attempt = attemptWith(throttle, { account: "ann" });
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      clock.advance(PACE.pauseMillisMax);
      expect(await attempt).toBe(false);
    };
    for (let tries = 0; tries < 5; tries++) await wrong();
    clock.movedMillis = -3_600_000;
    await wrong();
    clock.advance(6 * PACE.forgiveMillis);
    expect(await attemptWith(throttle, { account: "ann", secret: RIGHT })).toBe(true);
  });

  test("after the free ones attempts at an address wait, each twice as long, up to the longest pause", async () => {
    const { clock, attempt } = world({ address: PACE });
    const pauses: number[] = [];
    for (let tries = 0; tries < 4; tries++) expect(await attempt()).toBe("wrong");
    for (let tries = 0; tries < 4; tries++) {
      const startedAt = clock.now();
      const before = clock.pendingTimers;
      expect(await attempt()).toBe("waits");
      while (clock.pendingTimers > before) clock.advance(100);
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      pauses.push(clock.now() - startedAt);
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 4_000]);
    expect(await attempt({ address: "192.0.2.2" })).toBe("wrong");
  });

  test("wrong ones are forgiven one by one, and a right one forgets those of its account there", async () => {
    const { clock, attempt } = world({ accountAtAddress: PACE });
    const account = "ada";
    for (let tries = 0; tries < 4; tries++) expect(await attempt({ account })).toBe("wrong");
    clock.advance(60_000);
    expect(await attempt({ account })).toBe("wrong");
    clock.advance(120_000);
    expect(await attempt({ account, secret: RIGHT })).toBe("right");
    for (let tries = 0; tries < 4; tries++) expect(await attempt({ account })).toBe("wrong");
    expect(await attempt({ account })).toBe("waits");
    expect([await attempt({ account: "bob" }), await attempt({ account, address: "192.0.2.2" })]).toEqual([
      "wrong",
      "wrong",
    ]);
  });

  test("what has been right at an address passes at once, and only there", async () => {
    const { attempt } = world({ address: PACE, account: PACE });
    const good = { account: "ada", secret: RIGHT };
    expect(await attempt(good)).toBe("right");
    for (let tries = 0; tries < 4; tries++) await attempt({ account: "ada" });
    expect([await attempt(good), await attempt({ ...good, address: "192.0.2.2" })]).toEqual(["right", "waits"]);
  });

  test("one more than may wait is refused with the time to wait, and does not make the others wait longer", async () => {
    const { clock, throttle, attempt } = world({ address: PACE, waitMillisMax: 3_000 });
    for (let tries = 0; tries < 4; tries++) await attempt();
    expect([await attempt(), await attempt(), await attempt(), await attempt()]).toEqual([
      "waits",
      "waits",
      "refused",
      "refused",
    ]);
    await expect(attemptWith(throttle, {})).rejects.toMatchObject({
      kind: "rate-limited",
      details: { retryAfterSeconds: 7 },
    });
    expect(throttle.counts).toEqual({ wrong: 4, delayed: 2, refused: 3 });
    clock.advance(5_000);
    expect(await attempt({ secret: RIGHT })).toBe("waits");
  });

  test("an account that many addresses try waits for all of them, and a proxy is no address of its own", async () => {
    const clock = new ManualClock();
    const { attempt } = world({ account: PACE });
    for (let tries = 0; tries < 4; tries++)
      expect(await attempt({ account: "ada", address: `192.0.2.${String(tries)}` })).toBe("wrong");
    expect(await attempt({ account: "ada", address: "192.0.2.9" })).toBe("waits");
    const shared = guesses({ address: PACE }, clock, { isShared: (address) => address === ADDRESS });
    for (let tries = 0; tries < 10; tries++) expect(await attemptWith(shared, {})).toBe(false);
  });

  test("the wait ends with its signal", async () => {
    const { clock, throttle, attempt } = world({ address: PACE });
    for (let tries = 0; tries < 4; tries++) await attempt();
    const abort = new AbortController();
    const waiting = throttle.attempt(
      { address: ADDRESS, secret: RIGHT },
      { check: () => Promise.resolve(true), isRight: () => true, signal: abort.signal },
    );
    abort.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    expect(clock.pendingTimers).toBe(0);
  });

  test("beyond the bound what was used longest ago is forgotten, and what is sent is not kept", async () => {
    const { attempt } = world({ accountAtAddress: PACE, entriesMax: 2 });
    for (const account of ["a", "b"]) for (let tries = 0; tries < 4; tries++) await attempt({ account });
    await attempt({ account: "c" });
    expect([await attempt({ account: "b" }), await attempt({ account: "a" })]).toEqual(["waits", "wrong"]);
    const kept = guesses({}, new ManualClock());
    const secrets = Array.from({ length: 10 }, (_, index) => (): string => Buffer.alloc(2e6, String(index)).toString());
    for (const secret of secrets)
      await kept.attempt(
        { address: ADDRESS, account: secret(), secret: secret() },
        { check: () => Promise.resolve(true), isRight: (isRight) => isRight },
      );
    expect(heldBytes(() => structuredClone(kept.counts))).toBeLessThan(1e6);
  });
});

describe("throttles of the nodes of a cluster", () => {
  /** As many as `count`, one clock, and the passing of time. */
  function cluster(count: number, changes: Partial<GuessThrottleOptions>) {
    const [clock, network] = [new ManualClock(), new MemoryNetwork()];
    const throttles = Array.from({ length: count }, () => {
      const counts = new PeerCounts(
        { peers: network.join(), clock },
        { sendMillis: 1_000, sentMax: 100, keptMax: 100 },
      );
      counts.start();
      clock.advance(300);
      return guesses(changes, clock, { counts });
    });
    const pass = async (spanMillis: number): Promise<void> => {
      clock.advance(spanMillis);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    };
    return { clock, throttles, pass };
  }

  /** Wrong attempts that are checked within ten minutes, where somebody tries at all nodes all the time. */
  async function wrongOf(nodes: number, changes: Partial<GuessThrottleOptions>): Promise<number> {
    const { throttles, pass } = cluster(nodes, changes);
    const busy = new Set<GuessThrottle>();
    for (let step = 0; step < 600_000 / STEP_MILLIS; step++) {
      for (const throttle of throttles) {
        if (busy.has(throttle)) continue;
        busy.add(throttle);
        const done = (): unknown => busy.delete(throttle);
        void attemptWith(throttle, { account: "ada" }).then(done, done);
      }
      await pass(STEP_MILLIS);
    }
    return throttles.reduce((sum, { counts }) => sum + counts.wrong, 0);
  }

  test.each(["accountAtAddress", "account", "address"] as const)(
    "check no more of somebody who tries at three of them than at one, but for the first second: %s",
    async (pace) => {
      const usual = configOf({}).security.guesses[pace];
      const [one, three] = [await wrongOf(1, { [pace]: usual }), await wrongOf(3, { [pace]: usual })];
      expect(three).toBeLessThan(1.1 * one + 2 * usual.freeMax);
    },
  );

  test("an attempt at each in turn waits when it would at one, a second longer at most", async () => {
    const rare = { ...PACE, freeMax: 3, pauseMillis: 5_000, pauseMillisMax: 40_000, forgiveMillis: 1e9 };
    /** In seconds, after each of which the nodes tell each other. */
    async function waitsAt(nodes: number): Promise<number[]> {
      const { throttles, pass } = cluster(nodes, { accountAtAddress: rare, waitMillisMax: 60_000 });
      const waits: number[] = [];
      for (let attempt = 0; attempt < 7; attempt++) {
        let [isDone, steps] = [false, 0];
        const done = (): unknown => (isDone = true);
        void attemptWith(throttles[attempt % nodes] ?? expect.fail(), { account: "ada" }).then(done, done);
        await pass(0);
        for (; !isDone; steps++) await pass(1_000);
        waits.push(steps);
        await pass(1_000);
      }
      return waits;
    }
    expect(await waitsAt(1)).toEqual([0, 0, 0, 0, 4, 9, 19]);
    expect(await waitsAt(3)).toEqual([0, 0, 0, 0, 5, 10, 20]);
  });

  test("make the next attempt wait wherever it comes, and forget together what a right one makes good", async () => {
    const { throttles, pass } = cluster(3, { accountAtAddress: PACE });
    const [first = expect.fail(), second = expect.fail(), third = expect.fail()] = throttles;
    for (const throttle of [first, first, second, second]) await attemptWith(throttle, { account: "ada" });
    await pass(1_000);
    const waits = attemptWith(third, { account: "ada", secret: RIGHT });
    await pass(0);
    expect(third.counts).toEqual({ wrong: 0, delayed: 1, refused: 0 });
    await pass(5_000);
    expect(await waits).toBe(true);
    await pass(1_000);
    for (const throttle of throttles) expect(await attemptWith(throttle, { account: "ada" })).toBe(false);
    expect(throttles.map(({ counts }) => counts.delayed)).toEqual([0, 0, 1]);
  });
});
