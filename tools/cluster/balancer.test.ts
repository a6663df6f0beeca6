// The balancer's rules, in front of small servers that stand for nodes.
import { once } from "node:events";
import { Agent, createServer, request, type IncomingMessage, type Server } from "node:http";
import { createServer as createSecuredServer, request as requestSecured } from "node:https";
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { connect as connectTls, createServer as createTlsServer } from "node:tls";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock, type Clock } from "../../src/lib/clock.ts";
import { SERVER_CERTIFICATE, SERVER_KEY } from "../../test/support/certificates.ts";
import { ManualClock } from "../../test/support/manual-clock.ts";
import { Balancer, type HttpBy } from "./balancer.ts";

interface Seen {
  readonly node: string;
  readonly method: string | undefined;
  readonly body: string;
  readonly headers: IncomingMessage["headers"];
}

/** A node that answers its name. */
class StandIn {
  readonly name: string;
  /** Of its health. */
  ready = 200;
  live = 200;
  /** Whether it goes at each request, before it answers. */
  goes = false;
  /** Whether it answers before it has read the body, and closes the connection. */
  refusesBodies = false;
  ports = { http: 0, mqtt: 0, mqtts: 0 };
  readonly seen: Seen[] = [];
  readonly sockets = new Set<Socket>();
  readonly #http: Server;
  readonly #mqtt = createTcpServer((socket) => {
    this.sockets.add(socket);
    socket.on("error", () => undefined);
    socket.write(`${this.name}\n`);
  });

  constructor(name: string) {
    this.name = name;
    // As nodes do, which have their WebSockets at some paths and answer at the others as if nobody had asked for one.
    const shouldUpgradeCallback = ({ url }: IncomingMessage): boolean => url === "/mqtt";
    this.#http = createServer({ shouldUpgradeCallback }, (incoming, response) => {
      if (incoming.url?.startsWith("/api/health/") === true) {
        response.writeHead(incoming.url.endsWith("ready") ? this.ready : this.live).end();
        return;
      }
      if (this.refusesBodies && incoming.method === "POST") {
        response.writeHead(413, { connection: "close" }).end();
        return;
      }
      if (this.goes) {
        incoming.socket.resetAndDestroy();
        return;
      }
      void text(incoming).then(
        (body) => {
          this.seen.push({ node: name, method: incoming.method, body, headers: incoming.headers });
          response.writeHead(200, { "x-node": name, "set-cookie": ["a=1", "b=2"] }).end(name);
        },
        () => undefined,
      );
    });
    this.#http.on("upgrade", (incoming: IncomingMessage, socket: Socket) => {
      socket.on("error", () => undefined);
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n${String(incoming.headers["x-forwarded-for"])} `,
      );
      socket.pipe(socket);
    });
  }

  async start(): Promise<void> {
    for (const server of [this.#http, this.#mqtt]) {
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
    }
    const [http = 0, mqtt = 0] = [this.#http, this.#mqtt].map((server) => (server.address() as AddressInfo).port);
    this.ports = { http, mqtt, mqtts: mqtt };
  }

  /** As when its process is killed. */
  die(): void {
    for (const server of [this.#http, this.#mqtt]) server.close();
    this.#http.closeAllConnections();
    for (const socket of this.sockets) socket.resetAndDestroy();
  }
}

let nodes: readonly [StandIn, StandIn, StandIn];
let balancer: Balancer;
const clients: Socket[] = [];

beforeEach(async () => {
  nodes = [new StandIn("one"), new StandIn("two"), new StandIn("three")];
  await Promise.all(nodes.map((node) => node.start()));
  balancer = newBalancer();
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await balancer.stop();
  for (const node of nodes) node.die();
});

test("requests of one connection go to all nodes, as many to each, with the address of the client", async () => {
  await balancer.start();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let round = 0; round < 9; round++)
    await sent("GET", { agent, headers: { "x-forwarded-for": "1.2.3.4", forwarded: "for=1.2.3.4", "x-own": "kept" } });
  agent.destroy();
  expect(nodes.map(({ seen }) => seen.length)).toEqual([3, 3, 3]);
  const { headers } = seenBy("one");
  expect(headers).toMatchObject({ "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http", "x-own": "kept" });
  expect(headers).not.toHaveProperty("forwarded");
  expect(headers.host).toBe(new URL(balancer.http).host);
});

test("a body arrives whole, also where the first node cannot be reached", async () => {
  await balancer.start();
  nodes[0].die();
  const body = "x".repeat(1_000_000);
  for (let round = 0; round < 3; round++) expect((await sent("POST", { body })).status).toBe(200);
  expect([...nodes[1].seen, ...nodes[2].seen].map((each) => each.body === body)).toEqual([true, true, true]);
});

test("an answer that a node gives before it has read the body arrives", async () => {
  await balancer.start();
  for (const node of nodes) node.refusesBodies = true;
  for (let round = 0; round < 5; round++)
    expect((await sent("POST", { body: "x".repeat(20_000_000) })).status).toBe(413);
});

test("what is no HTTP is refused in the words of a node", async () => {
  await balancer.start();
  const socket = rawClient();
  socket.write("NONSENSE\r\n\r\n");
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n/);
  expect(JSON.parse(body)).toMatchObject({ status: 400, message: "this is not an HTTP request" });
});

test("no node gets anything of what is no HTTP, also where its end alone would be a request", async () => {
  await balancer.start();
  const socket = rawClient();
  socket.write("GET / HTTP/1.1\r\n");
  // By then it has read that.
  await sent("GET");
  socket.write("GET /x HTTP/1.1\r\nX-Forwarded-For: 203.0.113.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  expect(nodes.flatMap(({ seen }) => seen)).toHaveLength(1);
});

test("a request whose client has gone goes to no node", async () => {
  await balancer.start();
  for (let round = 0; round < 20; round++) {
    const socket = rawClient();
    await once(socket, "connect");
    socket.write("GET /x HTTP/1.1\r\nHost: x\r\n\r\n");
    socket.resetAndDestroy();
    await sent("GET");
  }
  expect(nodes.flatMap(({ seen }) => seen).map(({ headers }) => headers["x-forwarded-for"])).not.toContain("");
});

test("an answer comes as the node gave it", async () => {
  await balancer.start();
  const { answer } = await sent("GET");
  expect(answer.headers).toMatchObject({ "x-node": "one", "set-cookie": ["a=1", "b=2"] });
});

test("a node that goes before it answers: what only reads is asked again elsewhere, and nothing else", async () => {
  await balancer.start();
  nodes[0].goes = true;
  expect((await sent("GET")).content).toBe("two");
  nodes[1].goes = nodes[2].goes = true;
  const { status, content } = await sent("POST", { body: "once" });
  expect(status).toBe(502);
  expect(content).toMatch(/^(one|two|three) has gone without an answer\n$/);
  expect(nodes.flatMap(({ seen }) => seen)).toHaveLength(1);
});

test("a node that is not ready gets nothing, unless no other is; one that answers nothing never", async () => {
  nodes[0].ready = 503;
  nodes[2].die();
  await balancer.start();
  for (let round = 0; round < 3; round++) expect((await sent("GET")).content).toBe("two");
  await balancer.stop();

  nodes[1].ready = 503;
  balancer = newBalancer();
  await balancer.start();
  expect(new Set([(await sent("GET")).content, (await sent("GET")).content])).toEqual(new Set(["one", "two"]));
  nodes[0].die();
  nodes[1].die();
  const { status, content } = await sent("GET");
  expect([status, content]).toEqual([503, "no node answers\n"]);
});

test("connections of MQTT go to the nodes in turn; with its node one ends, and the next finds another", async () => {
  await balancer.start();
  const three = [await greeted(), await greeted(), await greeted()];
  expect(three.map(({ greeting }) => greeting).toSorted()).toEqual(["one", "three", "two"]);
  const closed = three.filter(({ greeting }) => greeting === "one").map(({ socket }) => once(socket, "close"));
  nodes[0].die();
  await Promise.all(closed);
  for (let round = 0; round < 4; round++) expect((await greeted()).greeting).not.toBe("one");
});

test("TLS goes through to the node, whose certificate the client sees", async () => {
  const server = createTlsServer({ cert: SERVER_CERTIFICATE, key: SERVER_KEY }, (socket) => socket.end("of a node"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  for (const node of nodes) node.ports = { ...node.ports, mqtts: (server.address() as AddressInfo).port };
  balancer = newBalancer();
  await balancer.start();
  const { hostname: host, port } = new URL(balancer.mqtts ?? "");
  const client = connectTls({ host, port: Number(port), ca: SERVER_CERTIFICATE, servername: "localhost" });
  expect(await text(client)).toBe("of a node");
  expect(client.authorized).toBe(true);
  server.close();
});

test("by connection, all requests of one go to the same node, as their client wrote them", async () => {
  balancer = newBalancer(systemClock, [], "connection");
  await balancer.start();
  const said = { "x-forwarded-for": "1.2.3.4", forwarded: "for=1.2.3.4" };
  for (let round = 0; round < 3; round++) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; turn < 2; turn++) await sent("POST", { agent, body: "hello", headers: said });
    agent.destroy();
  }
  expect(nodes.map(({ seen }) => seen.length)).toEqual([2, 2, 2]);
  expect(seenBy("one")).toMatchObject({ body: "hello", headers: said });
  expect(seenBy("one").headers).not.toHaveProperty("x-forwarded-proto");
});

test("by TLS connection, nodes are asked how they are over HTTPS, and their certificate is the one that clients see", async () => {
  const secured = createSecuredServer({ cert: SERVER_CERTIFICATE, key: SERVER_KEY }, (_, response) => response.end());
  secured.listen(0, "127.0.0.1");
  await once(secured, "listening");
  for (const node of nodes) node.ports = { ...node.ports, http: (secured.address() as AddressInfo).port };
  balancer = newBalancer(systemClock, [], "TLS connection");
  await balancer.start();
  expect([...balancer.seen.values()]).toEqual(["ready", "ready", "ready"]);
  expect(balancer.http).toMatch(/^https:/);
  const outgoing = requestSecured(balancer.http, { ca: SERVER_CERTIFICATE, agent: false }).end();
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  secured.close();
});

test("a WebSocket stays with its node, in both directions", async () => {
  await balancer.start();
  const client = request(`${balancer.http}/mqtt`, { headers: { connection: "Upgrade", upgrade: "websocket" } }).end();
  const [, socket, head] = (await once(client, "upgrade")) as [IncomingMessage, Socket, Buffer];
  clients.push(socket);
  let received = head.toString();
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  socket.write("echo");
  await expect.poll(() => received).toBe("127.0.0.1 echo");
});

test("an upgrade that a node does not make is a request as others, and the last of its connection", async () => {
  await balancer.start();
  const socket = rawClient();
  const head = "POST /api/thing HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c";
  socket.write(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`);
  let answered = String((await once(socket, "data"))[0]);
  socket.on("data", (chunk: Buffer) => (answered += chunk.toString()));
  socket.write("GET /x HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.1\r\nConnection: close\r\n\r\n");
  if (!socket.closed) await once(socket, "close");
  expect(answered.match(/^HTTP\/1\.1 .*$/gm)).toEqual(["HTTP/1.1 200 OK"]);
  const seen = nodes.flatMap((node) => node.seen);
  expect(seen.map(({ body, headers }) => [body, headers["x-forwarded-for"]])).toEqual([["hello", "127.0.0.1"]]);
});

