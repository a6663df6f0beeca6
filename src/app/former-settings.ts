// Settings of earlier versions, so that a file or an environment that still has one is answered with what to do.
/** Settings that have another name in the file now; their variables are the same. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["http.maxPayloadSize", "http.payloadBytesMax"],
  ["http.deviceApi.maxPayloadSize", "http.deviceApi.payloadBytesMax"],
  ["rest.maxPageRows", "rest.pageRowsMax"],
  ["mqtt.maxPayloadSize", "mqtt.packetBytesMax"],
  ["mqtt.sessionInactivityTimeout", "mqtt.sessionInactivitySeconds"],
  ["mqtt.maxSessionsPerDevice", "mqtt.sessionsPerDeviceMax"],
  ["values.maxStringValueLength", "values.stringCharsMax"],
  ["telemetry.maxKeysPerDevice", "telemetry.keysPerDeviceMax"],
  ["telemetry.maxIntervals", "telemetry.intervalsMax"],
  ["telemetry.maxPointsPerKey", "telemetry.pointsPerKeyMax"],
  ["rpc.defaultTimeout", "rpc.defaultTimeoutMillis"],
  ["rpc.minTimeout", "rpc.minTimeoutMillis"],
  ["security.jwt.tokenExpirationTime", "security.jwt.tokenExpirationSeconds"],
  ["security.jwt.refreshTokenExpTime", "security.jwt.refreshTokenExpirationSeconds"],
  ["analytics.limiter.queueWait", "analytics.limiter.queueWaitMillis"],
  ["analytics.limiter.timeout", "analytics.limiter.timeoutMillis"],
  ["analytics.limiter.jobTimeout", "analytics.limiter.jobTimeoutMillis"],
  ["analytics.export.maxRows", "analytics.export.rowsMax"],
  ["analytics.export.maxBytes", "analytics.export.bytesMax"],
  ["analytics.reports.maxRows", "analytics.reports.rowsMax"],
  ["analytics.reports.maxBytes", "analytics.reports.bytesMax"],
  ["analytics.reports.maxBuckets", "analytics.reports.bucketsMax"],
  ["analytics.explain.maxSamples", "analytics.explain.samplesMax"],
  ["analytics.jobs.maxStoredMebibytes", "analytics.jobs.storedMaxMebibytes"],
]);

/** Settings whose value is fixed now, with the variable that they had. */
const FIXED: ReadonlyMap<string, string> = new Map(
  `
    stop.timeoutSeconds=STOP_TIMEOUT_SECONDS http.maxEntityPayloadSize=HTTP_MAX_ENTITY_PAYLOAD_SIZE
    http.maxOpenPayloadSize=HTTP_MAX_OPEN_PAYLOAD_SIZE http.bodiesMebibytes=HTTP_BODIES_MIB
    http.unsentAnswersMebibytes=HTTP_UNSENT_ANSWERS_MIB http.requestTimeoutSeconds=HTTP_REQUEST_TIMEOUT_SECONDS
    http.stopSeconds=HTTP_STOP_SECONDS http.hstsSeconds=HTTP_HSTS_SECONDS
    http.cors.allowedMethods=TB_CORS_ALLOWED_METHODS http.cors.allowedHeaders=TB_CORS_ALLOWED_HEADERS
    http.cors.maxAge=TB_CORS_MAX_AGE http.deviceApi.maxRpcPayloadSize=HTTP_DEVICE_API_MAX_RPC_PAYLOAD_SIZE
    http.deviceApi.pollTimeout=HTTP_DEVICE_API_POLL_TIMEOUT
    http.deviceApi.maxPollTimeout=HTTP_DEVICE_API_MAX_POLL_TIMEOUT http.deviceApi.pollsMax=HTTP_DEVICE_API_POLLS_MAX
    http.deviceApi.devicePollsMax=HTTP_DEVICE_API_DEVICE_POLLS_MAX
    http.deviceApi.ipGuard.failuresMax=HTTP_DEVICE_API_IP_GUARD_FAILURES_MAX
    http.deviceApi.ipGuard.blockSeconds=HTTP_DEVICE_API_IP_GUARD_BLOCK_SECONDS
    http.deviceApi.ipGuard.addressesMax=HTTP_DEVICE_API_IP_GUARD_ADDRESSES_MAX tls.checkSeconds=TLS_CHECK_SECONDS
    rest.meterPartiesMax=REST_METER_PARTIES_MAX entityQuery.maxKeys=ENTITY_QUERY_MAX_KEYS
    entityQuery.maxPredicates=ENTITY_QUERY_MAX_PREDICATES entityQuery.maxListed=ENTITY_QUERY_MAX_LISTED
    entityQuery.maxSortedRows=ENTITY_QUERY_MAX_SORTED_ROWS
    entityQuery.maxAnswerMebibytes=ENTITY_QUERY_MAX_ANSWER_MIB
    entityQuery.maxComparedMebibytes=ENTITY_QUERY_MAX_COMPARED_MIB
    entityQuery.maxHeldMebibytes=ENTITY_QUERY_MAX_HELD_MIB entityQuery.waitingMax=ENTITY_QUERY_WAITING_MAX
    usage.flushSeconds=USAGE_FLUSH_SECONDS usage.keepMonths=USAGE_KEEP_MONTHS
    audit.dataCharsMax=AUDIT_DATA_CHARS_MAX audit.listsMax=AUDIT_LISTS_MAX audit.sortRowsMax=AUDIT_SORT_ROWS_MAX
    audit.sweepSeconds=AUDIT_SWEEP_SECONDS audit.sweepBatch=AUDIT_SWEEP_BATCH
    mqtt.maxInflightMessages=MQTT_MAX_INFLIGHT_MESSAGES mqtt.connectTimeoutSeconds=MQTT_CONNECT_TIMEOUT_SECONDS
    mqtt.downlinkQueueMax=MQTT_DOWNLINK_QUEUE_MAX mqtt.downlinkQueueBytesMax=MQTT_DOWNLINK_QUEUE_BYTES_MAX
    mqtt.unsettledPublishesMax=MQTT_UNSETTLED_PUBLISHES_MAX mqtt.writeBufferBytesMax=MQTT_WRITE_BUFFER_BYTES_MAX
    mqtt.drainTimeoutSeconds=MQTT_DRAIN_TIMEOUT_SECONDS mqtt.absentDevicesMax=MQTT_ABSENT_DEVICES_MAX
    mqtt.errorNoticesPerSecond=MQTT_ERROR_NOTICES_PER_SECOND mqtt.rateNoticesPerSecond=MQTT_RATE_NOTICES_PER_SECOND
    mqtt.gatewayMetrics.windowSeconds=MQTT_GATEWAY_METRICS_WINDOW_SECONDS
    mqtt.gatewayMetrics.connectorsMax=MQTT_GATEWAY_METRICS_CONNECTORS_MAX
    mqtt.provisioningLingerSeconds=MQTT_PROVISIONING_LINGER_SECONDS mqtt.stopSeconds=MQTT_STOP_SECONDS
    mqtt.ipGuard.failuresMax=MQTT_IP_GUARD_FAILURES_MAX mqtt.ipGuard.blockSeconds=MQTT_IP_GUARD_BLOCK_SECONDS
    mqtt.ipGuard.addressesMax=MQTT_IP_GUARD_ADDRESSES_MAX telemetry.batch.pointsMax=TELEMETRY_BATCH_POINTS_MAX
    telemetry.batch.bytesMax=TELEMETRY_BATCH_BYTES_MAX telemetry.maxAnswerMebibytes=TELEMETRY_MAX_ANSWER_MIB
    telemetry.duckdb.heavyPoints=TELEMETRY_DUCKDB_HEAVY_POINTS
    telemetry.duckdb.writeReserveMebibytes=TELEMETRY_DUCKDB_WRITE_RESERVE_MIB
    telemetry.duckdb.readersMax=TELEMETRY_DUCKDB_READERS_MAX
    telemetry.duckdb.checkpointMebibytes=TELEMETRY_DUCKDB_CHECKPOINT_MIB
    telemetry.duckdb.snapshotPoints=TELEMETRY_DUCKDB_SNAPSHOT_POINTS
    telemetry.duckdb.snapshotPatience=TELEMETRY_DUCKDB_SNAPSHOT_PATIENCE
    telemetry.duckdb.snapshotSeconds=TELEMETRY_DUCKDB_SNAPSHOT_SECONDS
    telemetry.duckdb.reopenSeconds=TELEMETRY_DUCKDB_REOPEN_SECONDS
    telemetry.purge.seriesPerRun=TELEMETRY_PURGE_SERIES_PER_RUN
    telemetry.purge.delaySeconds=TELEMETRY_PURGE_DELAY_SECONDS
    history.export.parallelMax=HISTORY_EXPORT_PARALLEL_MAX
    history.export.tenantParallelMax=HISTORY_EXPORT_TENANT_PARALLEL_MAX
    history.export.maxSeconds=HISTORY_EXPORT_MAX_SECONDS history.export.stallSeconds=HISTORY_EXPORT_STALL_SECONDS
    history.export.seriesMax=HISTORY_EXPORT_SERIES_MAX history.export.windowPoints=HISTORY_EXPORT_WINDOW_POINTS
    history.export.windowMebibytes=HISTORY_EXPORT_WINDOW_MIB history.import.parallelMax=HISTORY_IMPORT_PARALLEL_MAX
    history.import.tenantParallelMax=HISTORY_IMPORT_TENANT_PARALLEL_MAX
    history.import.stallSeconds=HISTORY_IMPORT_STALL_SECONDS history.import.maxSeconds=HISTORY_IMPORT_MAX_SECONDS
    history.import.lineBytesMax=HISTORY_IMPORT_LINE_BYTES_MAX history.import.batchPoints=HISTORY_IMPORT_BATCH_POINTS
    history.import.batchMebibytes=HISTORY_IMPORT_BATCH_MIB
    telemetry.retention.sweepSeconds=TELEMETRY_RETENTION_SWEEP_SECONDS
    telemetry.retention.fullSweepHours=TELEMETRY_RETENTION_FULL_SWEEP_HOURS
    telemetry.retention.pointsPerStep=TELEMETRY_RETENTION_POINTS_PER_STEP
    attributes.batch.batchValuesMax=ATTRIBUTES_BATCH_VALUES_MAX
    attributes.batch.batchTextMax=ATTRIBUTES_BATCH_TEXT_MAX attributes.maxAnswerMebibytes=ATTRIBUTES_MAX_ANSWER_MIB
    live.loginTimeoutSeconds=LIVE_LOGIN_TIMEOUT_SECONDS live.pingSeconds=LIVE_PING_SECONDS
    live.pongTimeoutSeconds=LIVE_PONG_TIMEOUT_SECONDS live.maxFrameSize=LIVE_MAX_FRAME_SIZE
    live.maxAnswerMebibytes=LIVE_MAX_ANSWER_MIB live.subscriptionsMax=LIVE_SUBSCRIPTIONS_MAX
    live.windowKeysMax=LIVE_WINDOW_KEYS_MAX live.queueFramesMax=LIVE_QUEUE_FRAMES_MAX
    live.queueMebibytes=LIVE_QUEUE_MIB live.unsentMebibytes=LIVE_UNSENT_MIB live.heldValuesMax=LIVE_HELD_VALUES_MAX
    live.trafficPerSecond=LIVE_TRAFFIC_PER_SECOND live.closeTimeoutSeconds=LIVE_CLOSE_TIMEOUT_SECONDS
    live.stopSeconds=LIVE_STOP_SECONDS sqlite.batchCallsMax=SQLITE_BATCH_CALLS_MAX
    sqlite.batchBytesMax=SQLITE_BATCH_BYTES_MAX sqlite.waitingBytesMax=SQLITE_WAITING_BYTES_MAX
    device.credentialsCacheMax=DEVICE_CREDENTIALS_CACHE_MAX
    device.activity.flushSeconds=DEVICE_ACTIVITY_FLUSH_SECONDS
    device.activity.sweepSeconds=DEVICE_ACTIVITY_SWEEP_SECONDS device.activity.batchMax=DEVICE_ACTIVITY_BATCH_MAX
    device.connections.max=DEVICE_CONNECTIONS_MAX device.connections.days=DEVICE_CONNECTIONS_DAYS
    device.claim.triesMax=SECURITY_CLAIM_TRIES_MAX
    device.claim.triesWindowSeconds=SECURITY_CLAIM_TRIES_WINDOW_SECONDS
    device.claim.sweepSeconds=SECURITY_CLAIM_SWEEP_SECONDS device.claim.sweepBatch=SECURITY_CLAIM_SWEEP_BATCH
    rpc.payloadBytesMax=RPC_PAYLOAD_BYTES_MAX rpc.waitSecondsMax=RPC_WAIT_SECONDS_MAX rpc.pendingMax=RPC_PENDING_MAX
    rpc.tenantPendingMax=RPC_TENANT_PENDING_MAX rpc.acknowledgementTimeout=RPC_ACKNOWLEDGEMENT_TIMEOUT
    rpc.devicePersistentMax=RPC_DEVICE_PERSISTENT_MAX rpc.unacknowledgedMax=RPC_UNACKNOWLEDGED_MAX
    rpc.requestIds.block=RPC_REQUEST_IDS_BLOCK rpc.requestIds.blocksMax=RPC_REQUEST_IDS_BLOCKS_MAX
    rpc.expirationBatchMax=RPC_EXPIRATION_BATCH_MAX security.sessionsPerUserMax=SECURITY_SESSIONS_PER_USER_MAX
    security.refreshGraceSeconds=SECURITY_REFRESH_GRACE_SECONDS
    security.sessionSweepSeconds=SECURITY_SESSION_SWEEP_SECONDS
    security.sessionSweepBatch=SECURITY_SESSION_SWEEP_BATCH
    security.hashing.parallelMax=SECURITY_HASHING_PARALLEL_MAX
    security.hashing.waitingMax=SECURITY_HASHING_WAITING_MAX
    security.throttle.nameFailuresMax=SECURITY_THROTTLE_NAME_FAILURES_MAX
    security.throttle.nameWindowSeconds=SECURITY_THROTTLE_NAME_WINDOW_SECONDS
    security.throttle.addressFailuresMax=SECURITY_THROTTLE_ADDRESS_FAILURES_MAX
    security.throttle.addressWindowSeconds=SECURITY_THROTTLE_ADDRESS_WINDOW_SECONDS
    security.throttle.entriesMax=SECURITY_THROTTLE_ENTRIES_MAX
    security.tokenCache.tokensMax=SECURITY_TOKEN_CACHE_TOKENS_MAX
    security.tokenCache.recheckSeconds=SECURITY_TOKEN_CACHE_RECHECK_SECONDS
    security.userCache.usersMax=SECURITY_USER_CACHE_USERS_MAX
    security.userCache.recheckSeconds=SECURITY_USER_CACHE_RECHECK_SECONDS
    security.apiKeys.plainHttpWarningSeconds=SECURITY_API_KEYS_PLAIN_HTTP_WARNING_SECONDS
    security.apiKeys.perUserMax=SECURITY_API_KEYS_PER_USER_MAX
    security.apiKeys.retentionDays=SECURITY_API_KEYS_RETENTION_DAYS
    security.apiKeys.sweepSeconds=SECURITY_API_KEYS_SWEEP_SECONDS
    security.apiKeys.sweepBatch=SECURITY_API_KEYS_SWEEP_BATCH
    security.apiKeys.useFlushSeconds=SECURITY_API_KEYS_USE_FLUSH_SECONDS
    security.apiKeys.cache.keysMax=SECURITY_API_KEYS_CACHE_KEYS_MAX
    security.apiKeys.cache.recheckSeconds=SECURITY_API_KEYS_CACHE_RECHECK_SECONDS
    security.apiKeys.unknown.triesMax=SECURITY_API_KEYS_UNKNOWN_TRIES_MAX
    security.apiKeys.unknown.windowSeconds=SECURITY_API_KEYS_UNKNOWN_WINDOW_SECONDS
    security.apiKeys.unknown.addressesMax=SECURITY_API_KEYS_UNKNOWN_ADDRESSES_MAX
    security.settingsRecheckSeconds=SECURITY_SETTINGS_RECHECK_SECONDS
    security.replacedPasswordsMax=SECURITY_REPLACED_PASSWORDS_MAX
    security.resets.perUserMax=SECURITY_RESETS_PER_USER_MAX
    security.resets.windowSeconds=SECURITY_RESETS_WINDOW_SECONDS security.resets.usersMax=SECURITY_RESETS_USERS_MAX
    mail.smtp.answerTimeout=MAIL_SMTP_ANSWER_TIMEOUT mail.sendTimeoutSeconds=MAIL_SEND_TIMEOUT_SECONDS
    mail.parallelMax=MAIL_PARALLEL_MAX mail.waitingMax=MAIL_WAITING_MAX mail.triesMax=MAIL_TRIES_MAX
    mail.retrySeconds=MAIL_RETRY_SECONDS mail.stopSeconds=MAIL_STOP_SECONDS
    analytics.limiter.uiQueueCapacity=REPORT_UI_QUEUE_CAPACITY
    analytics.limiter.jobQueueCapacity=REPORT_JOB_QUEUE_CAPACITY
    analytics.limiter.writeTimeout=REPORT_WRITE_TIMEOUT_MS
    analytics.limiter.maxUnsentMebibytes=REPORT_MAX_UNSENT_MEBIBYTES
    analytics.limiter.stopSeconds=REPORT_STOP_SECONDS analytics.access.cacheSeconds=REPORT_ACCESS_CACHE_SECONDS
    analytics.access.cachedDevices=REPORT_ACCESS_CACHED_DEVICES analytics.access.maxDevices=REPORT_MAX_DEVICES
    analytics.access.maxFactMebibytes=REPORT_MAX_FACT_MEBIBYTES 
    analytics.engine.heavyQueriesMax=REPORT_HEAVY_QUERIES_MAX analytics.engine.heavyThreads=REPORT_HEAVY_THREADS
    analytics.engine.pauseAfter=REPORT_PAUSE_AFTER_MS analytics.engine.pauseMax=REPORT_PAUSE_MAX_MS
    analytics.engine.turn=REPORT_TURN_MS analytics.engine.sliceSamples=REPORT_SLICE_SAMPLES
    analytics.export.writeTimeout=REPORT_EXPORT_WRITE_TIMEOUT_MS
    analytics.reports.maxTableRows=REPORT_MAX_TABLE_ROWS analytics.reports.parallelQueries=REPORT_PARALLEL_QUERIES
    analytics.discovery.maxKeys=REPORT_DISCOVERY_MAX_KEYS
    analytics.discovery.maxLookedAt=REPORT_DISCOVERY_MAX_LOOKED_AT analytics.explain.warnSamples=REPORT_WARN_SAMPLES
    analytics.views.perTenantMax=REPORT_VIEWS_PER_TENANT_MAX analytics.views.revisionsMax=REPORT_VIEW_REVISIONS_MAX
    analytics.links.perViewMax=REPORT_LINKS_PER_VIEW_MAX analytics.links.defaultDays=REPORT_LINK_DAYS
    analytics.links.maxDays=REPORT_LINK_DAYS_MAX analytics.links.password.triesMax=REPORT_LINK_PASSWORD_TRIES_MAX
    analytics.links.password.windowSeconds=REPORT_LINK_PASSWORD_WINDOW_SECONDS
    analytics.links.password.linksMax=REPORT_LINK_PASSWORD_LINKS_MAX
    analytics.jobs.perTenantMax=REPORT_JOBS_PER_TENANT_MAX
    analytics.jobs.maxResultMebibytes=REPORT_JOB_MAX_RESULT_MEBIBYTES
    analytics.jobs.sweepSeconds=REPORT_JOB_SWEEP_SECONDS analytics.jobs.retriesMax=REPORT_JOB_RETRIES_MAX
    analytics.jobs.retrySeconds=REPORT_JOB_RETRY_SECONDS analytics.live.subscribersMax=REPORT_LIVE_SUBSCRIBERS_MAX
    analytics.live.perTenantMax=REPORT_LIVE_PER_TENANT_MAX analytics.live.everyMillis=REPORT_LIVE_EVERY_MS
    analytics.live.quietSeconds=REPORT_LIVE_QUIET_SECONDS
    analytics.live.heartbeatSeconds=REPORT_LIVE_HEARTBEAT_SECONDS
    analytics.live.recheckSeconds=REPORT_LIVE_RECHECK_SECONDS
    analytics.live.waitingKibibytes=REPORT_LIVE_WAITING_KIBIBYTES
    analytics.live.takeTimeout=REPORT_LIVE_TAKE_TIMEOUT_MS
    analytics.live.maxHeldMebibytes=REPORT_LIVE_MAX_HELD_MEBIBYTES
`
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [name = "", variable = ""] = pair.split("=");
      return [name, variable];
    }),
);

/** What to do about a name in the file that an earlier version knew; undefined for any other name. */
export function adviceOnFormerSetting(name: string): string | undefined {
  const successor = RENAMED.get(name);
  if (successor !== undefined) return `"${name}" is called "${successor}" now`;
  return FIXED.has(name) ? `"${name}" is not a setting any more: its value is fixed; remove it` : undefined;
}

/** Variables that are set and have no effect any more. */
export function formerVariables(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return [...FIXED.values()].filter((variable) => (environment[variable] ?? "") !== "");
}
