// Large bodies over real sockets: what one tenant sends, or only says that it will send, costs the others nothing.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { nextTurn } from "../../src/lib/next-turn.ts";
import { afterEach, expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { DeviceHttp } from "../support/device-http.ts";

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

test("REST §20: bodies that one tenant's devices hold back leave half of the memory for bodies to the others", async () => {
  const { token, http: own } = await httpOf();
  const { http } = await httpOf(await platform().createTenant());
  const large = `{"a":"${"x".repeat(MIB - 8)}"}`;
  const hold = (): Promise<Socket> => begin(token, MIB, "x".repeat(MIB - 1));
  await Promise.all(Array.from({ length: 130 }, hold));
  while ((await own.post("/telemetry", large)).status !== 429) await hold();
  expect((await http.post("/telemetry", large)).status).toBe(200);
  expect((await own.post("/telemetry", { small: 1 })).status).toBe(200);
});
