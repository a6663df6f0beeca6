// Many large bodies at once, over real sockets.
import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { Type } from "typebox";
import { afterEach, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { REST_SETTINGS } from "../../../test/support/rest-settings.ts";
import type { Principal } from "../../core/access/principal.ts";
import { newId, type SessionId, type TenantId, type UserId } from "../../core/ids.ts";
import { silentLogger } from "../../lib/logger.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import { openResource, resource } from "./route.ts";
import { RestServer } from "./rest-server.ts";

const MIB = 1_048_576;
const BODY_MAX = 4 * MIB;

let server: RestServer | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.stop();
});

async function start(bodiesBytesMax: number): Promise<RestServer> {
  const echo = {
    summary: "text",
    body: "text",
    bodyBytesMax: BODY_MAX,
    answer: Type.Object({ length: Type.Integer() }),
    handle: ({ body }: { readonly body: string }) => ({ length: body.length }),
  } as const;
  const tenants = new Map<string, Principal>();
  server = new RestServer(
    {
      ...REST_SETTINGS,
      bodyBytesMax: BODY_MAX,
      entityBodyBytesMax: BODY_MAX,
      openBodyBytesMax: BODY_MAX,
      bodiesBytesMax,
      stopSeconds: 0,
    },
    {
      routes: [
        openResource("system").post("/api/text", "sendText", echo),
        resource("system", ["TENANT_ADMIN"]).post("/api/own-text", "sendOwnText", echo),
      ],
      // Each token is that of a tenant of its own.
      authenticator: { authenticateBearer: (token) => tenants.get(token) ?? adminOf(tenants, token) },
      clock: new ManualClock(),
      log: silentLogger,
    },
  );
  await server.start();
  return server;
}

function adminOf(tenants: Map<string, Principal>, token: string): Principal {
  const ids = { userId: newId<UserId>(), sessionId: newId<SessionId>(), tenantId: newId<TenantId>() };
  const admin: Principal = { authority: "TENANT_ADMIN", ...ids, customerId: null };
  tenants.set(token, admin);
  return admin;
}

const head = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nConnection: close\r\n`;

/** A request that has sent its head and `sent` bytes of its body. */
async function begin({ url }: RestServer, headers: string, sent: string, path = "/api/text"): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(`${head(path)}${headers}\r\n\r\n${sent}`);
  return socket;
}

/** The same; resolves when the server has read all that was sent. */
async function hold(each: RestServer, headers: string, sent: string, path?: string): Promise<Socket> {
  const arrived = once(each.server, "connection") as Promise<[Socket]>;
  const socket = await begin(each, headers, sent, path);
  const [peer] = await arrived;
  while (peer.bytesRead < socket.bytesWritten) await nextTurn();
  return socket;
}

async function answerOf(socket: Socket): Promise<{ status: number; text: string }> {
  let text = "";
  socket.on("data", (data: Buffer) => (text += data.toString()));
  await new Promise((resolve) => socket.once("close", resolve));
  return { status: Number(text.slice(9, 12)), text };
}

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Resolves when the server has taken in what came before: it answers requests of one thread in turn. */
async function roundTrip(each: RestServer): Promise<void> {
  expect((await fetch(`${each.url}/api/text`, { method: "POST", body: "small" })).status).toBe(200);
}

test("large bodies are counted together as they come; what is announced counts nothing; an end gives back", async () => {
  const each = await start(8 * MIB);
  const announced = `Content-Length: ${String(BODY_MAX)}`;
  for (let silent = 0; silent < 8; silent++) await begin(each, announced, "x");
  await roundTrip(each);
  expect((await fetch(`${each.url}/api/text`, { method: "POST", body: "x".repeat(BODY_MAX) })).status).toBe(200);
  const first = await hold(each, announced, "x".repeat(BODY_MAX - 1));
  const further = { method: "POST", body: "x".repeat(200_000) };
  expect((await fetch(`${each.url}/api/text`, further)).status).toBe(429);
  const refused = await answerOf(await begin(each, "Content-Length: 200000", "x".repeat(200_000)));
  expect(refused.status).toBe(429);
  expect(refused.text).toMatch(/retry-after: 5\r\n/i);
  expect((await fetch(`${each.url}/api/text`, { method: "POST", body: "x".repeat(60_000) })).status).toBe(200);
  first.destroy();
  await once(first, "close");
  await roundTrip(each);
  const second = await begin(each, announced, "x".repeat(BODY_MAX));
  expect(await answerOf(second)).toMatchObject({ status: 200 });
});

test("a body in chunks is counted as it comes, and refused in the middle", async () => {
  const each = await start(4 * MIB);
  const first = await hold(each, "Transfer-Encoding: chunked", chunk("x".repeat(1.9 * MIB)));
  const further = { method: "POST", body: "x".repeat(300_000) };
  expect((await fetch(`${each.url}/api/text`, further)).status).toBe(429);
  const second = await begin(each, "Transfer-Encoding: chunked", chunk("y".repeat(300_000)));
  const refusal = answerOf(second);
  await once(second, "data");
  second.write("0\r\n\r\n");
  expect((await refusal).status).toBe(429);
  first.write("0\r\n\r\n");
  const answer = await answerOf(first);
  expect(answer.status).toBe(200);
  expect(answer.text).toContain(`{"length":${String(Math.floor(1.9 * MIB))}}`);
});

test("one tenant has no more than half of the memory for bodies, however many calls it makes; others have theirs", async () => {
  const each = await start(8 * MIB);
  const of = (tenant: string) => `Authorization: Bearer ${tenant}\r\nContent-Length: ${String(BODY_MAX)}`;
  const post = async (tenant: string, bytes: number): Promise<number> => {
    const headers = { authorization: `Bearer ${tenant}` };
    const body = "x".repeat(bytes);
    return (await fetch(`${each.url}/api/own-text`, { method: "POST", headers, body })).status;
  };
  for (let held = 0; held < 3; held++) await hold(each, of("a"), "x".repeat(1.2 * MIB), "/api/own-text");
  expect(await post("a", MIB)).toBe(429);
  expect([await post("b", 3 * MIB), await post("a", 60_000)]).toEqual([200, 200]);
  for (let held = 0; held < 3; held++) await hold(each, of("b"), "x".repeat(1.2 * MIB), "/api/own-text");
  // All together fill the memory of everybody.
  expect(await post("c", 2 * MIB)).toBe(429);
  expect(await post("c", 60_000)).toBe(200);
});

test("a body that is larger than all may be together is taken when it is alone", async () => {
  const each = await start(MIB);
  const alone = await begin(each, `Content-Length: ${String(BODY_MAX)}`, "x".repeat(BODY_MAX));
  expect((await answerOf(alone)).status).toBe(200);
});
