import { Readable } from "node:stream";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { closeWithLastAnswer } from "./server-hooks.ts";

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