test("the connections of a node that has not answered for long end", async () => {
  const clock = new ManualClock();
  balancer = newBalancer(clock);
  await balancer.start();
  const { socket, greeting } = await greeted();
  const closed = once(socket, "close");
  for (const node of nodes) if (node.name === greeting) node.live = 500;
  clock.advance(10_000);
  await closed;
});

test("what a trusted proxy in front says of its client goes on to the node, with the address of the proxy", async () => {
  await balancer.stop();
  balancer = newBalancer(systemClock, ["127.0.0.0/8"]);
  await balancer.start();
  const said = { "x-forwarded-for": "192.0.2.7", "x-forwarded-proto": "https", "x-forwarded-host": "iot.example.com" };
  await sent("GET", { headers: said });
  expect(seenBy("one").headers).toMatchObject({ ...said, "x-forwarded-for": "192.0.2.7, 127.0.0.1" });
  await sent("GET", {});
  expect(seenBy("two").headers).toMatchObject({ "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http" });
  expect(seenBy("two").headers).not.toHaveProperty("x-forwarded-host");
});

function newBalancer(
  clock: Clock = systemClock,
  trustedProxies: readonly string[] = [],
  httpBy: HttpBy = "request",
): Balancer {
  return new Balancer(
    nodes.map(({ name, ports }) => ({ name, host: "127.0.0.1", ports })),
    { host: "127.0.0.1", httpPort: 0, httpBy, mqttPort: 0, mqttsPort: 0, trustedProxies },
    clock,
  );
}

