// The limit of HTTP with this framework: one route that answers text it was given, with nothing around it. No credentials,
// no limits, no headers of the API. What a call of the API costs beyond that is measured against this.
//   node bench/bare/bare-http-server.ts BODY    prints "bare ready <port>"
import { fastify } from "fastify";

const body = process.argv[2] ?? "{}";
const app = fastify({ logger: false });
app.get("/api/auth/user", (_request, reply) => {
  reply.header("content-type", "application/json; charset=utf-8");
  return body;
});
await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();
process.stdout.write(`bare ready ${String(typeof address === "object" && address !== null ? address.port : 0)}\n`);
process.on("SIGTERM", () => {
  void app.close();
});
