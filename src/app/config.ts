// Every setting of the platform: one line each, from which the type `Config`, the reading and the settings page are made.
// Nobody else reads the environment. Names that end in a unit carry it; others state theirs in the description.
import type { Environment } from "./config-source.ts";
import { ConfigError, nestByName, resolveSettings } from "./config-source.ts";
import { mailProblems } from "./mail-settings.ts";
import type { Setting } from "./setting.ts";
import type { TlsFiles } from "./tls-pair.ts";
import {
  boolean,
  choice,
  duration,
  headerWord,
  integer,
  networks,
  optionalBoolean,
  optionalInteger,
  optionalKey,
  optionalSecret,
  optionalText,
  optionalUrl,
  PORT,
  text,
} from "./setting.ts";

const KIB = 1024;
const MIB = 1024 * KIB;
const INT32_MAX = 2_147_483_647;
const DAY_SECONDS = 86_400;
const YEAR_SECONDS = 366 * DAY_SECONDS;
const REAL_PORT = { min: 1, max: 65_535 };
const PASSWORD_LENGTHS = { min: 8, max: 72 };

// One line each reads as the table that it is.
// prettier-ignore
export const settings = {
  "dataDir": text("DATA_DIR", "./data", "The folder that holds all data; it is created when missing, and one process at a time may use it."),
  "baseUrl": optionalUrl("BASE_URL", "The public address of the platform, used for links it writes; without it they follow the request's host."),
  "log.level": choice("LOG_LEVEL", "info", ["error", "warn", "info", "debug"], "The least severe records that are written."),
  "stop.timeoutSeconds": duration("STOP_TIMEOUT_SECONDS", 9, "s", { min: 1, max: 600 }, "The longest a clean stop may take; after it the process ends with exit code 1."),

  "http.host": text("HTTP_HOST", "0.0.0.0", "The address on which HTTP listens."),
  "http.port": integer("HTTP_PORT", 8080, PORT, "The port of the REST API; 0 picks a free one and prints it."),
  "http.tls.certFile": optionalText("HTTP_TLS_CERT_FILE", "PEM file with the certificate chain; together with the key it makes the HTTP port HTTPS."),
  "http.tls.keyFile": optionalText("HTTP_TLS_KEY_FILE", "PEM file with the private key of the HTTP certificate."),
  "http.maxPayloadSize": integer("HTTP_MAX_PAYLOAD_SIZE_LIMIT_CONFIGURATION", 16 * MIB, { min: KIB, max: 1024 * MIB }, "The largest request body in bytes; a larger one is refused with status 413."),
  "http.maxEntityPayloadSize": integer("HTTP_MAX_ENTITY_PAYLOAD_SIZE", MIB, { min: KIB, max: 16 * MIB }, "The largest body in bytes that is an entity or a call, as opposed to attributes and telemetry; a larger one is refused with status 413."),
  "http.maxOpenPayloadSize": integer("HTTP_MAX_OPEN_PAYLOAD_SIZE", 64 * KIB, { min: KIB, max: 16 * MIB }, "The largest body in bytes of a request that needs no credentials, as a login; a larger one is refused with status 413."),
  "http.bodiesMebibytes": integer("HTTP_BODIES_MIB", 256, { min: 1, max: 65_536 }, "The most MiB of large request bodies that are being received or worked on at a time; one more is refused with status 429, unless it is alone."),
  "http.unsentAnswersMebibytes": integer("HTTP_UNSENT_ANSWERS_MIB", 256, { min: 1, max: 65_536 }, "The most MiB of large answers that wait to be read by those who asked for them; one more is refused with status 429."),
  "http.connectionsMax": integer("HTTP_CONNECTIONS_MAX", 10_000, { min: 1, max: 1_000_000 }, "The most HTTP connections; a further one is closed at once."),
  "http.requestTimeoutSeconds": duration("HTTP_REQUEST_TIMEOUT_SECONDS", 300, "s", { min: 1, max: DAY_SECONDS }, "How long a request may take to arrive as a whole; then it is answered with status 408."),
  "http.stopSeconds": duration("HTTP_STOP_SECONDS", 5, "s", { min: 0, max: 600 }, "How long calls that are running may go on when the platform stops; then their connections are closed."),
  "http.hstsSeconds": duration("HTTP_HSTS_SECONDS", 365 * DAY_SECONDS, "s", { min: 0, max: 10 * YEAR_SECONDS }, "How long browsers that came over HTTPS are told to keep to it, in Strict-Transport-Security; 0 does not tell them."),
  "http.trustedProxies": networks("HTTP_TRUSTED_PROXIES", "Addresses and networks, separated by commas, whose X-Forwarded headers are believed; of all others they are ignored."),
  "http.accessLog": boolean("HTTP_ACCESS_LOG", false, "Whether each request leaves a log record."),
  "http.cors.allowedOriginPatterns": text("TB_CORS_ALLOWED_ORIGIN_PATTERNS", "*", "Origins that browsers may call from, separated by commas; * stands for any text."),
  "http.cors.allowedMethods": text("TB_CORS_ALLOWED_METHODS", "*", "Methods that other origins may use, separated by commas; * allows every method."),
  "http.cors.allowedHeaders": text("TB_CORS_ALLOWED_HEADERS", "*", "Headers that other origins may send, separated by commas; * allows every header."),
  "http.cors.maxAge": duration("TB_CORS_MAX_AGE", 1800, "s", { min: 0, max: DAY_SECONDS }, "How long browsers may keep the answer to a preflight request."),
  "http.deviceApi.maxPayloadSize": integer("HTTP_DEVICE_API_MAX_PAYLOAD_SIZE", 50 * MIB, { min: KIB, max: 1024 * MIB }, "The largest body in bytes that a device may send to /api/v1; a larger one is refused with status 413."),
  "http.deviceApi.maxRpcPayloadSize": integer("HTTP_DEVICE_API_MAX_RPC_PAYLOAD_SIZE", 64 * KIB, { min: KIB, max: 1024 * MIB }, "The same for a device's calls and answers to calls."),
  "http.deviceApi.pollTimeout": duration("HTTP_DEVICE_API_POLL_TIMEOUT", 60_000, "ms", { min: 1, max: 3_600_000 }, "How long a device's request for calls or attribute updates waits when it names no timeout; then it is answered with status 408."),
  "http.deviceApi.maxPollTimeout": duration("HTTP_DEVICE_API_MAX_POLL_TIMEOUT", 300_000, "ms", { min: 1, max: 3_600_000 }, "The longest such wait, whatever timeout the request names."),
  "http.deviceApi.pollsMax": integer("HTTP_DEVICE_API_POLLS_MAX", 5000, { min: 1, max: 1_000_000 }, "The most such requests that wait at a time; one more is refused with status 429."),
  "http.deviceApi.devicePollsMax": integer("HTTP_DEVICE_API_DEVICE_POLLS_MAX", 10, { min: 1, max: 100_000 }, "The most of them for one device and one kind; one more ends the oldest with status 408."),
  "http.deviceApi.ipGuard.failuresMax": integer("HTTP_DEVICE_API_IP_GUARD_FAILURES_MAX", 10, { min: 1, max: 1_000_000 }, "The consecutive requests with wrong device tokens that block an address."),
  "http.deviceApi.ipGuard.blockSeconds": duration("HTTP_DEVICE_API_IP_GUARD_BLOCK_SECONDS", 60, "s", { min: 0, max: DAY_SECONDS }, "How long an address stays blocked; its requests to the device API are refused with status 429. 0 blocks nobody."),
  "http.deviceApi.ipGuard.addressesMax": integer("HTTP_DEVICE_API_IP_GUARD_ADDRESSES_MAX", 20_000, { min: 1, max: 10_000_000 }, "The most addresses remembered with wrong tokens; beyond it the one that failed longest ago is forgotten."),
  "tls.checkSeconds": duration("TLS_CHECK_SECONDS", 60, "s", { min: 1, max: DAY_SECONDS }, "How often certificate files are read again, besides when the system tells of a change; what cannot be used leaves the old certificate in place."),
  "rest.maxPageRows": integer("REST_MAX_PAGE_ROWS", 10_000, { min: 1, max: 1_000_000 }, "The most rows of one page of a list; a larger pageSize is served with this many."),
  "rest.userLimit": text("REST_USER_LIMIT", "", "How often one user of a tenant may call the REST API, as count:seconds with commas between several, empty for no limit; beyond it calls are refused with status 429."),
  "rest.meterPartiesMax": integer("REST_METER_PARTIES_MAX", 10_000, { min: 100, max: 10_000_000 }, "The most tenants, customers and users, each, whose used rate limits are remembered; beyond it the one unused for longest starts anew."),
  "documentation.enabled": boolean("SWAGGER_ENABLED", true, "Whether the documentation page under /swagger-ui/ and the API description under /v3/api-docs are served; otherwise both answer 404."),
  "entityQuery.maxKeys": integer("ENTITY_QUERY_MAX_KEYS", 100, { min: 1, max: 10_000 }, "The most different keys that one entity query names; a query with more is refused with status 400."),
  "entityQuery.maxPredicates": integer("ENTITY_QUERY_MAX_PREDICATES", 1000, { min: 1, max: 100_000 }, "The most conditions of one entity query, those inside of others included; a query with more is refused with status 400."),
  "entityQuery.maxListed": integer("ENTITY_QUERY_MAX_LISTED", 10_000, { min: 1, max: 1_000_000 }, "The most ids, device types or words in one list of an entity query; a query with more is refused with status 400."),
  "entityQuery.maxSortedRows": integer("ENTITY_QUERY_MAX_SORTED_ROWS", 100_000, { min: 1000, max: 10_000_000 }, "How many rows of a sorted entity query can be paged through; a page beyond it is refused with status 400."),
  "entityQuery.maxAnswerMebibytes": integer("ENTITY_QUERY_MAX_ANSWER_MIB", 64, { min: 1, max: 256 }, "The most MiB of values in the answer to one entity query; a query for more is refused with status 400."),
  "entityQuery.maxComparedMebibytes": integer("ENTITY_QUERY_MAX_COMPARED_MIB", 64, { min: 1, max: 4096 }, "The most MiB of text that the conditions of one entity query compare with one value, which is its length times the conditions on it; a query for more is refused with status 400."),
  "entityQuery.maxHeldMebibytes": integer("ENTITY_QUERY_MAX_HELD_MIB", 32, { min: 1, max: 4096 }, "The most MiB of stored text that one entity query holds while it looks at entities, and as much again of what it sorts by; where texts are long it looks at fewer entities at a time, and where those of a single entity, or twice those that the rows up to its page are sorted by, are longer, it is refused with status 400."),
  "entityQuery.waitingMax": integer("ENTITY_QUERY_WAITING_MAX", 100, { min: 1, max: 100_000 }, "The most entity queries of one tenant that wait for the one that runs; one more is refused with status 429."),
  "usage.flushSeconds": duration("USAGE_FLUSH_SECONDS", 10, "s", { min: 1, max: 3600 }, "How often the counts of what tenants use in a month are stored; a crash loses as much of them."),
  "usage.keepMonths": integer("USAGE_KEEP_MONTHS", 24, { min: 1, max: 1200 }, "The months of which those counts are kept, the present one included; older ones are removed when the month turns."),

  "audit.level": choice("AUDIT_LEVEL", "W", ["OFF", "W", "RW"], "What the audit log records: nothing, what changes something, or reading of attributes and credentials as well."),
  "audit.retentionDays": integer("AUDIT_RETENTION_DAYS", 365, { min: 0, max: 36_500 }, "Days that audit records are kept, 0 for as long as there is room; then they are removed."),
  "audit.recordsMax": integer("AUDIT_RECORDS_MAX", 1_000_000, { min: 1000, max: 1_000_000_000 }, "The most audit records of one tenant, and of the system administrators; beyond it the oldest are removed."),
  "audit.dataCharsMax": integer("AUDIT_DATA_CHARS_MAX", 8192, { min: 256, max: MIB }, "The most characters of the data beside an audit record; what is longer is cut, and says so."),
  "audit.listsMax": integer("AUDIT_LISTS_MAX", 4, { min: 1, max: 1000 }, "The most lists of the audit log of one tenant that are answered at the same time; one more is refused with status 429."),
  "audit.sortRowsMax": integer("AUDIT_SORT_ROWS_MAX", 100_000, { min: 1000, max: 10_000_000 }, "How many audit records can be paged through in another order than that of time; a page beyond it is refused with status 400."),
  "audit.sweepSeconds": duration("AUDIT_SWEEP_SECONDS", 3600, "s", { min: 1, max: DAY_SECONDS }, "How often audit records are removed that have to go."),
  "audit.sweepBatch": integer("AUDIT_SWEEP_BATCH", 500, { min: 1, max: 100_000 }, "The most audit records removed in one commit; others may write before the next."),

  "mqtt.host": text("MQTT_HOST", "0.0.0.0", "The address on which MQTT listens."),
  "mqtt.port": integer("MQTT_PORT", 1883, PORT, "The port of MQTT without TLS; 0 picks a free one and prints it."),
  "mqtt.tls.port": integer("MQTT_TLS_PORT", 8883, PORT, "The port of MQTT over TLS; it listens only when certificate and key are given."),
  "mqtt.tls.certFile": optionalText("MQTT_TLS_CERT_FILE", "PEM file with the certificate chain; together with the key it opens the TLS port."),
  "mqtt.tls.keyFile": optionalText("MQTT_TLS_KEY_FILE", "PEM file with the private key of the MQTT certificate."),
  "mqtt.maxPayloadSize": integer("MQTT_MAX_PAYLOAD_SIZE", 64 * KIB, { min: 128, max: 268_435_455 }, "The largest Remaining Length of a packet in bytes; a larger one closes the connection."),
  "mqtt.maxInflightMessages": integer("MQTT_MAX_INFLIGHT_MESSAGES", 100, { min: 1, max: 65_535 }, "The most packets that wait while a CONNECT is being checked; one more closes the connection."),
  "mqtt.connectTimeoutSeconds": duration("MQTT_CONNECT_TIMEOUT_SECONDS", 10, "s", { min: 1, max: 600 }, "How long a new connection may take to send CONNECT; then it is closed."),
  "mqtt.sessionInactivityTimeout": duration("MQTT_SESSION_INACTIVITY_TIMEOUT", 600, "s", { min: 1, max: YEAR_SECONDS }, "The longest silence of a client with keep alive 0; then it is closed."),
  "mqtt.downlinkQueueMax": integer("MQTT_DOWNLINK_QUEUE_MAX", 1000, { min: 1, max: 1_000_000 }, "The most messages that wait for a client that does not acknowledge; one more closes the connection."),
  "mqtt.downlinkQueueBytesMax": integer("MQTT_DOWNLINK_QUEUE_BYTES_MAX", 16 * MIB, { min: 64 * KIB, max: 1024 * MIB }, "The most bytes of such messages; one more message closes the connection."),
  "mqtt.maxSessionsPerDevice": integer("MQTT_MAX_SESSIONS_PER_DEVICE", 1, { min: 1, max: 65_535 }, "The most sessions of one device; one more closes the oldest."),
  "mqtt.connectionsMax": integer("MQTT_CONNECTIONS_MAX", 100_000, { min: 1, max: 10_000_000 }, "The most MQTT connections; a further one is closed at once."),
  "mqtt.unsettledPublishesMax": integer("MQTT_UNSETTLED_PUBLISHES_MAX", 65_536, { min: 1, max: 16_777_216 }, "The most PUBLISH packets of one session that are not acknowledged yet; at this bound its socket is paused."),
  "mqtt.writeBufferBytesMax": integer("MQTT_WRITE_BUFFER_BYTES_MAX", MIB, { min: 64 * KIB, max: 1024 * MIB }, "The most bytes that wait for a client that does not read; at this bound nothing more is read from it."),
  "mqtt.drainTimeoutSeconds": duration("MQTT_DRAIN_TIMEOUT_SECONDS", 60, "s", { min: 1, max: DAY_SECONDS }, "How long a client may leave that many bytes unread; then it is closed."),
  "mqtt.connectRateLimit": text("MQTT_CONNECT_RATE_LIMIT", "", "How often one device may connect, as count:seconds with commas between several, empty for no limit; beyond it CONNECT is refused."),
  "mqtt.absentDevicesMax": integer("MQTT_ABSENT_DEVICES_MAX", 100_000, { min: 0, max: 10_000_000 }, "The most devices without a session whose used rate limits are remembered; beyond it the one absent for longest starts anew."),
  "mqtt.errorNoticesPerSecond": integer("MQTT_ERROR_NOTICES_PER_SECOND", 100, { min: 1, max: 100_000 }, "The most messages a second on the errors topic of one session; further ones are counted, and the count is sent."),
  "mqtt.rateNoticesPerSecond": integer("MQTT_RATE_NOTICES_PER_SECOND", 100, { min: 1, max: 100_000 }, "The most notices a second about devices that hit a rate limit, for one session; further ones are left out."),
  "mqtt.gatewayMetrics.windowSeconds": duration("MQTT_GATEWAY_METRICS_WINDOW_SECONDS", 60, "s", { min: 1, max: 3600 }, "The time over which latencies of connectors are summed up into one point."),
  "mqtt.gatewayMetrics.connectorsMax": integer("MQTT_GATEWAY_METRICS_CONNECTORS_MAX", 100, { min: 1, max: 10_000 }, "The most connectors of one gateway in a window; further ones are not counted."),
  "mqtt.provisioningLingerSeconds": duration("MQTT_PROVISIONING_LINGER_SECONDS", 60, "s", { min: 1, max: 3600 }, "How long a provisioning session stays open after its answer; then it is closed."),
  "mqtt.stopSeconds": duration("MQTT_STOP_SECONDS", 6, "s", { min: 0, max: 600 }, "How long pending acknowledgements are waited for when the platform stops; then connections are cut."),
  "mqtt.ipGuard.enabled": boolean("MQTT_IP_GUARD_ENABLED", false, "Whether addresses with repeated failed logins are blocked."),
  "mqtt.ipGuard.failuresMax": integer("MQTT_IP_GUARD_FAILURES_MAX", 10, { min: 1, max: 1_000_000 }, "The consecutive failed logins that block an address."),
  "mqtt.ipGuard.blockSeconds": duration("MQTT_IP_GUARD_BLOCK_SECONDS", 60, "s", { min: 1, max: DAY_SECONDS }, "How long an address stays blocked; its connections are closed before they are read."),
  "mqtt.ipGuard.addressesMax": integer("MQTT_IP_GUARD_ADDRESSES_MAX", 100_000, { min: 1, max: 10_000_000 }, "The most addresses remembered with failed logins; beyond it the one that failed longest ago is forgotten."),

  "values.jsonTypeCast": boolean("JSON_TYPE_CAST_ENABLED", false, "Whether telemetry strings that spell a number in its shortest form are stored as numbers."),
  "values.maxStringValueLength": integer("JSON_MAX_STRING_VALUE_LENGTH", 0, { min: 0, max: INT32_MAX }, "The longest string value in characters, 0 for no limit; a longer one is refused."),
  "telemetry.batch.pointsMax": integer("TELEMETRY_BATCH_POINTS_MAX", 250_000, { min: 1000, max: 10_000_000 }, "The most points that gather for the next commit; at this bound sockets are paused until it has been taken."),
  "telemetry.batch.bytesMax": integer("TELEMETRY_BATCH_BYTES_MAX", 64 * MIB, { min: MIB, max: 1024 * MIB }, "The most bytes of text that gather for the next commit; at this bound sockets are paused until it has been taken."),
  "telemetry.maxKeysPerDevice": integer("TELEMETRY_MAX_KEYS_PER_DEVICE", 50_000, { min: 1, max: 10_000_000 }, "The most telemetry keys of one device; readings that would give it more are refused."),
  "telemetry.maxIntervals": integer("DATABASE_TS_MAX_INTERVALS", 700, { min: 1, max: 1_000_000 }, "The most intervals of one aggregated query; a query for more is refused."),
  "telemetry.maxPointsPerKey": integer("DATABASE_TS_MAX_POINTS", 50_000, { min: 1, max: 10_000_000 }, "The most points of one key that a read gives; a larger limit is served with this many."),
  "telemetry.maxAnswerMebibytes": integer("TELEMETRY_MAX_ANSWER_MIB", 64, { min: 1, max: 256 }, "The most MiB of text in the answer to one read over all its keys; a read that would give more is refused."),
  "telemetry.duckdb.threads": integer("TELEMETRY_DUCKDB_THREADS", 0, { min: 0, max: 256 }, "Threads of the telemetry engine, which commits and queries share; 0 takes as many as there are processors."),
  "telemetry.duckdb.heavyPoints": integer("TELEMETRY_DUCKDB_HEAVY_POINTS", 50_000, { min: 1, max: 1_000_000_000 }, "The points stored in a second from which on telemetry counts as heavy: reports then get by with the threads of REPORT_HEAVY_THREADS, and pause while telemetry waits. It ends after five seconds with fewer."),
  "telemetry.duckdb.memoryMaxMebibytes": integer("TELEMETRY_DUCKDB_MEMORY_MAX_MIB", 256, { min: 64, max: 1_048_576 }, "The most MiB the telemetry engine uses; a query that needs more fails."),
  "telemetry.duckdb.writeReserveMebibytes": integer("TELEMETRY_DUCKDB_WRITE_RESERVE_MIB", 64, { min: 16, max: 65_536 }, "The MiB that the telemetry engine may use on top of that while it writes a checkpoint beside reports, and until reports that hold on to them have been stopped."),
  "telemetry.duckdb.readersMax": integer("TELEMETRY_DUCKDB_READERS_MAX", 4, { min: 1, max: 256 }, "The most telemetry queries that run side by side; further ones wait."),
  "telemetry.duckdb.checkpointMebibytes": integer("TELEMETRY_DUCKDB_CHECKPOINT_MIB", 64, { min: 1, max: 4096 }, "The size of the write-ahead log in MiB at which it is folded into the file, if that has not happened earlier."),
  "telemetry.duckdb.snapshotPoints": integer("TELEMETRY_DUCKDB_SNAPSHOT_POINTS", 1_000_000, { min: 1, max: 1_000_000_000 }, "The points after which the latest values are written down, which bounds what a start has to read."),
  "telemetry.duckdb.snapshotPatience": integer("TELEMETRY_DUCKDB_SNAPSHOT_PATIENCE", 20, { min: 1, max: 1000 }, "For how many times as many points that waits while queries of reports run; then it comes beside them, and checkpoints wait for their end."),
  "telemetry.duckdb.snapshotSeconds": duration("TELEMETRY_DUCKDB_SNAPSHOT_SECONDS", 60, "s", { min: 1, max: DAY_SECONDS }, "The time after which changed latest values are written down."),
  "telemetry.duckdb.reopenSeconds": duration("TELEMETRY_DUCKDB_REOPEN_SECONDS", 1, "s", { min: 1, max: 3600 }, "How often writing is tried again after a fault of the disk; meanwhile telemetry is refused."),
  "telemetry.purge.seriesPerRun": integer("TELEMETRY_PURGE_SERIES_PER_RUN", 1000, { min: 1, max: 1_000_000 }, "The most series of deleted devices whose points are removed in one transaction; the others wait for the next."),
  "telemetry.purge.delaySeconds": duration("TELEMETRY_PURGE_DELAY_SECONDS", 10, "s", { min: 1, max: DAY_SECONDS }, "How long after a deletion its points are removed, so that many deletions share one transaction."),
  "history.export.parallelMax": integer("HISTORY_EXPORT_PARALLEL_MAX", 2, { min: 1, max: 100 }, "The exports of telemetry that run at the same time; one more is refused with status 429."),
  "history.export.tenantParallelMax": integer("HISTORY_EXPORT_TENANT_PARALLEL_MAX", 1, { min: 1, max: 100 }, "The exports among them of one tenant; one more is refused with status 429."),
  "history.export.maxSeconds": duration("HISTORY_EXPORT_MAX_SECONDS", 21_600, "s", { min: 1, max: 30 * DAY_SECONDS }, "How long an export may take; then it is cut off, and can be resumed from the time of its last line."),
  "history.export.stallSeconds": duration("HISTORY_EXPORT_STALL_SECONDS", 60, "s", { min: 1, max: DAY_SECONDS }, "How long whoever asked for an export may take nothing of it; then it is cut off."),
  "history.export.seriesMax": integer("HISTORY_EXPORT_SERIES_MAX", 1_000_000, { min: 1, max: 100_000_000 }, "The most series, each a key of a device, of one export; one with more is refused with status 400."),
  "history.export.windowPoints": integer("HISTORY_EXPORT_WINDOW_POINTS", 245_760, { min: 1000, max: 100_000_000 }, "The most points that an export sorts at once; it writes a file of that many, sends it and goes on."),
  "history.export.windowMebibytes": integer("HISTORY_EXPORT_WINDOW_MIB", 32, { min: 1, max: 4096 }, "The most MiB of text among them; more are sorted in several turns."),
  "history.import.parallelMax": integer("HISTORY_IMPORT_PARALLEL_MAX", 2, { min: 1, max: 100 }, "The imports of telemetry that run at the same time; one more is refused with status 429."),
  "history.import.tenantParallelMax": integer("HISTORY_IMPORT_TENANT_PARALLEL_MAX", 1, { min: 1, max: 100 }, "The imports among them of one tenant; one more is refused with status 429."),
  "history.import.stallSeconds": duration("HISTORY_IMPORT_STALL_SECONDS", 60, "s", { min: 1, max: DAY_SECONDS }, "How long nothing may arrive of an import; then it is ended with status 408, and what was stored stays."),
  "history.import.maxSeconds": duration("HISTORY_IMPORT_MAX_SECONDS", 21_600, "s", { min: 1, max: 30 * DAY_SECONDS }, "How long an import may take; then it is ended with status 408, and what was stored stays."),
  "history.import.lineBytesMax": integer("HISTORY_IMPORT_LINE_BYTES_MAX", MIB, { min: KIB, max: 64 * MIB }, "The most bytes of a line of an import; a longer one ends it with status 413."),
  "history.import.batchPoints": integer("HISTORY_IMPORT_BATCH_POINTS", 100_000, { min: 1000, max: 10_000_000 }, "The points of an import that are stored in one commit; more in one are faster and keep what devices send waiting longer."),
  "history.import.batchMebibytes": integer("HISTORY_IMPORT_BATCH_MIB", 16, { min: 1, max: 1024 }, "The MiB of text among them at which a commit is not waited for any longer."),

  "telemetry.retention.sweepSeconds": duration("TELEMETRY_RETENTION_SWEEP_SECONDS", 3600, "s", { min: 10, max: DAY_SECONDS }, "How often telemetry and finished persistent calls are deleted that are older than the tenant profile or their own time to live allows; they may be older by as much."),
  "telemetry.retention.fullSweepHours": integer("TELEMETRY_RETENTION_FULL_SWEEP_HOURS", 24, { min: 1, max: 8784 }, "Hours after which all telemetry is looked through instead of what has grown too old since the last time, for points that were too old when they came."),
  "telemetry.retention.pointsPerStep": integer("TELEMETRY_RETENTION_POINTS_PER_STEP", 10_000, { min: 100, max: 10_000_000 }, "About how many points are deleted in one transaction, and more where that is quick; others wait, so that points that arrive are stored in between."),
  "attributes.batch.batchValuesMax": integer("ATTRIBUTES_BATCH_VALUES_MAX", 50_000, { min: 1000, max: 10_000_000 }, "The most attribute values that gather for the next commit; at this bound sockets are paused until it has been taken."),
  "attributes.batch.batchTextMax": integer("ATTRIBUTES_BATCH_TEXT_MAX", 16 * MIB, { min: MIB, max: 1024 * MIB }, "The most characters of attributes that gather for the next commit; at this bound sockets are paused until it has been taken."),
  "attributes.maxAnswerMebibytes": integer("ATTRIBUTES_MAX_ANSWER_MIB", 16, { min: 1, max: 256 }, "The most MiB of text that one read of attributes gives; a read that would give more is refused."),

  "live.loginTimeoutSeconds": duration("LIVE_LOGIN_TIMEOUT_SECONDS", 10, "s", { min: 1, max: 600 }, "How long a WebSocket of /api/ws may take to send its credentials; then it is closed with 1008."),
  "live.pingSeconds": duration("LIVE_PING_SECONDS", 10, "s", { min: 1, max: 3600 }, "How often its clients are pinged."),
  "live.pongTimeoutSeconds": duration("LIVE_PONG_TIMEOUT_SECONDS", 30, "s", { min: 1, max: 3600 }, "How long a client may leave pings unanswered, then it is closed with 4500; or large answers unread, then with 1008."),
  "live.maxFrameSize": integer("LIVE_MAX_FRAME_SIZE", 32 * KIB, { min: KIB, max: 16 * MIB }, "The largest frame of a client in bytes; a larger one closes the connection with 1009."),
  "live.maxAnswerMebibytes": integer("LIVE_MAX_ANSWER_MIB", 8, { min: 1, max: 256 }, "The most MiB of one frame to a client; a command whose answer would be larger is refused."),
  "live.subscriptionsMax": integer("LIVE_SUBSCRIPTIONS_MAX", 10_000, { min: 1, max: 1_000_000 }, "The most subscriptions of one connection, also where the tenant profile sets no limit; one more is refused."),
  "live.windowKeysMax": integer("LIVE_WINDOW_KEYS_MAX", 500, { min: 1, max: 100_000 }, "The most keys of which one command may read points of the past; a command for more is refused."),
  "live.queueFramesMax": integer("LIVE_QUEUE_FRAMES_MAX", 1000, { min: 1, max: 1_000_000 }, "The most frames that wait for a client that does not read, unless its tenant profile says otherwise; one more closes the connection with 1008."),
  "live.queueMebibytes": integer("LIVE_QUEUE_MIB", 16, { min: 1, max: 1024 }, "The most MiB of such frames; one more closes the connection with 1008."),
  "live.unsentMebibytes": integer("LIVE_UNSENT_MIB", 256, { min: 1, max: 65_536 }, "The most MiB of such frames of all clients together; beyond it the client with the most is cut off."),
  "live.heldValuesMax": integer("LIVE_HELD_VALUES_MAX", 100_000, { min: 100, max: 10_000_000 }, "The most changed values of one device that wait while a subscription reads what is there already; more refuse the subscription."),
  "live.trafficPerSecond": integer("LIVE_TRAFFIC_PER_SECOND", 20, { min: 1, max: 10_000 }, "The most messages a second that somebody who looks at a device's messages is told; further ones are counted, and the count is told."),
  "live.closeTimeoutSeconds": duration("LIVE_CLOSE_TIMEOUT_SECONDS", 5, "s", { min: 1, max: 600 }, "How long a client may take to answer a close frame; then it is cut off."),
  "live.stopSeconds": duration("LIVE_STOP_SECONDS", 2, "s", { min: 0, max: 600 }, "The same when the platform stops."),

  "sqlite.batchCallsMax": integer("SQLITE_BATCH_CALLS_MAX", 5000, { min: 1, max: 1_000_000 }, "The most writes of entities, attributes and calls in one commit; others wait for the next."),
  "sqlite.batchBytesMax": integer("SQLITE_BATCH_BYTES_MAX", 16 * MIB, { min: 64 * KIB, max: 1024 * MIB }, "The most bytes of them in one commit, where it is more than one; others wait for the next."),
  "sqlite.waitingBytesMax": integer("SQLITE_WAITING_BYTES_MAX", 256 * MIB, { min: MIB, max: 16 * 1024 * MIB }, "The most bytes of them that wait; a further write is refused as unavailable, with status 503."),

  "device.inactivityTimeoutSeconds": duration("DEFAULT_INACTIVITY_TIMEOUT", 600, "s", { min: 1, max: YEAR_SECONDS }, "The silence after which a device counts as inactive; a device's own inactivityTimeout goes before it."),
  "device.cacheMax": integer("DEVICE_CACHE_MAX", 200_000, { min: 1000, max: 10_000_000 }, "The most devices kept in memory; beyond it those not asked for lately are read again when they are needed."),
  "device.credentialsCacheMax": integer("DEVICE_CREDENTIALS_CACHE_MAX", 50_000, { min: 100, max: 10_000_000 }, "The most credentials kept in memory; others are read when a client connects."),
  "device.activity.flushSeconds": duration("DEVICE_ACTIVITY_FLUSH_SECONDS", 10, "s", { min: 1, max: 3600 }, "How often lastActivityTime is stored; what is read may be older by as much."),
  "device.activity.sweepSeconds": duration("DEVICE_ACTIVITY_SWEEP_SECONDS", 60, "s", { min: 1, max: 3600 }, "How often devices that have fallen silent are looked for."),
  "device.activity.batchMax": integer("DEVICE_ACTIVITY_BATCH_MAX", 10_000, { min: 1, max: 1_000_000 }, "The most devices whose activity is stored in one commit; others take further commits."),
  "device.connections.max": integer("DEVICE_CONNECTIONS_MAX", 100, { min: 0, max: 10_000 }, "The events kept of the connections of one device, the newest; 0 keeps none."),
  "device.connections.days": integer("DEVICE_CONNECTIONS_DAYS", 30, { min: 1, max: 36_500 }, "The days that they are kept."),
  "device.claim.duration": duration("SECURITY_CLAIM_DURATION", 86_400_000, "ms", { min: 1, max: YEAR_SECONDS * 1000 }, "How long a claim stays open when the device names no duration; after it, claiming fails."),
  "device.claim.allowClaimingByDefault": boolean("SECURITY_CLAIM_ALLOW_CLAIMING_BY_DEFAULT", true, "Whether devices may open claims without the server attribute claimingAllowed."),
  "device.claim.triesMax": integer("SECURITY_CLAIM_TRIES_MAX", 5, { min: 1, max: 1000 }, "The wrong tries at a secret kept in claimingData before further ones are refused with status 429."),
  "device.claim.triesWindowSeconds": duration("SECURITY_CLAIM_TRIES_WINDOW_SECONDS", 900, "s", { min: 1, max: DAY_SECONDS }, "The time within which those tries count."),
  "device.claim.sweepSeconds": duration("SECURITY_CLAIM_SWEEP_SECONDS", 3600, "s", { min: 1, max: DAY_SECONDS }, "How often claims that nobody took are removed after their time."),
  "device.claim.sweepBatch": integer("SECURITY_CLAIM_SWEEP_BATCH", 1000, { min: 1, max: 1_000_000 }, "The most of them removed in one commit; others take further commits."),

  "device.connectivity.http.enabled": optionalBoolean("DEVICE_CONNECTIVITY_HTTP_ENABLED", "Whether the commands that show how to connect a device include HTTP; unset, where they are asked for over HTTP."),
  "device.connectivity.http.host": text("DEVICE_CONNECTIVITY_HTTP_HOST", "", "The host that these commands name for HTTP; empty takes that of the request."),
  "device.connectivity.http.port": optionalInteger("DEVICE_CONNECTIVITY_HTTP_PORT", REAL_PORT, "The port that they name for HTTP; unset, that of the request or of http.port."),
  "device.connectivity.https.enabled": optionalBoolean("DEVICE_CONNECTIVITY_HTTPS_ENABLED", "The same for HTTPS; unset, where they are asked for over HTTPS."),
  "device.connectivity.https.host": text("DEVICE_CONNECTIVITY_HTTPS_HOST", "", "The host that they name for HTTPS; empty takes that of the request."),
  "device.connectivity.https.port": optionalInteger("DEVICE_CONNECTIVITY_HTTPS_PORT", REAL_PORT, "The port that they name for HTTPS; unset, that of the request, of http.port, or 443."),
  "device.connectivity.mqtt.enabled": boolean("DEVICE_CONNECTIVITY_MQTT_ENABLED", true, "Whether they include MQTT without TLS."),
  "device.connectivity.mqtt.host": text("DEVICE_CONNECTIVITY_MQTT_HOST", "", "The host that they name for MQTT; empty takes that of the request."),
  "device.connectivity.mqtt.port": optionalInteger("DEVICE_CONNECTIVITY_MQTT_PORT", REAL_PORT, "The port that they name for MQTT; unset, that of mqtt.port."),
  "device.connectivity.mqtts.enabled": optionalBoolean("DEVICE_CONNECTIVITY_MQTTS_ENABLED", "Whether they include MQTT over TLS; unset, where mqtt.tls has a certificate."),
  "device.connectivity.mqtts.host": text("DEVICE_CONNECTIVITY_MQTTS_HOST", "", "The host that they name for MQTT over TLS; empty takes that of the request."),
  "device.connectivity.mqtts.port": optionalInteger("DEVICE_CONNECTIVITY_MQTTS_PORT", REAL_PORT, "The port that they name for MQTT over TLS; unset, that of mqtt.tls.port."),
  "device.connectivity.mqtts.certFile": optionalText("DEVICE_CONNECTIVITY_MQTTS_PEM_CERT_FILE", "PEM file with the certificate that clients of MQTT over TLS have to trust, for them to download; unset, that of mqtt.tls."),
  "device.connectivity.gatewayImage": optionalText("DEVICE_CONNECTIVITY_GATEWAY_IMAGE", "The container image that the compose file of a gateway names; unset, whoever uses the file has to name one."),

  "rpc.defaultTimeout": duration("DEFAULT_SERVER_SIDE_RPC_TIMEOUT", 10_000, "ms", { min: 1, max: INT32_MAX }, "How long a call waits when the request names no timeout; then the caller is told that it timed out."),
  "rpc.minTimeout": duration("MIN_SERVER_SIDE_RPC_TIMEOUT", 5000, "ms", { min: 1, max: INT32_MAX }, "The shortest wait for a call; a shorter timeout is raised to it."),
  "rpc.maxRetries": integer("ACTORS_RPC_MAX_RETRIES", 5, { min: 0, max: 1000 }, "How often a persistent call is sent again without an acknowledgement, by default and at most; then it has failed."),
  "rpc.payloadBytesMax": integer("RPC_PAYLOAD_BYTES_MAX", 60 * KIB, { min: KIB, max: 256 * MIB }, "The most bytes of method and parameters of a call; a larger one is refused with status 413."),
  "rpc.waitSecondsMax": duration("RPC_WAIT_SECONDS_MAX", 300, "s", { min: 1, max: 3600 }, "The longest a caller is kept waiting, whatever timeout it asked for."),
  "rpc.pendingMax": integer("RPC_PENDING_MAX", 10_000, { min: 1, max: 1_000_000 }, "The most unanswered calls of all tenants; one more is refused with status 429."),
  "rpc.tenantPendingMax": integer("RPC_TENANT_PENDING_MAX", 10_000, { min: 1, max: 1_000_000 }, "The most unanswered calls of one tenant; one more is refused with status 429."),
  "rpc.acknowledgementTimeout": duration("RPC_ACKNOWLEDGEMENT_TIMEOUT", 10_000, "ms", { min: 100, max: INT32_MAX }, "How long the acknowledgement of a persistent call is waited for; then it is sent again."),
  "rpc.devicePersistentMax": integer("RPC_DEVICE_PERSISTENT_MAX", 1000, { min: 1, max: 1_000_000 }, "The most unfinished persistent calls of one device; one more is refused."),
  "rpc.unacknowledgedMax": integer("RPC_UNACKNOWLEDGED_MAX", 100, { min: 1, max: 65_535 }, "The most persistent calls a session has not acknowledged; further ones wait until it has."),
  "rpc.requestIds.block": integer("RPC_REQUEST_IDS_BLOCK", 100, { min: 1, max: 100_000 }, "Request ids reserved at once for a device; what is left of them when the process dies is skipped."),
  "rpc.requestIds.blocksMax": integer("RPC_REQUEST_IDS_BLOCKS_MAX", 100_000, { min: 1, max: 10_000_000 }, "The most devices with reserved ids in memory; beyond it the oldest reservation is given up."),
  "rpc.retentionDays": integer("RPC_RETENTION_DAYS", 90, { min: 0, max: 36_500 }, "Days that finished persistent calls are kept, 0 for ever; then they are removed."),
  "rpc.expirationBatchMax": integer("RPC_EXPIRATION_BATCH_MAX", 1000, { min: 1, max: 1_000_000 }, "The most calls ended or removed in one commit; others take further commits."),

  "security.jwt.tokenExpirationTime": duration("JWT_TOKEN_EXPIRATION_TIME", 9000, "s", { min: 60, max: INT32_MAX }, "The lifetime of an access token."),
  "security.jwt.refreshTokenExpTime": duration("JWT_REFRESH_TOKEN_EXPIRATION_TIME", 604_800, "s", { min: 900, max: INT32_MAX }, "The lifetime of a refresh token; it must be longer than that of an access token."),
  "security.jwt.tokenIssuer": text("JWT_TOKEN_ISSUER", "bridgehead", "The issuer named in tokens."),
  "security.jwt.tokenSigningKey": optionalKey("JWT_TOKEN_SIGNING_KEY", 64, "The key that signs tokens; without it a random one is made at the first start and kept."),
  "security.userLoginCaseSensitive": boolean("SECURITY_USER_LOGIN_CASE_SENSITIVE", false, "Whether the case of letters in the email of a login matters."),
  "security.sessionsPerUserMax": integer("SECURITY_SESSIONS_PER_USER_MAX", 1000, { min: 1, max: 1_000_000 }, "The most logins of one user at a time; one more ends the oldest."),
  "security.refreshGraceSeconds": duration("SECURITY_REFRESH_GRACE_SECONDS", 60, "s", { min: 0, max: 3600 }, "How long a refresh token may be used again after its first use, for browser tabs that refresh together; later its login ends."),
  "security.sessionSweepSeconds": duration("SECURITY_SESSION_SWEEP_SECONDS", 600, "s", { min: 1, max: DAY_SECONDS }, "How often logins whose time is over are removed."),
  "security.sessionSweepBatch": integer("SECURITY_SESSION_SWEEP_BATCH", 10_000, { min: 1, max: 1_000_000 }, "The most of them removed in one commit; others wait for the next time."),
  "security.hashing.parallelMax": integer("SECURITY_HASHING_PARALLEL_MAX", 2, { min: 1, max: 256 }, "The passwords hashed at the same time, with 19 MiB each; further logins wait."),
  "security.hashing.waitingMax": integer("SECURITY_HASHING_WAITING_MAX", 200, { min: 0, max: 100_000 }, "The most logins that wait for that; one more is refused with status 429."),
  "security.throttle.nameFailuresMax": integer("SECURITY_THROTTLE_NAME_FAILURES_MAX", 10, { min: 1, max: 1_000_000 }, "The failed logins with one name from one address, within the next setting's time, after which they are refused with status 429."),
  "security.throttle.nameWindowSeconds": duration("SECURITY_THROTTLE_NAME_WINDOW_SECONDS", 900, "s", { min: 1, max: DAY_SECONDS }, "The time within which they count, and for which the name is refused at that address."),
  "security.throttle.addressFailuresMax": integer("SECURITY_THROTTLE_ADDRESS_FAILURES_MAX", 100, { min: 1, max: 1_000_000 }, "The failed logins from one address, whatever the name, after which all of its logins are refused with status 429."),
  "security.throttle.addressWindowSeconds": duration("SECURITY_THROTTLE_ADDRESS_WINDOW_SECONDS", 3600, "s", { min: 1, max: DAY_SECONDS }, "The time within which they count, and for which the address is refused."),
  "security.throttle.entriesMax": integer("SECURITY_THROTTLE_ENTRIES_MAX", 20_000, { min: 100, max: 10_000_000 }, "The most names, and addresses, remembered with failed logins; beyond it the one that failed longest ago is forgotten."),
  "security.tokenCache.tokensMax": integer("SECURITY_TOKEN_CACHE_TOKENS_MAX", 10_000, { min: 100, max: 10_000_000 }, "The most access tokens remembered as good; others are verified anew when they come."),
  "security.tokenCache.recheckSeconds": duration("SECURITY_TOKEN_CACHE_RECHECK_SECONDS", 60, "s", { min: 1, max: DAY_SECONDS }, "How long a remembered token is trusted before its login is looked up again; logins that end on this node are forgotten at once."),
  "security.userCache.usersMax": integer("SECURITY_USER_CACHE_USERS_MAX", 10_000, { min: 100, max: 10_000_000 }, "The most users remembered for calls about themselves; others are read when they call."),
  "security.userCache.recheckSeconds": duration("SECURITY_USER_CACHE_RECHECK_SECONDS", 60, "s", { min: 1, max: DAY_SECONDS }, "How long a remembered user is shown before the record is read again; changes on this node show at once."),
  "security.apiKeys.valuePrefix": headerWord("SECURITY_API_KEY_VALUE_PREFIX", "bh_", 32, "What new API keys begin with."),
  "security.apiKeys.requireHttps": choice("API_KEY_REQUIRE_HTTPS", "auto", ["auto", "always", "never"], "Whether an API key over plain HTTP is refused with status 403; auto refuses it where this server has a certificate or trusts a proxy, unless the caller is on this machine."),
  "security.apiKeys.plainHttpWarningSeconds": duration("SECURITY_API_KEYS_PLAIN_HTTP_WARNING_SECONDS", 3600, "s", { min: 1, max: YEAR_SECONDS }, "How often the log may warn of API keys that are accepted over plain HTTP."),
  "security.apiKeys.perUserMax": integer("SECURITY_API_KEYS_PER_USER_MAX", 1000, { min: 1, max: 1_000_000 }, "The most API keys of one user; creating one more is refused with status 400."),
  "security.apiKeys.retentionDays": integer("SECURITY_API_KEYS_RETENTION_DAYS", 30, { min: 0, max: 36_500 }, "Days that expired API keys stay listed, 0 for ever; then they are deleted."),
  "security.apiKeys.sweepSeconds": duration("SECURITY_API_KEYS_SWEEP_SECONDS", 3600, "s", { min: 1, max: DAY_SECONDS }, "How often API keys are looked for that expired so long ago."),
  "security.apiKeys.sweepBatch": integer("SECURITY_API_KEYS_SWEEP_BATCH", 1000, { min: 1, max: 1_000_000 }, "The most of them deleted in one commit; others take further commits."),
  "security.apiKeys.useFlushSeconds": duration("SECURITY_API_KEYS_USE_FLUSH_SECONDS", 60, "s", { min: 1, max: DAY_SECONDS }, "How often the times of last use of API keys are stored; what is shown may be older by as much."),
  "security.apiKeys.cache.keysMax": integer("SECURITY_API_KEYS_CACHE_KEYS_MAX", 10_000, { min: 100, max: 10_000_000 }, "The most API keys remembered as good, and of texts remembered as no key; others are looked up when they come."),
  "security.apiKeys.cache.recheckSeconds": duration("SECURITY_API_KEYS_CACHE_RECHECK_SECONDS", 60, "s", { min: 1, max: DAY_SECONDS }, "How long a remembered key is trusted before it is looked up again; keys that end on this node are forgotten at once."),
  "security.apiKeys.unknown.triesMax": integer("SECURITY_API_KEYS_UNKNOWN_TRIES_MAX", 100, { min: 1, max: 1_000_000 }, "The unknown API keys from one address, within the next setting's time, after which keys not in memory are refused with status 429 there."),
  "security.apiKeys.unknown.windowSeconds": duration("SECURITY_API_KEYS_UNKNOWN_WINDOW_SECONDS", 60, "s", { min: 1, max: DAY_SECONDS }, "The time within which they count, and for which the address is refused."),
  "security.apiKeys.unknown.addressesMax": integer("SECURITY_API_KEYS_UNKNOWN_ADDRESSES_MAX", 20_000, { min: 100, max: 10_000_000 }, "The most addresses remembered for that; beyond it the one that tried longest ago is forgotten."),
  "security.userTokenAccessEnabled": boolean("SECURITY_USER_TOKEN_ACCESS_ENABLED", false, "Whether administrators may open sessions of other users; each is in the audit log."),
  "security.settingsRecheckSeconds": duration("SECURITY_SETTINGS_RECHECK_SECONDS", 60, "s", { min: 1, max: DAY_SECONDS }, "How often the stored security settings are read again; what is saved on this node is in force at once."),
  "security.replacedPasswordsMax": integer("SECURITY_REPLACED_PASSWORDS_MAX", 24, { min: 1, max: 1000 }, "The most replaced passwords remembered for each user while their reuse is forbidden; the oldest are forgotten."),
  "security.resets.perUserMax": integer("SECURITY_RESETS_PER_USER_MAX", 5, { min: 1, max: 1000 }, "The password resets mailed to one user, and looks at the links in them, within the next setting's time; further mails are not sent, and further looks refused with status 429."),
  "security.resets.windowSeconds": duration("SECURITY_RESETS_WINDOW_SECONDS", 3600, "s", { min: 1, max: DAY_SECONDS }, "The time within which they count, and for which further ones are refused."),
  "security.resets.usersMax": integer("SECURITY_RESETS_USERS_MAX", 10_000, { min: 100, max: 10_000_000 }, "The most users remembered for that; beyond it the one who asked longest ago is forgotten."),
  "bootstrap.sysAdmin.email": text("BOOTSTRAP_SYS_ADMIN_EMAIL", "sysadmin@bridgehead.local", "The email of the system administrator that the first start creates."),
  "bootstrap.sysAdmin.password": optionalSecret("BOOTSTRAP_SYS_ADMIN_PASSWORD", PASSWORD_LENGTHS, "The password of that administrator; without it the first start prints a one-time activation link."),
  "bootstrap.tenantAdmin.email": text("BOOTSTRAP_TENANT_ADMIN_EMAIL", "tenant@bridgehead.local", "The email of the tenant administrator that the first start creates."),
  "bootstrap.tenantAdmin.password": optionalSecret("BOOTSTRAP_TENANT_ADMIN_PASSWORD", PASSWORD_LENGTHS, "The password of that administrator; without it the first start prints a one-time activation link."),

  "mail.smtp.host": optionalText("MAIL_SMTP_HOST", "The mail server; without it nothing is mailed, and administrators hand links over."),
  "mail.smtp.port": integer("MAIL_SMTP_PORT", 587, { min: 1, max: 65_535 }, "The port of the mail server."),
  "mail.smtp.security": choice("MAIL_SMTP_SECURITY", "starttls", ["starttls", "tls", "none"], "How the connection is encrypted: after STARTTLS, without which nothing is sent, from the first byte, or never."),
  "mail.smtp.user": optionalText("MAIL_SMTP_USER", "The user name at the mail server; given together with the password or not at all."),
  "mail.smtp.password": optionalSecret("MAIL_SMTP_PASSWORD", { min: 1, max: 1000 }, "The password at the mail server."),
  "mail.smtp.caFile": optionalText("MAIL_SMTP_CA_FILE", "PEM file with the certificates that the mail server's one may be signed by; without it those that the runtime trusts."),
  "mail.smtp.answerTimeout": duration("MAIL_SMTP_ANSWER_TIMEOUT", 10_000, "ms", { min: 100, max: 600_000 }, "How long the mail server may take to be connected to, and for each answer; then the mail has failed."),
  "mail.from": optionalText("MAIL_FROM", "The sender of mails, as platform@example.com or Platform <platform@example.com>; needed together with the mail server."),
  "mail.sendTimeoutSeconds": duration("MAIL_SEND_TIMEOUT_SECONDS", 30, "s", { min: 1, max: 600 }, "How long sending one mail may take as a whole; then it has failed."),
  "mail.parallelMax": integer("MAIL_PARALLEL_MAX", 2, { min: 1, max: 100 }, "The mails sent at the same time; further ones wait."),
  "mail.waitingMax": integer("MAIL_WAITING_MAX", 1000, { min: 0, max: 1_000_000 }, "The most mails that wait; one more is refused, or dropped and logged where no call waits for it."),
  "mail.triesMax": integer("MAIL_TRIES_MAX", 3, { min: 1, max: 100 }, "How often a mail is tried that no call waits for; then it is dropped and logged."),
  "mail.retrySeconds": duration("MAIL_RETRY_SECONDS", 60, "s", { min: 1, max: DAY_SECONDS }, "The time between two tries."),
  "mail.stopSeconds": duration("MAIL_STOP_SECONDS", 2, "s", { min: 0, max: 600 }, "How long mails that are being sent may take when the platform stops; then they are given up."),

  "analytics.limiter.queueCapacity": integer("SIMPLE_API_RATE_LIMITER_QUEUE_CAPACITY", 10, { min: 0, max: 100_000 }, "The most reports that wait for their turn; one more is refused with status 429."),
  "analytics.limiter.threadPoolSize": integer("SIMPLE_API_RATE_LIMITER_THREAD_POOL_SIZE", 10, { min: 1, max: 1000 }, "The reports that run at the same time; further ones wait."),
  "analytics.limiter.queueWait": duration("REPORT_QUEUE_WAIT_MS", 30_000, "ms", { min: 0, max: 3_600_000 }, "How long a report may wait for its turn; then it is refused with status 429."),
  "analytics.limiter.uiPoolSize": integer("REPORT_UI_POOL_SIZE", 4, { min: 1, max: 1000 }, "The same for previews, data and files that the service's own calls give: they run beside the reports."),
  "analytics.limiter.uiQueueCapacity": integer("REPORT_UI_QUEUE_CAPACITY", 20, { min: 0, max: 100_000 }, "The most of those that wait for their turn; one more is refused with status 429."),
  "analytics.limiter.jobPoolSize": integer("REPORT_JOB_POOL_SIZE", 1, { min: 1, max: 1000 }, "The reports in the background that run at the same time; further ones wait."),
  "analytics.limiter.jobQueueCapacity": integer("REPORT_JOB_QUEUE_CAPACITY", 1000, { min: 0, max: 100_000 }, "The most reports in the background that wait for their turn; with one more, the newest of the tenant with the most fails with LIMIT_REACHED."),
  "analytics.limiter.timeout": duration("REPORT_TIMEOUT_MS", 60_000, "ms", { min: 100, max: 3_600_000 }, "How long a report may run unless its view says otherwise; then it is stopped and answered with status 504."),
  "analytics.limiter.jobTimeout": duration("REPORT_JOB_TIMEOUT_MS", 1_800_000, "ms", { min: 1000, max: 86_400_000 }, "The same for reports in the background."),
  "analytics.limiter.writeTimeout": duration("REPORT_WRITE_TIMEOUT_MS", 30_000, "ms", { min: 100, max: 3_600_000 }, "How long a caller may take to receive a report that is done; then the connection is closed and its slot is free."),
  "analytics.limiter.maxUnsentMebibytes": integer("REPORT_MAX_UNSENT_MEBIBYTES", 512, { min: 1, max: 1_048_576 }, "The most MiB of previews, data and files that are computed and being sent; half of it for one tenant. One more is refused with status 429."),
  "analytics.limiter.stopSeconds": duration("REPORT_STOP_SECONDS", 20, "s", { min: 0, max: 600 }, "How long reports that are running may go on when the platform stops; then they are stopped."),
  "analytics.access.cacheSeconds": duration("REPORT_ACCESS_CACHE_SECONDS", 30, "s", { min: 0, max: 30 }, "How long the list of devices that somebody may see is kept; changes of devices are in force at once."),
  "analytics.access.cachedDevices": integer("REPORT_ACCESS_CACHED_DEVICES", 200_000, { min: 0, max: 100_000_000 }, "The most devices in the lists that are kept; the list used least lately is read anew."),
  "analytics.access.maxDevices": integer("REPORT_MAX_DEVICES", 500_000, { min: 1, max: 100_000_000 }, "The most devices that a report may choose among; with more its view has to name devices, else it is refused."),
  "analytics.access.maxFactMebibytes": integer("REPORT_MAX_FACT_MEBIBYTES", 64, { min: 1, max: 4096 }, "The most text (millions of characters) of attributes and latest values that a report may hold; with more it is refused."),
  "analytics.engine.queriesMax": integer("REPORT_QUERIES_MAX", 2, { min: 1, max: 64 }, "The queries of all reports that run at the same time; further ones wait. Each keeps one of the threads busy that commits of telemetry need, too."),
  "analytics.engine.heavyQueriesMax": integer("REPORT_HEAVY_QUERIES_MAX", 1, { min: 1, max: 64 }, "The same while telemetry is heavy (TELEMETRY_DUCKDB_HEAVY_POINTS)."),
  "analytics.engine.heavyThreads": integer("REPORT_HEAVY_THREADS", 0, { min: 0, max: 256 }, "The threads of the telemetry engine that all reports have together while telemetry is heavy; 0 takes half as many as it has otherwise, at least 1."),
  "analytics.engine.pauseAfter": duration("REPORT_PAUSE_AFTER_MS", 10, "ms", { min: 1, max: 60_000 }, "How long telemetry may wait to be stored until reports pause, while it is heavy; they pause for every checkpoint, too."),
  "analytics.engine.pauseMax": duration("REPORT_PAUSE_MAX_MS", 500, "ms", { min: 1, max: 60_000 }, "How long reports pause at a stretch; then they go on although telemetry waits."),
  "analytics.engine.turn": duration("REPORT_TURN_MS", 100, "ms", { min: 1, max: 60_000 }, "For how long they then go on at least."),
  "analytics.engine.sliceSamples": integer("REPORT_SLICE_SAMPLES", 2_000_000, { min: 1000, max: 1_000_000_000 }, "The samples that counters, time-weighted averages and states look at in one step, which bounds the memory they need."),
  "analytics.engine.spillMaxMebibytes": integer("REPORT_SPILL_MAX_MIB", 2048, { min: 0, max: 16_777_216 }, "The most MiB that queries which do not fit into memory put into the scratch folder of the data folder; one that needs more is refused."),
  "analytics.export.maxRows": integer("REPORT_EXPORT_MAX_ROWS", 1_000_000, { min: 1, max: 10_000_000 }, "The most rows of a report that is downloaded as a file; it is cut there and says so."),
  "analytics.export.maxBytes": integer("REPORT_EXPORT_MAX_BYTES", 104_857_600, { min: 1024, max: 1_073_741_824 }, "The same in bytes of its rows, which are in memory while it is sent."),
  "analytics.export.writeTimeout": duration("REPORT_EXPORT_WRITE_TIMEOUT_MS", 600_000, "ms", { min: 1000, max: 86_400_000 }, "How long a caller may take to receive such a file, or the result of a report in the background; then the connection is closed."),
  "analytics.reports.maxRows": integer("REPORT_MAX_ROWS", 100_000, { min: 1, max: 1_000_000 }, "The most rows of a report, and the most that a view may ask for."),
  "analytics.reports.maxBytes": integer("REPORT_MAX_BYTES", 52_428_800, { min: 1024, max: 1_073_741_824 }, "The most bytes of the rows of a report; it is cut after the last row that fits, and says so."),
  "analytics.reports.maxBuckets": integer("REPORT_MAX_BUCKETS", 50_000, { min: 1, max: 1_000_000 }, "The most time buckets of a report; with more it is refused, with the smallest bucket that fits."),
  "analytics.reports.maxTableRows": integer("REPORT_MAX_TABLE_ROWS", 500_000, { min: 1, max: 100_000_000 }, "The most rows that a report may have before it is sorted and cut; with more it is refused. They take about 1 KiB of memory each while the report runs."),
  "analytics.reports.memoryMaxMebibytes": integer("REPORT_MEMORY_LIMIT", 1024, { min: 128, max: 16_777_216 }, "The most MiB that all reports hold together: in the telemetry engine, which gets at most half of it, and in the rest as rows; a report that needs more is refused."),
  "analytics.reports.parallelQueries": integer("REPORT_PARALLEL_QUERIES", 2, { min: 1, max: 64 }, "The queries of one report that run at the same time; further ones wait."),
  "analytics.discovery.maxKeys": integer("REPORT_DISCOVERY_MAX_KEYS", 1000, { min: 1, max: 100_000 }, "The most keys that one look for keys may ask for."),
  "analytics.discovery.maxLookedAt": integer("REPORT_DISCOVERY_MAX_LOOKED_AT", 2_000_000, { min: 1000, max: 1_000_000_000 }, "The most series and attributes that one look for keys may pass; with more it is refused, and has to name a profile or a device."),
  "analytics.explain.maxSamples": integer("REPORT_MAX_SAMPLES", 500_000_000, { min: 1, max: 1_000_000_000_000 }, "The most samples that one report may read, by estimate; with more it is refused before it reads any."),
  "analytics.explain.warnSamples": integer("REPORT_WARN_SAMPLES", 50_000_000, { min: 1, max: 1_000_000_000_000 }, "The samples from which on a report is told to be large, with a bucket that would be quicker."),
  "analytics.views.perTenantMax": integer("REPORT_VIEWS_PER_TENANT_MAX", 5000, { min: 1, max: 1_000_000 }, "The most views of one tenant; saving one more is refused with status 403."),
  "analytics.views.revisionsMax": integer("REPORT_VIEW_REVISIONS_MAX", 50, { min: 1, max: 1000 }, "The revisions kept of each view, the present one included; older ones are forgotten."),
  "analytics.views.customersMayCreate": boolean("REPORT_CUSTOMERS_MAY_CREATE_VIEWS", true, "Whether users of customers may keep views of their own; without it they run those shared with them."),
  "analytics.links.perViewMax": integer("REPORT_LINKS_PER_VIEW_MAX", 20, { min: 0, max: 10_000 }, "The most share links of one view that have not ended; one more is refused with status 403."),
  "analytics.links.defaultDays": integer("REPORT_LINK_DAYS", 30, { min: 1, max: 36_500 }, "Days after which a share link ends that names no end itself."),
  "analytics.links.maxDays": integer("REPORT_LINK_DAYS_MAX", 366, { min: 1, max: 36_500 }, "The days that a share link may last at most; a later end is refused with status 400."),
  "analytics.links.password.triesMax": integer("REPORT_LINK_PASSWORD_TRIES_MAX", 10, { min: 1, max: 1_000_000 }, "The wrong passwords of one share link, within the next setting's time, after which passwords for it are refused with status 429."),
  "analytics.links.password.windowSeconds": duration("REPORT_LINK_PASSWORD_WINDOW_SECONDS", 600, "s", { min: 1, max: DAY_SECONDS }, "The time within which they count, and for which passwords of the link are refused."),
  "analytics.links.password.linksMax": integer("REPORT_LINK_PASSWORD_LINKS_MAX", 10_000, { min: 100, max: 10_000_000 }, "The most share links remembered for that; beyond it the one that was tried longest ago is forgotten."),
  "analytics.jobs.perTenantMax": integer("REPORT_JOBS_PER_TENANT_MAX", 100, { min: 1, max: 100_000 }, "The most reports in the background of one tenant, those that are done and still kept included; one more is refused with status 429."),
  "analytics.jobs.keepHours": integer("REPORT_JOB_KEEP_HOURS", 24, { min: 1, max: 8760 }, "Hours that the result of a report in the background is kept; then it is removed."),
  "analytics.jobs.maxResultMebibytes": integer("REPORT_JOB_MAX_RESULT_MEBIBYTES", 512, { min: 1, max: 1_048_576 }, "The most MiB of one result; a report with a larger one has failed."),
  "analytics.jobs.maxStoredMebibytes": integer("REPORT_JOB_MAX_STORED_MEBIBYTES", 4096, { min: 1, max: 16_777_216 }, "The most MiB of all results; beyond it the oldest are removed."),
  "analytics.jobs.sweepSeconds": duration("REPORT_JOB_SWEEP_SECONDS", 300, "s", { min: 1, max: DAY_SECONDS }, "How often results are looked for that have been kept for so long."),
  "analytics.jobs.retriesMax": integer("REPORT_JOB_RETRIES_MAX", 6, { min: 0, max: 20 }, "How often a report in the background is run again that was stopped because telemetry needed its memory; then it has failed."),
  "analytics.jobs.retrySeconds": duration("REPORT_JOB_RETRY_SECONDS", 30, "s", { min: 1, max: 3600 }, "The pause before it is run again; each pause is twice as long as the one before."),
  "analytics.live.subscribersMax": integer("REPORT_LIVE_SUBSCRIBERS_MAX", 1000, { min: 0, max: 1_000_000 }, "The most callers that watch views at the same time; one more is refused with status 429."),
  "analytics.live.perTenantMax": integer("REPORT_LIVE_PER_TENANT_MAX", 200, { min: 0, max: 1_000_000 }, "The same for the callers of one tenant."),
  "analytics.live.everyMillis": duration("REPORT_LIVE_EVERY_MS", 2000, "ms", { min: 100, max: 3_600_000 }, "The least time between two computations of a view that is watched; one that takes long is computed less often."),
  "analytics.live.quietSeconds": duration("REPORT_LIVE_QUIET_SECONDS", 30, "s", { min: 1, max: DAY_SECONDS }, "After how long a watched view is computed anew although no sample has come."),
  "analytics.live.heartbeatSeconds": duration("REPORT_LIVE_HEARTBEAT_SECONDS", 15, "s", { min: 1, max: 3600 }, "How often a stream of events shows that it lives."),
  "analytics.live.recheckSeconds": duration("REPORT_LIVE_RECHECK_SECONDS", 30, "s", { min: 1, max: 3600 }, "How often it is looked whether the token, key or link of somebody who watches a view, or a report in the background, is still good; if not, the stream ends."),
  "analytics.live.waitingKibibytes": integer("REPORT_LIVE_WAITING_KIBIBYTES", 1024, { min: 1, max: 1_048_576 }, "The most text (thousands of characters) of events that may wait for a slow watcher when a further one comes; with more its stream is cut."),
  "analytics.live.takeTimeout": duration("REPORT_LIVE_TAKE_TIMEOUT_MS", 30_000, "ms", { min: 100, max: 3_600_000 }, "How long a watcher may take to receive one event; then its stream is cut."),
  "analytics.live.maxHeldMebibytes": integer("REPORT_LIVE_MAX_HELD_MEBIBYTES", 256, { min: 1, max: 1_048_576 }, "The most text (millions of characters) of the answers of all watched views, each kept once to tell what changes; a view that does not fit any more ends for who watches it."),
};

