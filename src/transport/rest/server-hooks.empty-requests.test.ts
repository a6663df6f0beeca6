import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { Type } from "typebox";
import { afterEach, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { REST_SETTINGS } from "../../../test/support/rest-settings.ts";
import { silentLogger } from "../../lib/logger.ts";
import { openResource, plainText, type BodyForm } from "./route.ts";
import { RestServer } from "./rest-server.ts";

let server: RestServer | undefined;
afterEach(() => server?.stop());

const echo = (name: string, body: BodyForm | undefined) =>
  openResource("test").post(`/api/${name}`, name, {
    summary: name,
    body,
    answer: plainText(),
    handle: ({ body: taken }) => `${name} took ${String(taken)}`,
  });

/** The whole answer to a request of these lines. */
async function exchange(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect({ host: "127.0.0.1", port });
  socket.write(`${[...lines, "Host: localhost", "Connection: close"].join("\r\n")}\r\n\r\n`);
  return await text(socket);
}

test("a request that names the type of a body and has none is answered at once, on routes of every kind", async () => {
  const authenticator = { authenticateBearer: () => Promise.reject(new Error("not asked")) };
  const routes = [
    echo("json", Type.Optional(Type.Object({}))),
    echo("text", "text"),
    echo("ignored", "ignored"),
    echo("none", undefined),
  ];
  server = new RestServer(REST_SETTINGS, { routes, authenticator, clock: new ManualClock(), log: silentLogger });
  await server.start();
  const port = Number(new URL(server.url).port);
  for (const name of ["json", "text", "ignored", "none"])
    for (const type of ["application/json", "text/plain", "application/xml"]) {
      const answer = await exchange(port, [`POST /api/${name} HTTP/1.1`, `Content-Type: ${type}`]);
      expect(answer).toContain("HTTP/1.1 ");
      // JSON text that is not there is an empty one.
      if (name !== "json") expect(answer).toMatch(new RegExp(`${name} took ${name === "text" ? "" : "undefined"}$`));
    }
  expect(await exchange(port, ["POST /api/nowhere HTTP/1.1", "Content-Type: application/json"])).toContain(" 404 ");
  expect(await exchange(port, ["GET /api/none HTTP/1.1", "Content-Type: application/json"])).toContain(" 405 ");
});
