// REST contract 9: what the person who sends a history learns when some of it, or all behind a point, could not be taken.
import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { checkedFetch } from "../support/checked-fetch.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { CSV, history, imported, NDJSON, send, T0 } from "../support/history-files.ts";
import { member } from "../support/rest-client.ts";
import { expectError } from "../support/rest-conformance.ts";

const platform = useTestPlatform({
  settings: {
    "history.import.batchPoints": 1000,
    "history.import.lineBytesMax": 4096,
    "telemetry.keysPerDeviceMax": 3,
  },
});

const linesOf = (report: unknown): readonly unknown[] =>
  (member(report, "errors") as readonly { readonly line: number }[]).map(({ line }) => line);

test("REST §9: the errors of an import stand in the order of their lines, and are the first ones", async () => {
  const { tenant } = platform();
  const { name } = await tenant.createDevice();
  // Devices that nobody knows are noticed later than values that are none.
  const csv = `device,ts,k\nnobody,1,1\n${name},then,1\nno one,2,1\n${name},when,1\nneither,3,1\n`;
  expect(linesOf(await imported(tenant.rest, CSV, csv))).toEqual([2, 3, 4, 5, 6]);
  for (const errorsMax of [0, 1, 2, 3]) {
    const report = await imported(tenant.rest, CSV, csv, `errorsMax=${String(errorsMax)}`);
    expect(linesOf(report)).toEqual([2, 3, 4].slice(0, errorsMax));
    expect(report).toMatchObject({ refused: 5, errorsOmitted: 5 - errorsMax });
  }
  const ndjson = `{"device":"nobody","ts":1,"key":"k","value":1}\nnonsense\n{"device":"${name}","ts":1,"key":"k","value":1}\n`;
  expect(linesOf(await imported(tenant.rest, NDJSON, ndjson))).toEqual([1, 2]);
});

test("REST §9: a stray quote costs no row in silence: the report says which lines it has taken in", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const row = (ts: number): string => `${device.name},${String(T0 + ts)},${String(ts)}\n`;
  const inTheMiddle = await imported(tenant.rest, CSV, `device,ts,k\n${row(1)}"${row(2)}${row(3)}"x",1,2\n${row(4)}`);
  expect(inTheMiddle).toMatchObject({ accepted: 2, refused: 1, errors: [{ line: 3, field: "row" }] });
  expect(String(member(inTheMiddle, "errors", "0", "message"))).toMatch(/up to line 5$/);
  const toTheEnd = await imported(tenant.rest, CSV, `device,ts,k\n${row(5)}"${row(6)}${row(7)}`);
  expect(toTheEnd).toMatchObject({ accepted: 1, refused: 1, errors: [{ line: 3, field: "row" }] });
  expect(String(member(toTheEnd, "errors", "0", "message"))).toMatch(/does not end; .*up to line 4$/);
  expect(member(await history(tenant, device, "k"), "k")).toEqual([1, 4, 5].map((ts) => ({ ts: T0 + ts, value: ts })));

  const tooMuch = await send(tenant.rest, CSV, `device,ts,k\n${row(8)}"${row(9)}${row(10).repeat(1000)}`);
  expectError(tooMuch, 413, 31);
  expect(String(member(tooMuch.body, "message"))).toMatch(/^line 3 is longer than 4096 bytes: a quoted field/);
});

test("REST §9: when its sender goes away, the audit log says what of an import is stored", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const rows = Array.from(
    { length: 5000 },
    (_, index) => `${device.name},${String(T0 + index)},${String(index)}\n`,
  ).join("");
  const gone = request(`${tenant.rest.baseUrl}/api/telemetry/import`, {
    method: "POST",
    headers: { "x-authorization": tenant.rest.authorization ?? "", "content-type": CSV },
  });
  gone.on("error", () => undefined);
  gone.write(`device,ts,k\n${rows}`);
  const stored = async (): Promise<boolean> => JSON.stringify(await history(tenant, device, "k")) !== "{}";
  while (!(await stored()));
  gone.destroy();

  const failure = async (): Promise<unknown> => {
    const query = "pageSize=1&page=0&actionTypes=TIMESERIES_UPDATED&sortProperty=createdTime&sortOrder=DESC";
    const log = await tenant.rest.get(`/api/audit/logs?${query}`);
    return member(log, "data", "0", "actionStatus") === "FAILURE" ? member(log, "data", "0") : undefined;
  };
  let record = await failure();
  while (!String(member(record, "actionFailureDetails")).startsWith("the upload")) record = await failure();
  const details = String(member(record, "actionFailureDetails"));
  const points =
    /^the upload was broken off before its end; all that was accepted up to line \d+ is stored, (\d+) points,/;
  expect(details).toMatch(points);
  const latest = await tenant.latest(device.id);
  expect(latest).toMatchObject({ k: { ts: T0 + Number(points.exec(details)?.[1]) - 1 } });
});

