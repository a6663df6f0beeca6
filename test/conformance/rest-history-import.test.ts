// REST contract 9: import of telemetry.
import { expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { CSV, history, imported, LONG_LOGIN, NDJSON, send, T0 } from "../support/history-files.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member } from "../support/rest-client.ts";
import { expectError, neighbours } from "../support/rest-conformance.ts";

const platform = useTestPlatform({ settings: { "history.export.windowPoints": 1000 } });

const PT = "/api/plugins/telemetry";

test("REST §9: an import takes long rows of CSV, with types or without, and times in both forms", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const { name } = device;
  const report = await imported(
    tenant.rest,
    CSV,
    [
      "\ufeffts,device,key,value,type",
      `${String(T0)},${name},n,21.50,number`,
      `${String(T0)},${name},s,21.50,string`,
      `${String(T0)},${name},empty,"",string`,
      `${String(T0)},${name},big,9007199254740993,`,
      `2026-01-01T01:00:00.5+01:00,${name},b,true,`,
      `2026-01-01 00:00:01Z,${name},j,"{""a"":[1,""x, y""]}",json`,
      `${String(T0)},${name},t,"two",`,
      "",
    ].join("\r\n"),
  );
  expect(report).toEqual({
    dryRun: false,
    rows: 7,
    accepted: 7,
    refused: 0,
    startTs: T0,
    endTs: T0 + 1000,
    devices: { written: 1, created: 0, unknown: 0, unknownNames: [] },
    refusals: [],
    errors: [],
    errorsOmitted: 0,
  });
  expect(await history(tenant, device, "n,s,empty,big,b,j,t")).toEqual({
    n: [{ ts: T0, value: 21.5 }],
    s: [{ ts: T0, value: "21.50" }],
    empty: [{ ts: T0, value: "" }],
    big: [{ ts: T0, value: 9007199254740993n }],
    b: [{ ts: T0 + 500, value: true }],
    j: [{ ts: T0 + 1000, value: { a: [1, "x, y"] } }],
    t: [{ ts: T0, value: "two" }],
  });
});

test("REST §9: an import takes wide rows of CSV, a column for each key", async () => {
  const { tenant } = platform();
  const [one, two] = [await tenant.createDevice(), await tenant.createDevice()];
  const report = await imported(
    tenant.rest,
    CSV,
    `device,ts,temperature,__proto__\n${one.name},${String(T0)},21.5,eco\n${two.name},${String(T0)},,7\n${one.name},${String(T0 + 1)},22,\n`,
  );
  expect(report).toMatchObject({ rows: 3, accepted: 4, refused: 0, devices: { written: 2 } });
  expect(await history(tenant, one, "temperature,__proto__")).toEqual({
    temperature: [
      { ts: T0, value: 21.5 },
      { ts: T0 + 1, value: 22 },
    ],
    ["__proto__"]: [{ ts: T0, value: "eco" }],
  });
  expect(await history(tenant, two, "temperature,__proto__")).toEqual({ ["__proto__"]: [{ ts: T0, value: 7 }] });
});

test("REST §9: an import takes lines of NDJSON with one value or several", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const lines = [
    { device: device.name, ts: T0, key: "a", value: 1 },
    { device: device.name, ts: "2026-01-01T00:00:01Z", values: { a: 2, b: [null], c: null } },
  ];
  const report = await imported(tenant.rest, NDJSON, lines.map((line) => JSON.stringify(line)).join("\n"));
  expect(report).toMatchObject({ rows: 2, accepted: 3, refused: 0 });
  expect(await history(tenant, device, "a,b,c")).toEqual({
    a: [
      { ts: T0, value: 1 },
      { ts: T0 + 1000, value: 2 },
    ],
    b: [{ ts: T0 + 1000, value: [null] }],
  });
});

test.each([true, false])(
  "REST §9: texts of an NDJSON import follow the jsonTypeCast %s of the device's profile; those of a CSV keep their type",
  async (jsonTypeCast) => {
    const { tenant } = platform();
    const { rest } = tenant;
    const name = `casts ${String(jsonTypeCast)}`;
    const configuration = { type: "DEFAULT", jsonTypeCast };
    await rest.post("/api/deviceProfile", {
      ...{ name, type: "DEFAULT", transportType: "DEFAULT", profileData: { configuration } },
    });
    const [device, plain] = [await tenant.createDevice({ type: name }), await tenant.createDevice()];
    // The first rows of a device wait until it is known, those behind them do not.
    for (const ts of [T0, T0 + 1]) {
      const lines = [device, plain].map((of) => ({ device: of.name, ts, values: { a: "21.5", b: "007" } }));
      await imported(rest, NDJSON, lines.map((line) => JSON.stringify(line)).join("\n"));
      await imported(rest, CSV, `device,ts,key,value,type\n${device.name},${String(ts)},typed,21.5,string`);
    }
    const times = (value: unknown): unknown => [T0, T0 + 1].map((ts) => ({ ts, value }));
    const cast = jsonTypeCast ? 21.5 : "21.5";
    const expected = { a: times(cast), b: times("007"), typed: times("21.5") };
    expect(await history(tenant, device, "a,b,typed")).toEqual(expected);
    expect(await history(tenant, plain, "a,b")).toEqual({ a: times("21.5"), b: times("007") });
  },
);

