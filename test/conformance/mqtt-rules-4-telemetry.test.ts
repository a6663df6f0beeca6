// MQTT contract, section 4.7, row by row where the checklist leaves a rule out: the forms of telemetry entries, and the
// metadata of connectors.
import { expect, test } from "vitest";
import { connectGateway, type ConnectedGateway, TELEMETRY, useTestPlatform } from "../support/conformance.ts";

const platform = useTestPlatform();

const TS = 1_600_000_000_000;
const METADATA = { connector: "modbus", receivedTs: 10, publishedTs: 25 };

/** What is latest of a new device after this array has been sent, each as [ts, value]. */
async function stored(gateway: ConnectedGateway, entries: unknown): Promise<Record<string, unknown>> {
  const device = gateway.newName();
  expect([entries, await gateway.publish(TELEMETRY, { [device]: entries })]).toEqual([entries, 0]);
  const { id } = await gateway.tenant.existing(device);
  const latest = await gateway.tenant.latest(id);
  return Object.fromEntries(Object.entries(latest).map(([key, { ts, value }]) => [key, [ts, value]]));
}

test("MQTT §4.7: each form of an entry is stored as the contract says", async () => {
  const gateway = await connectGateway(platform());
  const now = platform().clock.now();
  const cases: readonly (readonly [unknown, Record<string, unknown>])[] = [
    [[{ ts: TS, values: { a: 1 } }], { a: [TS, 1] }],
    [[{ values: { a: 1 } }], { a: [now, 1] }],
    [[{ ts: null, values: { a: 1 } }], { a: [now, 1] }],
    [[{ a: 1, b: "x" }], { a: [now, 1], b: [now, "x"] }],
    [[{ ts: TS, a: 1 }], { a: [TS, 1] }],
    [[{ ts: null, a: 1 }], { a: [now, 1] }],
    [[{ values: 5, a: 1 }], { values: [now, 5], a: [now, 1] }],
    [[{ values: [5] }], { values: [now, [5]] }],
    [[{ values: null, a: 1 }], { a: [now, 1] }],
    [[{ values: {} }], {}],
    [[{}], {}],
    [[{ ts: TS }], {}],
    [[{ values: { ts: 7, values: 8, metadata: 9 } }], { ts: [now, 7], values: [now, 8], metadata: [now, 9] }],
    [[{ ts: TS, values: { a: null, b: 1 } }], { b: [TS, 1] }],
    [[{ ts: TS, values: { a: 1 }, other: 2 }], { a: [TS, 1] }],
    // Metadata
    [[{ ts: TS, values: { a: 1 }, metadata: METADATA }], { a: [TS, 1] }],
    [[{ values: { a: 1 }, metadata: METADATA }], { a: [now, 1] }],
    [[{ a: 1, metadata: METADATA }], { a: [now, 1] }],
    [[{ ts: TS, a: 1, metadata: METADATA }], { a: [TS, 1] }],
    [[{ ts: TS, values: { a: 1 }, metadata: { connector: "x" } }], { a: [TS, 1] }],
    [[{ ts: TS, values: { a: 1 }, metadata: 5 }], { a: [TS, 1] }],
    [[{ a: 1, metadata: { connector: "x" } }], { a: [now, 1], metadata: [now, { connector: "x" }] }],
    [[{ a: 1, metadata: "m" }], { a: [now, 1], metadata: [now, "m"] }],
    // The last of one key and time, the greatest time for latest
    [
      [
        { ts: TS, values: { a: 1 } },
        { ts: TS, values: { a: 2 } },
      ],
      { a: [TS, 2] },
    ],
    [
      [
        { ts: TS, values: { a: 1 } },
        { ts: TS - 1, values: { a: 2 } },
      ],
      { a: [TS, 1] },
    ],
    [[{ a: 1 }, { a: 2 }, { b: 3 }], { a: [now, 2], b: [now, 3] }],
    [
      [{ ts: TS, values: { a: 1 } }, { values: { b: 2 } }, { c: 3 }, { ts: TS, d: 4 }],
      {
        a: [TS, 1],
        b: [now, 2],
        c: [now, 3],
        d: [TS, 4],
      },
    ],
  ];
  for (const [entries, expected] of cases)
    expect([entries, await stored(gateway, entries)]).toEqual([entries, expected]);
});

test("MQTT §4.7: one bad element refuses the whole entry of its device, and stores nothing of it", async () => {
  const gateway = await connectGateway(platform());
  for (const bad of [
    5,
    null,
    [],
    "x",
    { ts: "abc", a: 1 },
    { ts: TS, values: 5 },
    { ts: TS, values: [1] },
    { ts: TS, values: null },
    { "": 1 },
  ]) {
    const device = gateway.newName();
    const code = await gateway.publish(TELEMETRY, { [device]: [{ ts: TS, values: { a: 1 } }, bad, { b: 2 }] });
    expect([bad, code]).toEqual([bad, 0x99]);
    const known = await gateway.knownDevice();
    expect(await gateway.publish(TELEMETRY, { [known.name]: [{ a: 1 }, bad] })).toBe(0x99);
    expect(await gateway.tenant.latestValues(known.id)).toEqual({});
    expect(await gateway.tenant.device(device)).toBeUndefined();
  }
});

test("MQTT §4.7: the data of the specification's example is stored with the timestamps sent", async () => {
  const gateway = await connectGateway(platform());
  const [a, b] = [gateway.newName(), gateway.newName()];
  const payload = {
    [a]: [
      { ts: TS, values: { temp: 21.5, hum: 60 } },
      { ts: TS + 1_000, values: { temp: 21.6 } },
    ],
    [b]: [{ ts: TS, values: { temp: 19 } }],
  };
  expect(await gateway.publish(TELEMETRY, payload)).toBe(0);
  const { id } = await gateway.tenant.existing(a);
  expect(await gateway.tenant.history(id, "temp")).toEqual([
    { ts: TS, value: 21.5 },
    { ts: TS + 1_000, value: 21.6 },
  ]);
  expect(await gateway.tenant.history(id, "hum")).toEqual([{ ts: TS, value: 60 }]);
});

test("MQTT §4.9: the metadata of connectors becomes one point of the gateway a minute", async () => {
  const gateway = await connectGateway(platform());
  const now = platform().clock.now();
  const entry = (receivedTs: number, publishedTs: number, connector = "modbus") => ({
    ts: TS,
    values: { a: 1 },
    metadata: { connector, receivedTs: now - receivedTs, publishedTs: now - publishedTs },
  });
  const device = gateway.newName();
  // A number of more than 15 digits makes the payload be read twice.
  const long = { ...entry(100, 80, "opc"), values: { a: 1, long: "9007199254740993" } };
  await gateway.publish(TELEMETRY, { [device]: [entry(100, 90), entry(50, 20)] });
  const text = JSON.stringify({ [device]: [long] }).replace('"9007199254740993"', "9007199254740993");
  await gateway.publish(TELEMETRY, text);
  platform().clock.advance(60_000);
  const { gatewayMetrics } = await platform().until(
    () => gateway.tenant.latestValues(gateway.gateway.id),
    (latest) => "gatewayMetrics" in latest,
  );
  expect(gatewayMetrics).toEqual({
    modbus: {
      avgGwLatency: 20,
      minGwLatency: 10,
      maxGwLatency: 30,
      avgTransportLatency: 55,
      minTransportLatency: 20,
      maxTransportLatency: 90,
    },
    opc: {
      avgGwLatency: 20,
      minGwLatency: 20,
      maxGwLatency: 20,
      avgTransportLatency: 80,
      minTransportLatency: 80,
      maxTransportLatency: 80,
    },
  });
});