type Settings = typeof settings;

/** The members of dotted names: `{"a.b": Setting<X>}` becomes `{a: {b: X}}`. */
type Nested<Table> = {
  readonly [Head in FirstPart<keyof Table & string>]: Head extends keyof Table
    ? Table[Head] extends Setting<infer Value>
      ? Value
      : never
    : Nested<{ [Name in keyof Table as Name extends `${Head}.${infer Rest}` ? Rest : never]: Table[Name] }>;
};
type FirstPart<Name extends string> = Name extends `${infer Head}.${string}` ? Head : Name;

/** The value of every setting, nested by the parts of its name: `config.mqtt.tls.port`. */
export type Config = Nested<Settings>;

/** Settings that a caller gives by name, as a test does. */
export type GivenSettings = { readonly [Name in keyof Settings]?: unknown };

/** Throws `ConfigError` with one sentence for each problem. `given` goes by dotted name; the environment wins over it. */
export function parseConfig(given: ReadonlyMap<string, unknown>, environment: Environment): Config {
  const config = nestByName(resolveSettings(settings, given, environment)) as Config;
  requireConsistentSettings(config);
  return config;
}

/** The defaults with some settings replaced, read neither from a file nor from the environment. */
export function configOf(given: GivenSettings): Config {
  return parseConfig(new Map(Object.entries(given)), {});
}

