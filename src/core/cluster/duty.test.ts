import { expect, test } from "vitest";
import { silentLogger } from "../../lib/logger.ts";
import { onDuty, type Duty } from "./duty.ts";
import type { Lease } from "./lease.ts";

class GivenLease implements Lease {
  isHeld = false;
  readonly #listeners = new Set<() => void>();

  onChange(listener: () => void): { cancel(): void } {
    this.#listeners.add(listener);
    return { cancel: () => this.#listeners.delete(listener) };
  }

  become(isHeld: boolean): void {
    this.isHeld = isHeld;
    for (const listener of this.#listeners) listener();
  }
}

class NotedDuty implements Duty {
  readonly done: string[] = [];
  /** What a start waits for. */
  hold: Promise<void> = Promise.resolve();

  async start(): Promise<void> {
    this.done.push("starts");
    await this.hold;
    this.done.push("started");
  }

  stop(): void {
    this.done.push("stopped");
  }
}

test("without a lease a duty is as it was", () => {
  const duty = new NotedDuty();
  expect(onDuty(duty, undefined, silentLogger)).toBe(duty);
});

test("a duty runs while its node has the lease, and not after its stop", async () => {
  const [duty, lease] = [new NotedDuty(), new GivenLease()];
  const part = onDuty(duty, lease, silentLogger);
  await part.start();
  expect(duty.done).toEqual([]);
  lease.become(true);
  lease.become(false);
  lease.become(true);
  await part.stop();
  expect(duty.done).toEqual([]);
  await part.start();
  await part.stop();
  lease.become(true);
  expect(duty.done).toEqual(["starts", "started", "stopped"]);
});

test("a stop waits for a start that is under way", async () => {
  const [duty, lease] = [new NotedDuty(), new GivenLease()];
  lease.isHeld = true;
  const started = Promise.withResolvers<undefined>();
  duty.hold = started.promise;
  const part = onDuty(duty, lease, silentLogger);
  const starting = part.start();
  await Promise.resolve();
  expect(duty.done).toEqual(["starts"]);
  const stopping = part.stop();
  started.resolve(undefined);
  await Promise.all([starting, stopping]);
  expect(duty.done.at(-1)).toBe("stopped");
});

test("a duty that cannot start is tried again with the next lease", async () => {
  const lease = new GivenLease();
  lease.isHeld = true;
  let starts = 0;
  const duty = { start: () => (++starts === 1 ? Promise.reject(new Error("no room")) : Promise.resolve()), stop() {} };
  const part = onDuty(duty, lease, silentLogger);
  await part.start();
  lease.become(false);
  lease.become(true);
  await part.stop();
  await part.start();
  expect(starts).toBeGreaterThan(1);
});
