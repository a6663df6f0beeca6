// What each metric shows: the parts are given a number of its own for each of their counts, and the page is compared with a table.
// That the counts themselves move is tested with the parts, and for what operators alarm on in rest-metrics.test.ts.
import { expect, test } from "vitest";
import { describePlatform, describePolls, type DescribedParts } from "./platform-metrics.ts";
import { PromMetrics } from "./metrics.ts";
import type { Polls } from "../transport/rest/device-http/polls.ts";

/** By name without its prefix: the count that it shows, and how many of its units make up one of the metric. */
type Shown = Readonly<Record<string, readonly [count: string, units?: number]>>;

const OF_PARTS: Shown = {
  mqtt_connections: ["mqtt.connections"],
  mqtt_sessions: ["mqtt.sessions"],
  mqtt_connections_opened_total: ["mqtt.connectionsOpened"],
  mqtt_connects_refused_total: ["mqtt.connectsRefused"],
  mqtt_packets_in_total: ["mqtt.packetsIn"],
  mqtt_packets_out_total: ["mqtt.packetsOut"],
  mqtt_bytes_in_total: ["mqtt.bytesIn"],
  mqtt_bytes_out_total: ["mqtt.bytesOut"],
  mqtt_publishes_in_total: ["mqtt.publishesIn"],
  mqtt_publishes_out_total: ["mqtt.publishesOut"],
  mqtt_publishes_refused_total: ["mqtt.publishesRefused"],
  mqtt_protocol_errors_total: ["mqtt.protocolErrors"],
  mqtt_overflows_total: ["mqtt.overflows"],
  http_connections: ["connections.http.open"],
  logins_refused_total: ["accounts.logins.counters.refused"],
  password_hashes_waiting: ["accounts.passwords.waiting"],
  api_keys_remembered: ["accounts.keyDirectory.counts.remembered"],
  api_keys_unknown_total: ["accounts.keyDirectory.counts.unknown"],
  guesses_wrong_total: ["guesses.counts.wrong"],
  cluster_counts_heard_total: ["counts.counters.heard"],
  cluster_tail_bytes: ["storage.tailBytes"],
  guesses_delayed_total: ["guesses.counts.delayed"],
  guesses_refused_total: ["guesses.counts.refused"],
  mails_sent_total: ["accounts.outbox.counts.sent"],
  mails_failed_total: ["accounts.outbox.counts.failed"],
  mails_dropped_total: ["accounts.outbox.counts.dropped"],
  mails_waiting: ["accounts.outbox.counts.waiting"],
  telemetry_points_stored_total: ["services.telemetry.counters.stored"],
  gateway_refusals_stored_total: ["services.refusals.counters.stored"],
  gateway_refusals_dropped_total: ["services.refusals.counters.dropped"],
  telemetry_batches_total: ["services.telemetry.counters.batches"],
  telemetry_batches_failed_total: ["services.telemetry.counters.failedBatches"],
  telemetry_waits_total: ["services.telemetry.counters.waits"],
  telemetry_points_expired_total: ["services.retention.counters.deleted"],
  telemetry_retention_failed_total: ["services.retention.counters.failedRuns"],
  attributes_stored_total: ["services.attributes.counters.stored"],
  attributes_batches_failed_total: ["services.attributes.counters.failedBatches"],
  rpc_pending: ["services.rpc.pendingCount"],
  live_subscriptions: ["services.subscriptions.counts.subscriptions"],
  live_watched_entities: ["services.subscriptions.counts.owners"],
  live_traffic_watches: ["services.inspector.watchCount"],
  analytics_pauses_total: ["storage.telemetry.reportPace.counters.pauses"],
  analytics_paused_seconds_total: ["storage.telemetry.reportPace.counters.pausedMillis", 1000],
  entities_writes_waiting: ["storage.counts.waitingCalls"],
  entities_batches_failed_total: ["storage.counts.failedBatches"],
  audit_records_stored_total: ["audit.counters.stored"],
  audit_records_lost_total: ["audit.counters.lost"],
  live_connections: ["live.counters.connections"],
  live_unsent_bytes: ["live.unsentBytes"],
  live_logins_total: ["live.counters.logins"],
  live_logins_refused_total: ["live.counters.loginsRefused"],
  live_frames_in_total: ["live.counters.framesIn"],
  live_frames_out_total: ["live.counters.framesOut"],
  live_bytes_out_total: ["live.counters.bytesOut"],
  live_commands_refused_total: ["live.counters.commandsRefused"],
  live_updates_limited_total: ["live.counters.updatesLimited"],
  live_overflows_total: ["live.counters.overflows"],
  live_silences_total: ["live.counters.silences"],
  live_limited_total: ["live.counters.limited"],
  live_revocations_total: ["live.counters.revocations"],
  analytics_live_subscribers: ["reporting.live.counts.subscribers"],
  analytics_live_computations: ["reporting.live.counts.computations"],
  analytics_live_held_chars: ["reporting.live.counts.heldChars"],
  analytics_event_streams: ["reporting.streams.count"],
  analytics_unsent_bytes: ["reporting.unsent.bytes"],
  analytics_jobs_unended: ["reporting.jobRunner.counts.active"],
  analytics_jobs_stored_bytes: ["reporting.jobRunner.counts.storedBytes"],
};

