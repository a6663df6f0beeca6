import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SilentLink } from "./silent-link.ts";

let server: Server;
let link: SilentLink;
const sockets: Socket[] = [];

beforeEach(async () => {
  server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  link = await SilentLink.to((server.address() as AddressInfo).port);
});

afterEach(() => {
  link.stop();
  server.close();
  for (const socket of sockets.splice(0)) socket.destroy();
});

interface Client {
  readonly socket: Socket;
  heard: string;
  isClosed: boolean;
}

async function client(): Promise<Client> {
  const socket = connect(link.port, "127.0.0.1");
  sockets.push(socket);
  const made: Client = { socket, heard: "", isClosed: false };
  socket.on("data", (bytes) => (made.heard += bytes.toString()));
  socket.on("error", () => undefined);
  socket.on("close", () => (made.isClosed = true));
  await once(socket, "connect");
  return made;
}

test("nothing passes while it is cut, no connection ends, and what was sent arrives when it is mended", async () => {
  const before = await client();
  before.socket.write("1");
  await expect.poll(() => before.heard).toBe("1");

  link.cut();
  before.socket.write("2");
  const during = await client();
  during.socket.write("3");
  // A link that lets it pass does so within this time.
  const other = await SilentLink.to((server.address() as AddressInfo).port);
  const probe = connect(other.port, "127.0.0.1");
  sockets.push(probe);
  probe.write("x");
  await once(probe, "data");
  other.stop();
  expect([before.heard, during.heard, before.isClosed, during.isClosed]).toEqual(["1", "", false, false]);

  link.mend();
  await expect.poll(() => [before.heard, during.heard]).toEqual(["12", "3"]);
});

test("an end is heard of at the other side, but not while it is cut", async () => {
  const { socket } = await client();
  await expect.poll(() => sockets.length).toBe(2);
  const far = sockets.find((each) => each !== socket);
  link.cut();
  socket.resetAndDestroy();
  await once(socket, "close");
  expect(far?.closed).toBe(false);
  link.mend();
  await expect.poll(() => far?.closed).toBe(true);
});

test("what is delayed arrives later, in its order", async () => {
  const { socket } = await client();
  link.slow(50);
  const began = performance.now();
  let heard = "";
  socket.on("data", (bytes) => (heard += bytes.toString()));
  for (const letter of "abc") socket.write(letter);
  await expect.poll(() => heard).toBe("abc");
  expect(performance.now() - began).toBeGreaterThanOrEqual(99);
});
