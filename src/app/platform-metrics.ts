// The platform's metrics, as exported at /metrics.
import { statfs } from "node:fs/promises";
import type { ReportLimiter } from "../core/analytics/limiter/report-limiter.ts";
import { poolsOf, type ReportPools } from "../core/analytics/limiter/report-pools.ts";
import type { AuditLog } from "../core/audit/audit-log.ts";
import type { PeerCounts } from "../core/cluster/peer-counts.ts";
import type { GuessThrottle } from "../core/guess-throttle.ts";
import type { OutboxCounts } from "../core/mail/mail-outbox.ts";
import type { Metrics } from "../lib/counters.ts";
import { SECOND_MILLIS } from "../lib/units.ts";
import type { LiveServer } from "../transport/live/live-server.ts";
import type { MqttCounters } from "../transport/mqtt/mqtt-context.ts";
import type { Polls } from "../transport/rest/device-http/polls.ts";
import type { Accounts } from "./accounts.ts";
import type { PlatformConnections } from "./connections.ts";
import { fileBytes } from "./file-bytes.ts";
import type { PromMetrics } from "./metrics.ts";
import type { DeviceServices } from "./devices.ts";
import type { Reporting } from "./reporting.ts";
import type { Storage } from "./storage.ts";
import type { TlsReload } from "./tls-reload.ts";

const NO_MAILS: OutboxCounts = { sent: 0, failed: 0, dropped: 0, waiting: 0 };

export interface DescribedParts {
  readonly storage: Storage;
  readonly audit: AuditLog;
  readonly services: DeviceServices;
  readonly accounts: Accounts;
  readonly reporting: Reporting;
  readonly mqtt: MqttCounters;
  readonly live: LiveServer;
  readonly connections: PlatformConnections;
  readonly guesses: GuessThrottle;
  readonly counts: PeerCounts | undefined;
}

interface Describe {
  readonly total: (name: string, help: string, read: () => number) => void;
  readonly gauge: (name: string, help: string, read: () => number) => void;
}

function describe(metrics: Metrics, prefix = "bridgehead"): Describe {
  return {
    total: (name, help, read) => {
      metrics.total(`${prefix}_${name}_total`, help, read);
    },
    gauge: (name, help, read) => {
      metrics.gauge(`${prefix}_${name}`, help, read);
    },
  };
}

/** Without TLS there is no certificate that could expire. */
export function describeCertificate(metrics: Metrics, server: "http" | "mqtt", reload: TlsReload): void {
  if (reload.expiresAt === undefined) return;
  const { gauge } = describe(metrics, `bridgehead_${server}`);
  gauge("certificate_expiry_timestamp_seconds", "When the certificate in use ends, in seconds since 1970.", () => {
    return (reload.expiresAt ?? 0) / SECOND_MILLIS;
  });
}

