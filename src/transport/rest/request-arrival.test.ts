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
async function halfArrived(handle: (request: IncomingMessage, response: ServerResponse) => void, length = 4) {
  const clock = new ManualClock();
  const server = createServer();
  const arrivals = new RequestArrivals({ millisMax: 60_000, windowMillis: 20_000, windowBytesMin: 3 }, clock);
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
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${String(length)}\r\n\r\nab`);
  const [request] = (await arrived) as [IncomingMessage];
  return { clock, arrivals, request, socket, refused };
}

/** Resolves when the server has so many bytes more. */
async function send({ request, socket }: Awaited<ReturnType<typeof halfArrived>>, text: string): Promise<void> {
  const wanted = request.socket.bytesRead + text.length;
  socket.write(text);
  while (request.socket.bytesRead < wanted) await once(request, "data");
}

test("a body of which too little comes within a window ends its connection with the error of a late request", async () => {
  const silent = await halfArrived(() => undefined);
  silent.clock.advance(19_999);
  expect(silent.refused).toEqual([]);
  silent.clock.advance(1);
  expect(silent.refused).toEqual(["ERR_HTTP_REQUEST_TIMEOUT"]);
});

test("a body that comes fast enough has until its end, and no longer", async () => {
  const slow = await halfArrived((incoming) => incoming.resume(), 100);
  for (let window = 0; window < 2; window++) {
    await send(slow, "cde");
    slow.clock.advance(20_000);
  }
  expect(slow.refused).toEqual([]);
  await send(slow, "cde");
  slow.clock.advance(20_000);
  expect(slow.refused).toEqual(["ERR_HTTP_REQUEST_TIMEOUT"]);
});

test("a body that came fast and then falls silent is not waited for", async () => {
  const stalled = await halfArrived((incoming) => incoming.resume(), 100_000);
  await send(stalled, "x".repeat(50_000));
  stalled.clock.advance(20_000);
  expect(stalled.refused).toEqual([]);
  stalled.clock.advance(20_000);
  expect(stalled.refused).toEqual(["ERR_HTTP_REQUEST_TIMEOUT"]);
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
