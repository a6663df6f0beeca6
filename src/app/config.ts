// Every setting of the platform, one line each. The type `Config`, the parser and the settings page are derived from
// this table. Nothing else reads the environment. Limits that no operator would change are in bounds.ts.
import { parseEmail } from "../core/entity-text.ts";
import { bounds } from "./bounds.ts";
import { BUCKET_VARIABLES, isUrl, parseBucketAddress, type BucketVariables } from "../adapters/s3/bucket-address.ts";
import { DomainError } from "../core/errors.ts";
import { type Environment, ConfigError, nestByName, resolveSettings } from "./config-source.ts";
import { openHostProblem } from "./listen-hosts.ts";
import { ownTlsFiles } from "./own-certificate.ts";
import {
  type Setting,
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
  optionalMapTiles,
  optionalUrl,
  PORT,
  text,
  list,
} from "./setting.ts";
import type { TlsFiles } from "./tls-pair.ts";
import { MASTER_KEY_BYTES } from "../lib/secret-box.ts";

const KIB = 1024;
const MIB = 1024 * KIB;
const INT32_MAX = 2_147_483_647;
const DAY_SECONDS = 86_400;
const YEAR_SECONDS = 366 * DAY_SECONDS;
const REAL_PORT = { min: 1, max: 65_535 };
const PASSWORD_LENGTHS = { min: 8, max: 72 };
const ADDRESS_LENGTHS = { min: 1, max: 4000 };
export const PASSPHRASE_LENGTHS = { min: 12, max: 1000 };