export function describePlatform(metrics: PromMetrics, parts: DescribedParts): void {
  const { storage, audit, services, accounts, reporting, mqtt, live, connections, guesses, counts } = parts;
  const { telemetry, attributes, rpc, refusals, retention } = services;
  const { total, gauge } = describe(metrics);
  describeStorage(metrics, storage);
  total("logins_refused", "Logins refused: wrong passwords, locked accounts, too many tries.", () => {
    return accounts.logins.counters.refused;
  });
  gauge("password_hashes_waiting", "Passwords that wait to be checked.", () => accounts.passwords.waiting);
  gauge("mqtt_connections", "MQTT connections open now.", () => mqtt.connections);
  gauge("mqtt_sessions", "MQTT sessions open now.", () => mqtt.sessions);
  total("mqtt_connections_opened", "MQTT connections opened.", () => mqtt.connectionsOpened);
  total(
    "mqtt_connections_turned_away",
    "MQTT connections closed at once: too many, too many of their address, or a blocked address.",
    () => mqtt.connectionsTurnedAway + connections.mqtt.turnedAway,
  );
  gauge("http_connections", "HTTP connections open now, WebSockets included.", () => connections.http.open);
  total(
    "http_connections_turned_away",
    "HTTP connections and WebSockets closed at once: too many, or too many of their address.",
    () => connections.http.turnedAway + connections.webSockets.turnedAway,
  );
  total("mqtt_connects_refused", "CONNECT packets answered with a refusal.", () => mqtt.connectsRefused);
  total("mqtt_packets_in", "MQTT packets received.", () => mqtt.packetsIn);
  total("mqtt_packets_out", "MQTT packets sent.", () => mqtt.packetsOut);
  total("mqtt_bytes_in", "Bytes received over MQTT.", () => mqtt.bytesIn);
  total("mqtt_bytes_out", "Bytes sent over MQTT.", () => mqtt.bytesOut);
  total("mqtt_publishes_in", "PUBLISH packets received.", () => mqtt.publishesIn);
  total("mqtt_publishes_out", "PUBLISH packets sent.", () => mqtt.publishesOut);
  total("mqtt_publishes_refused", "PUBLISH packets refused wholly or in part.", () => mqtt.publishesRefused);
  total(
    "gateway_refusals_stored",
    "Refused messages of gateways kept in the database.",
    () => refusals.counters.stored,
  );
  total(
    "gateway_refusals_dropped",
    "Refused messages of gateways not kept: more came than are stored.",
    () => refusals.counters.dropped,
  );
  total(
    "mqtt_protocol_errors",
    "Connections ended because the client broke a rule of MQTT.",
    () => mqtt.protocolErrors,
  );
  total("mqtt_overflows", "Sessions ended because too much waited for the client.", () => mqtt.overflows);
  total("telemetry_points_stored", "Points stored and synced.", () => telemetry.counters.stored);
  total("telemetry_batches", "Commits of telemetry.", () => telemetry.counters.batches);
  total(
    "telemetry_batches_failed",
    "Commits of telemetry that failed; their messages were refused.",
    () => telemetry.counters.failedBatches,
  );
  total("telemetry_waits", "Messages that waited because the next commit was full.", () => telemetry.counters.waits);
  total(
    "telemetry_points_expired",
    "Points deleted because they were too old or their time to live was over.",
    () => retention.counters.deleted,
  );
  total(
    "telemetry_retention_failed",
    "Runs of such deletions that a fault ended; the next one takes over.",
    () => retention.counters.failedRuns,
  );
  gauge("telemetry_store_healthy", "1 while telemetry can be written.", () => (storage.telemetry.isHealthy ? 1 : 0));
  gauge("telemetry_damaged", "1 once a damaged block of telemetry.duckdb has been read.", () =>
    storage.damage === undefined ? 0 : 1,
  );
  gauge("telemetry_heavy", "1 while so much telemetry comes that reports give way to it.", () =>
    storage.telemetry.reportPace.isHeavy ? 1 : 0,
  );
  total("analytics_pauses", "Pauses of reports for telemetry.", () => storage.telemetry.reportPace.counters.pauses);
  total(
    "analytics_paused_seconds",
    "Time for which reports have paused.",
    () => storage.telemetry.reportPace.counters.pausedMillis / SECOND_MILLIS,
  );
  total("attributes_stored", "Attribute values from devices stored and synced.", () => attributes.counters.stored);
  total(
    "attributes_batches_failed",
    "Commits of attributes that failed; their messages were refused.",
    () => attributes.counters.failedBatches,
  );
  gauge("api_keys_remembered", "API keys kept in memory.", () => accounts.keyDirectory.counts.remembered);
  total(
    "api_keys_unknown",
    "Calls refused because their API key does not exist.",
    () => accounts.keyDirectory.counts.unknown,
  );
  total("guesses_wrong", "Passwords, tokens, keys and secrets that were wrong.", () => guesses.counts.wrong);
  total(
    "guesses_delayed",
    "Credentials that had to wait, because others of their address or account were wrong.",
    () => guesses.counts.delayed,
  );
  total("guesses_refused", "Those refused unseen, because too many waited.", () => guesses.counts.refused);
  if (counts !== undefined)
    total(
      "cluster_counts_heard",
      "What other nodes have counted against rate limits, and wrong credentials, as told to this one.",
      () => counts.counters.heard,
    );
  const mails = (): OutboxCounts => accounts.outbox?.counts ?? NO_MAILS;
  total("mails_sent", "Mails that the mail server has taken over.", () => mails().sent);
  total("mails_failed", "Tries to send a mail that failed.", () => mails().failed);
  total("mails_dropped", "Mails that were given up.", () => mails().dropped);
  gauge("mails_waiting", "Mails that wait for their turn or their next try.", () => mails().waiting);
  total("audit_records_stored", "Audit records stored and synced.", () => audit.counters.stored);
  total("audit_records_lost", "Audit records that could not be stored; their calls stand.", () => audit.counters.lost);
  gauge("rpc_pending", "Calls that wait for their device or its answer.", () => rpc.pendingCount);
  describeLive(metrics, services, live);
  for (const [name, limiter] of poolsOf(reporting.pools)) describePool(metrics, name, limiter);
  describeReporting(metrics, reporting);
}