function seenBy(name: string): Seen {
  const found = nodes.flatMap(({ seen }) => seen).find(({ node }) => node === name);
  if (found === undefined) throw new Error(`${name} has seen nothing`);
  return found;
}

interface Sent {
  readonly answer: IncomingMessage;
  readonly status: number | undefined;
  readonly content: string;
}

async function sent(
  method: string,
  { body = "", ...options }: { body?: string; agent?: Agent; headers?: Record<string, string> } = {},
): Promise<Sent> {
  const outgoing = request(`${balancer.http}/api/thing?a=b`, { method, agent: false, ...options }).end(body);
  // After an answer that came early, the rest of the body has nowhere to go.
  outgoing.on("error", () => undefined);
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  return { answer, status: answer.statusCode, content: await text(answer) };
}

/** A connection to the HTTP port. */
function rawClient(): Socket {
  const socket = connect({ port: Number(new URL(balancer.http).port), host: "127.0.0.1", noDelay: true });
  clients.push(socket);
  socket.on("error", () => undefined);
  return socket;
}

/** A connection to the MQTT port, with the name of its node. */
async function greeted(): Promise<{ readonly socket: Socket; readonly greeting: string }> {
  const socket = connect(Number(new URL(balancer.mqtt).port), "127.0.0.1");
  clients.push(socket);
  socket.on("error", () => undefined);
  return { socket, greeting: String((await once(socket, "data"))[0]).trim() };
}
