// Large bodies over real sockets: what one tenant sends, or only says that it will send, costs the others nothing.
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { nextTurn } from "../../src/lib/next-turn.ts";
import { afterEach, expect, test } from "vitest";
import { connectGateway, TELEMETRY, useTestPlatform } from "../support/conformance.ts";
import { DeviceHttp } from "../support/device-http.ts";
import { raw } from "../support/rest-conformance.ts";
import { soakTest } from "../support/soak-test.ts";

const MIB = 1_048_576;

const platform = useTestPlatform();
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A request of a device that has sent its head and some of its body. */
async function begin(token: string, announced: number, sent: string): Promise<Socket> {
  const socket = connect(Number(new URL(platform().anonymous.baseUrl).port), "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(
    `POST /api/v1/${token}/telemetry HTTP/1.1\r\nHost: x\r\nContent-Length: ${String(announced)}\r\n\r\n${sent}`,
  );
  return socket;
}

async function httpOf(tenant = platform().tenant): Promise<{ readonly token: string; readonly http: DeviceHttp }> {
  const { token } = await tenant.createDevice();
  return { token, http: new DeviceHttp(platform().anonymous, token) };
}

test("REST §14: a device may send 1 MiB unless the operator says otherwise; more is refused before it is read", async () => {
  const { token, http } = await httpOf();
  expect((await http.post("/telemetry", `{"a":"${"x".repeat(MIB - 8)}"}`)).status).toBe(200);
  const refused = await http.post("/telemetry", " ".repeat(MIB + 1));
  expect([refused.status, refused.text]).toEqual([413, expect.stringContaining(String(MIB))]);
  const socket = await begin(token, 49 * MIB, "");
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
});

test("REST §20: what is announced takes nothing from others, and a body that falls silent ends early", async () => {
  const { token } = await httpOf();
  const { http } = await httpOf(await platform().createTenant());
  const silent = await Promise.all(Array.from({ length: 400 }, () => begin(token, MIB, "[")));
  expect((await http.post("/telemetry", `{"a":"${"x".repeat(500_000)}"}`)).status).toBe(200);
  let pending = silent.length;
  const answers = silent.map(async (socket) => {
    const [answer] = (await once(socket, "data")) as [Buffer];
    pending--;
    return answer.toString().split("\r\n", 1)[0];
  });
  // Some may not have been looked at when the time begins to pass.
  while (pending > 0) {
    platform().clock.advance(1000);
    await nextTurn();
  }
  expect(new Set(await Promise.all(answers))).toEqual(new Set(["HTTP/1.1 408 Request Timeout"]));
});

soakTest(
  "REST §20: bodies that one tenant's devices hold back leave half of the memory for bodies to the others",
  async () => {
    const { token, http: own } = await httpOf();
    const { http } = await httpOf(await platform().createTenant());
    const large = `{"a":"${"x".repeat(MIB - 8)}"}`;
    const hold = (): Promise<Socket> => begin(token, MIB, "x".repeat(MIB - 1));
    // One less than half, so that none of them is refused while another one is still coming: that would give back what it holds.
    await Promise.all(Array.from({ length: 127 }, hold));
    do {
      await hold();
      await platform().settle();
    } while ((await own.post("/telemetry", large)).status !== 429);
    expect((await http.post("/telemetry", large)).status).toBe(200);
    expect((await own.post("/telemetry", { small: 1 })).status).toBe(200);
  },
);

/** An object or array of so many bytes at most, of what `item` gives. */
function filled(bytes: number, [open, close]: readonly [string, string], item: (index: number) => string): string {
  const items: string[] = [];
  let length = 2;
  for (let index = 0; length < bytes; index++) {
    const next = item(index);
    length += next.length + 1;
    if (length < bytes) items.push(next);
  }
  return `${open}${items.join(",")}${close}`;
}

/** Each value has a name of its own. */
const namesOf = (bytes: number): string => filled(bytes, ["{", "}"], (index) => `"${index.toString(36)}":1`);
const valuesOf = (bytes: number): string => filled(bytes, ["[", "]"], () => "{}");

const postValues = (path: string, body: string) => raw(platform(), "POST", path, { body });

test("REST §20: a body of more names or values than one may have is refused, with the bound, and little memory", async () => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  const { http } = await httpOf();
  const of = `/api/plugins/telemetry/DEVICE/${id}`;
  const nested = `{"a":${namesOf(15 * MIB)}}`;
  const before = process.memoryUsage().rss;
  const refused = await Promise.all([
    postValues(`${of}/timeseries/ANY`, namesOf(16 * MIB)),
    postValues(`${of}/timeseries/ANY`, nested),
    postValues(`${of}/attributes/SERVER_SCOPE`, namesOf(16 * MIB)),
    postValues(`${of}/attributes/SERVER_SCOPE`, nested),
    http.post("/telemetry", namesOf(MIB)),
    http.post("/attributes", namesOf(MIB)),
  ]);
  for (const { status, text } of refused)
    expect([status, text]).toEqual([413, expect.stringContaining("50000 different names")]);
  const values = await postValues(`${of}/timeseries/ANY`, valuesOf(16 * MIB));
  expect([values.status, values.text]).toEqual([413, expect.stringContaining("2000000 values")]);
  const query = await raw(platform(), "POST", "/api/entitiesQuery/find", {
    headers: { "content-type": "application/json" },
    body: valuesOf(MIB),
  });
  expect([query.status, query.text]).toEqual([413, expect.stringContaining("50000 values")]);
  expect(await tenant.latest(id)).toEqual({});
  // Half of it are the bodies themselves, which the senders keep here as well; it was three times as much.
  expect(process.memoryUsage().rss - before).toBeLessThan(600 * MIB);
});

