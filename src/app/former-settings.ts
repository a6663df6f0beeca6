// Settings of earlier versions, so that the operator is advised what to do about those still in a file or the
// environment.

/** Settings that were renamed in the file; their variables have not changed. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["http.maxPayloadSize", "http.payloadBytesMax"],
  ["http.deviceApi.maxPayloadSize", "http.deviceApi.payloadBytesMax"],
  ["rest.maxPageRows", "rest.pageRowsMax"],
  ["mqtt.maxPayloadSize", "mqtt.packetBytesMax"],
  ["mqtt.sessionInactivityTimeout", "mqtt.sessionInactivitySeconds"],
  ["mqtt.maxSessionsPerDevice", "mqtt.sessionsPerDeviceMax"],
  ["values.maxStringValueLength", "values.stringCharsMax"],
  ["telemetry.maxIntervals", "telemetry.intervalsMax"],
  ["telemetry.maxPointsPerKey", "telemetry.pointsPerKeyMax"],
  ["rpc.defaultTimeout", "rpc.defaultTimeoutMillis"],
  ["rpc.minTimeout", "rpc.minTimeoutMillis"],
  ["security.jwt.tokenExpirationTime", "security.jwt.tokenExpirationSeconds"],
  ["security.jwt.refreshTokenExpTime", "security.jwt.refreshTokenExpirationSeconds"],
  ["analytics.limiter.queueWait", "analytics.limiter.queueWaitMillis"],
  ["analytics.limiter.timeout", "analytics.limiter.timeoutMillis"],
  ["analytics.limiter.jobTimeout", "analytics.limiter.jobTimeoutMillis"],
  ["analytics.reports.maxRows", "analytics.reports.rowsMax"],
  ["analytics.reports.maxBytes", "analytics.reports.bytesMax"],
  ["analytics.reports.maxBuckets", "analytics.reports.bucketsMax"],
  ["analytics.explain.maxSamples", "analytics.explain.samplesMax"],
  ["analytics.jobs.maxStoredMebibytes", "analytics.jobs.storedMaxMebibytes"],
]);

/**
 * Settings whose value is now fixed, by group. The variable is the name in capitals, with the group's name replaced by
 * the text after the group's `=`. Variables that were named differently are given explicitly.
 */
