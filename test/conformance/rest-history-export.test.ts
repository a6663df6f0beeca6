// REST contract 9: export of telemetry, and telemetry of owners that are not devices.
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { CSV, exported, imported, LONG_LOGIN, ofDevice, strict, T0 } from "../support/history-files.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform.ts";
import { member, type RestClient } from "../support/rest-client.ts";
import { expectError, neighbours } from "../support/rest-conformance.ts";

const platform = useTestPlatform({ settings: { "history.export.windowPoints": 1000 } });

const PT = "/api/plugins/telemetry";

test("REST §9: an export of one entity is ordered by time, half-open, and says that it is complete", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const points = [3, 1, 2, 4].map((ts) => ({ ts: T0 + ts, values: { b: ts, a: `text ${String(ts)}` } }));
  await tenant.rest.post(`${PT}/DEVICE/${device.id}/timeseries/ANY`, points);
  const window = `startTs=${String(T0 + 2)}&endTs=${String(T0 + 4)}`;
  expect(await exported(tenant.rest, ofDevice(device, window))).toBe(
    [
      "device,ts,key,value,type",
      `${device.name},${String(T0 + 2)},b,2,number`,
      `${device.name},${String(T0 + 2)},a,"text 2",string`,
      `${device.name},${String(T0 + 3)},b,3,number`,
      `${device.name},${String(T0 + 3)},a,"text 3",string`,
      "#complete,,points,4,number",
      "",
    ].join("\n"),
  );
  const ndjson = await exported(tenant.rest, ofDevice(device, `${window}&keys=b,none&format=ndjson`));
  expect(
    ndjson
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { device: device.name, ts: T0 + 2, key: "b", value: 2 },
    { device: device.name, ts: T0 + 3, key: "b", value: 3 },
    { complete: true, points: 2 },
  ]);
});

test("REST §9: texts that a spreadsheet would take for a formula are guarded in a CSV, and numbers are not", async () => {
  const { tenant } = platform();
  const created = await tenant.rest.post("/api/device", { name: "=HYPERLINK(1)" });
  const path = `${PT}/DEVICE/${String(member(created, "id", "id"))}`;
  const values = { "+key": -5, big: -(2 ** 40), flag: true, text: "-5", shown: "@a,b", own: "'=1", plain: "'a" };
  await tenant.rest.post(`${path}/timeseries/ANY`, { ts: T0, values });
  const csv = await exported(tenant.rest, `${path}/values/timeseries/export?format=CSV`);
  const begin = `'=HYPERLINK(1),${String(T0)}`;
  expect(csv.trimEnd().split("\n").slice(1, -1).sort()).toEqual(
    [
      `${begin},'+key,-5,number`,
      `${begin},big,-1099511627776,number`,
      `${begin},flag,true,boolean`,
      `${begin},own,"''=1",string`,
      `${begin},plain,"'a",string`,
      `${begin},shown,"'@a,b",string`,
      `${begin},text,"'-5",string`,
    ].sort(),
  );
  const { rest } = await platform().createTenant();
  const wide = "device,ts,'+key,text\n'=HYPERLINK(1),0,'-5,'@x\n";
  expect(await imported(rest, CSV, csv + wide.replace(/^.*\n/, ""), "createDevices=true")).toMatchObject({
    refused: 1,
  });
  expect(await imported(rest, CSV, wide)).toMatchObject({ refused: 0 });
  const copy = await rest.get("/api/tenant/devices?deviceName=%3DHYPERLINK(1)");
  const read = `${PT}/DEVICE/${String(member(copy, "id", "id"))}/values/timeseries?useStrictDataTypes=true&key=%2Bkey&key=text&startTs=0&endTs=1`;
  expect(await rest.get(read)).toEqual({
    "+key": [{ ts: 0, value: "-5" }],
    text: [{ ts: 0, value: "@x" }],
  });
});

