// The edges of the server: TLS, proxies, connections that speak no HTTP, the access log, CORS patterns, and stopping.
import { once } from "node:events";
import { request as requestPlain, type IncomingMessage } from "node:http";
import { connect as connectTcp } from "node:net";
import { request as requestTls } from "node:https";
import { connect as connectTls, TLSSocket } from "node:tls";
import { Type } from "typebox";
import { afterEach, expect, test } from "vitest";
import { type LogFields, type Logger, silentLogger } from "../../lib/logger.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { SERVER_CERTIFICATE, SERVER_KEY } from "../../../test/support/certificates.ts";
import { REST_SETTINGS } from "../../../test/support/rest-settings.ts";
import { callerSignal } from "./caller-signal.ts";
import { openResource, plainText, type RestRoute } from "./route.ts";
import { RestServer, type RestOptions } from "./rest-server.ts";

const open = openResource("test");

let running: RestServer | undefined;
afterEach(() => running?.stop());

async function start(
  settings: Partial<RestOptions>,
  routes: readonly RestRoute[] = [whoRoute],
  log: Logger = silentLogger,
  clock = new ManualClock(),
) {
  const authenticator = { authenticateBearer: () => Promise.reject(new Error("not asked")) };
  const server = new RestServer({ ...REST_SETTINGS, ...settings }, { routes, authenticator, clock, log });
  await server.start();
  running = server;
  return server;
}

const whoRoute = open.get("/api/noauth/who/:token", "who", {
  summary: "who",
  params: Type.Object({ token: Type.String() }),
  query: Type.Object({ secret: Type.Optional(Type.String()) }),
  answer: Type.Object({ ip: Type.String(), protocol: Type.String(), host: Type.String() }),
  handle: ({ ip, protocol, host }) => ({ ip, protocol, host }),
});

const FORWARDED = {
  "x-forwarded-for": "203.0.113.9",
  "x-forwarded-proto": "https",
  "x-forwarded-host": "iot.example.com",
};

/** Over a connection that it closes. */
async function callOnce({ url }: RestServer): Promise<void> {
  const get = url.startsWith("https:") ? requestTls : requestPlain;
  const call = get(`${url}/api/noauth/who/x`, { ca: SERVER_CERTIFICATE, agent: false });
  call.end();
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  answer.resume();
  await once(answer, "end");
}

test("with a certificate the port speaks HTTPS", async () => {
  const server = await start({ tls: { cert: SERVER_CERTIFICATE, key: SERVER_KEY } });
  expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const body = await new Promise<string>((resolve, reject) => {
    const request = requestTls(`${server.url}/api/noauth/who/x`, { ca: SERVER_CERTIFICATE }, (response) => {
      response.on("data", (data: Buffer) => {
        resolve(data.toString());
      });
    });
    request.on("error", reject);
    request.end();
  });
  expect(JSON.parse(body)).toMatchObject({ protocol: "https" });
});

test("forwarded headers are believed from trusted proxies only", async () => {
  const strict = await start({});
  expect(await (await fetch(`${strict.url}/api/noauth/who/x`, { headers: FORWARDED })).json()).toEqual({
    ip: "127.0.0.1",
    protocol: "http",
    host: new URL(strict.url).host,
  });
  await strict.stop();
  const trusting = await start({ trustedProxies: ["127.0.0.0/8"] });
  expect(await (await fetch(`${trusting.url}/api/noauth/who/x`, { headers: FORWARDED })).json()).toEqual({
    ip: "203.0.113.9",
    protocol: "https",
    host: "iot.example.com",
  });
});

test("the access log names route and query without what stands in them", async () => {
  const records: LogFields[] = [];
  const log: Logger = {
    ...silentLogger,
    info: (_event, fields = {}) => {
      records.push(fields);
    },
  };
  const server = await start({ accessLog: true }, [whoRoute], log);
  await fetch(`${server.url}/api/noauth/who/my-device-token?secret=my-secret`, {
    headers: { "x-authorization": "Bearer my-jwt" },
  });
  await fetch(`${server.url}/nowhere/my-secret`);
  expect(records).toMatchObject([
    { method: "GET", route: "/api/noauth/who/:token", query: ["secret"], status: 200, address: "127.0.0.1" },
    { method: "GET", route: "none", status: 404 },
  ]);
  expect(JSON.stringify(records)).not.toMatch(/my-/);
});

test("origins can be limited to patterns", async () => {
  const cors = {
    ...REST_SETTINGS.cors,
    originPatterns: ["https://*.example.com", "http://localhost:3000"],
    headers: ["X-Authorization"],
    methods: ["GET"],
  };
  const server = await start({ cors });
  const allowed = async (origin: string): Promise<string | null> => {
    const { headers } = await fetch(`${server.url}/api/noauth/who/x`, { headers: { origin } });
    expect(headers.get("vary")).toBe("Origin");
    expect(headers.has("access-control-expose-headers")).toBe(headers.has("access-control-allow-origin"));
    return headers.get("access-control-allow-origin");
  };
  expect(await allowed("https://ui.example.com")).toBe("https://ui.example.com");
  expect(await allowed("http://localhost:3000")).toBe("http://localhost:3000");
  expect(await allowed("https://example.com.evil.org")).toBeNull();
  expect(await allowed("https://uiXexample.com")).toBeNull();
  const preflight = async (origin: string) =>
    (await fetch(`${server.url}/api/device`, { method: "OPTIONS", headers: { origin } })).headers;
  expect((await preflight("https://ui.example.com")).get("access-control-allow-headers")).toBe("X-Authorization");
  expect((await preflight("https://ui.example.com")).get("access-control-allow-methods")).toBe("GET");
  expect((await preflight("https://evil.org")).get("access-control-allow-methods")).toBeNull();
});

