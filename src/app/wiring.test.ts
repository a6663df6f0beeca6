// What each setting and bound becomes: a platform is started with a value of its own for each, and what its parts were given is
// compared with this table, units included. A setting that no part is given, or that the wrong part is given, fails here. So does one
// that is left to another test, which does not name it.
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MemoryLog } from "../../test/support/memory-log.ts";
import { MemoryNetwork } from "../../test/support/memory-peers.ts";
import { RecordedPlatform, type RecordedCall, type StandIns } from "../../test/support/recorded-calls.ts";
import { putEmptyDatabase, scratchFolder } from "../../test/support/scratch-sqlite.ts";
import type { LakeTelemetryDeps } from "../adapters/duckdb/lake/lake-telemetry-store.ts";
import { DuckdbTelemetryStore } from "../adapters/duckdb/duckdb-telemetry-store.ts";
import { openSqlite, type SqliteSetting } from "../adapters/sqlite/sqlite-database.ts";
import type { Subscription } from "../core/bus/message-bus.ts";
import type { Lease } from "../core/cluster/lease.ts";
import type { NodeId } from "../core/ids.ts";
import type { SharedPlace } from "../core/installation/shared-place.ts";
import type { MailOutbox } from "../core/mail/mail-outbox.ts";
import type { bounds } from "./bounds.ts";
import { configOf, parseConfig, settings, type Config, type GivenBounds } from "./config.ts";
import { telemetryOptions } from "./telemetry-options.ts";

const ROOT = join(import.meta.dirname, "../..");

// Written out once more: the test must not share the mistakes of what it tests.
const SECONDS = 1000;
const HOURS = 3_600_000;
const DAYS = 86_400_000;
const MEBIBYTES = 1_048_576;

type Name = keyof typeof settings | keyof typeof bounds;

interface Row {
  /** What the platform is given; left out, a prime number that nothing else has. */
  readonly given?: unknown;
  /** `RpcService[1].batchMax` is a member of the second argument of that class or function, `createPools()` its result. */
  readonly places: readonly string[];
  /** What arrives there. */
  readonly becomes: (value: unknown) => unknown;
  /** True in one platform and false in another, in a sequence that no other has. */
  readonly isEither?: true;
  /** Only nodes of a cluster have those parts. */
  readonly isOfCluster?: true;
  /** The tests that hold what no part is built with. */
  readonly tests?: readonly string[];
}

/** With content that nothing else has. */
const ANY_FILE = join(ROOT, ".npmrc");

