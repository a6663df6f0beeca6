// MQTT contract, section 4.7: the forms of a reading, its time, the metadata of connectors, and what values read back as.
import { expect, test } from "vitest";
import {
  byVersion,
  type ConnectedGateway,
  connectGateway,
  pubackCode,
  TELEMETRY,
  useTestPlatform,
  VERSIONS,
} from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";

const platform = useTestPlatform();

const TS = 1_700_000_000_000;
const METADATA = { connector: "modbus", receivedTs: 10, publishedTs: 25 };

test("MQTT-76: an entry with ts and values is stored at that ts", async () => {
  const { id, send, tenant } = await device();
  expect(
    await send([
      { ts: TS - 5_000, values: { temp: 21.5, hum: 60 } },
      { ts: TS - 4_000, values: { temp: 21.6 } },
    ]),
  ).toBe(0);
  expect(await tenant.history(id, "temp")).toEqual([
    { ts: TS - 5_000, value: 21.5 },
    { ts: TS - 4_000, value: 21.6 },
  ]);
  expect(await tenant.latest(id)).toEqual({
    temp: { ts: TS - 4_000, value: 21.6 },
    hum: { ts: TS - 5_000, value: 60 },
  });
});

test("MQTT-78: ts may be a digit string or null; another text is refused", async () => {
  const { id, send, tenant } = await device();
  const now = platform().clock.now();
  expect(await send([{ ts: "1600000000000", values: { digits: 1 } }])).toBe(0);
  expect(await send([{ ts: null, values: { nothing: 2 } }])).toBe(0);
  expect(await send([{ ts: 1_600_000_000_001.9, values: { fraction: 3 } }])).toBe(0);
  for (const ts of ["abc", "", true, {}, [1], 8.65e15, -8.65e15])
    expect([ts, await send([{ ts, values: { refused: 4 } }])]).toEqual([ts, 0x99]);
  expect(await tenant.latest(id)).toEqual({
    digits: { ts: 1_600_000_000_000, value: 1 },
    nothing: { ts: now, value: 2 },
    fraction: { ts: 1_600_000_000_001, value: 3 },
  });
});

test("MQTT-79: booleans, strings, objects and arrays keep their types, and 9007199254740993 every digit", async () => {
  const { id, name, client, tenant } = await device();
  const values =
    '{"yes":true,"no":false,"text":"x","object":{"b":1,"a":[null]},"array":[1,"2"],"long":9007199254740993,"exact":1e3}';
  await client.publish(TELEMETRY, `{${JSON.stringify(name)}:[{"values":${values}}]}`);
  expect(await tenant.latestValues(id)).toEqual({
    yes: true,
    no: false,
    text: "x",
    object: { b: 1, a: [null] },
    array: [1, "2"],
    long: 9_007_199_254_740_993n,
    exact: 1_000,
  });
});

test("MQTT-80: strings that look like numbers stay strings", async () => {
  const { id, send, tenant } = await device();
  expect(await send([{ number: "21.5", zeros: "007", word: "abc" }])).toBe(0);
  expect(await tenant.latestValues(id)).toEqual({ number: "21.5", zeros: "007", word: "abc" });
});

test("MQTT-80: with jsonTypeCast a number in its shortest form is cast, and no other string", async () => {
  await using casting = await startTestPlatform({ settings: { "values.jsonTypeCast": true } });
  const gateway = await connectGateway(casting);
  const { id, name } = await gateway.knownDevice();
  await gateway.publish(TELEMETRY, { [name]: [{ a: "21.5", b: "7", c: "007", d: "21.50", e: "1e5", f: "abc" }] });
  expect(await gateway.tenant.latestValues(id)).toEqual({ a: 21.5, b: 7, c: "007", d: "21.50", e: "1e5", f: "abc" });
});

