import { beforeEach, describe, expect, test } from "vitest";
import {
  deviceClient,
  handle,
  knownDevice,
  messageOf,
  tenantLimits,
  type TestClient,
} from "../../../test/support/recording-session.ts";
import { World } from "../../../test/support/topic-api-world.ts";
import { DomainError } from "../../core/errors.ts";
import { GatewayClaims } from "./claims.ts";

let world: World;
let gateway: TestClient;
let api: GatewayClaims;

beforeEach(() => {
  world = new World();
  gateway = deviceClient(knownDevice("Gateway", { isGateway: true }));
  api = new GatewayClaims(world.gatewayDeps);
});

const claim = (payload: unknown, from = gateway) =>
  handle(messageOf(from.client, from.mqtt, payload), (message) => api.receive(message));

describe("claims of several devices", () => {
  test("are opened in one call, and unknown devices created in one", async () => {
    world.add("Device B");
    await claim({
      "Device A": { secretKey: "s", durationMs: 60_000 },
      "Device B": {},
      "Device C": { secretKey: null },
    });
    expect(world.log).toEqual(["findOrCreateAll Device A,Device C", "openAll"]);
    expect(world.claims).toEqual([
      { name: "Device A", request: { secretKey: "s", durationMillis: 60_000 } },
      { name: "Device B", request: { secretKey: "", durationMillis: null } },
      { name: "Device C", request: { secretKey: "", durationMillis: null } },
    ]);
    expect(world.stored.get("Device A")?.route).toBeNull();
    expect(gateway.mqtt.log).toEqual(["ok"]);
  });

  test("are opened a part in each turn of the tenant, as each takes a keyed digest", async () => {
    const names = Array.from({ length: 250 }, (_, index) => `Device ${String(index)}`);
    for (const name of names) world.add(name);
    const opened: number[] = [];
    gateway.mqtt.inTurn = async (work) => {
      const before = world.claims.length;
      work();
      opened.push(world.claims.length - before);
    };

    await claim(Object.fromEntries(names.map((name) => [name, {}])));

    expect(opened).toEqual([100, 100, 50]);
    expect(world.claims.map(({ name }) => name)).toEqual(names);
    expect(gateway.mqtt.log).toEqual(["ok"]);
  });

  test("a bad one does not undo the others", async () => {
    await claim({ "Device A": { secretKey: {} }, "Device B": {}, "Device C": "x", "Device D": { durationMs: true } });
    expect(world.claims.map(({ name }) => name)).toEqual(["Device B"]);
    expect(gateway.mqtt.refused).toEqual([
      ["Device A", "invalid"],
      ["Device C", "invalid"],
      ["Device D", "invalid"],
    ]);
    expect(gateway.mqtt.refusals[0]?.partly).toBe(true);
    expect(world.stored.has("Device A")).toBe(false);
  });

  test("at the device limit the known devices' claims are opened", async () => {
    world.add("Device B");
    world.maxDevices = 1;
    await claim({ "Device A": {}, "Device B": {} });
    expect(gateway.mqtt.refused).toEqual([["Device A", "limit-exceeded"]]);
    expect(world.claims.map(({ name }) => name)).toEqual(["Device B"]);
  });

  test("that cannot be stored are refused", async () => {
    world.add("Device A");
    world.failure = new DomainError("unavailable", "no store");
    await claim({ "Device A": {} });
    expect(gateway.mqtt.log).toEqual(["unavailable"]);
  });

  test("are charged one by one", async () => {
    const limited = deviceClient(knownDevice("Gateway", { isGateway: true }), {
      limits: tenantLimits({ gateway: { messages: "1:1" } }),
    });
    await claim({ "Device A": {}, "Device B": {} }, limited);
    expect(limited.mqtt.refused).toEqual([["Device B", "rate-limited"]]);
    expect(world.claims).toHaveLength(1);
  });
});
