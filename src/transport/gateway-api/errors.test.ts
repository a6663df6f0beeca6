import { beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { deviceClient, knownDevice, type TestClient } from "../../../test/support/recording-session.ts";
import { refusedWhole, type RefusedEntry } from "../../core/acknowledgement.ts";
import { DomainError, invalid, type ErrorKind } from "../../core/errors.ts";
import { errorCode } from "../mqtt/reason-codes.ts";
import { ERRORS_TOPIC, ErrorNotices, MEANING } from "./errors.ts";

let clock: ManualClock;
let notices: ErrorNotices;
let gateway: TestClient;

beforeEach(() => {
  clock = new ManualClock();
  notices = new ErrorNotices(clock, 3);
  gateway = deviceClient(knownDevice("Gateway", { isGateway: true }));
  gateway.mqtt.subscriptions.set(ERRORS_TOPIC, 1);
});

function refuse(...entries: [RefusedEntry, ...RefusedEntry[]]): void {
  const refusal = { entries, partly: false };
  notices.publish(gateway.client, { topic: "v1/gateway/attributes", packetId: 7, refusal });
}

const payloads = () => gateway.mqtt.published.map(({ payload }) => payload);

describe("the errors topic", () => {
  test("tells what was refused, of which device, by which limit", () => {
    const limit = { name: "maxDevices", value: 100 };
    refuse({ device: "Device A", error: new DomainError("limit-exceeded", "too many devices", { limit }) });
    expect(gateway.mqtt.published).toEqual([
      {
        topic: ERRORS_TOPIC,
        qos: 1,
        payload: {
          ts: clock.now(),
          topic: "v1/gateway/attributes",
          device: "Device A",
          packetId: 7,
          code: 151,
          error: "device-limit",
          message: "too many devices",
          limit,
        },
      },
    ]);
  });

  test("leaves out what does not apply", () => {
    notices.publish(gateway.client, { topic: "x", packetId: undefined, refusal: refusedWhole(invalid("bad")) });
    expect(payloads()).toEqual([{ ts: clock.now(), topic: "x", code: 153, error: "invalid-payload", message: "bad" }]);
  });

  test("gets one message for each refused entry", () => {
    refuse({ device: "A", error: invalid("a") }, { device: "B", error: invalid("b") });
    expect(payloads()).toMatchObject([{ device: "A" }, { device: "B" }]);
  });

  test.each([
    ["invalid", 153, "invalid-payload"],
    ["limit-exceeded", 151, "device-limit"],
    ["rate-limited", 151, "rate-limit"],
    ["forbidden", 135, "not-a-gateway"],
    ["unsupported", 144, "unknown-topic"],
    ["unavailable", 128, "storage"],
    ["conflict", 128, "storage"],
  ] as const)("%s is reported as %i %s", (kind: ErrorKind, code, error) => {
    refuse({ error: new DomainError(kind, "text") });
    expect(payloads()).toMatchObject([{ code, error }]);
  });

  test("gets nothing without a subscription", () => {
    gateway.mqtt.subscriptions.clear();
    refuse({ error: invalid("bad") });
    expect(payloads()).toEqual([]);
  });

  test("gets nothing after the session has ended", () => {
    gateway.client.session = null;
    refuse({ error: invalid("bad") });
    expect(payloads()).toEqual([]);
  });
});

describe("more refusals than a second may tell", () => {
  test("are counted, and the count is reported when the second is over", () => {
    for (let index = 0; index < 10; index++) refuse({ error: invalid(`no ${index}`) });
    expect(payloads()).toHaveLength(3);
    clock.advance(1000);
    expect(payloads()[3]).toMatchObject({
      error: "rate-limit",
      omitted: 7,
      limit: { name: "mqtt.errorNoticesPerSecond", value: 3 },
    });
    clock.advance(10_000);
    expect(payloads()).toHaveLength(4);
  });

  test("the count is one of the messages of its second", () => {
    for (let index = 0; index < 4; index++) refuse({ error: invalid("bad") });
    clock.advance(1000);
    for (let index = 0; index < 4; index++) refuse({ error: invalid("bad") });
    expect(payloads()).toHaveLength(6);
    clock.advance(1000);
    expect(payloads()[6]).toMatchObject({ omitted: 2 });
  });

  test("a second without too many starts afresh", () => {
    for (let second = 0; second < 5; second++) {
      for (let index = 0; index < 3; index++) refuse({ error: invalid("bad") });
      clock.advance(1000);
    }
    expect(payloads()).toHaveLength(15);
    expect(clock.pendingTimers).toBe(0);
  });

  test("leave no timer behind when the session ends", () => {
    for (let index = 0; index < 4; index++) refuse({ error: invalid("bad") });
    notices.closed(gateway.client);
    expect(clock.pendingTimers).toBe(0);
  });
});

test("the code of each kind is that of the PUBACK", () => {
  for (const [kind, [code]] of Object.entries(MEANING)) expect(code).toBe(errorCode(kind as ErrorKind));
});
