import { expect, test } from "vitest";
import { silentLogger } from "../lib/logger.ts";
import { ShutdownStack } from "./shutdown-stack.ts";

test("what has been started last stops first, also when a step fails, and nothing stops twice", async () => {
  const stack = new ShutdownStack();
  const stopped: string[] = [];
  const part = (name: string) => ({ start: () => undefined, stop: () => void stopped.push(name) });
  await stack.start(part("stores"));
  stack.onStop(() => {
    stopped.push("services");
    throw new Error("services did not end");
  });
  await stack.start(part("ports"));

  await expect(stack.stop()).rejects.toThrow("services did not end");
  await expect(stack.stop()).rejects.toThrow("services did not end");
  expect(stopped).toEqual(["ports", "services", "stores"]);
});

test("a part that does not start is not stopped", async () => {
  const stack = new ShutdownStack();
  const stopped: string[] = [];
  const part = { start: () => Promise.reject(new Error("port in use")), stop: () => void stopped.push("part") };

  await expect(stack.start(part)).rejects.toThrow("port in use");
  await stack.stop();
  expect(stopped).toEqual([]);
});

test("after a failed start, a step that cannot stop leaves the reason to be reported", async () => {
  const stack = new ShutdownStack();
  stack.onStop(() => {
    throw new Error("the database cannot serve");
  });
  await stack.stopAfter(new Error("port in use"), silentLogger);
  await expect(stack.stop()).rejects.toThrow("the database cannot serve");
});
