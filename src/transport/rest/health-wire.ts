// The state of the installation, as system administrators see it.
import { Type, type Static } from "typebox";
import { EXAMPLE_TIME } from "./example-values.ts";
import { oneOf } from "./nullable.ts";
import { PointCount, POOL, PoolSchema } from "./overview-wire.ts";
import { named, part } from "./wire.ts";

const Count = Type.Integer();
const Bytes = Type.Integer();
const Store = Type.Object({ name: oneOf(["telemetry", "entities"]), healthy: Type.Boolean(), bytes: Bytes });

export const HealthDetailsSchema = named("HealthDetails", {
  status: [oneOf(["UP", "DOWN"]), "UP"],
  version: [Type.String(), "1.0.0"],
  runtime: [Type.String(), "Node.js 24.21.0"],
  startTs: [Type.Integer(), EXAMPLE_TIME],
  uptimeSeconds: [Count, 86_400],
  memory: part({
    residentBytes: [Bytes, 412_000_000],
    heapBytes: [Bytes, 91_000_000],
    externalBytes: [Bytes, 22_000_000],
  }),
  cpuSeconds: [Type.Number({ description: "Used since the start." }), 512.4],
  eventLoopDelay: part(
    { p50Millis: [Type.Number(), 20.1], p99Millis: [Type.Number(), 23.7], maxMillis: [Type.Number(), 61.5] },
    { description: "Since the metrics were last collected at /metrics." },
  ),
  stores: [
    Type.Array(Store),
    [
      { name: "telemetry", healthy: true, bytes: 1_204_224_000 },
      { name: "entities", healthy: true, bytes: 8_192_000 },
    ],
  ],
  disk: part({ freeBytes: [Bytes, 48_000_000_000], bytes: [Bytes, 64_000_000_000] }),
  points: [PointCount, 120_000_000],
  mqtt: part({
    connections: [Count, 3],
    sessions: [Count, 3],
    connectsRefused: [Count, 0],
    publishesRefused: [Count, 5],
    protocolErrors: [Count, 0],
    overflows: [Count, 0],
  }),
  live: part({ connections: [Count, 2], subscriptions: [Count, 7], unsentBytes: [Bytes, 0] }),
  queues: part({
    mailsWaiting: [Count, 0],
    callsPending: [Count, 1],
    devicePolls: [Count, 0],
    telemetryWaits: [Type.Integer({ description: "Messages that waited for a full commit, since the start." }), 0],
  }),
  failures: part({
    telemetryBatches: [Count, 0],
    attributeBatches: [Count, 0],
    mails: [Count, 0],
    auditRecords: [Count, 0],
    retentionRuns: [Count, 0],
  }),
  reports: [Type.Array(PoolSchema), [part(POOL)[1]]],
});
export type HealthDetails = Static<typeof HealthDetailsSchema>;
