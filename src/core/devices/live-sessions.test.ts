import { describe, expect, test } from "vitest";
import { RecordingLiveSession } from "../../../test/support/device-world.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { knownDevice } from "../../../test/support/recording-session.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { millis, type EpochMillis } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import type { EventOf } from "../bus/events.ts";
import { newId, type SessionId } from "../ids.ts";
import type { KnownDevice } from "./known-device.ts";
import type { DownlinkKind } from "./live-session.ts";
import { LiveSessions } from "./live-sessions.ts";
import type { SessionEnd } from "./session-end.ts";

class RecordingPoll extends RecordingLiveSession {
  readonly poll: DownlinkKind;

  constructor(device: KnownDevice, openedAt: EpochMillis, kind: DownlinkKind) {
    super(device, openedAt, kind);
    this.poll = kind;
  }
}

function world({ maxSessions = 1 } = {}) {
  const bus = new InProcessBus(silentLogger);
  const clock = new ManualClock();
  const witnessed: string[] = [];
  const witness = {
    sessionOpened: ({ name }: KnownDevice) => {
      witnessed.push(`${name} opened`);
    },
    lastSessionClosed: ({ name }: KnownDevice, _at: EpochMillis, end: SessionEnd | null) => {
      witnessed.push(`${name} closed${end === null ? "" : ` ${end}`}`);
    },
    sessionReplaced: ({ name }: KnownDevice) => {
      witnessed.push(`${name} replaced`);
    },
  };
  const sessions = new LiveSessions({ bus, clock, witness, log: silentLogger }, { sessionsMax: () => maxSessions });
  sessions.start();
  const events: (EventOf<"session-opened"> | EventOf<"session-closed">)[] = [];
  bus.subscribe("session-opened", (event) => {
    events.push(event);
  });
  bus.subscribe("session-closed", (event) => {
    events.push(event);
  });
  const open = (device: KnownDevice, ...kinds: DownlinkKind[]): RecordingLiveSession => {
    const session = new RecordingLiveSession(device, clock.now(), ...kinds);
    sessions.open(session);
    return session;
  };
  const wait = (device: KnownDevice, kind: DownlinkKind): RecordingPoll => {
    const poll = new RecordingPoll(device, clock.now(), kind);
    sessions.open(poll);
    return poll;
  };
  const connect = (device: KnownDevice, gateway: KnownDevice): void => {
    device.route = { gatewayId: gateway.id, connectedAt: clock.now() };
  };
  return { bus, clock, sessions, witnessed, events, open, wait, connect };
}

describe("sessions of one device", () => {
  test("MQTT 1.5: a second session closes the first as taken over, and the device was never without one", () => {
    const { sessions, open, witnessed, events } = world();
    const device = knownDevice("a");
    const [first, second] = [open(device), open(device)];
    expect([first.closed, second.closed]).toEqual(["taken-over", undefined]);
    sessions.close(first);
    expect(sessions.ofDevice(device.id)).toEqual([second]);
    expect(witnessed).toEqual(["a opened", "a replaced", "a opened"]);
    sessions.close(second);
    sessions.close(second);
    expect(witnessed).toEqual(["a opened", "a replaced", "a opened", "a closed"]);
    expect(events.map(({ kind, sessionId }) => [kind, sessionId])).toEqual([
      ["session-opened", first.id],
      ["session-closed", first.id],
      ["session-opened", second.id],
      ["session-closed", second.id],
    ]);
    expect(sessions.count).toBe(0);
  });

  test("MQTT 1.5: a limit above 1 keeps so many, and the oldest goes", () => {
    const { sessions, clock, open } = world({ maxSessions: 2 });
    const device = knownDevice("a");
    const all = [0, 1, 2].map(() => {
      clock.advance(1);
      return open(device);
    });
    expect(all.map(({ closed }) => closed)).toEqual(["taken-over", undefined, undefined]);
    expect([...sessions.all()]).toEqual(all.slice(1));
  });

  test("MQTT 1.5: changed credentials and a deletion close all sessions of the device, and no others", () => {
    const { bus, open } = world({ maxSessions: 2 });
    const [a, b, c] = [knownDevice("a"), knownDevice("b"), knownDevice("c")];
    const opened = [open(a), open(a), open(b), open(c)];
    bus.publish({ kind: "credentials-changed", deviceId: a.id });
    bus.publish({ kind: "device-deleted", tenantId: b.tenantId, deviceId: b.id, name: "b" });
    expect(opened.map(({ closed }) => closed)).toEqual([
      "administrative",
      "administrative",
      "administrative",
      undefined,
    ]);
  });

  test("a stop closes everything with the reason shutdown", () => {
    const { sessions, open, witnessed } = world();
    const session = open(knownDevice("a"));
    sessions.stop();
    sessions.stop();
    expect([session.closed, sessions.count]).toEqual(["shutdown", 0]);
    expect(witnessed).toEqual(["a opened", "a closed SERVER_STOPPED"]);
  });
});

