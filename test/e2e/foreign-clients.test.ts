// Clients that others have written, against the platform as a process: what they expect of a server it must do.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { text as readAll } from "node:stream/consumers";
import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { member } from "../support/rest-client.ts";
import { startServerProcess, type ServerProcess } from "../support/server-process.ts";
import type { TestDevice } from "../support/tenant.ts";

const hasMosquitto = spawnSync("mosquitto_pub", ["--help"]).error === undefined;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.stop());

describe.skipIf(!hasMosquitto).each(["mqttv31", "mqttv311", "mqttv5"])("mosquitto clients with %s", (version) => {
  test("a reading that mosquitto_pub has delivered at QoS 1 is stored", async () => {
    const gateway = await server.tenant.createGateway();
    const device = server.tenant.uniqueName("Device");
    const payload = { [device]: [{ ts: 1_700_000_000_000, values: { temperature: 21.5 } }] };

    const published = await publish(gateway, version, "v1/gateway/telemetry", payload);

    expect(published).toEqual({ code: 0, errors: "" });
    const { id } = await server.tenant.existing(device);
    expect(await server.tenant.latest(id)).toEqual({ temperature: { ts: 1_700_000_000_000, value: 21.5 } });
  });

  test("what mosquitto_pub sends at QoS 2 is stored", async () => {
    const gateway = await server.tenant.createGateway();
    const device = server.tenant.uniqueName("Device");

    const published = await publish(gateway, version, "v1/gateway/telemetry", { [device]: [{ temperature: 21.5 }] }, 2);

    expect(published).toEqual({ code: 0, errors: "" });
    const { id } = await server.tenant.existing(device);
    expect(await server.tenant.latestValues(id)).toEqual({ temperature: 21.5 });
  });

  test("an unknown token makes mosquitto_pub fail", async () => {
    const stranger = { id: "", name: "", token: "no-such-token" };

    const { code, errors } = await publish(stranger, version, "v1/devices/me/telemetry", { a: 1 });

    expect(code).not.toBe(0);
    expect(errors).toMatch(/not authori[sz]ed|bad user name/i);
  });

  test("mosquitto_sub is sent shared attributes of a connected device", async () => {
    const gateway = await server.tenant.createGateway();
    const name = server.tenant.uniqueName("Device");
    await publish(gateway, version, "v1/gateway/connect", { device: name });
    const device = await server.tenant.existing(name);

    const subscriber = await subscribe(gateway, version, "v1/gateway/attributes");
    await server.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 21.5 });

    expect(JSON.parse(await subscriber.message)).toEqual({ device: name, data: { target: 21.5 } });
  });

  test("a command comes through mosquitto_sub and its answer through mosquitto_pub", async () => {
    const gateway = await server.tenant.createGateway();
    const name = server.tenant.uniqueName("Device");
    await publish(gateway, version, "v1/gateway/connect", { device: name });
    const device = await server.tenant.existing(name);

    const subscriber = await subscribe(gateway, version, "v1/gateway/rpc");
    const call = server.tenant.call(device.id, { method: "toggle", params: { pin: 1 } });
    const command: unknown = JSON.parse(await subscriber.message);
    const id = member(command, "data", "id");
    await publish(gateway, version, "v1/gateway/rpc", { device: name, id, data: { success: true } });

    expect(command).toEqual({ device: name, data: { id, method: "toggle", params: { pin: 1 } } });
    expect((await call).body).toEqual({ success: true });
  });
});

