import { once } from "node:events";
import { connect } from "node:net";
import { Readable } from "node:stream";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import { closeWithLastAnswer, lingerAfterRefusals } from "./server-hooks.ts";

test("a stream that ends while the server stops takes its connection along, so that the stop waits for nothing", async () => {
  const app = Fastify();
  closeWithLastAnswer(app);
  const stream = new Readable({ read: () => undefined });
  app.get("/stream", () => stream);
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  stream.push("first ");
  const response = await fetch(`${address}/stream`);

  const stopped = app.close();
  stream.push("last");
  stream.push(null);
  expect([response.headers.get("connection"), await response.text()]).toEqual(["keep-alive", "first last"]);
  await stopped;
});

test("a sender that has sent all of a body that is too long still gets the answer", async () => {
  const app = Fastify({ bodyLimit: 1_000 });
  lingerAfterRefusals(app, systemClock);
  app.post("/body", () => "taken");
  const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  const socket = connect(Number(port), "127.0.0.1");
  const chunk = `${(1 << 20).toString(16)}\r\n${" ".repeat(1 << 20)}\r\n`;
  socket.write(
    "POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
  );
  for (let sent = 0; sent < 20; sent++) if (!socket.write(chunk)) await once(socket, "drain");
  socket.write("0\r\n\r\n");
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
  await app.close();
});