test("REST §20: messages of others are stored and acknowledged while a large body is being read", async () => {
  const { id } = await platform().tenant.createDevice();
  const other = await connectGateway(platform(), { tenant: await platform().createTenant() });
  const body = filled(15 * MIB, ["[", ",3]"], () => '{"ts":1700000000000,"values":{"count":9007199254740993}}');
  const codes: number[] = [];
  const reading = { isOver: false };
  const answer = postValues(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, body).finally(() => {
    reading.isOver = true;
  });
  while (!reading.isOver) codes.push(await other.publish(TELEMETRY, { Pump: [{ pressure: 2 }] }));
  expect((await answer).status).toBe(400);
  expect(new Set(codes)).toEqual(new Set([0]));
  expect(codes.length).toBeGreaterThan(20);
});

/** Sends a device's body over a connection of its own, whose bytes are not copied here, and reads the status of the answer. */
async function send(token: string, body: Buffer): Promise<string> {
  const socket = await begin(token, body.length, "");
  socket.write(body);
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return answer.toString("latin1", 0, 12);
}

test("REST §20: the memory that a large body came in is given back at once, and leaves the collector nothing to do", async () => {
  const { token } = await httpOf();
  const body = Buffer.from(namesOf(MIB));
  expect(await send(token, body)).toBe("HTTP/1.1 413");
  const before = process.memoryUsage().arrayBuffers;
  for (let sent = 0; sent < 20; sent++) await send(token, body);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * MIB);
});

/** As Linux has it: the threads of this process, each with a priority of its own. */
function priorities(): readonly number[] {
  return readdirSync("/proc/self/task").map((thread) => {
    const [, fields = ""] = readFileSync(`/proc/self/task/${thread}/stat`, "utf8").split(") ");
    return Number(fields.split(" ")[16]);
  });
}

test.runIf(process.platform === "linux")(
  "REST §20: a thread that reads large bodies takes the processor from nobody who serves messages",
  async () => {
    const { http } = await httpOf();
    expect((await http.post("/telemetry", `{"a":"${"x".repeat(100_000)}"}`)).status).toBe(200);
    expect(priorities().filter((nice) => nice > 0)).toEqual([10]);
    expect(priorities().filter((nice) => nice === 0).length).toBeGreaterThan(5);
  },
);

test("REST §14: what a device sends beyond its rate limit is refused before it is read", async () => {
  const tenant = await platform().createTenant({ transportDeviceTelemetryMsgRateLimit: "1:60" });
  const { http } = await httpOf(tenant);
  expect((await http.post("/telemetry", { a: 1 })).status).toBe(200);
  const unreadable = "x".repeat(200_000);
  for (const path of ["/telemetry", "/attributes"]) expect((await http.post(path, unreadable)).status).toBe(429);
});

test.each([
  ["telemetry", '{"a":1,"b":"t","c":true,"d":{"x":[1,null]},"e":9007199254740993,"f":null,"g":1e400}'],
  ["telemetry", '{"a":1,"b":"t","c":true,"d":{"10":1,"2":[9007199254740993]},"e":-9223372036854775808,"f":null}'],
  ["telemetry", '[{"ts":5,"values":{"a":1,"b":2}},{"ts":6,"values":{"a":"é\\n","__proto__":7}}]'],
  ["telemetry", '[{"a":1},{"":2}]'],
  ["telemetry", '[{"a":1},3]'],
  ["telemetry", "{a:1}"],
  ["telemetry", "[]"],
  ["telemetry", `{"deep":${"[".repeat(70)}${"]".repeat(70)}}`],
  ["attributes", '{"a":1,"b":"t","c":true,"d":{"10":1,"2":[9007199254740993]},"e":9007199254740993,"f":null}'],
  ["attributes", '{"a":1,"__proto__":"p"}'],
  ["attributes", '{"<b>":1}'],
  ["attributes", '{"a":1,}'],
  ["attributes", "[1]"],
])("REST §9, §14: large %s are taken, stored and refused as small ones are: %s", async (kind, body) => {
  const { tenant } = platform();
  const padded = `${" ".repeat(100_000)}${body}`;
  const seen = async (sent: string) => {
    const device = await tenant.createDevice();
    const { id } = await tenant.createDevice();
    const http = new DeviceHttp(platform().anonymous, device.token);
    const own = await http.post(`/${kind}`, sent);
    const path = kind === "telemetry" ? "timeseries/ANY" : "attributes/SERVER_SCOPE";
    const rest = await postValues(`/api/plugins/telemetry/DEVICE/${id}/${path}`, sent);
    return {
      // Places in the text are others.
      answers: [own, rest].map(({ status, text }) => [status, text.replace(/position.*|at line.*|Unexpected.*/s, "")]),
      stored: [await tenant.latest(device.id), await tenant.latest(id)],
      attributes: [await tenant.attributes(device.id, "CLIENT_SCOPE"), await tenant.attributes(id, "SERVER_SCOPE")],
    };
  };
  expect(await seen(padded)).toEqual(await seen(body));
});

test("REST §9: a large body of many points is stored as a whole, and answered when it is durable", async () => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  const body = filled(4 * MIB, ["[", "]"], (index) => `{"ts":${String(index + 1)},"values":{"a":${String(index)}}}`);
  const count = body.split("ts").length - 1;
  expect((await postValues(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, body)).status).toBe(200);
  expect(await tenant.latest(id)).toEqual({ a: { ts: count, value: count - 1 } });
  const counted = await tenant.rest.get(
    `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=a&startTs=0&endTs=10000000&agg=COUNT&interval=10000000`,
  );
  expect(counted).toEqual({ a: [{ ts: 5_000_000, value: String(count) }] });
});
