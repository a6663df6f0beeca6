import { expect, test } from "vitest";
import { millis } from "../../lib/clock.ts";
import { DAY_MILLIS } from "../../lib/units.ts";
import { diskFindingOf, findingsOf, type PostureFacts } from "./posture.ts";

const NOW = millis(1_700_000_000_000);
const inDays = (days: number) => millis(NOW + days * DAY_MILLIS);

/** An installation with nothing to find. */
const SOUND: PostureFacts = {
  now: NOW,
  plainServers: [],
  hasTrustedProxy: false,
  certificates: [{ file: "a.pem", expiresAt: inDays(60) }],
  leftoverSettings: [],
  systemAdministrators: 1,
  oldPasswords: 0,
  unusedAccounts: 0,
  endlessApiKeys: 0,
  unusedApiKeys: 0,
  tenantsWithoutDeviceLimit: { total: 0, named: [] },
  tenantsWithoutRateLimit: { total: 0, named: [] },
  masterKeySince: inDays(-100),
  tokenKeySince: inDays(-100),
  node: { version: "24.18.0", testedMajor: 24 },
  isCluster: false,
  syncLacks: [],
  isSyncUnchecked: false,
  disk: { freeBytes: 600, bytes: 1000 },
  growthBytesPerDay: 10,
  fileSystem: "disk",
  openToOthers: [],
  gone: [],
  damage: undefined,
  backups: { everyMillis: DAY_MILLIS, newestAt: inDays(-1), restorableAt: inDays(-0.001), verifiedAt: inDays(-20) },
};

const RENEW = "Renew it in its place: the new one is used without a restart.";
const BACKUPS = { everyMillis: DAY_MILLIS, newestAt: NOW, restorableAt: undefined, verifiedAt: NOW };

function found(facts: Partial<PostureFacts>): readonly string[] {
  return findingsOf({ ...SOUND, ...facts }).map(({ severity, found: what }) => `${severity}: ${what}`);
}

test("a sound installation has no findings", () => {
  expect(findingsOf(SOUND)).toEqual([]);
});

