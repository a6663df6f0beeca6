// REST contract 2.3: calls that are running end soon after their caller has been locked out, by whatever means. What has
// been sent so far never looks complete.
import { once } from "node:events";
import { request, type ClientRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { AnalyticsClient, newViewOf } from "../support/analytics-client.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { EventReader } from "../support/event-reader.ts";
import { CSV, history, imported, T0 } from "../support/history-files.ts";
import { userIdOf } from "../support/live-client.ts";
import { newFilePackage, newPackage, newProfile, someBytes } from "../support/packages.ts";
import { RestClient, member, text } from "../support/rest-client.ts";
import type { TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform({
  settings: { "history.export.windowPoints": 1000, "history.import.batchPoints": 1000 },
});
const calls: { destroy(): unknown }[] = [];
afterEach(() => {
  for (const call of calls.splice(0)) call.destroy();
});

interface Lockable {
  readonly rest: RestClient;
  readonly lockOut: () => Promise<unknown>;
}

async function userOf(tenant: TestTenant): Promise<RestClient> {
  return await tenant.createUser({ email: `${tenant.uniqueName("out")}@example.com`, authority: "TENANT_ADMIN" });
}

async function disabled(tenant: TestTenant): Promise<Lockable> {
  const rest = await userOf(tenant);
  const path = `/api/user/${await userIdOf(rest)}/userCredentialsEnabled?userCredentialsEnabled=false`;
  return { rest, lockOut: () => tenant.rest.post(path) };
}

async function withKey(tenant: TestTenant): Promise<Lockable> {
  const key = await tenant.rest.post("/api/apiKey", { description: "long calls" });
  const rest = new RestClient(tenant.rest.baseUrl, `ApiKey ${text(key, "value")}`);
  return { rest, lockOut: () => tenant.rest.delete(`/api/apiKey/${text(key, "id", "id")}`) };
}

const WAYS: readonly (readonly [name: string, make: (tenant: TestTenant) => Promise<Lockable>])[] = [
  ["a disabled user", disabled],
  [
    "a deleted user",
    async (tenant) => {
      const rest = await userOf(tenant);
      const id = await userIdOf(rest);
      return { rest, lockOut: () => tenant.rest.delete(`/api/user/${id}`) };
    },
  ],
  [
    "a user who has logged out",
    async (tenant) => {
      const rest = await userOf(tenant);
      return { rest, lockOut: () => rest.post("/api/auth/logout") };
    },
  ],
  ["a revoked API key", withKey],
  [
    "a deleted tenant",
    async (tenant) => ({ rest: tenant.rest, lockOut: () => platform().sysAdmin.delete(`/api/tenant/${tenant.id}`) }),
  ],
];

/** More than sockets and buffers hold. */
async function fill(tenant: TestTenant): Promise<void> {
  const { name } = await tenant.createDevice();
  const value = "x".repeat(2000);
  const lines = Array.from({ length: 8000 }, (_, index) => `${name},${String(T0 + index)},${value}\n`);
  await imported(tenant.rest, CSV, `device,ts,text\n${lines.join("")}`);
}

/** A download of which nothing is read after its head; `rest` reads on until the connection closes. */
async function pausedDownload({ baseUrl, authorization }: RestClient, path: string) {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  calls.push(socket);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.on("error", () => undefined).once("close", resolve);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Authorization: ${authorization ?? ""}\r\n\r\n`);
  const [head] = (await once(socket, "data")) as [Buffer];
  socket.pause();
  expect(head.toString()).toMatch(/^HTTP\/1.1 200/);
  const rest = async (): Promise<string> => {
    const pieces: Buffer[] = [];
    socket.on("data", (piece: Buffer) => pieces.push(piece)).resume();
    await closed;
    return Buffer.concat(pieces).toString("latin1");
  };
  return { socket, rest };
}

/** A body that is being sent. */
function sending({ baseUrl, authorization }: RestClient, path: string, type: string) {
  const call: ClientRequest = request(`${baseUrl}${path}`, {
    method: "POST",
    headers: { "x-authorization": authorization ?? "", "content-type": type },
  });
  call.on("error", () => undefined);
  calls.push(call);
  const answer = new Promise<{ readonly status: number | undefined; readonly message: string }>((resolve) => {
    call.once("response", (response: IncomingMessage) => {
      let body = "";
      response.on("data", (piece: Buffer) => (body += piece.toString()));
      response.once("end", () => {
        resolve({ status: response.statusCode, message: String(member(JSON.parse(body), "message")) });
      });
    });
  });
  return { call, answer };
}

test("REST §2.3: events of a watched view, of a user or of a share link, end at once", async () => {
  const tenant = await platform().createTenant();
  const admin = new AnalyticsClient(tenant.rest);
  const device = await tenant.createDevice();
  const view = await admin.create(newViewOf(tenant, { scope: { deviceIds: [device.id] } }));
  const path = `${tenant.rest.baseUrl}/apiAnalytics/v1/views/${view.id}/live`;
  const { rest: caller, lockOut } = await disabled(tenant);
  // Views give way to what other tests import, and wait for the clock.
  const opened = (url: string, headers: Record<string, string>): Promise<EventReader> =>
    platform().passTimeUntil(EventReader.open(url, headers));
  const ofUser = await opened(path, { "x-authorization": caller.authorization ?? "" });
  const { id, token } = (await admin.call("POST", `/views/${view.id}/links`, {})).body as Record<string, string>;
  const ofLink = await opened(`${path}?link=${String(token)}`, {});
  for (const reader of [ofUser, ofLink])
    expect(await platform().passTimeUntil(reader.next())).toMatchObject({ event: "result" });
  await lockOut();
  expect(await ofUser.next()).toMatchObject({ event: "end", data: { code: "TOKEN_EXPIRED" } });
  expect(await ofUser.next()).toBeUndefined();
  await admin.call("DELETE", `/views/${view.id}/links/${String(id)}`);
  expect(await ofLink.next()).toMatchObject({ event: "end", data: { code: "LINK_INVALID" } });
  expect(await ofLink.next()).toBeUndefined();
});

describe("exports", () => {
  test.each(WAYS)("REST §2.3: an export of %s is cut off, and does not look complete", async (_name, make) => {
    const tenant = await platform().createTenant();
    await fill(tenant);
    const { rest: caller, lockOut } = await make(tenant);
    const { rest } = await pausedDownload(caller, "/api/telemetry/export");
    await lockOut();
    await platform().settle();
    const body = await rest();
    expect(body).not.toContain("#complete");
    expect(body.endsWith("0\r\n\r\n")).toBe(false);
  });

  test("REST §2.3: an export of somebody else goes on to its end", async () => {
    const tenant = await platform().createTenant();
    await fill(tenant);
    const { lockOut } = await disabled(tenant);
    const { socket } = await pausedDownload(await userOf(tenant), "/api/telemetry/export");
    await lockOut();
    const pieces: string[] = [];
    socket.on("data", (piece: Buffer) => pieces.push(piece.toString("latin1")));
    socket.resume();
    await expect.poll(() => pieces.slice(-2).join("")).toContain("#complete,,points,8000,number");
  });
});

test("REST §2.3: an import stops, and says how far it came", async () => {
  const tenant = await platform().createTenant();
  const device = await tenant.createDevice();
  const { rest: caller, lockOut } = await disabled(tenant);
  const { call, answer } = sending(caller, "/api/telemetry/import", CSV);
  const rows = Array.from({ length: 3000 }, (_, at) => `${device.name},${String(T0 + at)},${String(at)}\n`);
  call.write(`device,ts,k\n${rows.join("")}`);
  const stored = async (): Promise<string> => JSON.stringify(await history(tenant, device, "k"));
  await expect.poll(stored).not.toBe("{}");
  await lockOut();
  // The rest of the body is read for a moment, so that its sender gets to read the answer.
  const { status, message } = await platform().passTimeUntil(answer);
  expect(status).toBe(401);
  expect(message).toMatch(
    /revoked.*; all that was accepted up to line \d+ is stored, \d+ points, and nothing behind it$/,
  );
  const before = await stored();
  call.write(`${device.name},${String(T0 + 99_999)},1\n`.repeat(2000));
  await platform().settle();
  expect(await stored()).toBe(before);
});

test("REST §2.3: an upload of a package is refused, and the package has no file", async () => {
  const tenant = await platform().createTenant();
  const { rest: caller, lockOut } = await withKey(tenant);
  const id = await newPackage(tenant.rest, (await newProfile(tenant)).id);
  const { call, answer } = sending(caller, `/api/otaPackage/${id}`, "multipart/form-data; boundary=x");
  call.write('--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nabc');
  await platform().settle();
  await lockOut();
  expect(await platform().passTimeUntil(answer)).toMatchObject({ status: 401 });
  call.end("def\r\n--x--\r\n");
  expect(member(await tenant.rest.get(`/api/otaPackage/info/${id}`), "hasData")).toBe(false);
});

test("REST §2.3: a download of a package is cut off", async () => {
  const tenant = await platform().createTenant();
  const bytes = someBytes(32_000_000);
  const id = await newFilePackage(tenant.rest, (await newProfile(tenant)).id, bytes);
  const { rest: caller, lockOut } = await disabled(tenant);
  const { rest } = await pausedDownload(caller, `/api/otaPackage/${id}/download`);
  await lockOut();
  await platform().settle();
  expect((await rest()).length).toBeLessThan(bytes.length / 2);
});
