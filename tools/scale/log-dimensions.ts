// The log of points: one stream for all tenants, into which each node has one frame on its way.
import type { Dimension, Model } from "./dimension.ts";
import { trafficOf } from "./plant.ts";
import { between, DOCUMENTED } from "./unit-costs.ts";

/** The goal of `bench -- cluster`, at half load. */
const WAIT_MILLIS_GOAL = 15;
/** Measured with 64 KiB frames, eight on their way. */
const STREAM_BYTES_PER_SECOND = 55e6;
/** What the history has is trimmed when the log is fuller (`FULLNESS_MAX` in keeper.ts). */
const KEPT_OF_LOG = 0.5;
/** Of a point in memory, as the tail counts it (`ROW_BYTES` in tail.ts). */
export const ROW_BYTES = 40;

export interface LogTraffic {
  readonly framesPerSecond: number;
  readonly pointsPerFrame: number;
  readonly bytesPerSecond: number;
  /** Of a message until it is acknowledged: half of the time between two frames of its node, and its own. */
  readonly waitMillis: number;
}

export function logTrafficOf({ plant, config, costs }: Model): LogTraffic {
  const { messagesPerSecond, pointsPerSecond } = trafficOf(plant);
  const taken = between(
    costs.log.map(({ writers, framesPerSecond }) => [writers, framesPerSecond]),
    Math.min(plant.nodes, costs.log.at(-1)?.writers ?? 1),
  );
  const frameMillis = (1000 * plant.nodes) / taken;
  const gapMillis = Math.max(config.cluster.log.batchMillis, frameMillis);
  const framesPerSecond = Math.min(messagesPerSecond, (1000 * plant.nodes) / gapMillis);
  const pointsPerFrame = pointsPerSecond / framesPerSecond;
  const bytes = between(
    costs.frames.map((frame) => [frame.points, frame.bytes]),
    pointsPerFrame,
  );
  return {
    framesPerSecond,
    pointsPerFrame,
    bytesPerSecond: framesPerSecond * (bytes + costs.logHeadBytes),
    waitMillis: gapMillis / 2 + frameMillis,
  };
}

export function logDimensions(model: Model): readonly Dimension[] {
  const { plant, config } = model;
  const { framesPerSecond, pointsPerFrame, bytesPerSecond, waitMillis } = logTrafficOf(model);
  const { log, keeper, tail } = config.cluster;
  return [
    { area: "log", what: "points a second", value: trafficOf(plant).pointsPerSecond, unit: "" },
    { area: "log", what: "frames a second", value: framesPerSecond, unit: "" },
    { area: "log", what: "points a frame", value: pointsPerFrame, unit: "" },
    {
      area: "log",
      what: "bytes a second into the stream",
      value: bytesPerSecond,
      unit: "bytes/s",
      bound: {
        value: STREAM_BYTES_PER_SECOND,
        of: "one stream with three synced replicas",
        outcome: "frames grow, and acknowledgements wait longer",
        change: "buckets of tenants, each with a stream of its own",
      },
    },
    {
      area: "log",
      what: "wait of an acknowledgement, mean",
      value: waitMillis,
      unit: "ms",
      bound: {
        value: WAIT_MILLIS_GOAL,
        of: "goal of the median at half load",
        outcome: "acknowledgements are later than wanted",
        change: "several frames of a node on their way, or fewer nodes that write to one stream: buckets of tenants",
      },
    },
    {
      area: "log",
      what: `log of ${String(keeper.keepSeconds)} s, for a database that is restored`,
      value: bytesPerSecond * keeper.keepSeconds,
      unit: "bytes",
      bound: {
        value: log.bytesMax * KEPT_OF_LOG,
        of: "half of cluster.log.bytesMax",
        outcome:
          "the log keeps what the history has for a shorter time, and no older copy of the database can be restored",
        change: "a larger stream",
      },
    },
    {
      area: "log",
      what: "time without a bucket until nothing is acknowledged",
      value: log.bytesMax / bytesPerSecond,
      unit: "s",
    },
    {
      area: "log",
      what: "time without a bucket until reads of points are refused",
      value: tail.bytesMax / (ROW_BYTES * trafficOf(plant).pointsPerSecond),
      unit: "s",
    },
    {
      area: "log",
      what: "bytes a second from the leader of the stream to all nodes and the keeper",
      value: bytesPerSecond * (plant.nodes + 1),
      unit: "bytes/s",
      bound: {
        value: DOCUMENTED.networkBytesPerSecond,
        of: "a network card of 10 Gbit/s",
        outcome: "nodes fall behind, and reads wait",
        change: "nodes follow only buckets that they are asked about",
      },
    },
  ];
}