// A line for each, as in a table.
// prettier-ignore
export const settings = {
  "dataDir": text("DATA_DIR", "./data", "The folder that holds all data; it is created when missing, and one process at a time may use it."),
  "baseUrl": optionalUrl("BASE_URL", "The public address of the platform, for the links that it writes; without it they follow the request's host."),
  "allowPlaintext": boolean("ALLOW_PLAINTEXT", false, "Whether other machines may reach HTTP and MQTT without TLS, which shows passwords and tokens to everybody on the way; each start warns of it. Without it a server that has no TLS listens on this machine only."),
  "tls.auto": boolean("TLS_AUTO", false, "Whether the platform makes a certificate of its own, in the data folder, for HTTP and MQTT where none is given."),
  "log.level": choice("LOG_LEVEL", "info", ["error", "warn", "info", "debug"], "The least severe records that are written."),

  "cluster.postgresUrl": optionalSecret("CLUSTER_POSTGRES_URL", ADDRESS_LENGTHS, "The database of a cluster, as `postgres://user:password@host:5432/name`, with commas between several hosts of which one takes writes; it makes this process one node of that cluster, and `dataDir` a folder for what need not outlive it. Unset, the platform is this process alone."),
  "cluster.natsUrls": list(optionalSecret("CLUSTER_NATS_URLS", ADDRESS_LENGTHS, "The NATS servers of the cluster, as `nats://user:password@host:4222`, separated by commas.")),
  "cluster.natsReplicas": integer("CLUSTER_NATS_REPLICAS", 3, { min: 1, max: 5 }, "Servers that keep each acknowledged point until it is in the history; a node refuses to start on a stream with fewer."),
  "cluster.natsMonitors": list(optionalText("CLUSTER_NATS_MONITORS", "The monitoring addresses of those servers, as `http://host:8222`, separated by commas: a node refuses to start if one of them does not sync each message (`sync_interval: always`). Unset, nobody checks.")),
  "cluster.files": optionalText("CLUSTER_FILES", "The bucket (`s3://bucket/prefix`) or the shared folder with the history of all nodes."),
  "cluster.cacheMebibytes": integer("CLUSTER_CACHE_MIB", 512, { min: 0, max: 1_048_576 }, "Memory of a node, besides that of the telemetry engine, for what it has read of that history: reports over more than fits there read it again each time."),
  "cluster.restoreHours": integer("CLUSTER_RESTORE_HOURS", 72, { min: 1, max: 8_760 }, "How old a copy of that database may be when it is restored: replaced files of the history are kept as long, so recent points take up to three times the room."),
  "cluster.masterKey": optionalKey("CLUSTER_MASTER_KEY", MASTER_KEY_BYTES, "The key that encrypts secrets in the database, the same for all nodes: 32 random bytes; a node with another one is refused."),
  "cluster.extensionsDir": optionalText("CLUSTER_EXTENSIONS_DIR", "The folder with the extensions ducklake, postgres_scanner and httpfs of DuckDB; unset, DuckDB downloads them from its own repository at the first start."),

  "backup.to": optionalText("BACKUP_TO", "The folder, or the bucket (`s3://bucket/prefix`), in which the platform makes backups by itself, as `bridgehead backup` does; unset, it makes none. Needs `backup.passphrase`."),
  "backup.everyMinutes": integer("BACKUP_EVERY_MINUTES", 1440, { min: 1, max: 10_080 }, "How often it makes them."),
  "backup.keepDays": optionalInteger("BACKUP_KEEP_DAYS", { min: 1, max: 99_999 }, "Days after which backups there are removed, but for the newest; unset, all are kept."),
  "backup.passphrase": optionalSecret("BACKUP_PASSPHRASE", PASSPHRASE_LENGTHS, "The passphrase with which `secret.key` is encrypted in backups, which nobody can restore without it."),

  "http.host": optionalText("HTTP_HOST", "The address on which HTTP listens; unset, all with TLS or allowPlaintext, and otherwise 127.0.0.1."),
  "http.port": integer("HTTP_PORT", 8080, PORT, "The port of the REST API; 0 picks a free one and prints it."),
  "http.tls.certFile": optionalText("HTTP_TLS_CERT_FILE", "PEM file with the certificate chain; together with the key it makes the HTTP port HTTPS."),
  "http.tls.keyFile": optionalText("HTTP_TLS_KEY_FILE", "PEM file with the private key of the HTTP certificate."),
  "http.payloadBytesMax": integer("HTTP_MAX_PAYLOAD_SIZE_LIMIT_CONFIGURATION", 16 * MIB, { min: KIB, max: 1024 * MIB }, "The largest request body; a larger one gets status 413."),
  "http.connectionsMax": integer("HTTP_CONNECTIONS_MAX", 10_000, { min: 1, max: 1_000_000 }, "HTTP connections at the same time, fewer where the system allows too few open files; one more is closed at once."),
  "http.trustedProxies": list(networks("HTTP_TRUSTED_PROXIES", "Addresses and networks of proxies, separated by commas: their X-Forwarded headers count, those of others are ignored, and no bound for a single address holds for them.")),
  "http.accessLog": boolean("HTTP_ACCESS_LOG", false, "Whether each request leaves a log record."),
  "http.cors.allowedOriginPatterns": list(text("TB_CORS_ALLOWED_ORIGIN_PATTERNS", "*", "Origins that browsers may call from, separated by commas; * stands for any text.")),
  "http.deviceApi.payloadBytesMax": integer("HTTP_DEVICE_API_MAX_PAYLOAD_SIZE", MIB, { min: KIB, max: 1024 * MIB }, "The largest body that a device may send to /api/v1; a larger one gets status 413."),
  "rest.pageRowsMax": integer("REST_MAX_PAGE_ROWS", 10_000, { min: 1, max: 1_000_000 }, "Rows of one page of a list; a larger pageSize is cut to this."),
  "rest.userLimit": list(text("REST_USER_LIMIT", "", "Calls of one user of a tenant to the REST API, as count:seconds, several separated by commas; empty is no limit. Further calls get status 429.")),
  "documentation.enabled": boolean("SWAGGER_ENABLED", true, "Whether the documentation page under /swagger-ui/ and the API description under /v3/api-docs are served; otherwise both answer 404."),
  "maps.tiles": optionalMapTiles("MAPS_TILES", "Where browsers get the tiles of maps, and after a blank what maps say about their source, in Markdown: `https://tile.example.com/{z}/{x}/{y}.png © Example`. The server of the tiles learns which places are looked at. Unset, maps show coastlines and ask no other server."),

  "audit.level": choice("AUDIT_LEVEL", "W", ["OFF", "W", "RW"], "What the audit log records: OFF nothing, W changes, RW reading of attributes and credentials as well."),
  "audit.retentionDays": integer("AUDIT_RETENTION_DAYS", 365, { min: 0, max: 36_500 }, "Days after which audit records are deleted; 0 keeps the newest million of each tenant."),

  "mqtt.host": optionalText("MQTT_HOST", "The address on which MQTT listens; unset, all. Without TLS and allowPlaintext it listens on this machine only, at 127.0.0.1."),
  "mqtt.port": integer("MQTT_PORT", 1883, PORT, "The port of MQTT without TLS; 0 picks a free one and prints it."),
  "mqtt.tls.port": integer("MQTT_TLS_PORT", 8883, PORT, "The port of MQTT over TLS; it listens only when certificate and key are given."),
  "mqtt.tls.certFile": optionalText("MQTT_TLS_CERT_FILE", "PEM file with the certificate chain; together with the key it opens the TLS port."),
  "mqtt.tls.keyFile": optionalText("MQTT_TLS_KEY_FILE", "PEM file with the private key of the MQTT certificate."),
  "mqtt.packetBytesMax": integer("MQTT_MAX_PAYLOAD_SIZE", 64 * KIB, { min: 128, max: 268_435_455 }, "The largest Remaining Length of a packet; a larger one closes the connection."),
  "mqtt.sessionInactivitySeconds": duration("MQTT_SESSION_INACTIVITY_TIMEOUT", 600, { unit: "s", min: 1, max: YEAR_SECONDS }, "A client with keep alive 0 is closed after so long a silence."),
  "mqtt.sessionsPerDeviceMax": integer("MQTT_MAX_SESSIONS_PER_DEVICE", 1, { min: 1, max: 65_535 }, "Sessions of one device; one more closes the oldest."),
  "mqtt.connectionsMax": integer("MQTT_CONNECTIONS_MAX", 100_000, { min: 1, max: 10_000_000 }, "MQTT connections at the same time, fewer where the system allows too few open files; one more is closed at once."),
  "mqtt.connectRateLimit": list(text("MQTT_CONNECT_RATE_LIMIT", "", "How often one device may connect, as count:seconds, several separated by commas; empty is no limit. Further CONNECTs are refused.")),
  "mqtt.ipGuard.enabled": boolean("MQTT_IP_GUARD_ENABLED", false, "Whether addresses with repeated failed logins are blocked for a minute."),

  "values.jsonTypeCast": boolean("JSON_TYPE_CAST_ENABLED", false, "Whether telemetry strings that spell a number in its shortest form are stored as numbers."),
  "values.stringCharsMax": integer("JSON_MAX_STRING_VALUE_LENGTH", 0, { min: 0, max: INT32_MAX }, "The longest string value in characters, 0 for no limit; a longer one is refused."),
  "telemetry.intervalsMax": integer("DATABASE_TS_MAX_INTERVALS", 700, { min: 1, max: 1_000_000 }, "Intervals of one aggregated query; a query for more is refused."),
  "telemetry.pointsPerKeyMax": integer("DATABASE_TS_MAX_POINTS", 50_000, { min: 1, max: 10_000_000 }, "Points of one key in the answer to a read; a larger limit is cut to this."),
  "telemetry.duckdb.threads": integer("TELEMETRY_DUCKDB_THREADS", 0, { min: 0, max: 256 }, "Threads of the telemetry engine, shared by commits and queries; 0 takes one per processor."),
  "telemetry.duckdb.memoryMaxMebibytes": integer("TELEMETRY_DUCKDB_MEMORY_MAX_MIB", 256, { min: 64, max: 1_048_576 }, "Memory of the telemetry engine; a query that needs more fails."),

  "device.inactivityTimeoutSeconds": duration("DEFAULT_INACTIVITY_TIMEOUT", 600, { unit: "s", min: 1, max: YEAR_SECONDS }, "The silence after which a device counts as inactive; a device's attribute inactivityTimeout overrides it."),
  "device.cacheMax": integer("DEVICE_CACHE_MAX", 200_000, { min: 1000, max: 10_000_000 }, "Devices kept in memory; beyond it the least recently used are read from the database again."),
  "gateway.connectOnUplink": boolean("GATEWAY_CONNECT_ON_UPLINK", false, "Whether what a gateway sends of a device that is not connected connects it through the gateway; additionalInfo.connectOnUplink of a gateway overrides it."),
  "device.claim.duration": duration("SECURITY_CLAIM_DURATION", 86_400_000, { unit: "ms", min: 1, max: YEAR_SECONDS * 1000 }, "How long a claim stays open when the device names no duration; after it claiming fails."),
  "device.claim.allowClaimingByDefault": boolean("SECURITY_CLAIM_ALLOW_CLAIMING_BY_DEFAULT", true, "Whether devices may open claims without the server attribute claimingAllowed."),

  "device.connectivity.http.enabled": optionalBoolean("DEVICE_CONNECTIVITY_HTTP_ENABLED", "Whether the commands that show how to connect a device include HTTP; unset, if the page is opened over HTTP."),
  "device.connectivity.http.host": text("DEVICE_CONNECTIVITY_HTTP_HOST", "", "Their HTTP host; empty is the host of the request."),
  "device.connectivity.http.port": optionalInteger("DEVICE_CONNECTIVITY_HTTP_PORT", REAL_PORT, "Their HTTP port; unset, that of the request or http.port."),
  "device.connectivity.https.enabled": optionalBoolean("DEVICE_CONNECTIVITY_HTTPS_ENABLED", "Whether they include HTTPS; unset, if the page is opened over HTTPS."),
  "device.connectivity.https.host": text("DEVICE_CONNECTIVITY_HTTPS_HOST", "", "Their HTTPS host; empty is the host of the request."),
  "device.connectivity.https.port": optionalInteger("DEVICE_CONNECTIVITY_HTTPS_PORT", REAL_PORT, "Their HTTPS port; unset, that of the request, http.port or 443."),
  "device.connectivity.mqtt.enabled": optionalBoolean("DEVICE_CONNECTIVITY_MQTT_ENABLED", "Whether they include MQTT without TLS; unset, if other machines reach it or the page is opened on this one."),
  "device.connectivity.mqtt.host": text("DEVICE_CONNECTIVITY_MQTT_HOST", "", "Their MQTT host; empty is the host of the request."),
  "device.connectivity.mqtt.port": optionalInteger("DEVICE_CONNECTIVITY_MQTT_PORT", REAL_PORT, "Their MQTT port; unset, mqtt.port."),
  "device.connectivity.mqtts.enabled": optionalBoolean("DEVICE_CONNECTIVITY_MQTTS_ENABLED", "Whether they include MQTT over TLS; unset, if mqtt.tls has a certificate."),
  "device.connectivity.mqtts.host": text("DEVICE_CONNECTIVITY_MQTTS_HOST", "", "Their host of MQTT over TLS; empty is the host of the request."),
  "device.connectivity.mqtts.port": optionalInteger("DEVICE_CONNECTIVITY_MQTTS_PORT", REAL_PORT, "Their port of MQTT over TLS; unset, mqtt.tls.port."),
  "device.connectivity.mqtts.certFile": optionalText("DEVICE_CONNECTIVITY_MQTTS_PEM_CERT_FILE", "PEM file with the certificate that MQTT clients have to trust, for download; unset, that of mqtt.tls."),
  "device.connectivity.gatewayImage": optionalText("DEVICE_CONNECTIVITY_GATEWAY_IMAGE", "The container image in the compose file of a gateway; unset, the user of the file names one."),

  "rpc.defaultTimeoutMillis": duration("DEFAULT_SERVER_SIDE_RPC_TIMEOUT", 10_000, { unit: "ms", min: 1, max: INT32_MAX }, "How long an RPC waits when the request names no timeout; then it has timed out."),
  "rpc.minTimeoutMillis": duration("MIN_SERVER_SIDE_RPC_TIMEOUT", 5000, { unit: "ms", min: 1, max: INT32_MAX }, "Shorter timeouts of RPCs are raised to this."),
  "rpc.maxRetries": integer("ACTORS_RPC_MAX_RETRIES", 5, { min: 0, max: 1000 }, "How often a persistent RPC is sent again without an acknowledgement, by default and at most; then it has failed."),

  "security.jwt.tokenExpirationSeconds": duration("JWT_TOKEN_EXPIRATION_TIME", 9000, { unit: "s", min: 60, max: INT32_MAX }, "The lifetime of an access token."),
  "security.jwt.refreshTokenExpirationSeconds": duration("JWT_REFRESH_TOKEN_EXPIRATION_TIME", 604_800, { unit: "s", min: 900, max: INT32_MAX }, "The lifetime of a refresh token; it must be longer than that of an access token."),
  "security.jwt.tokenIssuer": text("JWT_TOKEN_ISSUER", "bridgehead", "The issuer named in tokens."),
  "security.jwt.tokenSigningKey": optionalKey("JWT_TOKEN_SIGNING_KEY", 64, "The key that signs tokens; without it the first start makes a random one and keeps it."),
  "security.userLoginCaseSensitive": boolean("SECURITY_USER_LOGIN_CASE_SENSITIVE", false, "Whether upper and lower case matter in the email of a login."),
  "security.apiKeys.valuePrefix": headerWord("SECURITY_API_KEY_VALUE_PREFIX", "bh_", 32, "What new API keys begin with."),
  "security.apiKeys.requireHttps": choice("API_KEY_REQUIRE_HTTPS", "auto", ["auto", "always", "never"], "Whether an API key over plain HTTP gets status 403; auto refuses it where this server has a certificate or trusts a proxy, unless the caller is on this machine."),
  "security.userTokenAccessEnabled": boolean("SECURITY_USER_TOKEN_ACCESS_ENABLED", false, "Whether administrators may open sessions of other users; each is in the audit log."),
  "bootstrap.sysAdmin.email": text("BOOTSTRAP_SYS_ADMIN_EMAIL", "sysadmin@bridgehead.local", "The email of the system administrator that the first start creates."),
  "bootstrap.sysAdmin.password": optionalSecret("BOOTSTRAP_SYS_ADMIN_PASSWORD", PASSWORD_LENGTHS, "The password of that administrator; without it the first start prints a one-time activation link."),
  "bootstrap.tenantAdmin.email": text("BOOTSTRAP_TENANT_ADMIN_EMAIL", "tenant@bridgehead.local", "The email of the tenant administrator that the first start creates."),
  "bootstrap.tenantAdmin.password": optionalSecret("BOOTSTRAP_TENANT_ADMIN_PASSWORD", PASSWORD_LENGTHS, "The password of that administrator; without it the first start prints a one-time activation link."),

  "mail.smtp.host": optionalText("MAIL_SMTP_HOST", "The mail server; without it nothing is mailed, and administrators hand links over."),
  "mail.smtp.port": integer("MAIL_SMTP_PORT", 587, { min: 1, max: 65_535 }, "The port of the mail server."),
  "mail.smtp.security": choice("MAIL_SMTP_SECURITY", "starttls", ["starttls", "tls", "none"], "How the connection is encrypted: starttls requires STARTTLS, tls encrypts from the first byte, none never."),
  "mail.smtp.user": optionalText("MAIL_SMTP_USER", "The user name at the mail server; given together with the password or not at all."),
  "mail.smtp.password": optionalSecret("MAIL_SMTP_PASSWORD", { min: 1, max: 1000 }, "The password at the mail server."),
  "mail.smtp.caFile": optionalText("MAIL_SMTP_CA_FILE", "PEM file with the certificate authorities to accept for the mail server; without it those of the runtime."),
  "mail.from": optionalText("MAIL_FROM", "The sender of mails, such as platform@example.com or Platform <platform@example.com>; required with a mail server."),

  "analytics.limiter.queueCapacity": integer("SIMPLE_API_RATE_LIMITER_QUEUE_CAPACITY", 10, { min: 0, max: 100_000 }, "Reports that wait for a slot; one more gets status 429."),
  "analytics.limiter.threadPoolSize": integer("SIMPLE_API_RATE_LIMITER_THREAD_POOL_SIZE", 10, { min: 1, max: 1000 }, "Reports that run at the same time; further ones wait."),
  "analytics.limiter.queueWaitMillis": duration("REPORT_QUEUE_WAIT_MS", 30_000, { unit: "ms", min: 0, max: 3_600_000 }, "A report that has waited this long for a slot gets status 429."),
  "analytics.limiter.uiPoolSize": integer("REPORT_UI_POOL_SIZE", 4, { min: 1, max: 1000 }, "Previews, tables and downloads that run at the same time, in slots of their own, of which one is left for other tenants."),
  "analytics.limiter.jobPoolSize": integer("REPORT_JOB_POOL_SIZE", 1, { min: 1, max: 1000 }, "Background reports that run at the same time."),
  "analytics.limiter.timeoutMillis": duration("REPORT_TIMEOUT_MS", 60_000, { unit: "ms", min: 100, max: 3_600_000 }, "A report that runs longer is stopped with status 504, unless its view says otherwise."),
  "analytics.limiter.jobTimeoutMillis": duration("REPORT_JOB_TIMEOUT_MS", 1_800_000, { unit: "ms", min: 1000, max: 86_400_000 }, "The same for background reports."),
  "analytics.engine.queriesMax": integer("REPORT_QUERIES_MAX", 2, { min: 1, max: 64 }, "Queries of all reports that run at the same time; each keeps a thread busy that commits of telemetry need too."),
  "analytics.engine.spillMaxMebibytes": integer("REPORT_SPILL_MAX_MIB", 2048, { min: 0, max: 16_777_216 }, "Disk space in the scratch folder for queries that do not fit into memory; a query that needs more is refused."),
  "analytics.reports.rowsMax": integer("REPORT_MAX_ROWS", 100_000, { min: 1, max: 1_000_000 }, "Rows of a report, and the largest limit of a view."),
  "analytics.reports.bytesMax": integer("REPORT_MAX_BYTES", 52_428_800, { min: 1024, max: 1_073_741_824 }, "Bytes of the rows of a report; it is cut after the last row that fits, and says so."),
  "analytics.reports.bucketsMax": integer("REPORT_MAX_BUCKETS", 50_000, { min: 1, max: 1_000_000 }, "Time buckets of a report; one with more is refused, with the smallest bucket that fits."),
  "analytics.reports.memoryMaxMebibytes": integer("REPORT_MEMORY_LIMIT", 1024, { min: 128, max: 16_777_216 }, "Memory of all reports together: at most half of it in the telemetry engine, the rest as rows; a report that needs more is refused."),
  "analytics.explain.samplesMax": integer("REPORT_MAX_SAMPLES", 500_000_000, { min: 1, max: 1_000_000_000_000 }, "Samples that one report may read, by estimate; one with more is refused before it reads any."),
  "analytics.views.customersMayCreate": boolean("REPORT_CUSTOMERS_MAY_CREATE_VIEWS", true, "Whether customer users may save views of their own; otherwise they run those shared with them."),
  "analytics.jobs.keepHours": integer("REPORT_JOB_KEEP_HOURS", 24, { min: 1, max: 8760 }, "Hours after which the result of a background report is deleted."),
  "analytics.jobs.storedMaxMebibytes": integer("REPORT_JOB_MAX_STORED_MEBIBYTES", 4096, { min: 1, max: 16_777_216 }, "Disk space of all those results; beyond it the oldest are deleted."),
};

