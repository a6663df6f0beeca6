import { EventEmitter } from "node:events";
import { describe, expect, test } from "vitest";
import { ManualClock } from "../../test/support/manual-clock.ts";
import { silentLogger } from "../lib/logger.ts";
import { runUntilStopped } from "./lifecycle.ts";

class FakeProcess extends EventEmitter {
  readonly exits: number[] = [];

  exit(code: number): void {
    this.exits.push(code);
  }
}

class CountingPlatform {
  stops = 0;

  async stop(): Promise<void> {
    this.stops += 1;
  }
}

function surroundings() {
  return { process: new FakeProcess(), clock: new ManualClock(), log: silentLogger, stopTimeoutMillis: 9000 };
}

const nothing = async (): Promise<void> => {};

describe.each(["SIGTERM", "SIGINT"])("%s", (signal) => {
  test("stops the platform and exits with 0", async () => {
    const around = surroundings();
    const platform = new CountingPlatform();
    const ended = runUntilStopped(async () => platform, around);

    around.process.emit(signal, signal);

    expect(await ended).toBe(0);
    expect(platform.stops).toBe(1);
    expect(around.process.exits).toEqual([]);
  });

  test("while starting is obeyed when the start is done", async () => {
    const around = surroundings();
    const started = Promise.withResolvers<{ stop(): Promise<void> }>();
    const ended = runUntilStopped(() => started.promise, around);

    around.process.emit(signal, signal);
    started.resolve({ stop: nothing });

    expect(await ended).toBe(0);
  });
});

test("a part that dies by itself stops the platform, and the exit code is 1", async () => {
  const error = new Error("the writer has died");
  const records: unknown[] = [];
  const log = { ...silentLogger, error: (...record: unknown[]) => records.push(record) };
  const platform = { stop: nothing, failed: Promise.resolve(error) };

  expect(await runUntilStopped(async () => platform, { ...surroundings(), log })).toBe(1);
  expect(records).toEqual([["a part has died without which nothing can be served, stopping", { error }]]);
});

test("copies of a signal are one; a second one exits with 1 at once", async () => {
  const around = surroundings();
  const stopped = Promise.withResolvers<undefined>();
  const ended = runUntilStopped(async () => ({ stop: () => stopped.promise }), around);

  around.process.emit("SIGINT", "SIGINT");
  around.clock.advance(999);
  around.process.emit("SIGINT", "SIGINT");
  expect(around.process.exits).toEqual([]);
  around.clock.advance(1);
  around.process.emit("SIGTERM", "SIGTERM");
  expect(around.process.exits).toEqual([1]);

  stopped.resolve(undefined);
  await ended;
});

test("a stop that takes longer than its deadline exits with 1", async () => {
  const around = surroundings();
  const stopped = Promise.withResolvers<undefined>();
  const ended = runUntilStopped(async () => ({ stop: () => stopped.promise }), around);

  around.process.emit("SIGTERM", "SIGTERM");
  around.clock.advance(8999);
  expect(around.process.exits).toEqual([]);
  around.clock.advance(1);
  expect(around.process.exits).toEqual([1]);

  stopped.resolve(undefined);
  await ended;
});

test("a stop in time leaves no timer and no listener", async () => {
  const around = surroundings();
  const ended = runUntilStopped(async () => ({ stop: nothing }), around);

  around.process.emit("SIGTERM", "SIGTERM");
  await ended;

  expect(around.clock.pendingTimers).toBe(0);
  expect(around.process.eventNames()).toEqual([]);
});

test.each(["uncaughtException", "unhandledRejection"])("%s stops the platform and exits with 1", async (fault) => {
  const around = surroundings();
  const platform = new CountingPlatform();
  const ended = runUntilStopped(async () => platform, around);

  around.process.emit(fault, new Error("a bug"));

  expect(await ended).toBe(1);
  expect(platform.stops).toBe(1);
});

test("a stop that fails exits with 1", async () => {
  const around = surroundings();
  const ended = runUntilStopped(async () => ({ stop: () => Promise.reject(new Error("disk")) }), around);

  around.process.emit("SIGTERM", "SIGTERM");

  expect(await ended).toBe(1);
});

test("a start that fails rejects with its reason and leaves no listener", async () => {
  const around = surroundings();
  const start = () => Promise.reject(new Error("port in use"));

  await expect(runUntilStopped(start, around)).rejects.toThrow("port in use");
  expect(around.process.eventNames()).toEqual([]);
});