test.each([
  { platform: false, profile: true, casts: true },
  { platform: true, profile: false, casts: false },
  { platform: true, profile: null, casts: true },
])("MQTT-80: jsonTypeCast of the device's profile comes before that of the platform: %j", async (given) => {
  await using started = await startTestPlatform({ settings: { "values.jsonTypeCast": given.platform } });
  const { tenant } = started;
  const profile = { name: "quoting", type: "DEFAULT", transportType: "DEFAULT" };
  const save = async (jsonTypeCast: boolean | null, id: unknown = null): Promise<unknown> =>
    await tenant.rest.post("/api/deviceProfile", {
      ...{ ...profile, id },
      profileData: { configuration: { type: "DEFAULT", jsonTypeCast } },
    });
  const saved = await save(given.profile);
  const sent = { a: "21.5", b: "007", c: { d: "7" }, e: "9007199254740993", f: true };
  const stored = given.casts ? { ...sent, a: 21.5, e: 9_007_199_254_740_993n } : sent;
  const gateway = await connectGateway(started);
  const [known, later] = [await gateway.connectDevice("quoting"), await tenant.createDevice({ type: "quoting" })];
  const plain = await gateway.knownDevice();
  // One that the gateway's node has met, one that it has not, and one of another profile, in one message.
  await gateway.publish(TELEMETRY, { [known.name]: [sent], [later.name]: [sent], [plain.name]: [sent] });
  const own = await tenant.createDevice({ type: "quoting" });
  await (await started.connect(own.token, 5)).publish("v1/devices/me/telemetry", sent);
  const http = await tenant.createDevice({ type: "quoting" });
  await tenant.rest.post(`/api/v1/${http.token}/telemetry`, sent);
  const rest = await tenant.createDevice({ type: "quoting" });
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${rest.id}/timeseries/ANY`, sent);
  for (const device of [known, later, own, http, rest])
    expect([device.name, await tenant.latestValues(device.id)]).toEqual([device.name, stored]);
  expect(await tenant.latestValues(plain.id)).toMatchObject({ a: given.platform ? 21.5 : "21.5" });
  // A change of the profile counts for the next message.
  await save(!given.casts, (saved as { id: unknown }).id);
  await started.holdsEverywhere();
  await gateway.publish(TELEMETRY, { [known.name]: [{ a: "5" }] });
  expect(await tenant.latestValues(known.id)).toMatchObject({ a: given.casts ? "5" : 5 });
});

test.each(VERSIONS)(
  "MQTT-81 (%s): a long fraction reads back as a number; of an entry with 1e400 or 0x10 nothing is stored",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol });
    const { id, name } = await gateway.knownDevice();
    const publish = (values: string) => gateway.publish(TELEMETRY, `{${JSON.stringify(name)}:[{"good":1},${values}]}`);
    for (const wrong of ["1e400", "-1e400", "0x10", "[1e400]"])
      expect([wrong, await publish(`{"fine":1,"wrong":${wrong}}`)]).toEqual([wrong, byVersion(protocol, 0, 0x99)]);
    expect(await gateway.tenant.latestValues(id)).toEqual({});
    expect(await publish('{"long":0.30000000000000004}')).toBe(0);
    expect(await gateway.tenant.latestValues(id)).toEqual({ good: 1, long: 0.300_000_000_000_000_04 });
  },
);

test("MQTT-82: an empty or too long key is refused, and nothing of its entry is stored", async () => {
  const { id, send, tenant } = await device();
  for (const key of ["", "  ", "k".repeat(256), "a\0b"])
    expect([
      key,
      await send([
        { ts: 1_000, values: { good: 1 } },
        { ts: 2_000, values: { fine: 1, [key]: 2 } },
      ]),
    ]).toEqual([key, 0x99]);
  expect(await tenant.latest(id)).toEqual({});
  expect(await send([{ ["k".repeat(255)]: 1 }])).toBe(0);
});

test("MQTT-85: of two values for one key and ts the last is kept", async () => {
  const { id, send, tenant } = await device();
  expect(
    await send([
      { ts: 1_000, values: { a: 1 } },
      { ts: 1_000, values: { a: 2 } },
    ]),
  ).toBe(0);
  expect(await tenant.history(id, "a")).toEqual([{ ts: 1_000, value: 2 }]);
  expect(await send([{ ts: 1_000, values: { a: 3 } }])).toBe(0);
  expect(await tenant.history(id, "a")).toEqual([{ ts: 1_000, value: 3 }]);
  expect(await tenant.latest(id)).toEqual({ a: { ts: 1_000, value: 3 } });
});

test("MQTT-77, MQTT-83, MQTT-84: each form of an entry is stored as the contract says, alone and mixed with others", async () => {
  const gateway = await connectGateway(platform());
  const now = platform().clock.now();
  const cases: readonly (readonly [unknown, Record<string, unknown>])[] = [
    [[], {}],
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

test.each(VERSIONS)(
  "MQTT §3.3, §4.7 (%s): of a message of 60 KiB, too, each entry is stored in whole or refused",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol });
    const [first, second] = [await gateway.knownDevice(), await gateway.knownDevice()];
    const created = gateway.newName();
    const points = Array.from({ length: 1_500 }, (_none, index) => ({ ts: TS + index, a: index }));
    const payload = { [first.name]: points, [second.name]: [...points.slice(0, 200), 5], [created]: [{ b: "text" }] };

    expect(await gateway.publish(TELEMETRY, payload)).toBe(byVersion(protocol, 0, 0x99));

    const { tenant } = gateway;
    expect(await tenant.history(first.id, "a")).toEqual(points.map(({ ts, a }) => ({ ts, value: a })));
    expect(await tenant.latestValues(second.id)).toEqual({});
    expect(await tenant.latestValues((await tenant.existing(created)).id)).toEqual({ b: "text" });
    const own = await tenant.createDevice();
    const device = await platform().connect(own.token, protocol);
    expect(pubackCode(await device.publish("v1/devices/me/telemetry", points))).toBe(0);
    expect(pubackCode(await device.publish("v1/devices/me/telemetry", [...points, 5]))).toBe(
      byVersion(protocol, 0, 0x99),
    );
    expect(await tenant.history(own.id, "a")).toHaveLength(points.length);
  },
);

/** A device behind a gateway of its own, and ways to send for it. */
async function device() {
  const gateway = await connectGateway(platform());
  const { id, name } = await gateway.knownDevice();
  const publish = (payload: unknown): Promise<number> => gateway.publish(TELEMETRY, payload);
  const send = (entries: readonly unknown[]): Promise<number> => publish({ [name]: entries });
  return { id, name, client: gateway.client, tenant: gateway.tenant, publish, send };
}

/** What is latest of a new device after this array has been sent, each as [ts, value]. */
async function stored(gateway: ConnectedGateway, entries: unknown): Promise<Record<string, unknown>> {
  const device = gateway.newName();
  expect([entries, await gateway.publish(TELEMETRY, { [device]: entries })]).toEqual([entries, 0]);
  const { id } = await gateway.tenant.existing(device);
  const latest = await gateway.tenant.latest(id);
  return Object.fromEntries(Object.entries(latest).map(([key, { ts, value }]) => [key, [ts, value]]));
}
