// The state of the installation as system administrators see it.
import { Type, type Static } from "typebox";
import { EXAMPLE_TIME } from "./example-values.ts";
import { nullable, oneOf } from "./nullable.ts";
import { PoolSchema } from "./overview-wire.ts";

const Count = Type.Integer();
const Bytes = Type.Integer();

export const HealthDetailsSchema = Type.Object(
  {
    status: oneOf(["UP", "DOWN"]),
    version: Type.String(),
    runtime: Type.String(),
    startTs: Type.Integer(),
    uptimeSeconds: Count,
    memory: Type.Object({ residentBytes: Bytes, heapBytes: Bytes, externalBytes: Bytes }),
    cpuSeconds: Type.Number({ description: "Used since the start." }),
    eventLoopDelay: Type.Object(
      { p50Millis: Type.Number(), p99Millis: Type.Number(), maxMillis: Type.Number() },
      { description: "Since the metrics were last collected at /metrics." },
    ),
    stores: Type.Array(Type.Object({ name: oneOf(["telemetry", "entities"]), healthy: Type.Boolean(), bytes: Bytes })),
    disk: Type.Object({ freeBytes: Bytes, bytes: Bytes }),
    points: nullable(
      Type.Integer({ description: "About how many points of telemetry are stored; null while the store cannot tell." }),
    ),
    mqtt: Type.Object({
      connections: Count,
      sessions: Count,
      connectsRefused: Count,
      publishesRefused: Count,
      protocolErrors: Count,
      overflows: Count,
    }),
    live: Type.Object({ connections: Count, subscriptions: Count, unsentBytes: Bytes }),
    queues: Type.Object({
      mailsWaiting: Count,
      callsPending: Count,
      devicePolls: Count,
      telemetryWaits: Type.Integer({ description: "Messages that waited for a full commit, since the start." }),
    }),
    failures: Type.Object({
      telemetryBatches: Count,
      attributeBatches: Count,
      mails: Count,
      auditRecords: Count,
      retentionRuns: Count,
    }),
    reports: Type.Array(PoolSchema),
  },
  {
    title: "HealthDetails",
    examples: [
      {
        status: "UP",
        version: "1.0.0",
        runtime: "Node.js 24.21.0",
        startTs: EXAMPLE_TIME,
        uptimeSeconds: 86_400,
        memory: { residentBytes: 412_000_000, heapBytes: 91_000_000, externalBytes: 22_000_000 },
        cpuSeconds: 512.4,
        eventLoopDelay: { p50Millis: 20.1, p99Millis: 23.7, maxMillis: 61.5 },
        stores: [
          { name: "telemetry", healthy: true, bytes: 1_204_224_000 },
          { name: "entities", healthy: true, bytes: 8_192_000 },
        ],
        disk: { freeBytes: 48_000_000_000, bytes: 64_000_000_000 },
        points: 120_000_000,
        mqtt: {
          connections: 3,
          sessions: 3,
          connectsRefused: 0,
          publishesRefused: 5,
          protocolErrors: 0,
          overflows: 0,
        },
        live: { connections: 2, subscriptions: 7, unsentBytes: 0 },
        queues: { mailsWaiting: 0, callsPending: 1, devicePolls: 0, telemetryWaits: 0 },
        failures: { telemetryBatches: 0, attributeBatches: 0, mails: 0, auditRecords: 0, retentionRuns: 0 },
        reports: [{ pool: "reports", running: 1, waiting: 0, slots: 4, capacity: 100 }],
      },
    ],
  },
);
export type HealthDetails = Static<typeof HealthDetailsSchema>;