test.each<[string, Partial<PostureFacts>, string, string]>([
  [
    "a port that others reach without TLS",
    { plainServers: ["HTTP on 0.0.0.0", "MQTT on 0.0.0.0"] },
    "critical: Without TLS, and reachable from other machines: HTTP on 0.0.0.0, MQTT on 0.0.0.0. Tokens and passwords can be read on the way.",
    "Give them a certificate (HTTP_TLS_CERT_FILE, MQTT_TLS_CERT_FILE), or leave ALLOW_PLAINTEXT out: then only this machine reaches them.",
  ],
  [
    "a file that was removed while it is open",
    {
      gone: ["telemetry.duckdb"],
      disk: undefined,
      masterKeySince: undefined,
    },
    "critical: Removed from the data folder, or replaced, while the platform uses them: telemetry.duckdb. Changes are refused, and what they hold is lost with the process.",
    "Do not stop the platform: move the same files back, or export the history first.",
  ],
  [
    "a block that is not as it was written",
    { damage: "block at location 274432" },
    "critical: A block of telemetry.duckdb is not as it was written: reads that need it are refused, and backups made since have it too (block at location 274432).",
    "Restore a backup that is whole (bridgehead verify), or stop the platform and run: bridgehead repair. Have the disk checked.",
  ],
  [
    "a certificate with less than two weeks",
    { certificates: [{ file: "a.pem", expiresAt: inDays(13.9) }] },
    "warning: The certificate a.pem ends in 13 days.",
    RENEW,
  ],
  [
    "a certificate in its last day",
    { certificates: [{ file: "a.pem", expiresAt: inDays(0.5) }] },
    "critical: The certificate a.pem ends in less than a day.",
    RENEW,
  ],
  [
    "a certificate of both ports, once",
    {
      certificates: [
        { file: "a.pem", expiresAt: inDays(3) },
        { file: "a.pem", expiresAt: inDays(3) },
      ],
    },
    "warning: The certificate a.pem ends in 3 days.",
    RENEW,
  ],
  [
    "a certificate that has ended",
    { certificates: [{ file: "a.pem", expiresAt: inDays(-0.1) }] },
    "critical: The certificate a.pem has ended.",
    RENEW,
  ],
  [
    "an activation link that nobody has used",
    { systemAdministrators: 0 },
    "warning: No system administrator has a password yet: whoever gets hold of the activation link becomes one.",
    "Open the link that each start prints, and set a password.",
  ],
  [
    "passwords that are left in settings",
    { leftoverSettings: ["BOOTSTRAP_SYS_ADMIN_PASSWORD"] },
    "warning: Initial passwords are still in the settings: BOOTSTRAP_SYS_ADMIN_PASSWORD.",
    "Remove them from the settings and from the environment: only the first start needs them.",
  ],
  [
    "an API key without an end",
    { endlessApiKeys: 1 },
    "advice: 1 API key never ends.",
    "Create keys with an end, and replace those without.",
  ],
  [
    "a master key of more than two years",
    { masterKeySince: inDays(-731) },
    "advice: The master key is 731 days old.",
    "Stop the platform and run: bridgehead rotate-key master",
  ],
  [
    "a disk that is almost full",
    { disk: { freeBytes: 99, bytes: 1000 }, growthBytesPerDay: 0 },
    "critical: 9.9 % of the disk is free. On a full disk nothing is accepted.",
    "Add space, or free some outside of the data folder.",
  ],
  [
    "a disk that is full within a month",
    { growthBytesPerDay: 600 / 29 },
    "warning: At the present rate the disk is full in 29 days.",
    "Add space, or let telemetry end sooner: defaultStorageTtlDays in the tenant profiles.",
  ],
  [
    "data in memory",
    { fileSystem: "memory" },
    "critical: The data folder is in memory: everything is lost with the machine.",
    "Set DATA_DIR to a folder on a disk, in a container to a volume.",
  ],
  [
    "data in a container",
    { fileSystem: "container layer" },
    "critical: The data folder is in the layer of the container: everything is lost with the container.",
    "Set DATA_DIR to a folder on a disk, in a container to a volume.",
  ],
  [
    "data on a network file system",
    { fileSystem: "network" },
    "critical: The data folder is on a network file system, whose locks and syncs cannot be relied on.",
    "Move it to a local disk or a block device.",
  ],
  [
    "files that others can use",
    { openToOthers: ["/data/a"] },
    "warning: Other users can use files of the data folder: /data/a.",
    "Make the user of the platform their owner, and restart: it takes away what others may do.",
  ],
  [
    "an installation without backups",
    { backups: undefined },
    "warning: The platform makes no backups by itself.",
    "Set BACKUP_TO and BACKUP_PASSPHRASE, unless something else copies the data folder.",
  ],
  [
    "a first backup that is not there",
    { backups: { ...BACKUPS, newestAt: undefined } },
    "critical: There is no backup yet.",
    "The log says why (backup failed): the place, its room, or the passphrase.",
  ],
  [
    "a backup that is overdue",
    { backups: { ...BACKUPS, newestAt: inDays(-2.1) } },
    "critical: The newest backup is of 2023-11-12 19:49 UTC, and the next is overdue.",
    "The log says why (backup failed): the place, its room, or the passphrase.",
  ],
  [
    "changes that have not been kept for an hour",
    { backups: { ...BACKUPS, newestAt: inDays(-0.9), restorableAt: inDays(-0.05) } },
    "warning: Nothing that has changed since 2023-11-14 21:01 UTC can be restored.",
    "The log says why changes are not kept with the newest backup: the place, or its room. They are kept again with the next backup.",
  ],
  [
    "backups that nobody has verified",
    { backups: { ...BACKUPS, verifiedAt: undefined } },
    "warning: No backup has been verified.",
    "Run: bridgehead verify, with the place of the backups.",
  ],
  [
    "backups that have not been verified for a month",
    { backups: { ...BACKUPS, verifiedAt: inDays(-31) } },
    "warning: No backup has been verified since 2023-10-14 22:13 UTC.",
    "Run: bridgehead verify, with the place of the backups.",
  ],
  [
    "tenants without a count of devices",
    { tenantsWithoutDeviceLimit: { total: 2, named: [] } },
    "advice: 2 tenants may create any number of devices.",
    "Set the limit of devices in their tenant profile.",
  ],
  [
    "tenants without rate limits",
    { tenantsWithoutRateLimit: { total: 1, named: [] } },
    "advice: 1 tenant may send any number of messages.",
    "Set the rate limits of messages and data points in their tenant profile.",
  ],
  [
    "a port that others reach without TLS, beside a proxy",
    { plainServers: ["HTTP on 0.0.0.0"], hasTrustedProxy: true },
    "critical: Without TLS, and reachable from other machines: HTTP on 0.0.0.0. Tokens and passwords can be read on the way.",
    "Let them listen on the address that the proxy uses (HTTP_HOST, MQTT_HOST), or give them a certificate.",
  ],
  [
    "a password of more than two years",
    { oldPasswords: 1 },
    "advice: 1 user has a password of more than 730 days.",
    "Have them change it, or set passwordExpirationPeriodDays in the password policy.",
  ],
  [
    "accounts that nobody uses",
    { unusedAccounts: 2 },
    "advice: 2 users could log in, and did not for 180 days.",
    "Disable or delete accounts that nobody needs: lists of users show the last login.",
  ],
  [
    "API keys that nobody uses",
    { unusedApiKeys: 1 },
    "advice: 1 API key could be used, and nobody did for 180 days.",
    "Disable or delete keys that nobody needs: their list shows the last use.",
  ],
  [
    "a token key of more than two years",
    { tokenKeySince: inDays(-731) },
    "advice: The key that signs user tokens is 731 days old.",
    "Stop the platform and run: bridgehead rotate-key tokens; everybody has to log in again.",
  ],
  [
    "a master key of a cluster",
    { isCluster: true, masterKeySince: inDays(-731) },
    "advice: The master key is 731 days old.",
    "Move the data out and back with another CLUSTER_MASTER_KEY: bridgehead cluster export, bridgehead cluster import.",
  ],
  [
    "a token key of a cluster",
    { isCluster: true, tokenKeySince: inDays(-731) },
    "advice: The key that signs user tokens is 731 days old.",
    "Save another tokenSigningKey (POST /api/admin/jwtSettings); everybody has to log in again.",
  ],
  [
    "a Node.js that nobody has tested it with",
    { node: { version: "26.1.0", testedMajor: 24 } },
    "advice: The platform runs on Node.js 26.1.0; it is tested with Node.js 24.",
    "Run it with Node.js 24.",
  ],
  [
    "servers that keep less than is asked for",
    { isCluster: true, syncLacks: ["fsync is off on the database server", "it has 1 replicas, 3 are set"] },
    "critical: What is acknowledged could be lost with a server: fsync is off on the database server; it has 1 replicas, 3 are set.",
    "Set the servers as docs/cluster-services.md says: a node that starts now may be refused.",
  ],
  [
    "servers whose syncs nobody checks",
    { isCluster: true, isSyncUnchecked: true },
    "warning: Nobody checks that the NATS servers sync each message.",
    "Set CLUSTER_NATS_MONITORS, unless those who run the servers vouch for it.",
  ],
])("%s is found", (_what, facts, sentence, remedy) => {
  expect(found(facts)).toEqual([sentence]);
  expect(findingsOf({ ...SOUND, ...facts }).map((finding) => finding.remedy)).toEqual([remedy]);
});