test("a call learns that its caller has gone away, and a stop cuts off calls that outstay it", async () => {
  const begun: (() => void)[] = [];
  const ended = Promise.withResolvers<string>();
  const waiting = open.post("/api/wait", "wait", {
    summary: "wait",
    body: "text",
    handle: (_request, reply) =>
      new Promise<void>((resolve) => {
        const signal = callerSignal(reply);
        begun.shift()?.();
        signal.addEventListener("abort", () => {
          ended.resolve("gone");
          resolve();
        });
      }),
  });
  const clock = new ManualClock();
  const server = await start({}, [waiting], silentLogger, clock);
  const begin = (signal?: AbortSignal) => {
    const started = new Promise<void>((resolve) => begun.push(resolve));
    const answer = fetch(`${server.url}/api/wait`, {
      method: "POST",
      body: "{}",
      ...(signal === undefined ? {} : { signal }),
    }).then(
      () => "answered",
      () => "cut off",
    );
    return { started, answer };
  };
  const leaver = new AbortController();
  const left = begin(leaver.signal);
  await left.started;
  leaver.abort();
  expect([await left.answer, await ended.promise]).toEqual(["cut off", "gone"]);

  const stayed = begin();
  await stayed.started;
  const stopped = server.stop();
  clock.advance(5_000);
  await stopped;
  expect(await stayed.answer).toBe("cut off");
  await server.stop();
});

test("a caller who goes away while a range is read is no failed request", async () => {
  const begun = Promise.withResolvers<undefined>();
  const left = Promise.withResolvers<undefined>();
  // Stands for a read of the store, which ends with the reason of its signal.
  const reading = open.get("/api/range", "range", {
    summary: "range",
    answer: Type.Object({}),
    async handle(_request, reply) {
      const signal = callerSignal(reply);
      begun.resolve(undefined);
      await once(signal, "abort");
      left.resolve(undefined);
      signal.throwIfAborted();
      return {};
    },
  });
  const logged: string[] = [];
  const note = (event: string): void => {
    logged.push(event);
  };
  const server = await start({}, [reading], { ...silentLogger, warn: note, error: note });
  const leaver = new AbortController();
  const call = fetch(`${server.url}/api/range`, { signal: leaver.signal }).catch(() => undefined);
  await begun.promise;
  leaver.abort();
  await Promise.all([call, left.promise]);
  await server.stop();
  expect(logged).toEqual([]);
});

test("a stop does not wait for connections that have sent no request", async () => {
  const plain = await start({});
  const secured = await start({ tls: { cert: SERVER_CERTIFICATE, key: SERVER_KEY } });
  const portOf = ({ url }: RestServer): number => Number(new URL(url).port);
  const sockets = [
    connectTcp(portOf(plain), "127.0.0.1"),
    connectTcp(portOf(plain), "127.0.0.1"),
    connectTcp(portOf(secured), "127.0.0.1"),
    connectTls({ port: portOf(secured), host: "127.0.0.1", ca: SERVER_CERTIFICATE }),
  ];
  const closed = sockets.map((socket) => new Promise((resolve) => socket.on("error", resolve).on("close", resolve)));
  await Promise.all(sockets.map((socket) => once(socket, socket instanceof TLSSocket ? "secureConnect" : "connect")));
  sockets[1]?.write("GET /api/noauth/who/x HTTP/1.1\r\nHost: ");
  // Calls behind them show that they have arrived. The clocks stand still, so that no deadline comes.
  for (const server of [plain, secured]) await callOnce(server);
  await Promise.all([plain.stop(), secured.stop(), ...closed]);
});

test("large answers that are not read are bounded, and given up after the time of a request", async () => {
  const clock = new ManualClock();
  const large = open.get("/api/large", "large", {
    summary: "large",
    answer: plainText(),
    handle: () => "x".repeat(16_000_000),
  });
  const server = await start({ unsentCharsMax: 20_000_000 }, [large, whoRoute], silentLogger, clock);
  const answered = Promise.withResolvers<undefined>();
  const deaf = connectTcp(Number(new URL(server.url).port), "127.0.0.1");
  const closed = new Promise((resolve) => deaf.once("close", resolve));
  deaf.once("readable", () => {
    answered.resolve(undefined);
  });
  deaf.on("error", () => undefined);
  deaf.write("GET /api/large HTTP/1.1\r\nHost: x\r\n\r\n");
  await answered.promise;

  const refused = await fetch(`${server.url}/api/large`);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
  await refused.text();
  expect((await fetch(`${server.url}/api/noauth/who/x`)).status).toBe(200);

  clock.advance(60_000);
  deaf.resume();
  await closed;
  expect((await (await fetch(`${server.url}/api/large`)).text()).length).toBe(16_000_000);
  expect((await (await fetch(`${server.url}/api/large`)).text()).length).toBe(16_000_000);
});