describe("who gets the downlinks of a device", () => {
  test("its own session, when it has subscribed", () => {
    const { sessions, open } = world();
    const device = knownDevice("a");
    const session = open(device);
    expect(sessions.holderFor(device, "rpc")).toBeUndefined();
    session.subscriptions.add("rpc");
    expect(sessions.holderFor(device, "rpc")).toBe(session);
    expect(sessions.holderFor(device, "attributes")).toBeUndefined();
  });

  test("MQTT 4.1: a routed device's go to its gateway's session only, and to none while that is offline", () => {
    const { sessions, open, connect } = world();
    const [gateway, device] = [knownDevice("g", { isGateway: true }), knownDevice("a")];
    connect(device, gateway);
    expect(sessions.holderFor(device, "rpc")).toBeUndefined();
    const session = open(gateway, "rpc", "attributes");
    expect(sessions.holderFor(device, "rpc")).toBe(session);
    expect(sessions.holdersFor(device, "attributes")).toEqual([session]);
    expect(sessions.holderFor(knownDevice("unrouted"), "rpc")).toBeUndefined();
  });

  test("MQTT 4.1: of a device's own connection and its route the later one has them; when it ends, the other", () => {
    const { sessions, clock, open, connect } = world();
    const [gateway, device] = [knownDevice("g", { isGateway: true }), knownDevice("a")];
    const through = open(gateway, "rpc");
    connect(device, gateway);
    clock.advance(1);
    const own = open(device, "rpc");
    expect(sessions.holderFor(device, "rpc")).toBe(own);
    clock.advance(1);
    connect(device, gateway);
    expect(sessions.holderFor(device, "rpc")).toBe(through);
    device.route = null;
    expect(sessions.holderFor(device, "rpc")).toBe(own);
    connect(device, gateway);
    sessions.close(own);
    expect(sessions.holderFor(device, "rpc")).toBe(through);
  });

  test("MQTT 4.1: the later one is distinguished also within one millisecond", () => {
    const { sessions, open, connect } = world();
    const [gateway, first, second] = [knownDevice("g", { isGateway: true }), knownDevice("a"), knownDevice("b")];
    const through = open(gateway, "rpc");
    connect(first, gateway);
    const own = open(first, "rpc");
    expect(sessions.holderFor(first, "rpc")).toBe(own);
    open(second, "rpc");
    connect(second, gateway);
    expect(sessions.holderFor(second, "rpc")).toBe(through);
  });

  test("MQTT 4.1: a later route through an offline gateway means no session, although the device is there itself", () => {
    const { sessions, clock, open, connect } = world();
    const [gateway, device] = [knownDevice("g", { isGateway: true }), knownDevice("a")];
    open(device, "rpc");
    clock.advance(1);
    connect(device, gateway);
    expect(sessions.holderFor(device, "rpc")).toBeUndefined();
  });

  test("MQTT 4.1: a gateway's own downlinks stay its own, whatever names it", () => {
    const { sessions, open, connect } = world();
    const gateway = knownDevice("g", { isGateway: true });
    const session = open(gateway, "rpc");
    connect(gateway, gateway);
    expect(sessions.holderFor(gateway, "rpc")).toBe(session);
  });

  test("MQTT 1.5: attributes go to every subscribed session, an RPC to the newest subscribed one", () => {
    const { sessions, clock, open } = world({ maxSessions: 3 });
    const device = knownDevice("a");
    const [first, second] = [open(device, "attributes", "rpc"), open(device, "attributes", "rpc")];
    clock.advance(1);
    open(device);
    expect(sessions.holdersFor(device, "attributes")).toEqual([first, second]);
    expect(sessions.holderFor(device, "rpc")).toBe(second);
  });
});

