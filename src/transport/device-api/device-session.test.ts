import { beforeEach, describe, expect, test } from "vitest";
import { deviceClient, knownDevice, type RecordingSession } from "../../../test/support/recording-session.ts";
import type { Downlink } from "../../core/devices/live-session.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import { JsonText } from "../../core/values.ts";
import type { DeviceSession } from "./device-session.ts";

let own: KnownDevice;
let proxied: KnownDevice;
let mqtt: RecordingSession;
let session: DeviceSession;

beforeEach(() => {
  open(knownDevice("Gateway", { isGateway: true }));
  proxied = knownDevice("Device A");
});

function open(device: KnownDevice): void {
  own = device;
  const opened = deviceClient(device);
  mqtt = opened.mqtt;
  if (opened.client.session === null) throw new Error("no session");
  session = opened.client.session;
}

function subscribe(filter: string, qos: 0 | 1 = 1) {
  mqtt.subscriptions.set(filter, qos);
  return session.subscribed(filter);
}

function unsubscribe(filter: string): void {
  mqtt.subscriptions.delete(filter);
  session.unsubscribed(filter);
}

const UPDATE: Downlink = {
  kind: "attributes-updated",
  values: [
    ["target", 21.5],
    ["mode", "eco"],
  ],
};
const CALL: Downlink = {
  kind: "rpc",
  requestId: 7,
  method: "toggle",
  params: '{"pin":1,"big":12345678901234567890}',
  oneWay: false,
};

describe("downlinks of a proxied device", () => {
  test("attribute updates go to the gateway topic, at the QoS granted", () => {
    subscribe("v1/gateway/attributes", 0);
    expect(session.deliver(proxied, UPDATE)).toBe("sent");
    expect(mqtt.published).toEqual([
      { topic: "v1/gateway/attributes", qos: 0, payload: { device: "Device A", data: { target: 21.5, mode: "eco" } } },
    ]);
  });

  test("deletions list their keys, one of them too", () => {
    subscribe("v1/gateway/attributes");
    session.deliver(proxied, { kind: "attributes-deleted", keys: ["target"] });
    expect(mqtt.texts).toEqual(['{"device":"Device A","data":{"deleted":["target"]}}']);
  });

  test("values keep type, digits and order", () => {
    subscribe("v1/gateway/attributes");
    session.deliver(proxied, {
      kind: "attributes-updated",
      values: [
        ["10", 9_007_199_254_740_993n],
        ["2", new JsonText('{"1":12345678901234567890,"0":5}')],
        ["__proto__", true],
        ['a"b', "x"],
      ],
    });
    expect(mqtt.texts).toEqual([
      '{"device":"Device A","data":{"10":9007199254740993,"2":{"1":12345678901234567890,"0":5},"__proto__":true,"a\\"b":"x"}}',
    ]);
  });

  test("commands carry their id in the payload, and their params unchanged", () => {
    subscribe("v1/gateway/rpc");
    session.deliver(proxied, CALL);
    expect(mqtt.published[0]?.topic).toBe("v1/gateway/rpc");
    expect(mqtt.texts).toEqual([
      '{"device":"Device A","data":{"id":7,"method":"toggle","params":{"pin":1,"big":12345678901234567890}}}',
    ]);
  });

  test("carry the name the device has now", () => {
    subscribe("v1/gateway/rpc");
    proxied.name = "Renamed";
    session.deliver(proxied, CALL);
    expect(mqtt.published[0]?.payload).toMatchObject({ device: "Renamed" });
  });

  test("need a subscription", () => {
    subscribe("v1/devices/me/attributes");
    expect(session.accepts("attributes", proxied)).toBe(false);
    expect(session.deliver(proxied, UPDATE)).toBe("not-subscribed");
    subscribe("v1/gateway/attributes");
    expect(session.accepts("attributes", proxied)).toBe(true);
    expect(session.accepts("rpc", proxied)).toBe(false);
    unsubscribe("v1/gateway/attributes");
    expect(session.accepts("attributes", proxied)).toBe(false);
  });

  test("never reach a session that is no gateway's", () => {
    open(knownDevice("Device B"));
    expect(subscribe("v1/gateway/rpc")).toBeUndefined();
    expect(session.deliver(proxied, CALL)).toBe("not-subscribed");
  });
});

describe("downlinks of the session's own device", () => {
  test("need a subscription", () => {
    subscribe("v1/gateway/attributes");
    expect(session.deliver(own, UPDATE)).toBe("not-subscribed");
  });

  test.each(["v1/devices/me/attributes", "v2/a", "v2/a/j"])("attribute updates go to %s", (topic) => {
    subscribe(topic);
    session.deliver(own, UPDATE);
    session.deliver(own, { kind: "attributes-deleted", keys: ["a", "b"] });
    expect(mqtt.published.map(({ topic: to }) => to)).toEqual([topic, topic]);
    expect(mqtt.texts).toEqual(['{"target":21.5,"mode":"eco"}', '{"deleted":["a","b"]}']);
  });

  test.each([
    ["v1/devices/me/rpc/request/+", "v1/devices/me/rpc/request/7"],
    ["v2/r/req/+", "v2/r/req/7"],
    ["v2/r/req/j/+", "v2/r/req/j/7"],
  ])("commands for %s go to %s, without the id in the payload", (filter, topic) => {
    subscribe(filter);
    session.deliver(own, CALL);
    expect(mqtt.published[0]?.topic).toBe(topic);
    expect(mqtt.texts).toEqual(['{"method":"toggle","params":{"pin":1,"big":12345678901234567890}}']);
  });

  test("go to the variant that was subscribed last, and to the one before when that is given up", () => {
    subscribe("v2/a");
    subscribe("v1/devices/me/attributes");
    subscribe("v2/a");
    session.deliver(own, UPDATE);
    unsubscribe("v2/a");
    session.deliver(own, UPDATE);
    expect(mqtt.published.map(({ topic }) => topic)).toEqual(["v2/a", "v1/devices/me/attributes"]);
  });
});

describe("a command", () => {
  test("is delivered when the client has acknowledged it", () => {
    subscribe("v1/gateway/rpc");
    let delivered = 0;
    session.deliver(proxied, CALL, () => {
      delivered++;
    });
    expect(delivered).toBe(0);
    for (const acked of mqtt.acks) acked();
    expect(delivered).toBe(1);
  });

  test("larger than the client accepts is refused", () => {
    subscribe("v1/gateway/rpc");
    mqtt.payloadMax = 10;
    expect(session.deliver(proxied, CALL)).toMatchObject({ kind: "too-large" });
  });
});

test("a subscription tells which downlinks may come now", () => {
  expect(subscribe("v1/gateway/rpc")).toBe("rpc");
  expect(subscribe("v2/r/req/+")).toBe("rpc");
  expect(subscribe("v1/gateway/attributes")).toBe("attributes");
  expect(subscribe("v2/a")).toBe("attributes");
  expect(subscribe("v1/gateway/errors")).toBeUndefined();
});

test("close hands on its reason", () => {
  session.close("taken-over");
  expect(mqtt.closed).toBe("taken-over");
});
