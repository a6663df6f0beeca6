// What the guided start waits for, and what counts as the first message.
import { expect, test } from "vitest";
import type { TrafficMessage, Verdict } from "../../api/live-traffic.ts";
import { mayHaveValues, waitingFor } from "./waiting.ts";

function message(verdict: Verdict, given: Partial<TrafficMessage> = {}): TrafficMessage {
  return {
    id: 1,
    ts: 1,
    direction: "up",
    topic: "v1/gateway/telemetry",
    qos: 1,
    bytes: 2,
    payload: "{}",
    cut: false,
    devices: 1,
    points: 1,
    verdict,
    reason: null,
    ackMillis: null,
    ...given,
  };
}

test("without a connection and a message the gateway is absent", () => {
  expect(waitingFor(false, "open", [])).toEqual({ state: "absent", live: "open", refusal: null, other: null });
  expect(waitingFor(true, "open", []).state).toBe("connected");
});

test("the newest message decides: a refusal is shown with its reason, until something is stored", () => {
  const refused = message("refused", { reason: "the payload is no JSON" });
  expect(waitingFor(false, "open", [refused])).toMatchObject({ state: "refused", refusal: "the payload is no JSON" });
  expect(waitingFor(false, "open", [message("stored"), refused])).toMatchObject({
    state: "connected",
    refusal: null,
    other: "v1/gateway/telemetry",
  });
});

test("what the platform sends to the gateway, and what has no answer yet, tells nothing", () => {
  const messages = [message("sent", { direction: "down" }), message("waiting")];
  expect(waitingFor(false, "open", messages).state).toBe("absent");
  expect(mayHaveValues(messages)).toBe(false);
  expect(mayHaveValues([message("partly")])).toBe(true);
});