/** Variables that other tools define, for which there are no settings. */
interface ForeignVariables {
  readonly "backup.variables": BucketVariables;
  readonly "cluster.variables": BucketVariables;
}

type Values = { readonly [Name in keyof typeof settings]: ValueOf<(typeof settings)[Name]> } & typeof bounds &
  ForeignVariables;
type ValueOf<Entry> = Entry extends Setting<infer Value> ? Value : never;

/** Nests dotted names: `{"a.b": X}` becomes `{a: {b: X}}`. */
type Nested<Table> = {
  readonly [Head in FirstPart<keyof Table & string>]: Head extends keyof Table
    ? Table[Head]
    : Nested<{ [Name in keyof Table as Name extends `${Head}.${infer Rest}` ? Rest : never]: Table[Name] }>;
};
type FirstPart<Name extends string> = Name extends `${infer Head}.${string}` ? Head : Name;

/** The value of every setting and bound, nested by the parts of its name, such as `config.mqtt.tls.port`. */
export type Config = Nested<Values>;

/** Bounds that a test replaces, by name. */
export type GivenBounds = Partial<typeof bounds>;

/** Settings and bounds that a test replaces, by name. */
export type GivenSettings = { readonly [Name in keyof typeof settings]?: unknown } & GivenBounds;

/**
 * Throws `ConfigError` with one sentence for each problem. `given` is keyed by dotted name; the environment takes
 * precedence. `otherBounds` are for tests.
 */