test("REST §9: an export of many devices holds those that the caller may read and the filters name, and no others", async () => {
  const { owner, otherTenant, device } = await neighbours(platform());
  const { tenant } = platform();
  const free = await tenant.createDevice();
  const foreign = await otherTenant.createDevice();
  for (const [{ rest }, { id }] of [
    [tenant, device],
    [tenant, free],
    [otherTenant, foreign],
  ] as const)
    await rest.post(`${PT}/DEVICE/${id}/timeseries/ANY`, { here: 1 });
  const named = async (rest: RestClient, query: string): Promise<readonly boolean[]> => {
    const csv = await exported(rest, `/api/telemetry/export?keys=here&${query}`);
    return [device, free, foreign].map(({ name }) => csv.includes(`${name},`));
  };
  expect(await named(tenant.rest, "")).toEqual([true, true, false]);
  expect(await named(owner.rest, "")).toEqual([true, false, false]);
  expect(await named(tenant.rest, `customerId=${owner.id}`)).toEqual([true, false, false]);
  expect(await named(tenant.rest, `deviceIds=${free.id}`)).toEqual([false, true, false]);
  expect(await named(tenant.rest, `deviceIds=${free.id}&customerId=${owner.id}`)).toEqual([false, false, false]);
  const profile = await tenant.rest.get(`/api/device/${free.id}`);
  expect(await named(tenant.rest, `deviceProfileId=${String(member(profile, "deviceProfileId", "id"))}`)).toEqual([
    true,
    true,
    false,
  ]);
  expectError(await tenant.rest.request("GET", `/api/telemetry/export?deviceIds=${free.id},${foreign.id}`), 404, 32);
  expectError(await owner.rest.request("GET", `/api/telemetry/export?deviceIds=${free.id}`), 403, 20);
});

test.each([
  ["format=XML", 400],
  ["startTs=2&endTs=1", 400],
  ["startTs=x", 400],
  ["deviceIds=,", 400],
  ["deviceProfileId=1", 400],
  ["customerId=1", 400],
])("REST §9: an export with %s is refused", async (query, status) => {
  expectError(await platform().tenant.rest.request("GET", `/api/telemetry/export?${query}`), status, 31);
});

test("REST §9: tenants, customers and users have telemetry, which goes with them", async () => {
  const { tenant, sysAdmin } = platform();
  const customer = await tenant.createCustomer();
  const me = await customer.rest.get("/api/auth/user");
  for (const [type, id, writer] of [
    ["TENANT", tenant.id, sysAdmin],
    ["CUSTOMER", customer.id, tenant.rest],
    ["USER", String(member(me, "id", "id")), customer.rest],
  ] as const) {
    const path = `${PT}/${type}/${id}`;
    await writer.post(`${path}/timeseries/ANY`, [
      { ts: T0, values: { level: 1 } },
      { ts: T0 + 60_000, values: { level: 3 } },
    ]);
    expect(await writer.get(`${path}/keys/timeseries`)).toEqual(["level"]);
    expect(await writer.get(`${path}/values/timeseries?useStrictDataTypes=true`)).toEqual({
      level: [{ ts: T0 + 60_000, value: 3 }],
    });
    expect(
      await writer.get(
        `${path}/values/timeseries?keys=level&startTs=${String(T0)}&endTs=${String(T0 + 120_000)}&agg=AVG&interval=120000`,
      ),
    ).toEqual({ level: [{ ts: T0 + 60_000, value: "2" }] });
    expect(await exported(writer, `${path}/values/timeseries/export`)).toContain(`,${String(T0)},level,1,number\n`);
    await writer.request(
      "DELETE",
      `${path}/timeseries/delete?keys=level&startTs=${String(T0)}&endTs=${String(T0 + 1)}`,
    );
    expect(await writer.get(`${path}/values/timeseries?${strict("level")}`)).toEqual({
      level: [{ ts: T0 + 60_000, value: 3 }],
    });
  }
  await tenant.rest.delete(`/api/customer/${customer.id}`);
  expectError(await tenant.rest.request("GET", `${PT}/CUSTOMER/${customer.id}/keys/timeseries`), 404, 32);
});