const WIRING: Readonly<Record<Name, Row>> = {
  dataDir: elsewhere("src/app/data-folder.test.ts"),
  baseUrl: given(
    "https://wiring.example",
    "AccountMails[1]",
    "userAccessRoutes[0].baseUrl",
    "viewRoutes[0].baseUrl",
    "linkRoutes[0].baseUrl",
  ),
  allowPlaintext: elsewhere("test/e2e/safe-defaults.test.ts"),
  "tls.auto": elsewhere("test/e2e/safe-defaults.test.ts"),
  "log.level": elsewhere("test/safety/full-log.test.ts"),
  "log.eventRecordsMax": elsewhere("test/e2e/log.test.ts"),
  "log.windowMillis": elsewhere("test/e2e/log.test.ts"),
  "log.waitingBytesMax": elsewhere("test/e2e/log.test.ts"),
  "cluster.postgresUrl": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.natsUrls": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.natsReplicas": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.natsMonitors": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.files": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.cacheMebibytes": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.restoreHours": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.masterKey": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.extensionsDir": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.log.bytesMax": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.log.messageBytesMax": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.log.patienceMillis": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.log.batchMillis": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.events.bytesMax": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.events.waitingMax": inCluster("StreamBus[1].waitingMax"),
  "cluster.events.recheckMillis": inCluster("StreamBus[1].recheckMillis", "RpcService[1].lookMillis"),
  "cluster.peers.answerMillis": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.peers.heartbeatMillis": inCluster("SessionsElsewhere[1].heartbeatMillis"),
  "cluster.peers.goneMillis": inCluster("SessionsElsewhere[1].goneMillis"),
  "cluster.peers.pageMax": inCluster("SessionsElsewhere[1].pageMax"),
  "cluster.counts.sendMillis": inCluster("PeerCounts[1].sendMillis", "OpenElsewhere[1].sendMillis"),
  "cluster.counts.sentMax": inCluster("PeerCounts[1].sentMax", "OpenElsewhere[1].sentMax"),
  "cluster.counts.keptMax": inCluster("PeerCounts[1].keptMax", "OpenElsewhere[1].keptMax"),
  "cluster.watches.tellMillis": inCluster("PeerWatches[1].tellMillis"),
  "cluster.watches.patienceMillis": inCluster("PeerWatches[1].patienceMillis"),
  "cluster.watches.sentMax": inCluster("PeerWatches[1].sentMax"),
  "cluster.tail.bytesMax": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.tail.patienceMillis": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.tail.lookMillis": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.keeper.foldSeconds": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.keeper.foldBytes": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.keeper.latestPoints": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.keeper.keepSeconds": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.keeper.mergeFolds": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.keeper.expireSeconds": elsewhere("src/app/cluster/cluster-options.test.ts"),
  "cluster.keeper.stuckSeconds": inCluster("KeeperChild[1].stuckSeconds"),
  "cluster.move.pointsMax": elsewhere("test/cluster/moves.test.ts"),
  "cluster.bucket.tryMillis": inCluster(
    "SharedBucket[2].tryMillis",
    "PackageBucket[2].tryMillis",
    "ResultBucket[2].tryMillis",
  ),
  "cluster.bucket.triesMax": inCluster(
    "SharedBucket[2].triesMax",
    "PackageBucket[2].triesMax",
    "ResultBucket[2].triesMax",
  ),
  "cluster.lease.seconds": inCluster("PostgresLease[1].seconds"),
  "backup.to": given("/wiring/backups", "BackupSchedule[1].to"),
  "backup.everyMinutes": at("BackupSchedule[1].everyMinutes"),
  "backup.keepDays": at("BackupSchedule[1].keepDays"),
  "backup.passphrase": given("the passphrase of wiring", "BackupSchedule[1].passphrase"),
  "backup.changesMillis": at("ChangeKeeper[1]"),
  "backup.holdMillis": elsewhere("test/safety/backup.test.ts"),
  "upgrade.keepMillis": at("SnapshotExpiry[1]"),
  "backup.bucket.tryMillis": elsewhere("test/safety/backup-bucket.test.ts"),
  "backup.bucket.triesMax": elsewhere("test/safety/backup-bucket.test.ts"),
  "backup.bucket.lockMillis": elsewhere("test/safety/backup-bucket.test.ts"),
  "http.host": given("127.0.0.1", "RestServer[0].host"),
  "http.port": given(0, "RestServer[0].port"),
  "http.tls.certFile": elsewhere("test/conformance/rest-edge.test.ts"),
  "http.tls.keyFile": elsewhere("test/conformance/rest-edge.test.ts"),
  "http.payloadBytesMax": at("RestServer[0].bodyBytesMax"),
  "http.connectionsMax": at("ConnectionShares#1[0].connectionsMax", "ConnectionShares#3[0].connectionsMax"),
  "http.trustedProxies": becomes(
    "10.0.0.7, 192.168.7.0/24",
    ["10.0.0.7", "192.168.7.0/24"],
    "RestServer[0].trustedProxies",
  ),
  "http.accessLog": either("RestServer[0].accessLog"),
  "http.cors.allowedOriginPatterns": becomes(
    "https://a.example, https://b.example",
    ["https://a.example", "https://b.example"],
    "RestServer[0].cors.originPatterns",
  ),
  "http.deviceApi.payloadBytesMax": at(
    "deviceHttpRoutes[1].bodyBytesMax",
    "deviceHttpRoutes[1].session.maxPayloadSize",
  ),
  "rest.pageRowsMax": at(
    "userRoutes[0].pageRowsMax",
    "apiKeyRoutes[0].pageRowsMax",
    "customerRoutes[2]",
    "tenantRoutes[2]",
    "tenantProfileRoutes[2]",
    "monitoringRoutes[0].pageRowsMax",
    "entityQueryRoutes[0].limits.pageRowsMax",
    "auditLogRoutes[0].pageRowsMax",
    "viewRoutes[0].pageRowsMax",
    "deviceListRoutes[0].pageRowsMax",
    "deviceProfileRoutes[0].pageRowsMax",
    "relationRoutes[0].pageRowsMax",
    "packageRoutes[0].pageRowsMax",
    "rolloutRoutes[0].pageRowsMax",
    "rpcRoutes[0].pageRowsMax",
  ),
  "rest.userLimit": given("7:11", "RestCallMeter[1].userLimit.text"),
  "documentation.enabled": elsewhere("test/conformance/rest-openapi.test.ts"),
  "maps.tiles": elsewhere("test/e2e/web/maps.test.ts"),
  "audit.level": given("RW", "AuditLog[1].level"),
  "audit.retentionDays": times(DAYS, "AuditLog[1].retentionMillis"),
  "audit.recordsMax": at("AuditLog[1].recordsMax"),
  "mqtt.host": given("127.0.0.2", "MqttListener[0].tcp.host"),
  "mqtt.port": given(0, "MqttListener[0].tcp.port"),
  "mqtt.tls.port": elsewhere("test/conformance/mqtt-certificates.test.ts"),
  "mqtt.tls.certFile": elsewhere("test/conformance/mqtt-certificates.test.ts"),
  "mqtt.tls.keyFile": elsewhere("test/conformance/mqtt-certificates.test.ts"),
  "mqtt.packetBytesMax": at(
    "DeviceRpc[2].maxPayloadSize",
    "DevicePackages[2].maxPayloadSize",
    "GatewayPackages[0].chunkBytesMax",
    "Authenticator[0].maxPayloadSize",
    "MqttListener[0].limits.maxPayloadSize",
  ),
  "mqtt.sessionInactivitySeconds": times(SECONDS, "MqttListener[0].limits.sessionInactivityTimeoutMillis"),
  "mqtt.sessionsPerDeviceMax": at("LiveSessions[1].sessionsMax()"),
  "mqtt.connectionsMax": at("ConnectionShares#2[0].connectionsMax"),
  "connections.addressShare": at("ConnectionShares[0].addressShare"),
  "mqtt.connectRateLimit": given("13:17", "TrafficMeter[0].connects.text"),
  "mqtt.ipGuard.enabled": becomes(true, expect.anything(), "MqttListener[0].loginGuard"),
  "values.jsonTypeCast": either(
    "TelemetryService[1].castStrings",
    "ImportService[1].castStrings",
    "DeviceHttpTelemetry[2].castStrings",
    "deviceHttpRoutes[1].values.castStrings",
    "telemetryRoutes[0].values.castStrings",
    "historyImportRoutes[0].values.castStrings",
  ),
  "values.stringCharsMax": at(
    "DeviceTelemetry[2].stringLengthMax",
    "DeviceAttributes[2].stringLengthMax",
    "GatewayAttributes[1].stringLengthMax",
    "GatewayTelemetry[1].stringLengthMax",
    "DeviceHttpTelemetry[2].stringLengthMax",
    "deviceHttpRoutes[1].values.stringLengthMax",
    "attributeRoutes[0].values.stringLengthMax",
    "telemetryRoutes[0].values.stringLengthMax",
    "historyImportRoutes[0].values.stringLengthMax",
  ),
  "telemetry.keysPerDeviceMax": at("SeriesDirectory[1]"),
  "telemetry.intervalsMax": at("LiveValues[0].limits.bucketsMax", "telemetryRoutes[0].limits.bucketsMax"),
  "telemetry.pointsPerKeyMax": at(
    "LiveValues[0].limits.pointsMax",
    "systemRoutes[0].pointsMax",
    "telemetryRoutes[0].limits.pointsMax",
  ),
  "telemetry.duckdb.threads": given(3, "DuckdbTelemetryStore[1].threads"),
  "telemetry.duckdb.memoryMaxMebibytes": given(257, "DuckdbTelemetryStore[1].memoryMaxMebibytes"),
  "device.inactivityTimeoutSeconds": times(
    SECONDS,
    "ConnectivityService[1].inactivityTimeoutMillis",
    "systemRoutes[0].inactivityTimeoutMillis",
  ),
  "device.cacheMax": at("DeviceRegistry[1].cacheMax"),
  "gateway.connectOnUplink": either("DeviceRegistry[1].connectOnUplink"),
  "device.claim.duration": at("ClaimService[1].durationMillis"),
  "device.claim.allowClaimingByDefault": either("ClaimService[1].allowByDefault"),
  "device.connectivity.http.enabled": either("connectivityRoutes[0].offered.http.enabled"),
  "device.connectivity.http.host": given("http.example", "connectivityRoutes[0].offered.http.host"),
  "device.connectivity.http.port": at("connectivityRoutes[0].offered.http.port"),
  "device.connectivity.https.enabled": either("connectivityRoutes[0].offered.https.enabled"),
  "device.connectivity.https.host": given("https.example", "connectivityRoutes[0].offered.https.host"),
  "device.connectivity.https.port": at("connectivityRoutes[0].offered.https.port"),
  "device.connectivity.mqtt.enabled": either("connectivityRoutes[0].offered.mqtt.enabled"),
  "device.connectivity.mqtt.host": given("mqtt.example", "connectivityRoutes[0].offered.mqtt.host"),
  "device.connectivity.mqtt.port": at("connectivityRoutes[0].offered.mqtt.port"),
  "device.connectivity.mqtts.enabled": either("connectivityRoutes[0].offered.mqtts.enabled"),
  "device.connectivity.mqtts.host": given("mqtts.example", "connectivityRoutes[0].offered.mqtts.host"),
  "device.connectivity.mqtts.port": at("connectivityRoutes[0].offered.mqtts.port"),
  "device.connectivity.mqtts.certFile": elsewhere("test/conformance/rest-connectivity.test.ts"),
  "device.connectivity.gatewayImage": given("wiring/gateway:7", "connectivityRoutes[0].gatewayImage"),
  "rpc.defaultTimeoutMillis": at("RpcService[1].defaultTimeoutMillis"),
  "rpc.minTimeoutMillis": at("RpcService[1].minTimeoutMillis"),
  "rpc.maxRetries": given(17, "RpcService[1].retriesMax"),
  "rpc.retentionDays": times(DAYS, "RpcService[1].retentionMillis"),
  "security.jwt.tokenExpirationSeconds": at("StoredTokenSettings[1].configured.accessSeconds"),
  "security.jwt.refreshTokenExpirationSeconds": given(1_000_003, "StoredTokenSettings[1].configured.refreshSeconds"),
  "security.jwt.tokenIssuer": given("wiring", "StoredTokenSettings[1].configured.issuer"),
  "security.jwt.tokenSigningKey": becomes(
    Buffer.alloc(64, "k").toString("base64"),
    new Uint8Array(64).fill(107),
    "StoredTokenSettings[1].configuredKey",
  ),
  "security.userLoginCaseSensitive": becomes(
    true,
    "case-sensitive",
    "LoginService[1]",
    "PasswordResets[1]",
    "UserService[1]",
    "FirstStart[1]",
  ),
  "security.apiKeys.valuePrefix": given("wiring_", "ApiKeyService[1].valuePrefix"),
  "security.apiKeys.requireHttps": given("always", "KeyChannelRule[0].rule"),
  "security.userTokenAccessEnabled": either(
    "systemRoutes[0].userTokenAccessEnabled",
    "userAccessRoutes[0].tokenAccessEnabled",
  ),
  "bootstrap.sysAdmin.email": elsewhere("test/support/platform.ts"),
  "bootstrap.sysAdmin.password": elsewhere("test/support/platform.ts"),
  "bootstrap.tenantAdmin.email": elsewhere("test/support/platform.ts"),
  "bootstrap.tenantAdmin.password": elsewhere("test/support/platform.ts"),
  "mail.smtp.host": given("mail.wiring.example", "SmtpSender[0].host"),
  "mail.smtp.port": at("SmtpSender[0].port"),
  "mail.smtp.security": given("tls", "SmtpSender[0].security"),
  "mail.smtp.user": given("wiring-user", "SmtpSender[0].login.user"),
  "mail.smtp.password": given("wiring-password", "SmtpSender[0].login.password"),
  "mail.smtp.caFile": becomes(ANY_FILE, readFileSync(ANY_FILE, "utf8"), "SmtpSender[0].trusted"),
  "mail.from": given("wiring@example.com", "SmtpSender[0].from"),
  "analytics.limiter.queueCapacity": at("createReportPools().reports.options.queueCapacity"),
  "analytics.limiter.threadPoolSize": given(211, "createReportPools().reports.options.poolSize"),
  "analytics.limiter.queueWaitMillis": at(
    "createReportPools().reports.options.queueWaitMillis",
    "createReportPools().ui.options.queueWaitMillis",
  ),
  "analytics.limiter.uiPoolSize": given(223, "createReportPools().ui.options.poolSize"),
  "analytics.limiter.jobPoolSize": given(227, "createReportPools().jobs.options.poolSize"),
  "analytics.limiter.timeoutMillis": at(
    "ReportCost[2].timeoutMillis",
    "createReportPools().reports.options.timeoutMillis",
    "createReportPools().ui.options.timeoutMillis",
  ),
  "analytics.limiter.jobTimeoutMillis": at("createReportPools().jobs.options.timeoutMillis"),
  "analytics.engine.queriesMax": given(7, "DuckdbTelemetryStore[1].reports.queriesMax"),
  "analytics.engine.spillMaxMebibytes": at("DuckdbTelemetryStore[1].spillMaxMebibytes"),
  "analytics.export.rowsMax": at("exportRoutes[0].rowsMax"),
  "analytics.export.bytesMax": at("exportRoutes[0].bytesMax"),
  "analytics.reports.rowsMax": at("ReportRuns[1].rowsMax", "ViewService[1].rowsMax"),
  "analytics.reports.bytesMax": at("ReportRuns[1].bytesMax"),
  "analytics.reports.bucketsMax": at("ReportRuns[1].bucketsMax"),
  "analytics.reports.memoryMaxMebibytes": becomes(1031, (1031 - 257) * MEBIBYTES, "ReportRuns[1].memoryBytesMax"),
  "analytics.explain.samplesMax": at("ReportCost[2].samplesMax"),
  "analytics.views.customersMayCreate": either("ViewService[1].customersMayCreate"),
  "analytics.jobs.keepHours": times(HOURS, "ReportJobs[1].keepMillis", "JobRunner[1].keepMillis"),
  "analytics.jobs.storedMaxMebibytes": times(MEBIBYTES, "JobRunner[1].storedBytesMax"),

  "stop.timeoutMillis": elsewhere("test/safety/stop.test.ts"),
  "http.entityPayloadBytesMax": at("apiKeyRoutes[0].descriptionBytesMax", "RestServer[0].entityBodyBytesMax"),
  "http.openBodyBytesMax": at("RestServer[0].openBodyBytesMax"),
  "http.bodiesMebibytes": times(MEBIBYTES, "RestServer[0].bodiesBytesMax"),
  "http.unsentAnswersMebibytes": times(MEBIBYTES, "RestServer[0].unsentCharsMax"),
  "http.requestSeconds": at("RestServer[0].requestSeconds"),
  "http.slowBodySeconds": at("RestServer[0].slowBodySeconds"),
  "http.slowBodyBytes": at("RestServer[0].slowBodyBytes"),
  "http.bodyReaders.threadsMax": at("BodyReaders[0].threadsMax"),
  "http.bodyReaders.tenantWaitingMax": at("BodyReaders[0].tenantWaitingMax"),
  "http.bodyReaders.namesMax": at("BodyReaders[0].bounds.namesMax"),
  "http.bodyReaders.valuesMax": at("BodyReaders[0].bounds.valuesMax"),
  "http.bodyReaders.restMillis": at("BodyReaders[0].restMillis"),
  "http.headSeconds": given(7, "RestServer[0].headSeconds"),
  "http.stopSeconds": at("RestServer[0].stopSeconds"),
  "http.hstsSeconds": at("RestServer[0].hstsSeconds"),
  "http.cors.methods": given(["GET", "POST"], "RestServer[0].cors.methods"),
  "http.cors.headers": given(["X-One", "X-Two"], "RestServer[0].cors.headers"),
  "http.cors.maxAgeSeconds": at("RestServer[0].cors.maxAgeSeconds"),
  "http.deviceApi.rpcPayloadBytesMax": at("deviceHttpRoutes[1].rpcBodyBytesMax"),
  "http.deviceApi.pollMillis": at("Polls[1].pollMillis"),
  "http.deviceApi.pollMillisMax": at("Polls[1].pollMillisMax"),
  "http.deviceApi.pollsMax": at("Polls[1].pollsMax"),
  "http.deviceApi.devicePollsMax": at("Polls[1].devicePollsMax"),
  "tls.checkMillis": at("TlsReload[0].checkMillis"),
  "rest.meterPartiesMax": at("RestCallMeter[1].partiesMax"),
  "entityQuery.maxKeys": at("entityQueryRoutes[0].limits.keysMax"),
  "entityQuery.maxPredicates": at("entityQueryRoutes[0].limits.predicatesMax"),
  "entityQuery.maxListed": at("entityQueryRoutes[0].limits.listedMax"),
  "entityQuery.maxSortedRows": at("EntityQueryService[1].sortedRowsMax"),
  "entityQuery.maxAnswerMebibytes": times(MEBIBYTES, "EntityQueryService[1].answerCharsMax"),
  "entityQuery.maxComparedMebibytes": times(MEBIBYTES, "EntityQueryService[1].comparedCharsMax"),
  "entityQuery.maxHeldMebibytes": times(MEBIBYTES, "EntityQueryService[1].heldCharsMax"),
  "entityQuery.waitingMax": at("EntityQueryService[1].waitingMax"),
  "usage.flushMillis": at("UsageMeter[1].flushMillis"),
  "usage.keepMonths": at("UsageMeter[1].keepMonths"),
  "audit.dataCharsMax": at("AuditLog[1].dataCharsMax"),
  "audit.listsMax": at("AuditLog[1].listsMax"),
  "audit.sortRowsMax": at("AuditLog[1].sortRowsMax"),
  "audit.sweepMillis": at("AuditLog[1].sweepMillis"),
  "audit.sweepBatch": at("AuditLog[1].sweepBatch"),
  "mqtt.maxInflightMessages": at(
    "DeviceRpc[2].maxInflightMessages",
    "MqttListener[0].limits.queueBeforeConnackMax",
    "deviceHttpRoutes[1].session.maxInflightMessages",
  ),
  "mqtt.connectTimeoutMillis": at("MqttListener[0].limits.connectTimeoutMillis"),
  "mqtt.downlinkQueueMax": at("MqttListener[0].limits.downlinkQueueMax"),
  "mqtt.downlinkQueueBytesMax": at("MqttListener[0].limits.downlinkQueueBytesMax"),
  "mqtt.unsettledPublishesMax": at("MqttListener[0].limits.unsettledPublishesMax"),
  "mqtt.writeBufferBytesMax": at("MqttListener[0].limits.writeBufferBytesMax"),
  "mqtt.drainTimeoutMillis": at("MqttListener[0].limits.drainTimeoutMillis"),
  "mqtt.absentDevicesMax": at("TrafficMeter[0].absentDevicesMax"),
  "mqtt.errorNoticesPerSecond": at("ErrorNotices[1]"),
  "mqtt.refusals.keptMax": at("KeptRefusals[1].keptMax"),
  "mqtt.refusals.waitingMax": at("KeptRefusals[1].waitingMax"),
  "mqtt.refusals.flushMillis": at("KeptRefusals[1].flushMillis"),
  "mqtt.rateNoticesPerSecond": at("RateNotices[1]"),
  "mqtt.gatewayMetrics.windowSeconds": at("GatewayMetrics[1].windowSeconds"),
  "mqtt.gatewayMetrics.connectorsMax": at("GatewayMetrics[1].connectorsMax"),
  "mqtt.provisioningLingerMillis": at("ProvisioningApi[2]"),
  "mqtt.stopMillis": elsewhere("test/safety/stop.test.ts"),
  "mqtt.ipGuard.failuresMax": at("MqttListener[0].loginGuard.failuresMax"),
  "mqtt.ipGuard.windowMillis": at("MqttListener[0].loginGuard.windowMillis"),
  "mqtt.ipGuard.blockMillis": at("MqttListener[0].loginGuard.blockMillis"),
  "mqtt.ipGuard.keysMax": at("MqttListener[0].loginGuard.keysMax"),
  "telemetry.batch.batchPointsMax": at("TelemetryService[1].batchPointsMax"),
  "telemetry.batch.batchTextMax": at("TelemetryService[1].batchTextMax"),
  "telemetry.batch.tenantPointsMax": at("TelemetryService[1].tenantPointsMax"),
  "telemetry.maxAnswerMebibytes": times(MEBIBYTES, "telemetryRoutes[0].limits.answerCharsMax"),
  "telemetry.duckdb.heavyPoints": at("DuckdbTelemetryStore[1].pace.heavyPoints"),
  "telemetry.duckdb.writeReserveMebibytes": at("DuckdbTelemetryStore[1].writeReserveMebibytes"),
  "telemetry.duckdb.readersMax": at("DuckdbTelemetryStore[1].readersMax", "TelemetryService[1].readsMax"),
  "telemetry.duckdb.checkpointMebibytes": at("DuckdbTelemetryStore[1].checkpointMebibytes"),
  "telemetry.duckdb.snapshotPoints": at("DuckdbTelemetryStore[1].snapshotPoints"),
  "telemetry.duckdb.snapshotPatience": at("DuckdbTelemetryStore[1].snapshotPatience"),
  "telemetry.duckdb.snapshotSeconds": at("DuckdbTelemetryStore[1].snapshotSeconds"),
  "telemetry.duckdb.reopenSeconds": at("DuckdbTelemetryStore[1].reopenSeconds"),
  "telemetry.purge.seriesPerRun": at("PointPurge[1].seriesPerRun"),
  "telemetry.purge.delaySeconds": at("PointPurge[1].delaySeconds"),
  "telemetry.retention.sweepMillis": at("PointRetention[1].sweepMillis", "RpcService[1].sweepMillis"),
  "telemetry.retention.fullSweepMillis": at("PointRetention[1].fullSweepMillis"),
  "telemetry.retention.pointsPerStep": at("PointRetention[1].pointsPerStep"),
  "history.export.parallelMax": at("ExportService[1].parallelMax"),
  "history.export.tenantParallelMax": at("ExportService[1].tenantParallelMax"),
  "history.export.maxSeconds": times(SECONDS, "ExportService[1].millisMax"),
  "history.export.stallSeconds": times(SECONDS, "ExportService[1].stallMillis"),
  "history.export.seriesMax": at("ExportService[1].seriesMax"),
  "history.export.windowPoints": at("DuckdbTelemetryStore[1].exportWindow.pointsMax"),
  "history.export.windowMebibytes": times(MEBIBYTES, "DuckdbTelemetryStore[1].exportWindow.textBytesMax"),
  "history.import.parallelMax": at("ImportService[1].parallelMax"),
  "history.import.tenantParallelMax": at("ImportService[1].tenantParallelMax"),
  "history.import.stallSeconds": times(SECONDS, "historyImportRoutes[0].uploads.stallMillis"),
  "history.import.maxSeconds": times(SECONDS, "historyImportRoutes[0].uploads.millisMax"),
  "history.import.lineBytesMax": at("historyImportRoutes[0].uploads.lineBytesMax"),
  "history.import.batchPoints": at("ImportService[1].batchPoints", "ImportService[1].pointsMax"),
  "history.import.batchMebibytes": times(MEBIBYTES, "ImportService[1].textMax"),
  "attributes.batch.batchValuesMax": at("AttributeService[1].batchValuesMax"),
  "attributes.batch.batchTextMax": at("AttributeService[1].batchTextMax"),
  "attributes.batch.tenantValuesMax": at("AttributeService[1].tenantValuesMax"),
  "attributes.maxAnswerMebibytes": times(MEBIBYTES, "AttributeService[1].answerTextMax"),
  "live.session.loginMillis": at("LiveServer[0].session.loginMillis"),
  "live.session.pingMillis": at("LiveServer[0].session.pingMillis"),
  "live.session.pongMillis": at("LiveServer[0].session.pongMillis"),
  "live.frameBytesMax": at("LiveServer[0].frameBytesMax"),
  "live.session.answerBytesMax": at("LiveValues[0].limits.answerBytesMax", "LiveServer[0].session.answerBytesMax"),
  "live.session.subscriptionsMax": at("LiveServer[0].session.subscriptionsMax"),
  "live.windowKeysMax": at("LiveValues[0].limits.windowKeysMax"),
  "live.session.queueFramesMax": at("LiveServer[0].session.queueFramesMax"),
  "live.unsent.clientBytesMax": at("LiveServer[0].unsent.clientBytesMax"),
  "live.unsent.bytesMax": at("LiveServer[0].unsent.bytesMax"),
  "live.heldValuesMax": at("Subscriptions[1].heldValuesMax"),
  "live.trafficPerSecond": at("TrafficInspector[1].perSecondMax"),
  "live.session.closeMillis": at("LiveServer[0].session.closeMillis"),
  "live.stopMillis": at("LiveServer[0].stopMillis"),
  "sqlite.batchCallsMax": at("openSqlite[1].writer.batchCallsMax"),
  "sqlite.batchBytesMax": at("openSqlite[1].writer.batchBytesMax"),
  "sqlite.waitingBytesMax": at("openSqlite[1].writer.waitingBytesMax"),
  "device.credentialsCacheMax": at("CredentialsDirectory[1].cacheMax"),
  "device.activity.flushMillis": at("ConnectivityService[1].flushMillis"),
  "device.activity.sweepMillis": at("ConnectivityService[1].sweepMillis"),
  "device.activity.batchMax": at("ConnectivityService[1].batchMax"),
  "device.connections.max": at("ConnectivityService[1].eventsMax"),
  "device.connections.days": times(DAYS, "ConnectivityService[1].eventsMillis"),
  "device.claim.triesMax": at("ClaimService[1].triesMax"),
  "device.claim.triesWindowMillis": at("ClaimService[1].triesWindowMillis"),
  "device.claim.sweepMillis": at("ClaimService[1].sweepMillis"),
  "device.claim.sweepBatch": at("ClaimService[1].sweepBatch"),
  "ota.fileBytesMax": at("PackageService[1].fileBytesMax"),
  "ota.tenantUploadsMax": at("PackageService[1].tenantUploadsMax"),
  "ota.upload.stallSeconds": times(SECONDS, "packageRoutes[0].uploads.stallMillis"),
  "ota.upload.maxSeconds": times(SECONDS, "packageRoutes[0].uploads.millisMax"),
  "ota.download.maxSeconds": times(
    SECONDS,
    "deviceHttpRoutes[1].packageMillisMax",
    "packageRoutes[0].downloadMillisMax",
  ),
  "ota.cache.bytesMax": at("PackageReader[2].bytesMax"),
  "ota.cache.blockBytes": at("PackageReader[2].blockBytes"),
  "ota.wholeBytesMax": at("DevicePackages[2].wholeBytesMax"),
  "ota.wholesBytesMax": at("DevicePackages[2].wholesBytesMax"),
  "ota.chunkSizesMax": at("DevicePackages[2].chunkSizesMax"),
  "ota.announcements.sliceDevices": at("PackageAnnouncements[1].sliceDevices"),
  "ota.announcements.retryMillis": at("PackageAnnouncements[1].retryMillis"),
  "ota.offers.devicesMax": at("GatewayOffers[1].devicesMax"),
  "ota.sweepMillis": at("PackageService[1].sweepMillis"),
  "ota.rollouts.everyMillis": at("RolloutService[1].everyMillis", "RolloutRounds[1].everyMillis"),
  "ota.rollouts.sliceDevices": at(
    "RolloutReports[1].sliceDevices",
    "RolloutService[1].sliceDevices",
    "RolloutRounds[1].sliceDevices",
  ),
  "ota.rollouts.devicesMax": at("RolloutService[1].devicesMax", "RolloutRounds[1].devicesMax"),
  "ota.rollouts.listedMax": at("RolloutService[1].listedMax", "RolloutRounds[1].listedMax"),
  "ota.rollouts.wavesMax": at("RolloutService[1].wavesMax", "RolloutRounds[1].wavesMax"),
  "ota.rollouts.tenantRunningMax": at("RolloutService[1].tenantRunningMax", "RolloutRounds[1].tenantRunningMax"),
  "ota.rollouts.tenantMax": at("RolloutService[1].tenantMax", "RolloutRounds[1].tenantMax"),
  "rpc.payloadBytesMax": at("RpcService[1].payloadBytesMax"),
  "rpc.waitMillisMax": at("RpcService[1].waitMillisMax"),
  "rpc.pendingMax": at("RpcService[1].pendingMax"),
  "rpc.tenantPendingMax": at("RpcService[1].tenantPendingMax"),
  "rpc.acknowledgementMillisMax": at("RpcService[1].acknowledgementMillisMax"),
  "rpc.devicePersistentMax": at("RpcService[1].devicePersistentMax"),
  "rpc.unacknowledgedMax": at("RpcService[1].unacknowledgedMax"),
  "rpc.blockIds": at("RpcService[1].blockIds"),
  "rpc.blocksMax": at("RpcService[1].blocksMax"),
  "rpc.batchMax": at("RpcService[1].batchMax"),
  "security.sessions.sessionsPerUserMax": at("LoginService[2].sessionsPerUserMax"),
  "security.sessions.refreshGraceMillis": at("LoginService[2].refreshGraceMillis"),
  "security.sessions.sweepMillis": at("LoginService[2].sweepMillis"),
  "security.sessions.sweepSessionsMax": at("LoginService[2].sweepSessionsMax"),
  "security.hashing.parallelMax": at("PasswordCheck[2].parallelMax"),
  "security.hashing.waitingMax": at("PasswordCheck[2].waitingMax"),
  "security.hashing.memoryKib": at("Argon2PasswordHasher[0].memoryKib"),
  "security.guesses.address.freeMax": at("GuessThrottle[1].address.freeMax"),
  "security.guesses.address.pauseMillis": at("GuessThrottle[1].address.pauseMillis"),
  "security.guesses.address.pauseMillisMax": at("GuessThrottle[1].address.pauseMillisMax"),
  "security.guesses.address.forgiveMillis": at("GuessThrottle[1].address.forgiveMillis"),
  "security.guesses.accountAtAddress.freeMax": at("GuessThrottle[1].accountAtAddress.freeMax"),
  "security.guesses.accountAtAddress.pauseMillis": at("GuessThrottle[1].accountAtAddress.pauseMillis"),
  "security.guesses.accountAtAddress.pauseMillisMax": at("GuessThrottle[1].accountAtAddress.pauseMillisMax"),
  "security.guesses.accountAtAddress.forgiveMillis": at("GuessThrottle[1].accountAtAddress.forgiveMillis"),
  "security.guesses.account.freeMax": at("GuessThrottle[1].account.freeMax"),
  "security.guesses.account.pauseMillis": at("GuessThrottle[1].account.pauseMillis"),
  "security.guesses.account.pauseMillisMax": at("GuessThrottle[1].account.pauseMillisMax"),
  "security.guesses.account.forgiveMillis": at("GuessThrottle[1].account.forgiveMillis"),
  "security.guesses.waitMillisMax": at("GuessThrottle[1].waitMillisMax"),
  "security.guesses.entriesMax": at("GuessThrottle[1].entriesMax"),
  "security.tokenCache.tokensMax": at("SessionGuard[1].tokensMax"),
  "security.tokenCache.recheckMillis": at("SessionGuard[1].recheckMillis", "CredentialWatcher[1].recheckMillis"),
  "security.userCache.usersMax": at("KnownUsers[1].usersMax"),
  "security.userCache.recheckMillis": at("KnownUsers[1].recheckMillis"),
  "security.apiKeys.warningMillis": at("KeyChannelRule[0].warningMillis"),
  "security.apiKeys.perUserMax": at("ApiKeyService[1].perUserMax"),
  "security.apiKeys.retentionMillis": at("ApiKeyService[1].retentionMillis"),
  "security.apiKeys.sweepMillis": at("ApiKeyService[1].sweepMillis"),
  "security.apiKeys.sweepBatch": at("ApiKeyService[1].sweepBatch"),
  "security.apiKeys.cache.flushMillis": at("ApiKeyDirectory[1].flushMillis"),
  "security.apiKeys.cache.keysMax": at("ApiKeyDirectory[1].keysMax"),
  "security.apiKeys.cache.recheckMillis": at("ApiKeyDirectory[1].recheckMillis"),
  "security.settingsRecheckMillis": at(
    "StoredSecuritySettings[1].recheckMillis",
    "StoredTokenSettings[1].recheckMillis",
  ),
  "security.replacedPasswordsMax": at("NewPasswords[1].replacedMax"),
  "security.resets.perUserMax": at("PasswordResets[2].perUserMax"),
  "security.resets.windowMillis": at("PasswordResets[2].windowMillis"),
  "security.resets.usersMax": at("PasswordResets[2].usersMax"),
  "mail.smtp.answerMillis": at("SmtpSender[0].answerMillis"),
  "mail.sendMillis": at("SmtpSender[0].sendMillis"),
  "mail.parallelMax": at("MailOutbox[1].parallelMax"),
  "mail.waitingMax": at("MailOutbox[1].waitingMax"),
  "mail.triesMax": at("MailOutbox[1].triesMax"),
  "mail.retryMillis": at("MailOutbox[1].retryMillis"),
  "mail.stopMillis": at("MailOutbox[1].stopMillis"),
  "analytics.limiter.uiQueueCapacity": at("createReportPools().ui.options.queueCapacity"),
  "analytics.limiter.jobQueueCapacity": at("createReportPools().jobs.options.queueCapacity"),
  "analytics.limiter.writeMillis": at("ReportCalls#1[0].writeTimeoutMillis", "ReportCalls#2[0].writeTimeoutMillis"),
  "analytics.limiter.maxUnsentMebibytes": times(MEBIBYTES, "UnsentReports[0]"),
  "analytics.limiter.stopMillis": at(
    "createReportPools().reports.options.stopMillis",
    "createReportPools().ui.options.stopMillis",
    "createReportPools().jobs.options.stopMillis",
  ),
  "analytics.access.cacheMillis": at("AccessSets[1].cacheMillis"),
  "analytics.access.cachedDevices": at("AccessSets[1].cachedDevicesMax"),
  "analytics.access.maxDevices": at("AccessSets[1].devicesMax"),
  "analytics.access.maxFactMebibytes": times(MEBIBYTES, "AccessibleDevices[2].textMax"),
  "analytics.engine.heavyQueriesMax": at("DuckdbTelemetryStore[1].pace.queriesMax"),
  "analytics.engine.heavyThreads": at("DuckdbTelemetryStore[1].pace.threads"),
  "analytics.engine.pauseAfterMillis": at("DuckdbTelemetryStore[1].pace.pauseAfterMillis"),
  "analytics.engine.pauseMaxMillis": at("DuckdbTelemetryStore[1].pace.pauseMaxMillis"),
  "analytics.engine.turnMillis": at("DuckdbTelemetryStore[1].pace.turnMillis"),
  "analytics.engine.sliceSamples": at("DuckdbTelemetryStore[1].reports.sliceSamples"),
  "analytics.export.writeMillis": at("ReportCalls#3[0].writeTimeoutMillis", "jobRoutes[0].writeTimeoutMillis"),
  "analytics.reports.tableRowsMax": at("ReportRuns[1].tableRowsMax"),
  "analytics.discovery.keysMax": at("discoveryRoutes[0].keysMax"),
  "analytics.discovery.maxLookedAt": at("Discovery[2].lookedAtMax"),
  "analytics.explain.warnSamples": at("ReportCost[2].warnSamples"),
  "analytics.views.perTenantMax": at("ViewService[1].viewsMax"),
  "analytics.views.revisionsMax": at("ViewService[1].revisionsMax"),
  "dashboards.revisionsMax": at("DashboardService[1].revisionsMax"),
  "analytics.links.perViewMax": at("ShareLinks[1].perViewMax"),
  "analytics.links.defaultDays": at("ShareLinks[1].defaultDays"),
  "analytics.links.maxDays": at("ShareLinks[1].maxDays"),
  "analytics.jobs.perTenantMax": at("ReportJobs[1].perTenantMax"),
  "analytics.jobs.maxResultMebibytes": times(MEBIBYTES, "reportFiles[3]", "JobRunner[1].resultBytesMax"),
  "analytics.jobs.sweepMillis": at("JobRunner[1].sweepMillis"),
  "analytics.jobs.retriesMax": at("JobRunner[1].retriesMax"),
  "analytics.jobs.retryMillis": at("JobRunner[1].retryMillis"),
  "analytics.live.subscribersMax": at("LiveChannels[1].subscribersMax"),
  "analytics.live.perTenantMax": at("LiveChannels[1].perTenantMax"),
  "analytics.live.everyMillis": at("LiveChannels[1].everyMillis"),
  "analytics.live.quietMillis": at("LiveChannels[1].quietMillis"),
  "analytics.live.heartbeatMillis": at("EventStreams[1].heartbeatMillis"),
  "analytics.live.waitingCharsMax": at("EventStreams[1].waitingCharsMax"),
  "analytics.live.takeMillis": at("EventStreams[1].takeMillis"),
  "analytics.live.maxHeldMebibytes": times(MEBIBYTES, "LiveChannels[1].heldCharsMax"),
};

