// What nodes have in memory: latest points of series, and sessions of other nodes, over which they pass when they look for those of one.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { LatestPoints } from "../../../src/adapters/duckdb/latest-points.ts";
import { InProcessBus } from "../../../src/adapters/in-process-bus/in-process-bus.ts";
import { LiveSessions } from "../../../src/core/devices/live-sessions.ts";
import { newId, type DeviceId, type NodeId, type SessionId } from "../../../src/core/ids.ts";
import { ValueKind } from "../../../src/core/telemetry/telemetry.ts";
import { millis, systemClock } from "../../../src/lib/clock.ts";
import { silentLogger } from "../../../src/lib/logger.ts";
import { leastMicros } from "./processor-time.ts";

/** For as many there is room when the last has come. */
const SERIES = 1_048_575;
const SESSIONS = 200_000;
const PASSES = 20;

function usedBytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

export function measureLatestBytes(): number {
  const before = usedBytes();
  const latest = new LatestPoints();
  for (let series = 1; series <= SERIES; series++)
    latest.restoreStored(series, { ts: 1_700_000_000_000, kind: ValueKind.NUMBER, num: series, text: null });
  const bytes = usedBytes() - before;
  if (latest.seriesMax !== SERIES) throw new Error("series are missing");
  return bytes / (SERIES + 1);
}

export async function measureSessions(): Promise<{ readonly bytes: number; readonly scanNanos: number }> {
  const bus = new InProcessBus(silentLogger);
  const witness = {
    sessionOpened: () => undefined,
    lastSessionClosed: () => undefined,
    sessionReplaced: () => undefined,
  };
  const sessions = new LiveSessions({ bus, clock: systemClock, witness, log: silentLogger }, { sessionsMax: () => 1 });
  sessions.start();
  const nodes = Array.from({ length: 29 }, () => newId<NodeId>());
  const before = usedBytes();
  for (let index = 0; index < SESSIONS; index++)
    bus.deliver({
      kind: "session-opened",
      // As they come, in a message: each a text of its own.
      ...(JSON.parse(JSON.stringify({ deviceId: newId<DeviceId>(), sessionId: newId<SessionId>() })) as {
        deviceId: DeviceId;
        sessionId: SessionId;
      }),
      openedAt: millis(1_700_000_000_000 + index),
      nodeId: nodes[index % nodes.length] ?? newId<NodeId>(),
    });
  const bytes = (usedBytes() - before) / SESSIONS;
  const [node = newId<NodeId>()] = nodes;
  let found = 0;
  const micros = await leastMicros(PASSES, () => {
    for (const _ of sessions.ofNode(node)) found++;
  });
  if (found === 0) throw new Error("sessions are missing");
  sessions.stop();
  return { bytes, scanNanos: (micros * 1000) / SESSIONS };
}
