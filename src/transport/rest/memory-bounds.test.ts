// Many large bodies at once, over real sockets.
import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { Type } from "typebox";
import { afterEach, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { REST_SETTINGS } from "../../../test/support/rest-settings.ts";
import { silentLogger } from "../../lib/logger.ts";
import { openResource } from "./route.ts";
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
  const echo = openResource("system").post("/api/text", "sendText", {
    summary: "text",
    body: "text",
    bodyBytesMax: BODY_MAX,
    answer: Type.Object({ length: Type.Integer() }),
    handle: ({ body }) => ({ length: body.length }),
  });
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
      routes: [echo],
      authenticator: { authenticateBearer: () => Promise.reject(new Error("not asked")) },
      clock: new ManualClock(),
      log: silentLogger,
    },
  );
  await server.start();
  return server;
}

const HEAD = "POST /api/text HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nConnection: close\r\n";

/** A request that has sent its head and `sent` bytes of its body. */
async function begin({ url }: RestServer, head: string, sent: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(`${HEAD}${head}\r\n\r\n${sent}`);
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

test("large bodies are counted together by their announced length; small ones are not; an end gives back", async () => {
  const each = await start(6 * MIB);
  const first = await begin(each, `Content-Length: ${String(BODY_MAX)}`, "x");
  await roundTrip(each);
  const refused = await answerOf(await begin(each, `Content-Length: ${String(BODY_MAX)}`, "x"));
  expect(refused.status).toBe(429);
  expect(refused.text).toMatch(/retry-after: 5\r\n/i);
  expect((await fetch(`${each.url}/api/text`, { method: "POST", body: "x".repeat(2 * MIB) })).status).toBe(200);
  await roundTrip(each);
  first.destroy();
  await once(first, "close");
  await roundTrip(each);
  const second = await begin(each, `Content-Length: ${String(BODY_MAX)}`, "x".repeat(BODY_MAX));
  expect(await answerOf(second)).toMatchObject({ status: 200 });
});

test("a body in chunks is counted as it comes, and refused in the middle", async () => {
  const each = await start(2 * MIB);
  const first = await begin(each, "Transfer-Encoding: chunked", chunk("x".repeat(1.5 * MIB)));
  // There is room for a further body until all of this one has come.
  const further = { method: "POST", body: "x".repeat(100_000) };
  while ((await fetch(`${each.url}/api/text`, further)).status !== 429);
  // No more than is looked at, so that the answer finds a client that has said all it wanted to.
  const second = await begin(each, "Transfer-Encoding: chunked", chunk("y".repeat(131_073)));
  expect((await answerOf(second)).status).toBe(429);
  first.write("0\r\n\r\n");
  const answer = await answerOf(first);
  expect(answer.status).toBe(200);
  expect(answer.text).toContain(`{"length":${String(1.5 * MIB)}}`);
});

test("a body that is larger than all may be together is taken when it is alone", async () => {
  const each = await start(MIB);
  const alone = await begin(each, `Content-Length: ${String(BODY_MAX)}`, "x".repeat(BODY_MAX));
  expect((await answerOf(alone)).status).toBe(200);
});