test("REST §9: a compressed import is refused for what it is", async () => {
  const { rest } = platform().tenant;
  const answer = await checkedFetch(`${rest.baseUrl}/api/telemetry/import?dryRun=true`, {
    method: "POST",
    headers: {
      "x-authorization": rest.authorization ?? "",
      "content-type": CSV,
      "content-encoding": "gzip",
    },
    body: gzipSync("device,ts,k\n"),
  });
  expect(answer.status).toBe(415);
  expect(await answer.json()).toMatchObject({ errorCode: 31, message: expect.stringContaining('"gzip"') });
});

test("REST §5: maxDPStorageDays counts what is imported, a dry run says the same, and what was before it stays", async () => {
  const tenant = await platform().createTenant({ maxDPStorageDays: 2500, defaultStorageTtlDays: 1 });
  const device = await tenant.createDevice();
  const rows = Array.from(
    { length: 1000 },
    (_, index) => `${device.name},${String(T0 + index)},${String(index)}\n`,
  ).join("");
  const csv = `device,ts,k\n${rows}`;
  expect(await imported(tenant.rest, CSV, csv, "dryRun=true")).toMatchObject({ accepted: 1000 });
  expect(await tenant.rest.get("/api/usage")).toMatchObject({ dpStorageDays: 0 });
  for (const used of [1000, 2000]) {
    await imported(tenant.rest, CSV, csv);
    expect(await tenant.rest.get("/api/usage")).toMatchObject({ dpStorageDays: used });
  }
  const dry = await send(tenant.rest, CSV, csv, "dryRun=true");
  expectError(dry, 429, 33);
  const answer = await send(tenant.rest, CSV, csv.replaceAll(",k\n", ",late\n"));
  expectError(answer, 429, 33);
  expect(String(member(answer.body, "message"))).toMatch(/maxDPStorageDays of 2500 .*; nothing has been stored$/);
  expect(Object.keys(await tenant.latest(device.id))).toEqual(["k"]);
  expect(await tenant.rest.get("/api/usage")).toMatchObject({ dpStorageDays: 2000 });
});

test("REST §9: keys beyond what a device may have are refused, its other keys are not; a dry run says the same", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  await imported(tenant.rest, CSV, `device,ts,known\n${device.name},${String(T0)},0\n`);
  const keys = ["new", "known", "second", "third", "known", "fourth", "second"];
  const rows = keys.map((key, index) => `${device.name},${String(T0 + 1 + index)},${key},1\n`);
  const csv = `device,ts,key,value\n${rows.join("")}`;
  const pieces = (): ReadableStream => ReadableStream.from(Array.from(Buffer.from(csv), (byte) => Uint8Array.of(byte)));
  const dry = await imported(tenant.rest, CSV, csv, "dryRun=true");
  expect(dry).toMatchObject({ accepted: 5, refusals: [{ field: "key", reason: "limit", count: 2 }] });
  expect(linesOf(dry)).toEqual([5, 7]);
  expect(String(member(dry, "errors", "0", "message"))).toMatch(/may have 3 telemetry keys/);
  const inPieces = await send(tenant.rest, CSV, pieces(), "dryRun=true");
  expect([member(inPieces.body, "accepted"), linesOf(inPieces.body)]).toEqual([5, [5, 7]]);
  const done = await imported(tenant.rest, CSV, csv);
  expect({ ...(done as object), dryRun: true }).toEqual(dry);
  expect(Object.keys(await tenant.latest(device.id)).toSorted()).toEqual(["known", "new", "second"]);
  const again = await send(tenant.rest, CSV, pieces());
  expect([member(again.body, "accepted"), linesOf(again.body)]).toEqual([5, [5, 7]]);
});