const FIXED_BY_GROUP = `
  stop: timeoutSeconds
  http: maxEntityPayloadSize maxOpenPayloadSize bodiesMebibytes unsentAnswersMebibytes requestTimeoutSeconds
    stopSeconds hstsSeconds
  http.cors=TB_CORS: allowedMethods allowedHeaders maxAge
  http.deviceApi: maxRpcPayloadSize pollTimeout maxPollTimeout pollsMax devicePollsMax
  http.deviceApi.ipGuard: failuresMax blockSeconds addressesMax
  tls: checkSeconds
  rest: meterPartiesMax
  entityQuery: maxKeys maxPredicates maxListed maxSortedRows maxAnswerMebibytes maxComparedMebibytes maxHeldMebibytes
    waitingMax
  usage: flushSeconds keepMonths
  audit: recordsMax dataCharsMax listsMax sortRowsMax sweepSeconds sweepBatch
  mqtt: maxInflightMessages connectTimeoutSeconds downlinkQueueMax downlinkQueueBytesMax unsettledPublishesMax
    writeBufferBytesMax drainTimeoutSeconds absentDevicesMax errorNoticesPerSecond rateNoticesPerSecond
    provisioningLingerSeconds stopSeconds
  mqtt.gatewayMetrics: windowSeconds connectorsMax
  mqtt.ipGuard: failuresMax blockSeconds addressesMax
  telemetry.batch: pointsMax bytesMax
  telemetry: maxAnswerMebibytes keysPerDeviceMax=TELEMETRY_MAX_KEYS_PER_DEVICE
    maxKeysPerDevice=TELEMETRY_MAX_KEYS_PER_DEVICE
  telemetry.duckdb: heavyPoints writeReserveMebibytes readersMax checkpointMebibytes snapshotPoints snapshotPatience
    snapshotSeconds reopenSeconds
  telemetry.purge: seriesPerRun delaySeconds
  history.export: parallelMax tenantParallelMax maxSeconds stallSeconds seriesMax windowPoints windowMebibytes
  history.import: parallelMax tenantParallelMax stallSeconds maxSeconds lineBytesMax batchPoints batchMebibytes
  telemetry.retention: sweepSeconds fullSweepHours pointsPerStep
  attributes.batch: batchValuesMax=ATTRIBUTES_BATCH_VALUES_MAX batchTextMax=ATTRIBUTES_BATCH_TEXT_MAX
  attributes: maxAnswerMebibytes
  live: loginTimeoutSeconds pingSeconds pongTimeoutSeconds maxFrameSize maxAnswerMebibytes subscriptionsMax
    windowKeysMax queueFramesMax queueMebibytes unsentMebibytes heldValuesMax trafficPerSecond closeTimeoutSeconds
    stopSeconds
  sqlite: batchCallsMax batchBytesMax waitingBytesMax
  device: credentialsCacheMax
  device.activity: flushSeconds sweepSeconds batchMax
  device.connections: max days
  device.claim=SECURITY_CLAIM: triesMax triesWindowSeconds sweepSeconds sweepBatch
  rpc: retentionDays payloadBytesMax waitSecondsMax pendingMax tenantPendingMax acknowledgementTimeout devicePersistentMax
    unacknowledgedMax expirationBatchMax
  rpc.requestIds: block blocksMax
  security: sessionsPerUserMax refreshGraceSeconds sessionSweepSeconds sessionSweepBatch settingsRecheckSeconds
    replacedPasswordsMax
  security.hashing: parallelMax waitingMax
  security.throttle: nameFailuresMax nameWindowSeconds addressFailuresMax addressWindowSeconds entriesMax
  security.tokenCache: tokensMax recheckSeconds
  security.userCache: usersMax recheckSeconds
  security.apiKeys: plainHttpWarningSeconds perUserMax retentionDays sweepSeconds sweepBatch useFlushSeconds
  security.apiKeys.cache: keysMax recheckSeconds
  security.apiKeys.unknown: triesMax windowSeconds addressesMax
  security.resets: perUserMax windowSeconds usersMax
  mail.smtp: answerTimeout
  mail: sendTimeoutSeconds parallelMax waitingMax triesMax retrySeconds stopSeconds
  analytics.limiter=REPORT: uiQueueCapacity jobQueueCapacity writeTimeout=REPORT_WRITE_TIMEOUT_MS maxUnsentMebibytes
    stopSeconds
  analytics.access=REPORT: cacheSeconds=REPORT_ACCESS_CACHE_SECONDS cachedDevices=REPORT_ACCESS_CACHED_DEVICES
    maxDevices maxFactMebibytes
  analytics.engine=REPORT: heavyQueriesMax heavyThreads pauseAfter=REPORT_PAUSE_AFTER_MS pauseMax=REPORT_PAUSE_MAX_MS
    turn=REPORT_TURN_MS sliceSamples
  analytics.export=REPORT: writeTimeout=REPORT_EXPORT_WRITE_TIMEOUT_MS rowsMax=REPORT_EXPORT_MAX_ROWS
    bytesMax=REPORT_EXPORT_MAX_BYTES
  analytics.reports=REPORT: maxTableRows parallelQueries
  analytics.discovery=REPORT_DISCOVERY: maxKeys maxLookedAt
  analytics.explain=REPORT: warnSamples
  analytics.views=REPORT: perTenantMax=REPORT_VIEWS_PER_TENANT_MAX revisionsMax=REPORT_VIEW_REVISIONS_MAX
  analytics.links=REPORT: perViewMax=REPORT_LINKS_PER_VIEW_MAX defaultDays=REPORT_LINK_DAYS
    maxDays=REPORT_LINK_DAYS_MAX
  analytics.links.password=REPORT_LINK_PASSWORD: triesMax windowSeconds linksMax
  analytics.jobs=REPORT_JOB: perTenantMax=REPORT_JOBS_PER_TENANT_MAX maxResultMebibytes sweepSeconds retriesMax
    retrySeconds
  analytics.live=REPORT_LIVE: subscribersMax perTenantMax everyMillis=REPORT_LIVE_EVERY_MS quietSeconds
    heartbeatSeconds recheckSeconds waitingKibibytes takeTimeout=REPORT_LIVE_TAKE_TIMEOUT_MS maxHeldMebibytes
`;

/** Names with their former variable. */
const FIXED: ReadonlyMap<string, string> = new Map(
  FIXED_BY_GROUP.split(/\n {2}(?=\w)/).flatMap((line) => {
    const [head = "", ...members] = line.trim().split(/[:\s]+/);
    const [group = "", prefix = capitals(group)] = head.split("=");
    return members.map((member) => fixedSetting(group, prefix, member));
  }),
);

function fixedSetting(group: string, prefix: string, member: string): readonly [name: string, variable: string] {
  const [name = "", variable] = member.split("=");
  const usual = `${prefix}_${capitals(name)}`;
  return [`${group}.${name}`, variable ?? (prefix.startsWith("REPORT") ? usual : usual.replace("MEBIBYTES", "MIB"))];
}

function capitals(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .replaceAll(".", "_")
    .toUpperCase();
}

/** Advice for a name in the file that an earlier version had; undefined for any other name. */
export function adviceOnFormerSetting(name: string): string | undefined {
  const successor = RENAMED.get(name);
  if (successor !== undefined) return `"${name}" is called "${successor}" now`;
  return FIXED.has(name) ? `"${name}" is not a setting any more: its value is fixed; remove it` : undefined;
}

/** Variables that are set but no longer have an effect. */
export function formerVariables(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return [...FIXED.values()].filter((variable) => (environment[variable] ?? "") !== "");
}