describe("polls", () => {
  test("count as no connection: neither towards the limit nor in what is witnessed", () => {
    const { sessions, open, wait, witnessed, events } = world();
    const device = knownDevice("a");
    const [before, session, after] = [wait(device, "rpc"), open(device), wait(device, "attributes")];
    expect([before.closed, session.closed, after.closed]).toEqual([undefined, undefined, undefined]);
    sessions.close(after);
    const next = open(device);
    expect([before.closed, session.closed]).toEqual([undefined, "taken-over"]);
    sessions.close(next);
    sessions.close(before);
    expect(witnessed).toEqual(["a opened", "a replaced", "a opened", "a closed"]);
    expect(events.flatMap((event) => ("poll" in event ? [event.poll] : []))).toEqual(["rpc", "attributes"]);
    expect(sessions.count).toBe(0);
  });

  test("end with new credentials, with the device and with the stop, as connections do", () => {
    const { sessions, bus, wait } = world();
    const [a, b, c] = [knownDevice("a"), knownDevice("b"), knownDevice("c")];
    const polls = [wait(a, "rpc"), wait(b, "attributes"), wait(c, "rpc")];
    bus.publish({ kind: "credentials-changed", deviceId: a.id });
    bus.publish({ kind: "device-deleted", tenantId: b.tenantId, deviceId: b.id, name: "b" });
    sessions.stop();
    expect(polls.map(({ closed }) => closed)).toEqual(["administrative", "administrative", "shutdown"]);
  });

  test("take what they wait for, as the newest session; of a routed device, that and nothing else", () => {
    const { sessions, clock, open, wait, connect } = world();
    const [gateway, device] = [knownDevice("g", { isGateway: true }), knownDevice("a")];
    const through = open(gateway, "rpc", "attributes");
    connect(device, gateway);
    clock.advance(1);
    const poll = wait(device, "attributes");
    expect(sessions.holdersFor(device, "attributes")).toEqual([poll]);
    expect(sessions.holderFor(device, "rpc")).toBe(through);
    const call = wait(device, "rpc");
    expect(sessions.holderFor(device, "rpc")).toBe(call);
    sessions.close(call);
    expect(sessions.holderFor(device, "rpc")).toBe(through);
    poll.subscriptions.clear();
    expect(sessions.holdersFor(device, "attributes")).toEqual([through]);
  });

  test("elsewhere leave connections here alone", () => {
    const { bus, clock, sessions, open, witnessed } = world();
    const device = knownDevice("a");
    const session = open(device, "rpc");
    for (const poll of ["attributes", "rpc"] as const) {
      const sessionId = newId<SessionId>();
      bus.publish({ kind: "session-opened", deviceId: device.id, sessionId, openedAt: millis(clock.now() + 1), poll });
    }
    expect(session.closed).toBeUndefined();
    sessions.close(session);
    expect(witnessed).toEqual(["a opened", "a closed"]);
  });
});

describe("sessions on other nodes", () => {
  const elsewhere = (device: KnownDevice, openedAt: number, id = newId<SessionId>()) =>
    ({ kind: "session-opened", deviceId: device.id, sessionId: id, openedAt: millis(openedAt) }) as const;

  test("a newer session elsewhere takes over, an older one is left to its node", () => {
    const { bus, clock, open, witnessed } = world();
    const [a, b] = [knownDevice("a"), knownDevice("b")];
    bus.publish(elsewhere(b, clock.now() - 1));
    const [old, newer] = [open(a), open(b)];
    bus.publish(elsewhere(a, clock.now() + 1));
    expect([old.closed, newer.closed]).toEqual(["taken-over", undefined]);
    expect(witnessed).not.toContain("a closed");
  });

  test("one that is replaced is recorded once, by the node of the newer one, and before that one opens", () => {
    const { bus, clock, sessions, open, witnessed } = world();
    const [a, b] = [knownDevice("a"), knownDevice("b")];
    open(a);
    bus.publish(elsewhere(a, clock.now() + 1));
    const former = elsewhere(b, clock.now() - 1);
    bus.publish(former);
    const newer = open(b);
    bus.publish({ kind: "session-closed", deviceId: b.id, sessionId: former.sessionId, closedAt: clock.now() });
    sessions.close(newer);
    expect(witnessed).toEqual(["a opened", "b replaced", "b opened", "b closed"]);
  });

  test("a device connected elsewhere after its route began gets nothing here; when that ends, the route serves again", () => {
    const { bus, clock, sessions, open, connect } = world();
    const [gateway, device] = [knownDevice("g", { isGateway: true }), knownDevice("a")];
    const through = open(gateway, "rpc");
    connect(device, gateway);
    const opened = elsewhere(device, clock.now() + 1);
    bus.publish(opened);
    expect(sessions.holderFor(device, "rpc")).toBeUndefined();
    bus.publish({ kind: "session-closed", deviceId: device.id, sessionId: opened.sessionId, closedAt: clock.now() });
    expect(sessions.holderFor(device, "rpc")).toBe(through);
  });
});