const names = Object.keys(WIRING) as Name[];
const isOfCluster = (name: Name): boolean => WIRING[name].isOfCluster === true;
const eithers = names.filter((name) => WIRING[name].isEither);
/** As many as it takes to give each of the `eithers` a sequence of its own. */
const platforms = Array.from({ length: Math.ceil(Math.log2(eithers.length + 1)) }, (_, index) => index);

let folder: string;
let recorded: RecordedPlatform;
beforeAll(async () => {
  folder = await scratchFolder();
  await putEmptyDatabase(folder);
  recorded = await RecordedPlatform.load();
});
afterAll(async () => {
  recorded.end();
  await rm(folder, { recursive: true });
});

test.each(platforms)("platform %i: every part is given what its settings say, in its own unit", async (number) => {
  const values = valuesOf(number);
  const calls = await recorded.callsOf(configOf({ ...Object.fromEntries(values), dataDir: folder }));

  expectWired(
    calls,
    values,
    names.filter((name) => !isOfCluster(name)),
  );
});

test("a node of a cluster: its parts are given what its settings say", async () => {
  const wired = names.filter(isOfCluster);
  const values = valuesOf(0, wired);
  const { config, standIns } = await clusterNode(Object.fromEntries(values));
  expectWired(await recorded.callsOf(config, standIns), values, wired);
});

