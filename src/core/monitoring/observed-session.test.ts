import { expect, test } from "vitest";
import { knownDevice } from "../../../test/support/recording-session.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { ObservedSession } from "./observed-session.ts";
import type { TrafficMessage } from "./traffic-message.ts";
import { TrafficWatch } from "./traffic-watch.ts";

const PENDING_MAX = 1_000;

test("a message whose acknowledgement is no longer awaited says why: too many wait, or the connection has ended", () => {
  const clock = new ManualClock();
  const device = knownDevice("Gateway", { isGateway: true });
  const shown: TrafficMessage[] = [];
  const watcher = {
    mayRead: () => true,
    updated: ({ messages }: { readonly messages: readonly TrafficMessage[] }) => {
      shown.push(...messages);
      return true;
    },
    ended: () => undefined,
  };
  let lastId = 0;
  const session = new ObservedSession(device, clock, () => ++lastId);
  session.watches = [new TrafficWatch(device, watcher, { clock, perSecondMax: Infinity, forbidden: () => undefined })];
  const reasonsOf = (id: number) => shown.filter((message) => message.id === id).flatMap(({ reason }) => reason ?? []);

  for (let ack = 0; ack <= PENDING_MAX; ack++)
    session.received(ack, { topic: "v1/gateway/telemetry", qos: 1, payload: "{}", ts: clock.now() });
  session.closed();
  clock.advance(1_000);

  expect(reasonsOf(1)).toEqual(["more than 1000 messages wait for their acknowledgement; this one's is not shown"]);
  expect(reasonsOf(2)).toEqual(["the connection ended before it was acknowledged"]);
});