function describeStorage(metrics: PromMetrics, storage: Storage): void {
  const { folder, telemetryFiles, entityFiles } = storage;
  const { total, gauge } = describe(metrics);
  const [telemetryFile, telemetryLog] = telemetryFiles;
  const [entityFile, entityLog] = entityFiles;
  const measured = (name: string, help: string, measure: () => Promise<number>): void => {
    metrics.measured(`bridgehead_${name}`, help, measure);
  };
  measured("disk_free_bytes", "Room on the disk of the data folder.", async () => {
    const { bsize, bavail } = await statfs(folder);
    return bavail * bsize;
  });
  measured("disk_bytes", "Size of the disk of the data folder.", async () => {
    const { bsize, blocks } = await statfs(folder);
    return blocks * bsize;
  });
  measured("telemetry_file_bytes", "Size of telemetry.duckdb.", () => fileBytes(folder, filesOf(telemetryFile)));
  measured("telemetry_log_bytes", "Size of its log.", () => fileBytes(folder, filesOf(telemetryLog)));
  measured("entities_file_bytes", "Size of bridgehead.sqlite.", () => fileBytes(folder, filesOf(entityFile)));
  measured("entities_log_bytes", "Size of its log.", () => fileBytes(folder, filesOf(entityLog)));
  gauge(
    "entities_writes_waiting",
    "Writes to bridgehead.sqlite that wait for their commit.",
    () => storage.counts.waitingCalls,
  );
  gauge(
    "cluster_tail_bytes",
    "Bytes of points that a node of a cluster has in memory because the history lacks them.",
    () => storage.tailBytes ?? 0,
  );
  total(
    "entities_batches_failed",
    "Commits to bridgehead.sqlite that failed; their changes were refused.",
    () => storage.counts.failedBatches,
  );
}

/** A node of a cluster has none. */
function filesOf(file: string | undefined): readonly string[] {
  return file === undefined ? [] : [file];
}

/** The same for devices that poll over HTTP. */
export function describePolls(metrics: Metrics, polls: Polls): void {
  const { total, gauge } = describe(metrics);
  const { counters } = polls;
  gauge("device_polls", "Requests of devices that wait now.", () => polls.count);
  total("device_polls_refused", "Requests turned away because too many waited.", () => counters.refused);
  total(
    "device_polls_displaced",
    "Requests ended because their device asked again too often.",
    () => counters.displaced,
  );
}

