// The simulator against a real platform: it doubles as a test of both ends over a longer conversation.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Simulator, type SimulatorOptions } from "../../tools/simulator/simulator.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform.stop());

const running: Simulator[] = [];
const troubles: string[] = [];
afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.stop();
  troubles.length = 0;
});

async function simulate(fields: Partial<SimulatorOptions> = {}): Promise<Simulator> {
  const tokens = fields.tokens ?? [(await platform.tenant.createGateway()).token];
  const simulator = new Simulator(
    {
      host: "127.0.0.1",
      port: platform.mqttPort,
      tokens,
      protocol: 5,
      qos: 1,
      rate: undefined,
      devicesPerGateway: 4,
      kinds: ["boiler", "meter", "door", "pump"],
      devicePrefix: platform.tenant.uniqueName("Plant"),
      devicesPerMessage: 2,
      inFlightMax: 100,
      seed: "test",
      dropEverySeconds: 0,
      garbageEverySeconds: 0,
      backlogHours: 0,
      ...fields,
    },
    { clock: platform.clock, report: (line) => troubles.push(line) },
  );
  running.push(simulator);
  await simulator.start();
  return simulator;
}

/** Lets one second pass and waits for what was sent in it. */
async function passSecond(simulator: Simulator): Promise<void> {
  platform.clock.advance(1_000);
  await platform.until(
    () => Promise.resolve(simulator.tally),
    ({ sent, acknowledged, refused }) => sent === acknowledged + refused,
  );
}

test.each([4, 5] as const)(
  "with protocol %i every device is created under its profile and reports once a second",
  async (protocol) => {
    const devicePrefix = platform.tenant.uniqueName("Site");
    const simulator = await simulate({ protocol, devicePrefix });
    for (let second = 0; second < 3; second++) await passSecond(simulator);

    for (const kind of ["boiler", "meter", "door", "pump"]) {
      const name = `${devicePrefix} 1 ${kind} 01`;
      expect(await platform.tenant.device(name)).toMatchObject({ type: kind });
      const { id } = await platform.tenant.existing(name);
      const [key = ""] = Object.keys(await platform.tenant.latest(id));
      expect(await platform.tenant.history(id, key)).toHaveLength(3);
      expect(await platform.tenant.attributes(id, "CLIENT_SCOPE")).toHaveProperty("serialNumber");
    }
    expect(simulator.tally).toMatchObject({ refused: 0, skipped: 0, online: 1, dropped: 0 });
    expect(simulator.summary()).toContain("gateways 1/1  devices 4  sent 6");
    expect(troubles).toEqual([]);
  },
);

test("a device obeys commands and shared attributes, and reports the target that is in force", async () => {
  const devicePrefix = platform.tenant.uniqueName("Site");
  const simulator = await simulate({ devicePrefix });
  const boiler = await platform.tenant.existing(`${devicePrefix} 1 boiler 01`);

  await platform.tenant.saveAttributes(boiler.id, "SHARED_SCOPE", { target: 77 });
  const reported = () => platform.tenant.attributes(boiler.id, "CLIENT_SCOPE");
  await platform.until(reported, ({ target }) => target === 77);

  expect((await platform.tenant.call(boiler.id, { method: "getState" })).body).toMatchObject({ target: 77 });
  expect((await platform.tenant.call(boiler.id, { method: "setTarget", params: { value: 30 } })).body).toEqual({
    success: true,
    target: 30,
  });
  expect(simulator.tally).toMatchObject({ commands: 2, settings: 1 });
});

test("a target set while the gateway was away is taken over when it comes back", async () => {
  const devicePrefix = platform.tenant.uniqueName("Site");
  const gateway = await platform.tenant.createGateway();
  const first = await simulate({ devicePrefix, tokens: [gateway.token] });
  const boiler = await platform.tenant.existing(`${devicePrefix} 1 boiler 01`);
  await first.stop();
  await platform.tenant.saveAttributes(boiler.id, "SHARED_SCOPE", { target: 66 });

  await simulate({ devicePrefix, tokens: [gateway.token] });

  const reported = () => platform.tenant.attributes(boiler.id, "CLIENT_SCOPE");
  await platform.until(reported, ({ target }) => target === 66);
});

test("a backlog arrives whole, before live readings", async () => {
  const devicePrefix = platform.tenant.uniqueName("Site");
  const simulator = await simulate({ devicePrefix, backlogHours: 2, devicesPerGateway: 1 });
  expect(simulator.tally.backlog).toBe(2);

  await passSecond(simulator);

  const { id } = await platform.tenant.existing(`${devicePrefix} 1 boiler 01`);
  const history = await platform.tenant.history(id, "temperature");
  expect(simulator.tally).toMatchObject({ backlog: 0, refused: 0 });
  expect(history.length).toBeGreaterThanOrEqual(120);
});

test("garbage is refused and counted, and the rest goes on", async () => {
  const simulator = await simulate({ garbageEverySeconds: 1 });
  platform.clock.advance(1_000);
  await platform.until(
    () => Promise.resolve(simulator.tally),
    ({ refused }) => refused > 0,
  );
  expect(simulator.tally).toMatchObject({ refused: 1, online: 1 });
});

test("a cut link comes back by itself", async () => {
  const simulator = await simulate({ dropEverySeconds: 1 });
  platform.clock.advance(1_000);
  await platform.until(
    () => Promise.resolve(simulator.tally),
    ({ dropped }) => dropped === 1,
  );
  // The client waits a second of real time before it connects again.
  await expect.poll(() => simulator.tally.online).toBe(1);
});

test("an unknown token is reported at once", async () => {
  await expect(simulate({ tokens: ["no-such-token"] })).rejects.toThrow(/not authorized|bad user ?name/i);
});