const WRONG_ROWS = (known: string): readonly (readonly [row: string, field: string, reason: string])[] => [
  ["nobody,1,k,1,", "device", "unknown-device"],
  [",1,k,1,", "device", "missing"],
  [`${known},yesterday,k,1,`, "ts", "invalid"],
  [`${known},2026-01-01T00:00:00,k,1,`, "ts", "invalid"],
  [`${known},8640000000000001,k,1,`, "ts", "invalid"],
  [`${known},,k,1,`, "ts", "missing"],
  [`${known},1,,1,`, "key", "invalid"],
  [`${known},1,<b>x</b>,1,`, "key", "invalid"],
  [`${known},1,k,x,number`, "value", "invalid"],
  [`${known},1,k,yes,boolean`, "value", "invalid"],
  [`${known},1,k,{,json`, "value", "invalid"],
  [`${known},1,k,1e999,`, "value", "invalid"],
  [`${known},1,k,,`, "value", "missing"],
  [`${known},1,k,1,text`, "type", "invalid"],
  [`${known},1,k`, "row", "malformed"],
  [`"${known}"x,1,k,1,`, "row", "malformed"],
];

test("REST §9: a dry run stores nothing and reports each row that would be refused, with its line", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const rows = WRONG_ROWS(device.name);
  const csv = `device,ts,key,value,type\n${rows.map(([row]) => `${row}\n${device.name},2,good,1,\n`).join("")}`;
  const dry = await imported(tenant.rest, CSV, csv, "dryRun=true");
  expect(dry).toMatchObject({
    dryRun: true,
    rows: rows.length * 2,
    accepted: rows.length,
    refused: rows.length,
    devices: { written: 1, unknown: 1, unknownNames: ["nobody"] },
    errorsOmitted: 0,
  });
  const errors = member(dry, "errors") as { line: number; field: string; reason: string }[];
  expect(
    errors.map(({ line, field, reason }) => [line, field, reason]).sort((a, b) => Number(a[0]) - Number(b[0])),
  ).toEqual(rows.map(([, field, reason], index) => [2 + index * 2, field, reason]));
  expect(await history(tenant, device, "good")).toEqual({});

  const done = await imported(tenant.rest, CSV, csv, "errorsMax=1");
  expect(done).toEqual({
    ...(dry as object),
    dryRun: false,
    devices: { written: 1, created: 0, unknown: 1, unknownNames: ["nobody"] },
    errors: errors.slice(0, 1),
    errorsOmitted: rows.length - 1,
  });
  expect(await history(tenant, device, "good")).toEqual({ good: [{ ts: 2, value: 1 }] });
});

test.each([
  ["", /empty/],
  ["device;ts;key;value\n", /separated by commas/],
  ["device,ts\n", /no column/],
  ["device,ts,a,a\n", /twice/],
  ["device,ts,key,value,unit\n", /"unit"/],
  ['"device"x,ts\n', /line 1/],
  ["entity,ts,key,value,type\n", /device and ts/],
])("REST §9: a CSV that begins with %j is refused as a whole", async (csv, message) => {
  const answer = await send(platform().tenant.rest, CSV, csv);
  expectError(answer, 400, 31);
  expect(member(answer.body, "message")).toMatch(message);
});

test("REST §9: an import says what it takes, and refuses all else", async () => {
  const { rest } = platform().tenant;
  expectError(await send(rest, "application/json", "{}"), 415, 31);
  expectError(await send(rest, "application/vnd.apache.parquet", "PAR1"), 415, 31);
  expectError(await send(rest, CSV, "device,ts,k\nx,1,\xff", "errorsMax=10001"), 400, 31);
  const invalid = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from("device,ts,k\nx,1,"));
      controller.enqueue(Buffer.from([0xff, 0xfe, 0x0a]));
      controller.close();
    },
  });
  const answer = await send(rest, CSV, invalid);
  expectError(answer, 400, 31);
  expect(member(answer.body, "message")).toContain("line 2 is not UTF-8");
});