const OF_EACH_POOL: Shown = {
  slots: ["options.poolSize"],
  running: ["counts.running"],
  waiting: ["counts.waiting"],
  admitted_total: ["counts.admitted"],
  refused_total: ["counts.limitReached"],
  wait_expired_total: ["counts.queueTimeout"],
  callers_gone_total: ["counts.callersGone"],
  timed_out_total: ["counts.timedOut"],
  wait_seconds_total: ["counts.waitedMillis", 1000],
  run_seconds_total: ["counts.heldMillis", 1000],
  rows_total: ["counts.rows"],
};

const OF_POLLS: Shown = {
  device_polls: ["count"],
  device_polls_refused_total: ["counters.refused"],
  device_polls_displaced_total: ["counters.displaced"],
};

/** Sums and yes or no, each with what its parts are. */
const MADE_OF_SEVERAL: Readonly<Record<string, readonly [given: Readonly<Record<string, unknown>>, shown: number]>> = {
  mqtt_connections_turned_away_total: [{ "mqtt.connectionsTurnedAway": 3, "connections.mqtt.turnedAway": 40 }, 43],
  http_connections_turned_away_total: [
    { "connections.http.turnedAway": 5, "connections.webSockets.turnedAway": 60 },
    65,
  ],
  telemetry_store_healthy: [{ "storage.telemetry.isHealthy": false }, 0],
  telemetry_damaged: [{ "storage.damage": "block 7" }, 1],
  telemetry_heavy: [{ "storage.telemetry.reportPace.isHeavy": true }, 1],
};

/** Measured on the disk. */
const MEASURED = /_(disk|disk_free|(telemetry|entities)_(file|log))_bytes$/;
const PREFIX = "bridgehead_";

test("each metric of the parts shows its own count, in its own unit, and none has been forgotten", async () => {
  const ofPools: Shown = Object.fromEntries(
    ["reports", "ui", "jobs"].flatMap((pool) =>
      Object.entries(OF_EACH_POOL).map(([name, [count, units]]) => [
        `analytics_${pool}_${name}`,
        [`reporting.pools.${pool}.${count}`, units ?? 1],
      ]),
    ),
  );
  const { parts, wanted } = given({ ...OF_PARTS, ...ofPools });
  for (const [name, [counts, shown]] of Object.entries(MADE_OF_SEVERAL)) {
    for (const [count, value] of Object.entries(counts)) put(parts, count, value);
    wanted.set(name, shown);
  }
  const metrics = new PromMetrics();
  put(parts, "storage.folder", "/");
  put(parts, "storage.telemetryFiles", []);
  put(parts, "storage.entityFiles", []);
  describePlatform(metrics, parts as unknown as DescribedParts);

  expect(await shownBy(metrics)).toEqual(wanted);
});

test("a store that is well shows 1, one that is not heavy 0", async () => {
  const { parts } = given(OF_PARTS);
  put(parts, "storage.telemetry.isHealthy", true);
  put(parts, "storage.telemetry.reportPace.isHeavy", false);
  put(parts, "reporting.pools", { reports: {}, ui: {}, jobs: {} });
  put(parts, "storage.telemetryFiles", []);
  put(parts, "storage.entityFiles", []);
  const metrics = new PromMetrics();
  describePlatform(metrics, parts as unknown as DescribedParts);

  expect(metrics.read(`${PREFIX}telemetry_store_healthy`)).toBe(1);
  expect(metrics.read(`${PREFIX}telemetry_heavy`)).toBe(0);
  expect(metrics.read(`${PREFIX}telemetry_damaged`)).toBe(0);
});

test("metrics of polls show their own counts", async () => {
  const { parts, wanted } = given(OF_POLLS);
  const metrics = new PromMetrics();
  describePolls(metrics, parts as unknown as Polls);

  expect(await shownBy(metrics)).toEqual(wanted);
});

type Parts = Record<string, unknown>;

/** Parts with a number for each count, and what the metrics have to show of them. */
function given(shown: Shown): { readonly parts: Parts; readonly wanted: Map<string, number> } {
  const parts: Parts = {};
  const wanted = new Map<string, number>();
  for (const [index, [name, [count, units = 1]]] of Object.entries(shown).entries()) {
    const number = 7001 + index;
    put(parts, count, number);
    wanted.set(name, number / units);
  }
  return { parts, wanted };
}

function put(parts: Parts, path: string, value: unknown): void {
  const [last = "", ...before] = path.split(".").reverse();
  let at = parts;
  for (const step of before.reverse()) at = at[step] = (at[step] ?? {}) as Parts;
  at[last] = value;
}

async function shownBy(metrics: PromMetrics): Promise<Map<string, number>> {
  const page = await metrics.textOf(PREFIX);
  const samples = [...page.matchAll(/^([a-z]\w*) (\S+)$/gm)].map(
    ([, name = "", value]) => [name.slice(PREFIX.length), Number(value)] as const,
  );
  return new Map(samples.filter(([name]) => !MEASURED.test(`_${name}`)));
}