test("what no part is built with is set in the tests that are named", () => {
  const missing = names.flatMap((name) => {
    const words = [`"${name}"`, ...(name in settings ? [settings[name as keyof typeof settings].environment] : [])];
    const isSetIn = (file: string): boolean => {
      const path = join(ROOT, file);
      const text = existsSync(path) ? readFileSync(path, "utf8") : "";
      return words.some((word) => text.includes(word));
    };
    const { tests = [], places } = WIRING[name];
    return tests.length + places.length > 0 && tests.every(isSetIn) ? [] : [name];
  });

  expect(missing).toEqual([]);
});

test("a platform that has stopped sends no mail any more", async () => {
  const calls = await recorded.callsOf(configOf({ ...Object.fromEntries(valuesOf(0)), dataDir: folder }));
  const outbox = standsAt(calls, "MailOutbox()") as MailOutbox;
  const mail = { to: "a@example.com", subject: "s", text: "t", html: "<p>t</p>" };

  await expect(outbox.deliver(mail)).rejects.toThrow("the platform stops");
});

test.each([
  ["0 days keep audit records", { "audit.retentionDays": 0 }, "AuditLog[1].retentionMillis", null],
  [
    "a call may have its payload and what is around it",
    { "http.payloadBytesMax": 9000, "rpc.payloadBytesMax": 700, "http.entityPayloadBytesMax": 30 },
    "rpcRoutes[0].bodyBytesMax",
    730,
  ],
  [
    "but no more than any body",
    { "http.payloadBytesMax": 9000, "rpc.payloadBytesMax": 8990, "http.entityPayloadBytesMax": 30 },
    "rpcRoutes[0].bodyBytesMax",
    9000,
  ],
] as const)("%s", async (_rule, given, place, found) => {
  const ports = { "http.host": "127.0.0.1", "http.port": 0, "mqtt.host": "127.0.0.1", "mqtt.port": 0 };
  const calls = await recorded.callsOf(configOf({ ...ports, ...given, dataDir: folder }));

  expect(standsAt(calls, place)).toBe(found);
});

