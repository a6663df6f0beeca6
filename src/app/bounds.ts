// Limits that are no settings and that tests make small: the value, and what happens when it is exceeded. A limit of a
// format, or of one implementation, is a constant where it is used. Together with the settings they
// make up `Config`; tests use other values to reach a limit quickly.
import { DAY_MILLIS, HOUR_MILLIS, MINUTE_MILLIS, SECOND_MILLIS } from "../lib/units.ts";

const KIB = 1024;
const MIB = 1024 * KIB;
const DAY_SECONDS = 86_400;

// A line for each, as in a table.
// prettier-ignore
export const bounds = {
  "log.eventRecordsMax": 100, // further log records of one event within log.windowMillis are counted, and the count is written
  "log.windowMillis": 10 * SECOND_MILLIS,
  "log.waitingBytesMax": MIB, // the same for records while so many bytes wait for a slow reader of the log

  "backup.holdMillis": 60 * SECOND_MILLIS, // checkpoints of telemetry are put off this long for a backup, which fails then
  "backup.changesMillis": 10 * SECOND_MILLIS, // what has changed since the newest scheduled backup is added to it this often; 0 for never
  "backup.bucket.tryMillis": 60 * SECOND_MILLIS, // a request to a bucket without an answer by then is sent again
  "backup.bucket.triesMax": 5, // after this many tries of a request the command fails
  "backup.bucket.lockMillis": 60 * SECOND_MILLIS, // a backup to a bucket that has been silent this long has ended, and another may begin

  "cluster.log.bytesMax": 4 * 1024 * MIB, // acknowledged points that the history does not have yet; beyond it none are acknowledged
  "cluster.log.messageBytesMax": 8 * MIB, // of one frame; a larger batch is several. The servers must take messages of this size
  "cluster.log.patienceMillis": 30 * SECOND_MILLIS, // what the log has not taken within this time is refused
  "cluster.log.batchMillis": 20, // from one batch of a node to the next, as each costs all nodes something; points gather meanwhile
  "cluster.events.bytesMax": 64 * MIB, // of events that nodes have published; a node that is cut off for longer looks at everything again
  "cluster.events.waitingMax": 100_000, // events that cannot be sent; beyond it they are dropped, and the other nodes look again
  "cluster.events.recheckMillis": MINUTE_MILLIS, // so often nodes look again at what they remember, for changes that were never published
  "cluster.peers.answerMillis": 5 * SECOND_MILLIS, // a node that does not answer another within this time has failed to
  "cluster.peers.heartbeatMillis": 500, // so often a node says that it is there
  "cluster.peers.goneMillis": 1_500, // a node that is silent for so long is gone, with its sessions
  "cluster.peers.pageMax": 2_000, // sessions in one answer to a node that asks for all
  "cluster.counts.sendMillis": SECOND_MILLIS, // so often nodes tell each other what they have counted against rate limits and of wrong passwords, and what is open at them, which is how late each learns of it
  "cluster.counts.sentMax": 5_000, // counts of one kind sent at a time; the others follow the next time, and of what is open at once
  "cluster.counts.keptMax": 50_000, // counts of one kind, and rate limits in use at all nodes, that a node keeps; beyond it the one used longest ago starts afresh
  "cluster.watches.tellMillis": SECOND_MILLIS, // so often nodes tell each other what they watch, as long as they watch something
  "cluster.watches.patienceMillis": SECOND_MILLIS, // a watch begins without a node that has not taken it by then; what that node changes until it has is read again
  "cluster.watches.sentMax": 5_000, // watches that begin or end in one message; more are several messages
  "cluster.tail.bytesMax": 256 * MIB, // of that in the memory of a node; beyond it reads of points get 503
  "cluster.tail.patienceMillis": 10 * SECOND_MILLIS, // a read that has waited so long for what was acknowledged before it gets 503
  "cluster.tail.lookMillis": SECOND_MILLIS, // so often a node looks how far the history is
  "cluster.keeper.foldSeconds": 10, // points are in the history after this time
  "cluster.keeper.foldBytes": 64 * MIB, // or when this much memory has them
  "cluster.keeper.latestPoints": 1_000_000, // the history gets a copy of the latest points after so many points
  "cluster.keeper.keepSeconds": 3600, // the log keeps what the history has for this long, for a database that is restored; no longer once it is half full
  "cluster.keeper.mergeFolds": 60, // files of the history are merged after so many folds
  "cluster.keeper.expireSeconds": 3600, // states of the history are forgotten after this time; a report that reads longer may fail
  "cluster.keeper.stuckSeconds": 60, // a node that has brought nothing into the history for so long lets another one run the jobs of all
  "cluster.move.pointsMax": 8_000_000, // an import or an export goes on from the last so many points, or about so many
  "cluster.bucket.tryMillis": 5 * SECOND_MILLIS, // a request to the bucket for packages or results of reports without an answer by then is sent again
  "cluster.bucket.triesMax": 3, // after this many tries the call fails, over REST with 500
  "cluster.lease.seconds": 10, // a node that has been silent this long is no longer the one that runs jobs for all

  "upgrade.keepMillis": 14 * DAY_MILLIS, // the snapshot from before an upgrade is removed after this time

  "stop.timeoutMillis": 9 * SECOND_MILLIS, // a clean stop that takes longer ends the process with exit code 1

  "http.entityPayloadBytesMax": MIB, // a larger entity or call gets 413; attributes and telemetry have http.payloadBytesMax
  "http.openBodyBytesMax": 64 * KIB, // a larger body of a request without credentials, such as a login, gets 413
  "http.bodiesMebibytes": 256, // large bodies in memory, half of it for one tenant; one more gets 429, unless it is alone
  "http.unsentAnswersMebibytes": 256, // large answers that callers have not read yet, half of it for one tenant; one more gets 429
  "http.headSeconds": 10, // a connection that takes longer to send the head of a request gets 408, or is closed in its TLS handshake
  "http.requestSeconds": 300, // a request that takes longer to arrive gets 408
  "http.slowBodySeconds": 20, // so does a body of which fewer than http.slowBodyBytes arrive within this time
  "http.slowBodyBytes": 10_000,
  "http.bodyReaders.threadsMax": 2, // threads that read bodies above 64 KiB, at most one per tenant; further bodies wait
  "http.bodyReaders.tenantWaitingMax": 100, // one more waiting body of a tenant gets 429
  "http.bodyReaders.namesMax": 50_000, // a body of attributes or telemetry with more different names gets 413
  "http.bodyReaders.valuesMax": 2_000_000, // the same for values, objects and arrays
  "http.bodyReaders.restMillis": 60 * SECOND_MILLIS, // the threads end after this time without a body
  "http.stopSeconds": 5, // running calls get this long at a stop; then their connections are closed
  "http.hstsSeconds": 365 * DAY_SECONDS, // max-age of Strict-Transport-Security over HTTPS
  "http.cors.methods": ["*"],
  "http.cors.headers": ["*"],
  "http.cors.maxAgeSeconds": 1800, // browsers may cache the answer to a preflight request this long
  "http.deviceApi.rpcPayloadBytesMax": 64 * KIB, // a larger RPC or RPC reply of a device gets 413
  "http.deviceApi.pollMillis": 60_000, // a poll that names no timeout gets 408 after this time
  "http.deviceApi.pollMillisMax": 300_000, // longer timeouts of polls are cut to this
  "http.deviceApi.pollsMax": 5000, // one more waiting poll gets 429
  "http.deviceApi.devicePollsMax": 10, // one more poll of a device, of one kind, ends its oldest with 408
  "connections.addressShare": 3, // connections of one address per connection that is still free; one more is closed at once
  "tls.checkMillis": 60 * SECOND_MILLIS, // certificate files are read again this often, in addition to when the system reports a change

  "rest.meterPartiesMax": 10_000, // tenants, customers and users, each, with a used rate limit; beyond it the least recent starts afresh
  "entityQuery.maxKeys": 100, // a query that names more keys gets 400
  "entityQuery.maxPredicates": 1000, // a query with more conditions, nested ones included, gets 400
  "entityQuery.maxListed": 10_000, // a longer list of ids, device types or words gets 400
  "entityQuery.maxSortedRows": 100_000, // a page of a sorted query beyond this row gets 400
  "entityQuery.maxAnswerMebibytes": 64, // a query for more values gets 400
  "entityQuery.maxComparedMebibytes": 64, // a query whose conditions compare more text gets 400
  "entityQuery.maxHeldMebibytes": 32, // stored text that a query holds; one that needs more gets 400
  "entityQuery.waitingMax": 100, // one more waiting query of a tenant gets 429
  "usage.flushMillis": 10 * SECOND_MILLIS, // counts of usage are stored this often; a crash loses at most as much
  "usage.keepMonths": 24, // older counts are deleted when the month turns

  "audit.recordsMax": 1_000_000, // of one tenant, and of the system administrators; beyond it the oldest are deleted
  "audit.dataCharsMax": 8192, // longer data of an audit record is cut, and says so
  "audit.listsMax": 4, // one more audit list of a tenant at the same time gets 429
  "audit.sortRowsMax": 100_000, // a page beyond this row in another order than time gets 400
  "audit.sweepMillis": HOUR_MILLIS, // how often old audit records are deleted
  "audit.sweepBatch": 500, // audit records deleted in one commit

  "mqtt.maxInflightMessages": 100, // one more packet while CONNECT is being checked closes the connection
  "mqtt.connectTimeoutMillis": 10 * SECOND_MILLIS, // a connection without CONNECT is closed after this time
  "mqtt.downlinkQueueMax": 1000, // one more message for a client that does not acknowledge closes the connection
  "mqtt.downlinkQueueBytesMax": 16 * MIB, // the same in bytes
  "mqtt.unsettledPublishesMax": 65_536, // at so many unacknowledged PUBLISH packets of a session its socket is paused
  "mqtt.writeBufferBytesMax": MIB, // nothing more is read from a client that leaves this many bytes unread
  "mqtt.drainTimeoutMillis": 60 * SECOND_MILLIS, // after this time its connection is closed
  "mqtt.absentDevicesMax": 100_000, // devices without a session whose used rate limits are kept; beyond it the one absent longest starts afresh
  "mqtt.errorNoticesPerSecond": 100, // further messages on a session's errors topic are counted, and the count is sent
  "mqtt.rateNoticesPerSecond": 100, // further notices about rate-limited devices are left out
  "mqtt.refusals.keptMax": 500, // refused messages kept of each gateway, the newest
  "mqtt.refusals.waitingMax": 1000, // those of all gateways that wait to be stored; beyond it the gateways with the most lose their oldest
  "mqtt.refusals.flushMillis": SECOND_MILLIS, // how often they are stored; a flood less often, at 100 a second
  "mqtt.gatewayMetrics.windowSeconds": 60, // latencies of connectors become one point per window
  "mqtt.gatewayMetrics.connectorsMax": 100, // further connectors of a gateway are not counted
  "mqtt.provisioningLingerMillis": 60 * SECOND_MILLIS, // a provisioning session is closed so long after its answer
  "mqtt.stopMillis": 6 * SECOND_MILLIS, // at a stop pending acknowledgements get this long; then connections are cut
  "mqtt.ipGuard.failuresMax": 10, // consecutive failed logins that block an address
  "mqtt.ipGuard.windowMillis": Infinity, // failures count until the address succeeds
  "mqtt.ipGuard.blockMillis": 60 * SECOND_MILLIS, // connections of a blocked address are closed before they are read
  "mqtt.ipGuard.keysMax": 100_000, // beyond it the address that failed longest ago is forgotten

  "telemetry.batch.batchPointsMax": 250_000, // at so many points in the gathering batch sockets are paused
  "telemetry.batch.batchTextMax": 64 * MIB, // the same for bytes of text
  "telemetry.batch.tenantPointsMax": 5_000, // at so many points of one tenant in the gathering batch its sockets are paused, while others send
  "telemetry.keysPerDeviceMax": 50_000, // telemetry keys of one device; readings that would add more are refused
  "telemetry.maxAnswerMebibytes": 64, // a read that would give more text is refused
  "telemetry.duckdb.heavyPoints": 50_000, // points stored per second above which reports pause for telemetry, until five seconds with fewer
  "telemetry.duckdb.writeReserveMebibytes": 64, // memory on top of the engine's while it writes a checkpoint during reports
  "telemetry.duckdb.readersMax": 4, // further telemetry queries wait; tenants take turns
  "telemetry.duckdb.checkpointMebibytes": 64, // a write-ahead log of this size is folded into the file
  "telemetry.duckdb.snapshotPoints": 1_000_000, // latest values are written after this many points, which limits what a start must read
  "telemetry.duckdb.snapshotPatience": 20, // while reports run, a snapshot waits for up to this many times as many points
  "telemetry.duckdb.snapshotSeconds": 60, // changed latest values are written at the latest after this time
  "telemetry.duckdb.reopenSeconds": 1, // after a disk fault writing is tried again this often; meanwhile telemetry is refused
  "telemetry.purge.seriesPerRun": 1000, // series of deleted devices whose points go in one transaction
  "telemetry.purge.delaySeconds": 10, // delay from a deletion to that of the points, so that many share one transaction
  "telemetry.retention.sweepMillis": HOUR_MILLIS, // how often expired telemetry and finished persistent RPCs are deleted
  "telemetry.retention.fullSweepMillis": DAY_MILLIS, // how often all telemetry is searched, for points that were too old on arrival
  "telemetry.retention.pointsPerStep": 10_000, // points deleted in one transaction, more where that is quick

  "history.export.parallelMax": 2, // one more export at the same time gets 429
  "history.export.tenantParallelMax": 1, // the same for one tenant
  "history.export.maxSeconds": 21_600, // a longer export is cut off; it can be resumed from its last line
  "history.export.stallSeconds": 60, // an export of which the caller reads nothing for this long is cut off
  "history.export.seriesMax": 1_000_000, // an export of more series gets 400
  "history.export.windowPoints": 245_760, // points that an export sorts at once
  "history.export.windowMebibytes": 32, // the same for text
  "history.import.parallelMax": 2, // one more import at the same time gets 429
  "history.import.tenantParallelMax": 1, // the same for one tenant
  "history.import.stallSeconds": 60, // an import of which nothing arrives for this long gets 408; what was stored stays
  "history.import.maxSeconds": 21_600, // the same for the whole import
  "history.import.lineBytesMax": MIB, // a longer line ends the import with 413
  "history.import.batchPoints": 100_000, // points per commit of an import
  "history.import.batchMebibytes": 16, // text at which a commit starts with fewer points

  "attributes.batch.batchValuesMax": 50_000, // at so many values in the gathering batch sockets are paused
  "attributes.batch.batchTextMax": 16 * MIB, // the same for characters
  "attributes.batch.tenantValuesMax": 5_000, // at so many values of one tenant in the gathering batch its sockets are paused, while others send
  "attributes.maxAnswerMebibytes": 16, // a read that would give more text is refused

  "live.session.loginMillis": 10 * SECOND_MILLIS, // a WebSocket of /api/ws without credentials is closed with 1008
  "live.session.pingMillis": 10 * SECOND_MILLIS,
  "live.session.pongMillis": 30 * SECOND_MILLIS, // a client that leaves pings unanswered is closed with 4500, one that leaves large answers unread with 1008
  "live.frameBytesMax": 32 * KIB, // a larger frame of a client closes the connection with 1009
  "live.session.answerBytesMax": 8 * MIB, // a command whose answer would be larger is refused
  "live.session.subscriptionsMax": 10_000, // one more subscription of a connection is refused
  "live.windowKeysMax": 500, // a command that reads past points of more keys is refused
  "live.session.queueFramesMax": 1000, // one more frame for a client that does not read closes the connection with 1008
  "live.unsent.clientBytesMax": 16 * MIB, // the same in bytes
  "live.unsent.bytesMax": 256 * MIB, // beyond it, over all clients, the one with the most unsent is cut off
  "live.heldValuesMax": 100_000, // changed values that wait while a subscription reads; more refuse the subscription
  "live.trafficPerSecond": 20, // further messages of an inspected device are counted, and the count is sent
  "live.session.closeMillis": 5 * SECOND_MILLIS, // a client that does not answer a close frame is cut off
  "live.stopMillis": 2 * SECOND_MILLIS, // the same at a stop

  "sqlite.batchCallsMax": 5000, // writes per commit
  "sqlite.batchBytesMax": 16 * MIB, // bytes per commit of more than one write
  "sqlite.waitingBytesMax": 256 * MIB, // one more waiting write is refused as unavailable, with 503

  "device.credentialsCacheMax": 50_000, // and clients with an id that is no part of them; others are read when a client connects
  "device.activity.flushMillis": 10 * SECOND_MILLIS, // how often lastActivityTime is stored
  "device.activity.sweepMillis": 60 * SECOND_MILLIS, // how often silent devices are looked for
  "device.activity.batchMax": 10_000, // devices whose activity is stored in one commit
  "device.connections.max": 100, // connection events kept for each device, the newest
  "device.connections.days": 30, // and how long
  "device.claim.triesMax": 5, // further wrong tries at a secret in claimingData get 429
  "device.claim.triesWindowMillis": 900 * SECOND_MILLIS, // the window in which they count
  "device.claim.sweepMillis": HOUR_MILLIS, // how often expired claims are deleted
  "device.claim.sweepBatch": 1000, // expired claims deleted in one commit

  "ota.fileBytesMax": 512 * MIB, // a larger file of a package gets 413; maxOtaPackagesInBytes of the tenant profile bounds all of a tenant
  "ota.tenantUploadsMax": 4, // one more upload of a tenant at the same time gets 429
  "ota.upload.stallSeconds": 60, // an upload of which nothing arrives for this long gets 408
  "ota.upload.maxSeconds": 21_600, // the same for the whole upload
  "ota.download.maxSeconds": 21_600, // a caller that takes longer to receive a file is cut off
  "ota.cache.bytesMax": 32 * MIB, // pieces of packages in memory; others are read from the disk
  "ota.cache.blockBytes": 256 * KIB, // the size of a piece
  "ota.wholeBytesMax": 8 * MIB, // over MQTT, a larger package in one message gets PAYLOAD_TOO_LARGE: it is asked for in chunks
  "ota.wholesBytesMax": 256 * MIB, // such messages in memory, from the reading to when connections have taken them; one more gets FAILURE
  "ota.chunkSizesMax": 16, // requests whose chunk size a session remembers; beyond it the oldest is forgotten
  "ota.announcements.sliceDevices": 100, // devices that are notified of their package at the same time
  "ota.announcements.retryMillis": 30 * SECOND_MILLIS, // the pause after which it is tried again when a store fails
  "ota.offers.devicesMax": 200, // devices that one offer to a gateway names; the others are in further ones
  "ota.sweepMillis": HOUR_MILLIS, // how often files of deleted packages are looked for

  "ota.rollouts.everyMillis": 3 * SECOND_MILLIS, // how often rollouts are carried on, and what devices report is read
  "ota.rollouts.sliceDevices": 500, // devices that are given a package in one transaction, or read at a time
  "ota.rollouts.devicesMax": 100_000, // a rollout for more devices gets 400
  "ota.rollouts.listedMax": 10_000, // one that names more devices by their ids gets 400
  "ota.rollouts.wavesMax": 20, // one with more waves gets 400
  "ota.rollouts.tenantRunningMax": 20, // one more rollout of a tenant that has not ended gets 403
  "ota.rollouts.tenantMax": 100, // for one more rollout of a tenant the oldest that has ended is deleted

  "rpc.payloadBytesMax": 60 * KIB, // a larger RPC gets 413
  "rpc.waitMillisMax": 300 * SECOND_MILLIS, // longer timeouts of callers are cut to this
  "rpc.pendingMax": 10_000, // one more unanswered RPC gets 429
  "rpc.tenantPendingMax": 10_000, // the same for one tenant
  "rpc.acknowledgementMillisMax": 10_000, // a persistent RPC without PUBACK is sent again after this time
  "rpc.devicePersistentMax": 1000, // one more unfinished persistent RPC of a device is refused
  "rpc.unacknowledgedMax": 100, // further persistent RPCs of a session wait for its PUBACKs
  "rpc.blockIds": 100, // request ids reserved at once for a device; a crash skips the rest
  "rpc.blocksMax": 100_000, // devices with reserved ids; beyond it the oldest reservation is dropped
  "rpc.retentionDays": 90, // days after which finished persistent RPCs are deleted
  "rpc.batchMax": 1000, // RPCs ended or deleted in one commit

  "security.sessions.sessionsPerUserMax": 1000, // one more login ends the user's oldest
  "security.sessions.refreshGraceMillis": 60 * SECOND_MILLIS, // a refresh token works again for this long after its first use, for tabs that refresh together; later its login ends
  "security.sessions.sweepMillis": 600 * SECOND_MILLIS, // how often expired logins are deleted
  "security.sessions.sweepSessionsMax": 10_000, // expired logins deleted in one commit
  "security.hashing.parallelMax": 2, // passwords hashed at the same time
  "security.hashing.waitingMax": 200, // one more waiting login gets 429
  "security.hashing.memoryKib": 19_456, // of one hash, passed over twice: OWASP's recommendation for argon2id, 5 to 30 ms of one core
  "security.guesses.address.freeMax": 20, // wrong passwords, tokens, keys and secrets of one address without a pause
  "security.guesses.address.pauseMillis": 10, // the first pause between two attempts; it doubles with each further wrong one
  "security.guesses.address.pauseMillisMax": 100,
  "security.guesses.address.forgiveMillis": SECOND_MILLIS, // one wrong one is forgiven in this time
  "security.guesses.accountAtAddress.freeMax": 5, // the same for one account, such as a login name, from one address
  "security.guesses.accountAtAddress.pauseMillis": 250,
  "security.guesses.accountAtAddress.pauseMillisMax": 4 * SECOND_MILLIS,
  "security.guesses.accountAtAddress.forgiveMillis": 60 * SECOND_MILLIS,
  "security.guesses.account.freeMax": 50, // the same for one account from all addresses
  "security.guesses.account.pauseMillis": 25,
  "security.guesses.account.pauseMillisMax": 250,
  "security.guesses.account.forgiveMillis": 2 * SECOND_MILLIS, // slower than the rate at which one address may guess
  "security.guesses.waitMillisMax": 5 * SECOND_MILLIS, // an attempt that would wait longer gets 429
  "security.guesses.entriesMax": 50_000, // addresses, accounts, and right credentials, which pass at once; beyond it the one used longest ago is forgotten
  "security.tokenCache.tokensMax": 10_000, // verified access tokens kept; others are verified again
  "security.tokenCache.recheckMillis": 60 * SECOND_MILLIS, // a cached token's login is looked up again after this time
  "security.userCache.usersMax": 10_000, // users kept for calls about themselves
  "security.userCache.recheckMillis": 60 * SECOND_MILLIS, // a cached user is read again after this time
  "security.apiKeys.warningMillis": HOUR_MILLIS, // how often the log may warn of API keys over plain HTTP
  "security.apiKeys.perUserMax": 1000, // one more API key of a user gets 400
  "security.apiKeys.retentionMillis": 30 * DAY_MILLIS, // expired API keys stay listed for this long
  "security.apiKeys.sweepMillis": HOUR_MILLIS, // how often expired API keys are deleted
  "security.apiKeys.sweepBatch": 1000, // expired API keys deleted in one commit
  "security.apiKeys.cache.flushMillis": 60 * SECOND_MILLIS, // times of last use are stored this often
  "security.apiKeys.cache.keysMax": 10_000, // known API keys, and texts that are none; others are looked up
  "security.apiKeys.cache.recheckMillis": 60 * SECOND_MILLIS, // a cached API key is looked up again after this time
  "security.settingsRecheckMillis": 60 * SECOND_MILLIS, // stored security settings are read again after this time
  "security.replacedPasswordsMax": 24, // replaced passwords remembered for each user while reuse is forbidden
  "security.resets.perUserMax": 5, // password resets of one user; further mails are not sent, and further checks of links get 429
  "security.resets.windowMillis": HOUR_MILLIS, // the window in which they count
  "security.resets.usersMax": 10_000, // beyond it the user who asked longest ago is forgotten

  "mail.smtp.answerMillis": 10_000, // a mail server that takes longer to accept or answer fails the mail
  "mail.sendMillis": 30 * SECOND_MILLIS, // the same for the whole mail
  "mail.parallelMax": 2, // further mails wait
  "mail.waitingMax": 1000, // one more waiting mail is refused, or dropped and logged where no call waits for it
  "mail.triesMax": 3, // tries of a mail that no call waits for; then it is dropped and logged
  "mail.retryMillis": 60 * SECOND_MILLIS, // the pause between tries
  "mail.stopMillis": 2 * SECOND_MILLIS, // at a stop mails being sent get this long; then they are given up

  "analytics.limiter.uiQueueCapacity": 20, // one more waiting preview or download gets 429
  "analytics.limiter.jobQueueCapacity": 1000, // with one more, the newest background report of the tenant with the most fails with LIMIT_REACHED
  "analytics.limiter.writeMillis": 30_000, // a caller that takes longer to receive a report is cut off, and its slot is free
  "analytics.limiter.maxUnsentMebibytes": 512, // previews, data and files being sent, half of it for one tenant; one more gets 429
  "analytics.limiter.stopMillis": 3 * SECOND_MILLIS, // at a stop running reports get this long; then they are interrupted and answered with 503
  "analytics.access.cacheMillis": 30 * SECOND_MILLIS, // a list of visible devices is kept this long; changes of devices apply at once
  "analytics.access.cachedDevices": 200_000, // devices in those lists; the least recently used list is read again
  "analytics.access.maxDevices": 500_000, // a report that would choose among more devices is refused
  "analytics.access.maxFactMebibytes": 64, // a report that needs more text of attributes and latest values is refused
  "analytics.engine.heavyQueriesMax": 1, // analytics.engine.queriesMax while telemetry is heavy
  "analytics.engine.heavyThreads": 0, // engine threads of all reports while telemetry is heavy; 0 is half of them, at least 1
  "analytics.engine.pauseAfterMillis": 10, // reports pause when telemetry has waited this long
  "analytics.engine.pauseMaxMillis": 500, // reports go on after a pause of this length
  "analytics.engine.turnMillis": 100, // and run at least this long before the next pause
  "analytics.engine.sliceSamples": 2_000_000, // samples that counters, time-weighted averages and states take in one step
  "analytics.export.rowsMax": 1_000_000, // a file of a report is cut after so many rows, and says so
  "analytics.export.bytesMax": 100 * MIB, // the same for bytes of rows, which stay in memory until the file is sent
  "analytics.export.writeMillis": 600_000, // a caller that takes longer to receive a file is cut off
  "analytics.reports.tableRowsMax": 500_000, // a report with more rows before sorting and cutting is refused; a row takes about 1 KiB
  "analytics.discovery.keysMax": 1000, // a search for more keys is refused
  "analytics.discovery.maxLookedAt": 2_000_000, // a search over more series and attributes is refused; it has to name a profile or a device
  "analytics.explain.warnSamples": 50_000_000, // a report of more samples carries a warning, with a quicker bucket
  "analytics.views.perTenantMax": 5000, // one more view gets 403
  "analytics.views.revisionsMax": 50, // older revisions of a view are deleted
  "dashboards.revisionsMax": 50, // older revisions of a dashboard are deleted
  "analytics.links.perViewMax": 20, // one more open share link of a view gets 403
  "analytics.links.defaultDays": 30, // lifetime of a share link that names no end
  "analytics.links.maxDays": 366, // a later end gets 400
  "analytics.jobs.perTenantMax": 100, // one more background report of a tenant, kept results included, gets 429
  "analytics.jobs.maxResultMebibytes": 512, // a background report with a larger result fails
  "analytics.jobs.sweepMillis": 300 * SECOND_MILLIS, // how often expired results are deleted
  "analytics.jobs.retriesMax": 6, // runs again after telemetry took the memory of a background report; then it has failed
  "analytics.jobs.retryMillis": 30 * SECOND_MILLIS, // the first pause; each is twice the one before
  "analytics.live.subscribersMax": 1000, // one more caller that watches a view or a dashboard gets 429
  "analytics.live.perTenantMax": 200, // the same for one tenant
  "analytics.live.everyMillis": 2000, // a watched view is computed at most this often, slow ones less
  "analytics.live.quietMillis": 30 * SECOND_MILLIS, // and at least this often, without any new sample
  "analytics.live.heartbeatMillis": 15 * SECOND_MILLIS,
  "analytics.live.waitingCharsMax": MIB, // the stream of a watcher is cut with more text that waits behind what is being sent
  "analytics.live.takeMillis": 30_000, // so is that of one that takes longer to receive an event
  "analytics.live.maxHeldMebibytes": 256, // answers of watched views in memory; a view that does not fit ends for its watchers
};
