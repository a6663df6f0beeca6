// Refused messages of gateways and a process that is killed: what was stored is there, in the middle of a flood too, and no
// acknowledged point is lost to it.
import { afterAll, expect, test } from "vitest";
import { KillableServers, type KillableServer } from "../support/killable-server.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";

const TELEMETRY = "v1/gateway/telemetry";
const KEPT_MAX = 500;
const FLOOD = 2_000;
const IN_FLIGHT = 100;
const PATIENCE = { interval: 100 };

const servers = new KillableServers();
afterAll(() => servers.endAll());

interface Page {
  readonly data: readonly { readonly payload: string }[];
  readonly totalElements: number;
}

test("refusals are there after a kill, during a flood of them too, and so is what was acknowledged meanwhile", async () => {
  const folder = servers.folder();
  let lastNumber = 0;
  const start = async () => {
    const server = await servers.start(folder, { LOG_LEVEL: "warn" });
    return { server, tenant: await server.tenant(() => ++lastNumber) };
  };
  const clientOf = (server: KillableServer, token: string) =>
    RawMqttClient.connect({ port: server.mqttPort, protocol: 5 }, { username: token });

  const first = await start();
  const gateway = await first.tenant.createGateway();
  const path = `/api/gateways/${gateway.id}/refusals?pageSize=1000&page=0`;
  const refusals = async ({ tenant }: typeof first) => (await tenant.rest.get(path)) as Page;
  const client = await clientOf(first.server, gateway.token);
  await client.publish(TELEMETRY, "before the kill");
  await expect.poll(async () => (await refusals(first)).totalElements, PATIENCE).toBe(1);
  await first.server.kill();

  const second = await start();
  expect((await refusals(second)).data).toMatchObject([{ payload: "before the kill" }]);
  const flooding = await clientOf(second.server, gateway.token);
  for (let sent = 0; sent < FLOOD; sent += IN_FLIGHT)
    await Promise.all(
      Array.from({ length: IN_FLIGHT }, (_, index) => flooding.publish(TELEMETRY, `flood ${String(sent + index)}`)),
    );
  await flooding.publish(TELEMETRY, { Boiler: [{ temperature: 21.5 }] });
  await expect.poll(async () => (await refusals(second)).totalElements, PATIENCE).toBeGreaterThan(1);
  await second.server.kill();

  const third = await start();
  const { data, totalElements } = await refusals(third);
  expect(totalElements).toBeGreaterThan(1);
  expect(totalElements).toBeLessThanOrEqual(KEPT_MAX);
  expect(data[0]?.payload).toMatch(/^flood /);
  const boiler = await third.tenant.existing("Boiler");
  expect(await third.tenant.latestValues(boiler.id)).toMatchObject({ temperature: 21.5 });
});