describe.each([4, 5] as const)("MQTT.js with protocol version %i", (protocolVersion) => {
  test("a gateway connects a device, sends, asks and answers", async () => {
    const gateway = await server.tenant.createGateway();
    const client = await connectMqttJs(gateway, { protocolVersion });
    const name = server.tenant.uniqueName("Device");

    const grants = await client.subscribeAsync(
      ["v1/gateway/rpc", "v1/gateway/attributes", "v1/gateway/attributes/response"],
      { qos: 1 },
    );
    expect(grants.map(({ qos }) => qos)).toEqual([1, 1, 1]);
    await send(client, "v1/gateway/connect", { device: name, type: "thermometer" });
    await send(client, "v1/gateway/telemetry", { [name]: [{ temperature: 21.5 }] });
    await send(client, "v1/gateway/attributes", { [name]: { firmware: "1.0" } });
    const device = await server.tenant.existing(name);
    expect(await server.tenant.latestValues(device.id)).toEqual({ temperature: 21.5 });

    const answered = nextMessage(client, "v1/gateway/attributes/response");
    await send(client, "v1/gateway/attributes/request", { id: 1, device: name, client: ["firmware"] });
    expect(await answered).toEqual({ id: 1, device: name, client: { firmware: "1.0" }, values: { firmware: "1.0" } });

    const notified = nextMessage(client, "v1/gateway/attributes");
    await server.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 20 });
    expect(await notified).toEqual({ device: name, data: { target: 20 } });

    const commanded = nextMessage(client, "v1/gateway/rpc");
    const call = server.tenant.call(device.id, { method: "getState" });
    const id = member(await commanded, "data", "id");
    await send(client, "v1/gateway/rpc", { device: name, id, data: { on: true } });
    expect((await call).body).toEqual({ on: true });

    await client.endAsync();
  });

  test("a client that subscribes, leaves and comes back with the same id is served as before", async () => {
    const device = await server.tenant.createDevice();
    for (let visit = 0; visit < 3; visit++) {
      const client = await connectMqttJs(device, { protocolVersion, clientId: `visitor-${device.name}`, clean: false });
      await client.subscribeAsync("v1/devices/me/attributes", { qos: 1 });
      const notified = nextMessage(client, "v1/devices/me/attributes");
      await server.tenant.saveAttributes(device.id, "SHARED_SCOPE", { visit });
      expect(await notified).toEqual({ visit });
      await client.endAsync();
    }
  });
});

test("MQTT.js 5 gets the reason of a refusal", async () => {
  const gateway = await server.tenant.createGateway();
  const client = await connectMqttJs(gateway, { protocolVersion: 5 });

  await expect(send(client, "v1/gateway/telemetry", [])).rejects.toMatchObject({ code: 0x99 });
  await expect(client.subscribeAsync("v1/gateway/#", { qos: 1 })).rejects.toThrow();

  await client.endAsync();
});

interface Published {
  readonly code: number | null;
  readonly errors: string;
}

async function publish(
  { token }: TestDevice,
  version: string,
  topic: string,
  payload: unknown,
  qos = 1,
): Promise<Published> {
  const message = ["-t", topic, "-q", String(qos), "-m", JSON.stringify(payload)];
  const publisher = spawn("mosquitto_pub", [...address(token, version), ...message], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const closed = once(publisher, "close") as Promise<[number | null]>;
  const [[code], errors] = await Promise.all([closed, readAll(publisher.stderr)]);
  return { code, errors };
}

/** Resolves when mosquitto_sub has been granted its subscription; it ends after one message. */
async function subscribe(
  { token }: TestDevice,
  version: string,
  topic: string,
): Promise<{ readonly message: Promise<string> }> {
  const args = [...address(token, version), "-t", topic, "-q", "1", "-C", "1", "-d", "-F", "message %p"];
  // Into a pipe it writes block by block; by lines, one can see when it has been granted its subscription.
  const subscriber = spawn("stdbuf", ["-oL", "mosquitto_sub", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const granted = Promise.withResolvers<undefined>();
  let printed = "";
  subscriber.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
    if (/^Subscribed .*\n/m.test(printed)) granted.resolve(undefined);
  });
  const message = once(subscriber, "close").then(() => /^message (.*)$/m.exec(printed)?.[1] ?? printed);
  void message.then(() => {
    granted.reject(new Error(`mosquitto_sub ended: ${printed}`));
  });
  await granted.promise;
  return { message };
}

function address(token: string, version: string): string[] {
  return ["-h", "127.0.0.1", "-p", String(server.mqttPort), "-V", version, "-u", token];
}

async function connectMqttJs({ token }: TestDevice, options: IClientOptions): Promise<MqttClient> {
  return await connectAsync({
    host: "127.0.0.1",
    port: server.mqttPort,
    protocol: "mqtt",
    username: token,
    reconnectPeriod: 0,
    ...options,
  });
}

async function send(client: MqttClient, topic: string, payload: unknown): Promise<void> {
  await client.publishAsync(topic, JSON.stringify(payload), { qos: 1 });
}

async function nextMessage(client: MqttClient, wanted: string): Promise<unknown> {
  const message = Promise.withResolvers<unknown>();
  const receive = (topic: string, payload: Buffer): void => {
    if (topic === wanted) message.resolve(JSON.parse(payload.toString()));
  };
  client.on("message", receive);
  try {
    return await message.promise;
  } finally {
    client.off("message", receive);
  }
}