function at(...places: string[]): Row {
  return { places, becomes: (value) => value };
}

function times(unit: number, ...places: string[]): Row {
  return { places, becomes: (value) => Number(value) * unit };
}

function given(value: unknown, ...places: string[]): Row {
  return { ...at(...places), given: value };
}

function becomes(value: unknown, found: unknown, ...places: string[]): Row {
  return { given: value, places, becomes: () => found };
}

function either(...places: string[]): Row {
  return { ...at(...places), isEither: true };
}

function inCluster(...places: string[]): Row {
  return { ...at(...places), isOfCluster: true };
}

/** What no part is built with. */
function elsewhere(...tests: [string, ...string[]]): Row {
  return { ...at(), tests };
}

function expectWired(
  calls: readonly RecordedCall[],
  values: ReadonlyMap<string, unknown>,
  wired: readonly Name[],
): void {
  const rows = wired.flatMap((name) => WIRING[name].places.map((place) => ({ name, place })));
  const found = rows.map(({ name, place }) => [name, place, standsAt(calls, place)]);
  const wanted = rows.map(({ name, place }) => [name, place, WIRING[name].becomes(values.get(name))]);
  expect(found).toEqual(wanted);
}

/** A node without a cluster: what reaches its servers is replaced by what is in its folder, or in memory. */
async function clusterNode(given: GivenBounds): Promise<{ readonly config: Config; readonly standIns: StandIns }> {
  const stored = join(folder, "cluster");
  const node = {
    dataDir: join(folder, "node"),
    "http.host": "127.0.0.1",
    "http.port": 0,
    "mqtt.host": "127.0.0.1",
    "mqtt.port": 0,
    "cluster.postgresUrl": "postgres://wiring/wiring",
    "cluster.natsUrls": "nats://wiring",
    "cluster.files": "s3://wiring/lake",
    "cluster.masterKey": Buffer.alloc(32, 7).toString("base64"),
  };
  const variables = {
    AWS_ACCESS_KEY_ID: "id",
    AWS_SECRET_ACCESS_KEY: "secret",
    AWS_ENDPOINT_URL: "http://127.0.0.1:1",
  };
  await mkdir(stored);
  const config = parseConfig(new Map(Object.entries(node)), variables, given);
  return {
    config,
    standIns: {
      openPostgres: async (_url: string, setting: SqliteSetting) => {
        const database = await openSqlite(stored, setting);
        return { ...database, secrets: database.direct.secrets };
      },
      StreamLog: { open: () => Promise.resolve(Object.assign(new MemoryLog(), { stop: () => undefined })) },
      LakeTelemetryStore: function ({ clock, logger }: LakeTelemetryDeps) {
        return new DuckdbTelemetryStore({ clock, log: logger }, telemetryOptions(config, stored));
      },
      NatsPeers: {
        connect: ({ nodeId }: { readonly nodeId: NodeId }) =>
          Promise.resolve(Object.assign(new MemoryNetwork().join(nodeId), { stop: () => undefined })),
      },
      PostgresLease: class implements Lease {
        readonly isHeld = false;
        onChange = (): Subscription => ({ cancel: () => undefined });
        start(): void {}
        stop(): void {}
      },
      SharedBucket: class implements SharedPlace {
        readonly name = "the bucket of wiring";
        readMark = (): Promise<undefined> => Promise.resolve(undefined);
        writeMark = (): Promise<void> => Promise.resolve();
        hasHistory = (): Promise<boolean> => Promise.resolve(false);
      },
    },
  };
}

