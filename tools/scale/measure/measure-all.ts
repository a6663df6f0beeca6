// All unit costs, one after the other, on this machine.
import { cpus } from "node:os";
import type { Measured } from "../unit-costs.ts";
import { measureEntities } from "./measure-entities.ts";
import { measureFrames } from "./measure-frames.ts";
import { FRAME_POINTS, measureLake, measureLatestCopy } from "./measure-lake.ts";
import { measureLog } from "./measure-log.ts";
import { measureLatestBytes, measureSessions } from "./measure-memory.ts";
import { measurePeers } from "./measure-peers.ts";

/** As frames of thirty nodes are. */
const LOG_FRAME_BYTES = 4_096;

export async function measureAll(say: (line: string) => void): Promise<Measured> {
  const step = async <Cost>(what: string, measure: () => Cost | Promise<Cost>): Promise<Cost> => {
    const cost = await measure();
    say(`${what}: ${JSON.stringify(cost)}`);
    return cost;
  };
  // Before anything else takes memory.
  const latestBytes = await step("memory of latest points", measureLatestBytes);
  const session = await step("sessions of other nodes", measureSessions);
  const frames = await step("frames", measureFrames);
  const { log, headBytes } = await step("log", () => measureLog(LOG_FRAME_BYTES));
  const messageMicros = await step("messages to all nodes", measurePeers);
  const { followNanosPerPoint, ...lake } = await step("lake", measureLake);
  const unpackMicros = frames.find(({ points }) => points === FRAME_POINTS)?.followMicros ?? 0;
  const latest = await step("copy of latest points", measureLatestCopy);
  const entities = await step("entities", measureEntities);
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus()[0]?.model.trim() ?? "?"}, ${String(cpus().length)} processors`,
    costs: {
      frames,
      log,
      logHeadBytes: headBytes,
      ...lake,
      tail: { nanosPerPoint: Math.max(0, followNanosPerPoint - (unpackMicros * 1000) / FRAME_POINTS) },
      latest: {
        bytesPerSeries: latestBytes,
        copyNanosPerSeries: latest.copy,
        restoreNanosPerSeries: latest.restore,
      },
      session,
      peers: { messageMicros },
      entities,
    },
  };
}
