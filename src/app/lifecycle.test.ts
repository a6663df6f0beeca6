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

function processContext() {
  return { process: new FakeProcess(), clock: new ManualClock(), log: silentLogger, stopTimeoutMillis: 9000 };
}

const nothing = async (): Promise<void> => {};

describe.each(["SIGTERM", "SIGINT"])("%s", (signal) => {
  test("stops the platform and exits with 0", async () => {
    const context = processContext();
    const platform = new CountingPlatform();
    const ended = runUntilStopped(async () => platform, context);

    context.process.emit(signal, signal);

    expect(await ended).toBe(0);
    expect(platform.stops).toBe(1);
    expect(context.process.exits).toEqual([]);
  });

  test("while starting is obeyed when the start is done", async () => {
    const context = processContext();
    const started = Promise.withResolvers<{ stop(): Promise<void> }>();
    const ended = runUntilStopped(() => started.promise, context);

    context.process.emit(signal, signal);
    started.resolve({ stop: nothing });

    expect(await ended).toBe(0);
  });
});

test("a part that dies by itself stops the platform, and the exit code is 1", async () => {
  const error = new Error("the writer has died");
  const records: unknown[] = [];
  const log = { ...silentLogger, error: (...record: unknown[]) => records.push(record) };
  const platform = { stop: nothing, failed: Promise.resolve(error) };

  expect(await runUntilStopped(async () => platform, { ...processContext(), log })).toBe(1);
  expect(records).toEqual([["a part has died without which nothing can be served, stopping", { error }]]);
});

test("copies of a signal are one; a second one exits with 1 at once", async () => {
  const context = processContext();
  const stopped = Promise.withResolvers<undefined>();
  const ended = runUntilStopped(async () => ({ stop: () => stopped.promise }), context);

  context.process.emit("SIGINT", "SIGINT");
  context.clock.advance(999);
  context.process.emit("SIGINT", "SIGINT");
  expect(context.process.exits).toEqual([]);
  context.clock.advance(1);
  context.process.emit("SIGTERM", "SIGTERM");
  expect(context.process.exits).toEqual([1]);

  stopped.resolve(undefined);
  await ended;
});

test("a stop that takes longer than its deadline exits with 1", async () => {
  const context = processContext();
  const stopped = Promise.withResolvers<undefined>();
  const ended = runUntilStopped(async () => ({ stop: () => stopped.promise }), context);

  context.process.emit("SIGTERM", "SIGTERM");
  context.clock.advance(8999);
  expect(context.process.exits).toEqual([]);
  context.clock.advance(1);
  expect(context.process.exits).toEqual([1]);

  stopped.resolve(undefined);
  await ended;
});

test("a stop in time leaves no timer and no listener", async () => {
  const context = processContext();
  const ended = runUntilStopped(async () => ({ stop: nothing }), context);

  context.process.emit("SIGTERM", "SIGTERM");
  await ended;

  expect(context.clock.pendingTimers).toBe(0);
  expect(context.process.eventNames()).toEqual([]);
});

test.each(["uncaughtException", "unhandledRejection"])("%s stops the platform and exits with 1", async (fault) => {
  const context = processContext();
  const platform = new CountingPlatform();
  const ended = runUntilStopped(async () => platform, context);

  context.process.emit(fault, new Error("a bug"));

  expect(await ended).toBe(1);
  expect(platform.stops).toBe(1);
});

test("a stop that fails exits with 1", async () => {
  const context = processContext();
  const ended = runUntilStopped(async () => ({ stop: () => Promise.reject(new Error("disk")) }), context);

  context.process.emit("SIGTERM", "SIGTERM");

  expect(await ended).toBe(1);
});

test("a start that fails rejects with its reason and leaves no listener", async () => {
  const context = processContext();
  const start = () => Promise.reject(new Error("port in use"));

  await expect(runUntilStopped(start, context)).rejects.toThrow("port in use");
  expect(context.process.eventNames()).toEqual([]);
});