test.each<[string, Partial<PostureFacts>]>([
  ["a certificate with two weeks", { certificates: [{ file: "a.pem", expiresAt: inDays(14) }] }],
  ["a master key of two years", { masterKeySince: inDays(-730) }],
  ["a token key of two years", { tokenKeySince: inDays(-730) }],
  ["keys of an unknown age", { masterKeySince: undefined, tokenKeySince: undefined }],
  ["a tenth of the disk", { disk: { freeBytes: 100, bytes: 1000 }, growthBytesPerDay: 0 }],
  ["room for a month", { growthBytesPerDay: 20 }],
  ["no growth to tell from", { growthBytesPerDay: null }],
  ["data that becomes less", { growthBytesPerDay: -600 }],
])("%s is enough", (_what, facts) => {
  expect(found(facts)).toEqual([]);
});

test("the overview tells the most severe finding about how full the disk is", () => {
  const [growing, full] = [600 / 29, { freeBytes: 99, bytes: 1000 }];
  expect(diskFindingOf({ ...SOUND, growthBytesPerDay: growing })).toBe("disk-full-soon");
  expect(diskFindingOf({ disk: full, growthBytesPerDay: growing })).toBe("disk-almost-full");
  expect(diskFindingOf(SOUND)).toBeNull();
  expect(diskFindingOf({ disk: undefined, growthBytesPerDay: null })).toBeNull();
});

test("the most severe come first", () => {
  expect(
    findingsOf({ ...SOUND, endlessApiKeys: 1, systemAdministrators: 0, fileSystem: "memory" }).map(({ kind }) => kind),
  ).toEqual(["volatile-data", "no-system-administrator", "endless-api-keys"]);
});