/** Of those that this platform has parts for. */
function valuesOf(
  platform: number,
  wired: readonly Name[] = names.filter((name) => !isOfCluster(name)),
): ReadonlyMap<string, unknown> {
  const free = primes();
  const entries = wired
    .filter((name) => WIRING[name].places.length > 0)
    .map((name) => {
      const { given: value = free.next().value, isEither } = WIRING[name];
      return [name, isEither ? isSet(eithers.indexOf(name) + 1, platform) : value] as const;
    });
  return new Map(entries);
}

function isSet(number: number, bit: number): boolean {
  return ((number >> bit) & 1) === 1;
}

/** Above what is the least of most settings; none is another in a different unit. */
function* primes(): Generator<number, never> {
  for (let number = 1031; ; number += 2) if (isPrime(number)) yield number;
}

function isPrime(number: number): boolean {
  for (let divisor = 3; divisor * divisor <= number; divisor += 2) if (number % divisor === 0) return false;
  return true;
}

/** What stands at a place; of several calls with that name all have to agree, or the place names one, as `ReportCalls#2`. */
function standsAt(calls: readonly RecordedCall[], place: string): unknown {
  const [, name, number, isResult, index, path = ""] = /^(\w+)(?:#(\d))?(?:(\(\))|\[(\d)\])(.*)$/.exec(place) ?? [];
  const named = calls.filter((call) => call.name === name);
  const chosen = number === undefined ? named : named.slice(Number(number) - 1, Number(number));
  if (chosen.length === 0) return "nothing has this name";
  const values = chosen.map(({ args, result }) =>
    memberOf(isResult === undefined ? args[Number(index)] : result, path),
  );
  return values.every((value) => isDeepStrictEqual(value, values[0])) ? values[0] : values;
}

function memberOf(value: unknown, path: string): unknown {
  let found = value;
  for (const step of path.split(".").filter((step) => step !== "")) {
    const name = step.replace("()", "") as keyof typeof found;
    const next: unknown = (found as Readonly<Record<string, unknown>> | undefined)?.[name];
    found = step.endsWith("()") && typeof next === "function" ? (next as () => unknown)() : next;
  }
  return found;
}
