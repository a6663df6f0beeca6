import { expect, test } from "vitest";
import { millis } from "../../lib/clock.ts";
import { DAY_MILLIS } from "../../lib/units.ts";
import { findingsOf, type PostureFacts } from "./posture.ts";

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
  endlessApiKeys: 0,
  tenantsWithoutDeviceLimit: 0,
  tenantsWithoutRateLimit: 0,
  masterKeySince: inDays(-100),
  disk: { freeBytes: 600, bytes: 1000 },
  growthBytesPerDay: 10,
  fileSystem: "disk",
  openToOthers: [],
  gone: [],
  damage: undefined,
  backups: { everyMillis: DAY_MILLIS, newestAt: inDays(-1), verifiedAt: inDays(-20) },
};

const BACKUPS = { everyMillis: DAY_MILLIS, newestAt: NOW, verifiedAt: NOW };

function found(facts: Partial<PostureFacts>): readonly string[] {
  return findingsOf({ ...SOUND, ...facts }).map(({ severity, found: what }) => `${severity}: ${what}`);
}

test("a sound installation has no findings", () => {
  expect(findingsOf(SOUND)).toEqual([]);
});

test.each<[string, Partial<PostureFacts>, string]>([
  [
    "a port that others reach without TLS",
    { plainServers: ["HTTP on 0.0.0.0", "MQTT on 0.0.0.0"] },
    "critical: Without TLS, and reachable from other machines: HTTP on 0.0.0.0, MQTT on 0.0.0.0. Tokens and passwords can be read on the way.",
  ],
  [
    "a file that was removed while it is open",
    { gone: ["telemetry.duckdb"], disk: undefined, masterKeySince: undefined },
    "critical: Removed from the data folder, or replaced, while the platform uses them: telemetry.duckdb. Changes are refused, and what they hold is lost with the process.",
  ],
  [
    "a block that is not as it was written",
    { damage: "block at location 274432" },
    "critical: A block of telemetry.duckdb is not as it was written: reads that need it are refused, and backups made since have it too (block at location 274432).",
  ],
  [
    "a certificate with less than two weeks",
    { certificates: [{ file: "a.pem", expiresAt: inDays(13.9) }] },
    "warning: The certificate a.pem ends in 13 days.",
  ],
  [
    "a certificate in its last day",
    { certificates: [{ file: "a.pem", expiresAt: inDays(0.5) }] },
    "critical: The certificate a.pem ends in less than a day.",
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
  ],
  [
    "a certificate that has ended",
    { certificates: [{ file: "a.pem", expiresAt: inDays(-0.1) }] },
    "critical: The certificate a.pem has ended.",
  ],
  [
    "an activation link that nobody has used",
    { systemAdministrators: 0 },
    "warning: No system administrator has a password yet: whoever gets hold of the activation link becomes one.",
  ],
  [
    "passwords that are left in settings",
    { leftoverSettings: ["BOOTSTRAP_SYS_ADMIN_PASSWORD"] },
    "warning: These settings are still set, although only the first start needs their passwords: BOOTSTRAP_SYS_ADMIN_PASSWORD.",
  ],
  ["an API key without an end", { endlessApiKeys: 1 }, "advice: 1 API key never ends."],
  ["a master key of more than two years", { masterKeySince: inDays(-731) }, "advice: The master key is 731 days old."],
  [
    "a disk that is almost full",
    { disk: { freeBytes: 99, bytes: 1000 }, growthBytesPerDay: 0 },
    "critical: 9.9 % of the disk is free. On a full disk nothing is accepted.",
  ],
  [
    "a disk that is full within a month",
    { growthBytesPerDay: 600 / 29 },
    "warning: At the present rate the disk is full in 29 days.",
  ],
  [
    "data in memory",
    { fileSystem: "memory" },
    "critical: The data folder is in memory: everything is lost with the machine.",
  ],
  [
    "data in a container",
    { fileSystem: "container layer" },
    "critical: The data folder is in the layer of the container: everything is lost with the container.",
  ],
  [
    "data on a network file system",
    { fileSystem: "network" },
    "critical: The data folder is on a network file system, whose locks and syncs cannot be relied on.",
  ],
  [
    "files that others can use",
    { openToOthers: ["/data/a"] },
    "warning: Other users can use files of the data folder: /data/a.",
  ],
  ["an installation without backups", { backups: undefined }, "warning: The platform makes no backups by itself."],
  [
    "a first backup that is not there",
    { backups: { ...BACKUPS, newestAt: undefined } },
    "critical: There is no backup yet.",
  ],
  [
    "a backup that is overdue",
    { backups: { ...BACKUPS, newestAt: inDays(-2.1) } },
    "critical: The newest backup is of 2023-11-12 19:49 UTC, and the next is overdue.",
  ],
  [
    "backups that nobody has verified",
    { backups: { ...BACKUPS, verifiedAt: undefined } },
    "warning: No backup has been verified.",
  ],
  [
    "backups that have not been verified for a month",
    { backups: { ...BACKUPS, verifiedAt: inDays(-31) } },
    "warning: No backup has been verified since 2023-10-14 22:13 UTC.",
  ],
  [
    "tenants without a count of devices",
    { tenantsWithoutDeviceLimit: 2 },
    "advice: 2 tenants may create any number of devices.",
  ],
  ["tenants without rate limits", { tenantsWithoutRateLimit: 1 }, "advice: 1 tenant may send any number of messages."],
])("%s is found", (_what, facts, sentence) => {
  expect(found(facts)).toEqual([sentence]);
});

test.each<[string, Partial<PostureFacts>]>([
  ["a certificate with two weeks", { certificates: [{ file: "a.pem", expiresAt: inDays(14) }] }],
  ["a master key of two years", { masterKeySince: inDays(-730) }],
  ["a tenth of the disk", { disk: { freeBytes: 100, bytes: 1000 }, growthBytesPerDay: 0 }],
  ["room for a month", { growthBytesPerDay: 20 }],
  ["no growth to tell from", { growthBytesPerDay: null }],
  ["data that becomes less", { growthBytesPerDay: -600 }],
])("%s is enough", (_what, facts) => {
  expect(found(facts)).toEqual([]);
});

test("the most severe come first", () => {
  expect(
    findingsOf({ ...SOUND, endlessApiKeys: 1, systemAdministrators: 0, fileSystem: "memory" }).map(({ kind }) => kind),
  ).toEqual(["volatile-data", "no-system-administrator", "endless-api-keys"]);
});