function describeLive(metrics: Metrics, { subscriptions, inspector }: DeviceServices, live: LiveServer): void {
  const { total, gauge } = describe(metrics);
  const { counters } = live;
  gauge("live_connections", "WebSockets of /api/ws open now.", () => counters.connections);
  gauge("live_subscriptions", "Subscriptions of their clients.", () => subscriptions.counts.subscriptions);
  gauge("live_watched_entities", "Devices and others that they watch.", () => subscriptions.counts.owners);
  gauge("live_traffic_watches", "Devices whose messages somebody looks at.", () => inspector.watchCount);
  gauge("live_unsent_bytes", "Bytes that their clients have not taken yet.", () => live.unsentBytes);
  total("live_logins", "WebSockets of /api/ws logged in.", () => counters.logins);
  total("live_logins_refused", "WebSockets closed for bad credentials or none in time.", () => counters.loginsRefused);
  total("live_frames_in", "Frames received from clients.", () => counters.framesIn);
  total("live_frames_out", "Frames sent to clients, answers and updates.", () => counters.framesOut);
  total("live_bytes_out", "Bytes of them.", () => counters.bytesOut);
  total("live_commands_refused", "Commands answered with an error.", () => counters.commandsRefused);
  total("live_updates_limited", "Updates left out for the rate limit of a tenant.", () => counters.updatesLimited);
  total("live_overflows", "WebSockets closed because their client did not read.", () => counters.overflows);
  total("live_silences", "WebSockets closed because their client did not answer pings.", () => counters.silences);
  total("live_limited", "WebSockets closed for a count limit of a tenant.", () => counters.limited);
  total("live_revocations", "WebSockets closed because credentials were revoked.", () => counters.revocations);
}

/** Every pool has the same metrics. */
function describePool(metrics: Metrics, name: keyof ReportPools, limiter: ReportLimiter): void {
  const { total: poolTotal, gauge: poolGauge } = describe(metrics, `bridgehead_analytics_${name}`);
  const what = WORDS[name];
  poolGauge("slots", `${what} that may run at the same time.`, () => limiter.options.poolSize);
  poolGauge("running", `${what} that run now.`, () => limiter.counts.running);
  poolGauge("waiting", `${what} that wait for their turn.`, () => limiter.counts.waiting);
  poolTotal("admitted", `${what} that were let in.`, () => limiter.counts.admitted);
  poolTotal("refused", `${what} refused because too many ran and waited.`, () => limiter.counts.limitReached);
  poolTotal("wait_expired", `${what} refused because they had waited too long.`, () => limiter.counts.queueTimeout);
  poolTotal("callers_gone", `${what} whose callers went away while waiting.`, () => limiter.counts.callersGone);
  poolTotal("timed_out", `${what} stopped because they took too long.`, () => limiter.counts.timedOut);
  poolTotal("wait_seconds", `Time that they have waited.`, () => limiter.counts.waitedMillis / SECOND_MILLIS);
  poolTotal("run_seconds", `Time that they have run.`, () => limiter.counts.heldMillis / SECOND_MILLIS);
  poolTotal("rows", `Rows that they have given.`, () => limiter.counts.rows);
}

const WORDS: Readonly<Record<keyof ReportPools, string>> = {
  reports: "Reports",
  ui: "Previews, data and files",
  jobs: "Background reports",
};

/** What live views and background reports currently use. */
function describeReporting(metrics: Metrics, { jobRunner, live, streams, unsent }: Reporting): void {
  const { gauge } = describe(metrics);
  gauge("analytics_live_subscribers", "Callers that watch views and dashboards.", () => live.counts.subscribers);
  gauge(
    "analytics_live_computations",
    "Different views and dashboards that are computed for them.",
    () => live.counts.computations,
  );
  gauge("analytics_live_held_chars", "Characters of the answers that are kept for them.", () => live.counts.heldChars);
  gauge(
    "analytics_event_streams",
    "Open streams of events, of views, dashboards and reports in the background.",
    () => streams.count,
  );
  gauge("analytics_unsent_bytes", "Bytes of reports that are being sent, without buildReport.", () => unsent.bytes);
  gauge("analytics_jobs_unended", "Reports in the background that wait or run.", () => jobRunner.counts.active);
  gauge("analytics_jobs_stored_bytes", "Bytes of their results on the disk.", () => jobRunner.counts.storedBytes);
}
