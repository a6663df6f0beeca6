// MQTT contract, checklist "Telemetry": the forms of a reading, its time, and what its values read back as.
import { expect, test } from "vitest";
import { connectGateway, TELEMETRY, useTestPlatform } from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";

const platform = useTestPlatform();

const TS = 1_700_000_000_000;

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

test("MQTT-77: entries without ts are stored at the time of receipt, and forms may be mixed", async () => {
  const { id, send, tenant } = await device();
  const now = platform().clock.now();
  expect(
    await send([
      { values: { a: 1 } },
      { b: 2, c: 3 },
      { ts: 1_000, values: { d: 4 } },
      { ts: 2_000, e: 5 },
      { values: 6 },
    ]),
  ).toBe(0);
  expect(await tenant.latest(id)).toEqual({
    a: { ts: now, value: 1 },
    b: { ts: now, value: 2 },
    c: { ts: now, value: 3 },
    d: { ts: 1_000, value: 4 },
    e: { ts: 2_000, value: 5 },
    values: { ts: now, value: 6 },
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

test("MQTT-81: a long fraction reads back as a number, and NaN is refused", async () => {
  const { id, name, client, send, publish, tenant } = await device();
  await client.publish(TELEMETRY, `{${JSON.stringify(name)}:[{"long":0.30000000000000004}]}`);
  expect(await tenant.latestValues(id)).toEqual({ long: 0.300_000_000_000_000_04 });
  expect(await publish(`{${JSON.stringify(name)}:[{"wrong":NaN}]}`)).toBe(0x99);
  expect(await publish(`{${JSON.stringify(name)}:[{"wrong":1e400}]}`)).toBe(0x99);
  expect(await send([{ right: 1 }])).toBe(0);
  expect(await tenant.latestValues(id)).toEqual({ long: 0.300_000_000_000_000_04, right: 1 });
});

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

test("MQTT-83: a device with an empty array is acknowledged", async () => {
  const gateway = await connectGateway(platform());
  const name = gateway.newName();
  expect(await gateway.publish(TELEMETRY, { [name]: [] })).toBe(0);
  const { id } = await gateway.tenant.existing(name);
  expect(await gateway.tenant.latest(id)).toEqual({});
});

test("MQTT-84: metadata beside values never becomes a key", async () => {
  const { id, send, tenant } = await device();
  const complete = { connector: "modbus", receivedTs: TS - 20, publishedTs: TS - 10 };
  expect(await send([{ ts: 1_000, values: { a: 1 }, metadata: complete }])).toBe(0);
  expect(await send([{ ts: 2_000, values: { b: 2 }, metadata: { connector: "modbus" } }])).toBe(0);
  expect(await send([{ c: 3, metadata: complete }])).toBe(0);
  expect(await tenant.latestValues(id)).toEqual({ a: 1, b: 2, c: 3 });
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

/** A device behind a gateway of its own, and ways to send for it. */
async function device() {
  const gateway = await connectGateway(platform());
  const { id, name } = await gateway.knownDevice();
  const publish = (payload: unknown): Promise<number> => gateway.publish(TELEMETRY, payload);
  const send = (entries: readonly unknown[]): Promise<number> => publish({ [name]: entries });
  return { id, name, client: gateway.client, tenant: gateway.tenant, publish, send };
}