function requireConsistentSettings(config: Config): void {
  const { mqtt, http, security } = config;
  const { tokenExpirationTime, refreshTokenExpTime } = security.jwt;
  const problems = [
    ...halfGivenTls("MQTT_TLS", "mqtt.tls", mqtt.tls),
    ...halfGivenTls("HTTP_TLS", "http.tls", http.tls),
    ...mailProblems(config),
  ];
  if (tokenExpirationTime >= refreshTokenExpTime)
    problems.push(
      "JWT_TOKEN_EXPIRATION_TIME (security.jwt.tokenExpirationTime) must be less than JWT_REFRESH_TOKEN_EXPIRATION_TIME " +
        `(security.jwt.refreshTokenExpTime), got ${String(tokenExpirationTime)} and ${String(refreshTokenExpTime)} seconds`,
    );
  if (problems.length > 0) throw new ConfigError(problems);
}

function halfGivenTls(environment: string, name: string, { certFile, keyFile }: TlsFiles): string[] {
  if ((certFile === undefined) === (keyFile === undefined)) return [];
  const cert = `${environment}_CERT_FILE (${name}.certFile)`;
  const key = `${environment}_KEY_FILE (${name}.keyFile)`;
  return [
    certFile === undefined
      ? `${key} is given without ${cert}; TLS needs both`
      : `${cert} is given without ${key}; TLS needs both`,
  ];
}
