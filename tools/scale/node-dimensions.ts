// What each node has in memory and does all the time, and the keeper beside one of them.
import type { Dimension, Model } from "./dimension.ts";
import { followingCores, keeperScheduleOf } from "./keeper-schedule.ts";
import { ROW_BYTES } from "./log-dimensions.ts";
import { trafficOf } from "./plant.ts";
import { DOCUMENTED } from "./unit-costs.ts";

/** As `LatestPoints` begins, and doubles. */
const SERIES_INITIAL = 1_024;
/** The goal of `bench -- cluster-join`. */
const JOIN_SECONDS_GOAL = 15;

export function nodeDimensions(model: Model): readonly Dimension[] {
  const { plant, config, costs } = model;
  const { pointsPerSecond, messagesPerSecond, series } = trafficOf(plant);
  const { tail } = config.cluster;
  const keeper = keeperScheduleOf(model);
  const following = followingCores(model);
  const lookSeconds = tail.lookMillis / 1000;
  const tailBytes = (seconds: number): number => ROW_BYTES * pointsPerSecond * seconds;
  const tailFull = {
    value: tail.bytesMax,
    of: "cluster.tail.bytesMax",
    outcome: "nodes stop following until the history has the points, and refuse reads of points with 503",
  };
  return [
    {
      area: "node",
      what: "processor: to follow the points of all nodes",
      value: following,
      unit: "cores",
      bound: {
        value: 1,
        of: "the thread of a node",
        outcome: "nodes fall behind the log, and reads of points wait, then get 503",
        change: "nodes follow only buckets that they are asked about",
      },
    },
    {
      area: "node",
      what: "processor: with its own messages",
      value: following + ((messagesPerSecond / plant.nodes) * DOCUMENTED.messageMicros) / 1e6,
      unit: "cores",
      bound: {
        value: 1,
        of: "the thread of a node",
        outcome: "acknowledgements wait",
        change: "following in a thread of its own; then fewer points for each node to follow",
      },
    },
    {
      area: "node",
      what: "keeper: part of its time in which it follows or folds",
      value: keeper.following + keeper.folding,
      unit: "of 1",
      bound: {
        value: 1,
        of: "one keeper for all",
        outcome: "the history falls behind, until tails and then the log are full",
        change: "buckets of tenants, each with a keeper and a history of its own",
      },
    },
    {
      area: "node",
      what: "tail: points that wait for a fold",
      value: tailBytes(keeper.foldEverySeconds + keeper.foldSeconds + lookSeconds),
      unit: "bytes",
      bound: { ...tailFull, change: "a larger tail, where the memory is; then buckets of tenants" },
    },
    {
      area: "node",
      what: "tail: the same while files are merged into a large one",
      value: tailBytes(keeper.foldEverySeconds + keeper.mergeSeconds + lookSeconds),
      unit: "bytes",
      bound: { ...tailFull, change: "smaller files, or a merge in another process than the fold's" },
    },
    {
      area: "node",
      what: "tail: the same while the latest points are copied into the history",
      value: tailBytes(keeper.foldEverySeconds + keeper.copySeconds + lookSeconds),
      unit: "bytes",
      bound: { ...tailFull, change: "copy only latest points that have changed, some at a time" },
    },
    ...memoryDimensions(model, tailBytes(keeper.foldEverySeconds + keeper.foldSeconds + lookSeconds)),
    {
      area: "node",
      what: "join: until a new node knows the latest points",
      value:
        (series * costs.latest.restoreNanosPerSeries) / 1e9 +
        // What has come since the copy that it begins with, at worst.
        keeper.copyEverySeconds * following,
      unit: "s",
      bound: {
        value: JOIN_SECONDS_GOAL,
        of: "goal of a join",
        outcome: "its reads wait, and get 503 after ten seconds",
        change: "copies of the latest points more often, which needs cheaper ones; buckets of tenants",
      },
    },
  ];
}

export function roomForSeries(series: number): number {
  return SERIES_INITIAL * 2 ** Math.max(0, Math.ceil(Math.log2((series + 1) / SERIES_INITIAL)));
}

function memoryDimensions({ plant, config, costs }: Model, tail: number): readonly Dimension[] {
  const { connections, connectionsPerNode, devicesPerNode, series } = trafficOf(plant);
  const parts = {
    "latest points of all series": roomForSeries(series) * costs.latest.bytesPerSeries,
    "sessions of other nodes": (connections - connectionsPerNode) * costs.session.bytes,
    "own connections": connectionsPerNode * DOCUMENTED.connectionBytes,
    "known devices": Math.min(devicesPerNode, config.device.cacheMax) * DOCUMENTED.deviceBytes,
  };
  const all = Object.values(parts).reduce((sum, bytes) => sum + bytes, tail + DOCUMENTED.processBytes);
  return [
    ...Object.entries(parts).map(([what, value]): Dimension => ({
      area: "node",
      what: `memory: ${what}`,
      value,
      unit: "bytes",
    })),
    {
      area: "node",
      what: "memory of a node, with its tail",
      value: all,
      unit: "bytes",
      bound: {
        value: plant.memoryBytes,
        of: "its machine",
        outcome: "the system ends the process",
        change: "nodes keep latest points and sessions only of buckets that they are asked about",
      },
    },
  ];
}
