import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { RequestArrivals } from "./request-arrival.ts";

let running: { readonly server: Server; readonly socket: Socket } | undefined;
afterEach(() => {
  running?.socket.destroy();
  running?.server.close();
});

/** A server that has seen the head of a request whose body is still on its way. */
async function halfArrived(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const clock = new ManualClock();
  const server = createServer();
  const arrivals = new RequestArrivals(60_000, clock);
  const refused: unknown[] = [];
  server.on("clientError", (error, socket) => {
    refused.push(Reflect.get(error, "code"));
    socket.destroy();
  });
  arrivals.watch(server);
  server.on("request", handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  running = { server, socket };
  const arrived = once(server, "request");
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab");
  const [request] = (await arrived) as [IncomingMessage];
  return { clock, arrivals, request, socket, refused };
}

test("a body that does not arrive in time ends its connection with the error of a late request", async () => {
  const { clock, refused } = await halfArrived(() => undefined);
  clock.advance(59_000);
  expect(refused).toEqual([]);
  clock.advance(2000);
  expect(refused).toEqual(["ERR_HTTP_REQUEST_TIMEOUT"]);
});

test("a request that has arrived may take as long to be answered as it needs", async () => {
  const { clock, request, socket, refused } = await halfArrived((incoming) => incoming.resume());
  socket.write("cd");
  await once(request, "end");
  clock.advance(600_000);
  expect(refused).toEqual([]);
});

test("a request that was released is not timed", async () => {
  const { clock, arrivals, request, refused } = await halfArrived(() => undefined);
  arrivals.release(request);
  clock.advance(600_000);
  expect(refused).toEqual([]);
});