export function parseConfig(
  given: ReadonlyMap<string, unknown>,
  environment: Environment,
  otherBounds: GivenBounds = {},
): Config {
  const values = resolveSettings(settings, given, environment);
  if (values.get("tls.auto") === true) nameOwnCertificate(values);
  const variables = Object.fromEntries(
    BUCKET_VARIABLES.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const foreign: ForeignVariables = { "backup.variables": variables, "cluster.variables": variables };
  const config = nestByName(
    new Map<string, unknown>([...values, ...Object.entries({ ...bounds, ...otherBounds, ...foreign })]),
  ) as Config;
  requireConsistentSettings(config);
  return config;
}

/** A server without configured certificate files uses the platform's own certificate. */
function nameOwnCertificate(values: Map<string, unknown>): void {
  const { certFile, keyFile } = ownTlsFiles(String(values.get("dataDir")));
  for (const name of ["http.tls", "mqtt.tls"]) {
    if (values.get(`${name}.certFile`) !== undefined || values.get(`${name}.keyFile`) !== undefined) continue;
    values.set(`${name}.certFile`, certFile).set(`${name}.keyFile`, keyFile);
  }
}

/** The defaults with some settings and bounds replaced; reads neither a file nor the environment. */
export function configOf(given: GivenSettings): Config {
  const isBound = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(bounds, name);
  const entries = Object.entries(given);
  return parseConfig(
    new Map(entries.filter((entry) => !isBound(entry))),
    {},
    Object.fromEntries(entries.filter(isBound)),
  );
}

function requireConsistentSettings(config: Config): void {
  const { mqtt, http, security } = config;
  const { tokenExpirationSeconds, refreshTokenExpirationSeconds } = security.jwt;
  const problems = [
    ...halfGivenTls("MQTT_TLS", "mqtt.tls", mqtt.tls),
    ...halfGivenTls("HTTP_TLS", "http.tls", http.tls),
    ...openHostProblem("HTTP", config),
    ...openHostProblem("MQTT", config),
    ...mailProblems(config),
    ...clusterProblems(config),
  ];
  if (tokenExpirationSeconds >= refreshTokenExpirationSeconds)
    problems.push(
      "JWT_TOKEN_EXPIRATION_TIME (security.jwt.tokenExpirationSeconds) must be less than JWT_REFRESH_TOKEN_EXPIRATION_TIME " +
        `(security.jwt.refreshTokenExpirationSeconds), got ${String(tokenExpirationSeconds)} and ${String(refreshTokenExpirationSeconds)} seconds`,
    );
  if (problems.length > 0) throw new ConfigError(problems);
}

function halfGivenTls(environment: string, name: string, { certFile, keyFile }: TlsFiles): string[] {
  if ((certFile === undefined) === (keyFile === undefined)) return [];
  const cert = `${environment}_CERT_FILE (${name}.certFile)`;
  const key = `${environment}_KEY_FILE (${name}.keyFile)`;
  const [given, missing] = certFile === undefined ? [key, cert] : [cert, key];
  return [`${given} is given without ${missing}; TLS needs both`];
}

/**
 * What scheduled backups need, which only a start checks: commands make none, and their user may not read the variables
 * of the service. Throws `ConfigError`.
 */
export function requireScheduledBackups({ backup }: Config): void {
  if (backup.to === undefined) return;
  const problems: string[] = [];
  if (backup.passphrase === undefined)
    problems.push(
      "BACKUP_TO (backup.to) needs BACKUP_PASSPHRASE (backup.passphrase), with which secret.key is encrypted there",
    );
  try {
    if (isUrl(backup.to)) parseBucketAddress(backup.to, backup.variables);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    problems.push(`BACKUP_TO (backup.to): ${error.message}`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
}

function clusterProblems({ cluster, backup }: Config): string[] {
  const needed = [
    ["CLUSTER_NATS_URLS (cluster.natsUrls)", cluster.natsUrls],
    ["CLUSTER_FILES (cluster.files)", cluster.files],
    ["CLUSTER_MASTER_KEY (cluster.masterKey)", cluster.masterKey],
  ] as const;
  if (cluster.postgresUrl === undefined)
    return needed.flatMap(([name, value]) =>
      value === undefined ? [] : [`${name} is given without CLUSTER_POSTGRES_URL (cluster.postgresUrl)`],
    );
  const problems = needed.flatMap(([name, value]) =>
    value === undefined ? [`CLUSTER_POSTGRES_URL (cluster.postgresUrl) needs ${name}`] : [],
  );
  if (backup.to !== undefined)
    problems.push("BACKUP_TO (backup.to) backs up a data folder, and a node of a cluster keeps nothing in its own");
  const { masterKey, files } = cluster;
  if (masterKey !== undefined && masterKey.length !== MASTER_KEY_BYTES)
    problems.push(
      `CLUSTER_MASTER_KEY (cluster.masterKey) must be base64 of ${String(MASTER_KEY_BYTES)} bytes, got ${String(masterKey.length)} bytes`,
    );
  try {
    if (files !== undefined && isUrl(files)) parseBucketAddress(files, cluster.variables);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    problems.push(`CLUSTER_FILES (cluster.files): ${error.message}`);
  }
  return problems;
}

/** Checks mail settings that depend on each other at startup, rather than with the first mail months later. */
function mailProblems({ baseUrl, mail: { from, smtp } }: Config): string[] {
  const problems: string[] = [];
  if ((smtp.user === undefined) !== (smtp.password === undefined))
    problems.push(
      "MAIL_SMTP_USER (mail.smtp.user) and MAIL_SMTP_PASSWORD (mail.smtp.password) are given together or not at all",
    );
  if (from !== undefined && !isSender(from))
    problems.push(
      `MAIL_FROM (mail.from) must look like platform@example.com or Platform <platform@example.com>, got "${from}"`,
    );
  if (smtp.host === undefined) return problems;
  if (from === undefined)
    problems.push("MAIL_SMTP_HOST (mail.smtp.host) needs MAIL_FROM (mail.from), the sender of mails");
  if (baseUrl === undefined)
    problems.push(
      "MAIL_SMTP_HOST (mail.smtp.host) needs BASE_URL (baseUrl): links in mails must not follow the host that a request names",
    );
  return problems;
}

function isSender(text: string): boolean {
  const address = /^[^<>"\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  try {
    parseEmail(address, "case-sensitive");
    return true;
  } catch {
    return false;
  }
}
