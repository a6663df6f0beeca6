// The load generator's roles against a real platform: what it counts must be what the platform has stored or sent.
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseJob } from "../../bench/load/job.ts";
import { runJob, type ReadyLine } from "../../bench/load/run.ts";
import type { ReportLine } from "../../bench/load/tally.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform.stop());

interface StartedJob {
  /** Resolves when all connections are open. */
  readonly ready: Promise<ReadyLine>;
  readonly done: Promise<ReportLine>;
  stop(): void;
}

function start(fields: Readonly<Record<string, unknown>>): StartedJob {
  const ready = Promise.withResolvers<ReadyLine>();
  const stop = new AbortController();
  const job = { port: platform.mqttPort, warmUpSeconds: 0, seconds: 0, reportSeconds: 0, ...fields };
  const done = runJob(parseJob(JSON.stringify(job)), {
    write: (line) => {
      if (line.event === "ready") ready.resolve(line);
    },
    signal: stop.signal,
  });
  done.catch(ready.reject);
  return { ready: ready.promise, done, stop: () => stop.abort() };
}

test.each([
  ["one-point", 4, "temperature", 1],
  ["one-point", 5, "temperature", 1],
  ["thirty-points", 5, "pulses", 10],
] as const)("every message of %s with protocol %i is stored", async (shape, protocol, key, devices) => {
  const { tenant } = platform;
  const { token } = await tenant.createGateway();
  const devicePrefix = tenant.uniqueName("load");
  const job = start({ tokens: [token], shape, protocol, devices, devicePrefix, messages: 2_000, window: 300 });

  expect(await job.done).toMatchObject({ messages: 2_000, refused: {}, failures: {} });

  const { id } = await tenant.existing(`${devicePrefix}-0-00000`);
  expect(await tenant.history(id, key)).toHaveLength(2_000);
});

test("attributes of ten devices are stored", async () => {
  const { tenant } = platform;
  const { token } = await tenant.createGateway();
  const devicePrefix = tenant.uniqueName("load");

  const done = await start({ tokens: [token], shape: "attributes", devicePrefix, messages: 100 }).done;

  expect(done).toMatchObject({ messages: 100, points: 5_000, refused: {}, failures: {} });
  const { id } = await tenant.existing(`${devicePrefix}-0-00009`);
  expect(Object.keys(await tenant.attributes(id, "CLIENT_SCOPE"))).toHaveLength(5);
});

test.each([4, 5])("the responder with protocol %i answers every call", async (protocol) => {
  const { tenant } = platform;
  const { token } = await tenant.createGateway();
  const devicePrefix = tenant.uniqueName("load");
  const job = start({ role: "respond", tokens: [token], protocol, devicePrefix, devices: 2 });
  await job.ready;
  const { id } = await tenant.existing(`${devicePrefix}-0-00001`);

  const answers = await Promise.all(Array.from({ length: 20 }, () => tenant.call(id, { method: "getState" })));

  expect(answers.map(({ body }) => body)).toEqual(Array.from({ length: 20 }, () => ({ success: true })));
  job.stop();
  expect(await job.done).toMatchObject({ messages: 20, failures: {} });
});

test("idle connections stay open and count what they are sent", async () => {
  const { tenant } = platform;
  const devices = await Promise.all(Array.from({ length: 5 }, () => tenant.createDevice()));
  const tokens = devices.map(({ token }) => token);
  const job = start({ role: "idle", tokens, subscribe: ["v1/devices/me/attributes"] });
  expect(await job.ready).toMatchObject({ connections: 5 });

  for (const { id } of devices) await tenant.saveAttributes(id, "SHARED_SCOPE", { target: 1 });
  await platform.settle();
  job.stop();

  expect(await job.done).toMatchObject({ messages: 5, failures: {} });
});