async function pausedDownload(
  rest: RestClient,
): Promise<{ readonly socket: ReturnType<typeof connect>; readonly head: string }> {
  const { hostname, port } = new URL(rest.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /api/telemetry/export HTTP/1.1\r\nHost: x\r\nX-Authorization: ${rest.authorization ?? ""}\r\n\r\n`);
  const head = await new Promise<string>((resolve) => {
    socket.once("data", (data: Buffer) => {
      socket.pause();
      resolve(data.toString());
    });
  });
  return { socket, head };
}

/** More than sockets and buffers hold. */
async function fill({ tenant }: TestPlatform, points: number): Promise<void> {
  const device = await tenant.createDevice();
  const text = "x".repeat(2000);
  const lines = Array.from({ length: points }, (_, index) => `${device.name},${String(T0 + index)},${text}\n`);
  await imported(tenant.rest, CSV, `device,ts,text\n${lines.join("")}`);
}

/** Without the folder that the node with the lease keeps there. */
const scratchOf = ({ scratchFolders }: TestPlatform): readonly string[] =>
  scratchFolders.flatMap((folder) => {
    try {
      return readdirSync(folder).filter((name) => name !== "keeper");
    } catch {
      return [];
    }
  });

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

test("REST §9: exports are bounded in number, an unread one is cut off, and one whose caller leaves ends", async () => {
  await using own = await startTestPlatform({
    settings: {
      ...LONG_LOGIN,
      "history.export.parallelMax": 1,
      "history.export.windowPoints": 1000,
      "history.export.stallSeconds": 60,
    },
  });
  await fill(own, 8000);
  const { rest } = own.tenant;
  const stalled = await pausedDownload(rest);
  expect(stalled.head).toMatch(/^HTTP\/1.1 200/);
  const second = await rest.request("GET", "/api/telemetry/export");
  expectError(second, 429, 33);
  expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);

  const closed = new Promise<string>((resolve) => {
    let text = "";
    stalled.socket.on("data", (data: Buffer) => (text += data.toString()));
    stalled.socket.on("close", () => {
      resolve(text);
    });
  });
  // Until all buffers on the way are full, the export is not waiting for its reader.
  await until(() => {
    own.clock.advance(61_000);
    return scratchOf(own).length === 0;
  });
  stalled.socket.resume();
  const text = await closed;
  expect(text).not.toContain("#complete,,points");
  expect(text.endsWith("0\r\n\r\n")).toBe(false);

  // An export gives its place up a moment after its files are gone.
  const isOver = async (): Promise<void> => {
    await until(() => scratchOf(own).length === 0);
    await own.until(
      () => rest.request("GET", "/api/telemetry/export?keys=none"),
      ({ status }) => status === 200,
    );
  };
  await isOver();
  const left = await pausedDownload(rest);
  expect(left.head).toMatch(/^HTTP\/1.1 200/);
  left.socket.destroy();
  await isOver();
  expect(await exported(rest, "/api/telemetry/export")).toContain("#complete,,points,8000,number\n");
});

test("REST §9: an export of too many series, or one that takes too long, is refused or cut off", async () => {
  await using own = await startTestPlatform({
    settings: {
      "history.export.seriesMax": 2,
      "history.export.maxSeconds": 100,
      "history.export.stallSeconds": 1000,
      "history.export.windowPoints": 1000,
    },
  });
  await fill(own, 8000);
  const { rest } = own.tenant;
  const slow = await pausedDownload(rest);
  own.clock.advance(101_000);
  slow.socket.resume();
  await new Promise((resolve) => slow.socket.on("close", resolve));

  const device = await own.tenant.createDevice();
  await rest.post(`${PT}/DEVICE/${device.id}/timeseries/ANY`, { a: 1, b: 2 });
  const answer = await rest.request("GET", "/api/telemetry/export");
  expectError(answer, 400, 31);
  expect(member(answer.body, "message")).toContain("2 series");
});