test("REST §9: an import reaches the caller's own devices only", async () => {
  const { owner, otherCustomer, otherTenant, device } = await neighbours(platform());
  const row = `device,ts,key,value\n${device.name},${String(T0)},walled,1\n`;
  expect(await imported(otherTenant.rest, CSV, row)).toMatchObject({
    accepted: 0,
    refusals: [{ field: "device", reason: "unknown-device", count: 1 }],
  });
  expect(await imported(otherCustomer, CSV, row)).toMatchObject({
    accepted: 0,
    refusals: [{ field: "device", reason: "forbidden", count: 1 }],
  });
  expect(await history(platform().tenant, device, "walled")).toEqual({});
  expect(await imported(owner.rest, CSV, row)).toMatchObject({ accepted: 1, refused: 0 });
  expectError(await send(owner.rest, CSV, row, "createDevices=true"), 403, 20);
  expectError(await send(platform().sysAdmin, CSV, row), 403, 20);
});

test("REST §9: createDevices creates what is missing, up to the tenant's limit; a dry run says the same and creates nothing", async () => {
  const tenant = await platform().createTenant({ maxDevices: 2 });
  const csv = `device,ts,k\n${["A", "B", "C", "A"].map((name, index) => `${name},${String(T0 + index)},${String(index)}\n`).join("")}`;
  const expected = {
    rows: 4,
    accepted: 3,
    refused: 1,
    devices: { written: 2, created: 2, unknown: 0, unknownNames: [] },
    refusals: [{ field: "device", reason: "limit", count: 1 }],
  };
  expect(await imported(tenant.rest, CSV, csv, "createDevices=true&dryRun=true")).toMatchObject(expected);
  expect(member(await tenant.rest.get("/api/tenant/devices?pageSize=10&page=0"), "totalElements")).toBe(0);
  expect(await imported(tenant.rest, CSV, csv, "createDevices=true")).toMatchObject(expected);
  expect(member(await tenant.rest.get("/api/tenant/devices?pageSize=10&page=0"), "totalElements")).toBe(2);
});

test("REST §9: later rows win over earlier ones and over what is stored; sending a file again changes nothing", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  await tenant.rest.post(`${PT}/DEVICE/${device.id}/timeseries/ANY`, { ts: T0, values: { k: "old" } });
  const csv = `device,ts,k\n${device.name},${String(T0)},1\n${device.name},${String(T0 - 5)},0\n${device.name},${String(T0)},2\n`;
  for (let round = 0; round < 2; round++) {
    expect(await imported(tenant.rest, CSV, csv)).toMatchObject({ accepted: 3 });
    expect(await history(tenant, device, "k")).toEqual({
      k: [
        { ts: T0 - 5, value: 0 },
        { ts: T0, value: 2 },
      ],
    });
  }
});

test("REST §9: an import that stalls, or whose line never ends, is ended, and says what is stored", async () => {
  await using own = await startTestPlatform({
    settings: {
      ...LONG_LOGIN,
      "history.import.batchPoints": 1000,
      "history.import.lineBytesMax": 2048,
      "history.import.parallelMax": 1,
    },
  });
  const { tenant, clock } = own;
  const device = await tenant.createDevice();
  const rows = Array.from(
    { length: 3000 },
    (_, index) => `${device.name},${String(T0 + index)},${String(index)}\n`,
  ).join("");

  const long = await send(tenant.rest, CSV, `device,ts,k\n${rows}${device.name},1,"${"x".repeat(100_000)}`);
  expectError(long, 413, 31);
  expect(member(long.body, "message")).toMatch(
    /^line 3002 is longer than 2048 bytes; all that was accepted up to line \d+ is stored/,
  );

  let more: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from(`device,ts,begun\n${rows}`));
      more = controller;
    },
  });
  const stalled = send(tenant.rest, CSV, body);
  // It has the only place once some of it is stored.
  await own.until(
    () => history(tenant, device, "begun"),
    (found) => member(found, "begun") !== undefined,
  );
  expectError(await send(tenant.rest, CSV, "device,ts,k\n"), 429, 33);
  const wait = { isOver: false };
  const answer = stalled.finally(() => (wait.isOver = true));
  while (!wait.isOver) {
    clock.advance(61_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expectError(await answer, 408, 31);
  expect(member((await answer).body, "message")).toMatch(/sent nothing for 60 seconds; .*is stored, \d+ points/);
  try {
    more?.close();
  } catch {
    // The answer has ended it.
  }
});

test("REST §9: an upload that takes long but moves is not cut off by the time of a request", async () => {
  const { tenant, clock } = platform();
  const device = await tenant.createDevice();
  let step = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // What was sent before has been read by then.
      await platform().settle();
      clock.advance(50_000);
      if (step === 0) controller.enqueue(Buffer.from("device,ts,k\n"));
      else if (step <= 20) controller.enqueue(Buffer.from(`${device.name},${String(T0 + step)},${String(step)}\n`));
      else controller.close();
      step++;
    },
  });
  const answer = await send(tenant.rest, CSV, body);
  expect([answer.status, member(answer.body, "accepted")], answer.text).toEqual([200, 20]);
});
