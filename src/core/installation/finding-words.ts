// The English words of findings, each made of values that are sent, too.
import type { NoValues, WordsOf } from "../worded.ts";

/** By the kind of the finding. Times are in milliseconds since 1970, null for one that never was. */
export interface FindingValues {
  readonly "plain-servers": { readonly servers: readonly string[]; readonly hasProxy: boolean };
  readonly "certificate-ends": { readonly file: string; readonly days: number };
  readonly "no-backups": NoValues;
  readonly "backup-overdue": { readonly newestTs: number | null };
  readonly "changes-not-kept": { readonly sinceTs: number };
  readonly "backups-unverified": { readonly verifiedTs: number | null };
  readonly "no-system-administrator": NoValues;
  readonly "passwords-in-settings": { readonly settings: readonly string[] };
  readonly "old-passwords": { readonly count: number; readonly days: number };
  readonly "unused-accounts": { readonly count: number; readonly days: number };
  readonly "endless-api-keys": { readonly count: number };
  readonly "unused-api-keys": { readonly count: number; readonly days: number };
  readonly "master-key-old": { readonly days: number; readonly isCluster: boolean };
  readonly "token-key-old": { readonly days: number; readonly isCluster: boolean };
  readonly "other-runtime": { readonly version: string; readonly testedMajor: string };
  readonly "sync-lax": { readonly lacks: readonly string[] };
  readonly "sync-unchecked": NoValues;
  readonly "files-gone": { readonly files: readonly string[] };
  readonly "history-damaged": { readonly damage: string };
  readonly "disk-almost-full": { readonly freePercent: number };
  readonly "disk-full-soon": { readonly days: number };
  readonly "volatile-data": { readonly isContainer: boolean };
  readonly "network-disk": NoValues;
  readonly "files-open-to-others": { readonly files: readonly string[] };
  readonly "no-device-limit": { readonly count: number };
  readonly "no-rate-limit": { readonly count: number };
}

/** What was found. */
export const FOUND: WordsOf<FindingValues> = {
  "plain-servers": ({ servers }) =>
    `Without TLS, and reachable from other machines: ${servers.join(", ")}. Tokens and passwords can be read on the way.`,
  "certificate-ends": ({ file, days }) => {
    const end = days < 0 ? "has ended" : `ends in ${days === 0 ? "less than a day" : inDays(days)}`;
    return `The certificate ${file} ${end}.`;
  },
  "no-backups": () => "The platform makes no backups by itself.",
  "backup-overdue": ({ newestTs }) =>
    newestTs === null
      ? "There is no backup yet."
      : `The newest backup is of ${dateOf(newestTs)}, and the next is overdue.`,
  "changes-not-kept": ({ sinceTs }) => `Nothing that has changed since ${dateOf(sinceTs)} can be restored.`,
  "backups-unverified": ({ verifiedTs }) =>
    verifiedTs === null ? "No backup has been verified." : `No backup has been verified since ${dateOf(verifiedTs)}.`,
  "no-system-administrator": () =>
    "No system administrator has a password yet: whoever gets hold of the activation link becomes one.",
  "passwords-in-settings": ({ settings }) => `Initial passwords are still in the settings: ${settings.join(", ")}.`,
  "old-passwords": ({ count, days }) =>
    `${countOf(count, "user has a password", "users have passwords")} of more than ${inDays(days)}.`,
  "unused-accounts": ({ count, days }) =>
    `${countOf(count, "user", "users")} could log in, and did not for ${inDays(days)}.`,
  "endless-api-keys": ({ count }) => `${countOf(count, "API key never ends", "API keys never end")}.`,
  "unused-api-keys": ({ count, days }) =>
    `${countOf(count, "API key", "API keys")} could be used, and nobody did for ${inDays(days)}.`,
  "master-key-old": ({ days }) => `The master key is ${inDays(days)} old.`,
  "token-key-old": ({ days }) => `The key that signs user tokens is ${inDays(days)} old.`,
  "other-runtime": ({ version, testedMajor }) =>
    `The platform runs on Node.js ${version}; it is tested with Node.js ${testedMajor}.`,
  "sync-lax": ({ lacks }) => `What is acknowledged could be lost with a server: ${lacks.join("; ")}.`,
  "sync-unchecked": () => "Nobody checks that the NATS servers sync each message.",
  "files-gone": ({ files }) =>
    `Removed from the data folder, or replaced, while the platform uses them: ${files.join(", ")}. Changes are refused, and what they hold is lost with the process.`,
  "history-damaged": ({ damage }) =>
    `A block of telemetry.duckdb is not as it was written: reads that need it are refused, and backups made since have it too (${damage}).`,
  "disk-almost-full": ({ freePercent }) =>
    `${freePercent.toFixed(1)} % of the disk is free. On a full disk nothing is accepted.`,
  "disk-full-soon": ({ days }) => `At the present rate the disk is full in ${inDays(days)}.`,
  "volatile-data": ({ isContainer }) =>
    isContainer
      ? "The data folder is in the layer of the container: everything is lost with the container."
      : "The data folder is in memory: everything is lost with the machine.",
  "network-disk": () => "The data folder is on a network file system, whose locks and syncs cannot be relied on.",
  "files-open-to-others": ({ files }) => `Other users can use files of the data folder: ${files.join(", ")}.`,
  "no-device-limit": ({ count }) => `${countOf(count, "tenant", "tenants")} may create any number of devices.`,
  "no-rate-limit": ({ count }) => `${countOf(count, "tenant", "tenants")} may send any number of messages.`,
};

/** What to do about it. */
export const REMEDIES: WordsOf<FindingValues> = {
  "plain-servers": ({ hasProxy }) =>
    hasProxy
      ? "Let them listen on the address that the proxy uses (HTTP_HOST, MQTT_HOST), or give them a certificate."
      : "Give them a certificate (HTTP_TLS_CERT_FILE, MQTT_TLS_CERT_FILE), or leave ALLOW_PLAINTEXT out: then only this machine reaches them.",
  "certificate-ends": () => "Renew it in its place: the new one is used without a restart.",
  "no-backups": () => "Set BACKUP_TO and BACKUP_PASSPHRASE, unless something else copies the data folder.",
  "backup-overdue": () => "The log says why (backup failed): the place, its room, or the passphrase.",
  "changes-not-kept": () =>
    "The log says why changes are not kept with the newest backup: the place, or its room. They are kept again with the next backup.",
  "backups-unverified": () => "Run: bridgehead verify, with the place of the backups.",
  "no-system-administrator": () => "Open the link that each start prints, and set a password.",
  "passwords-in-settings": () =>
    "Remove them from the settings and from the environment: only the first start needs them.",
  "old-passwords": () => "Have them change it, or set passwordExpirationPeriodDays in the password policy.",
  "unused-accounts": () => "Disable or delete accounts that nobody needs: lists of users show the last login.",
  "endless-api-keys": () => "Create keys with an end, and replace those without.",
  "unused-api-keys": () => "Disable or delete keys that nobody needs: their list shows the last use.",
  "master-key-old": ({ isCluster }) =>
    isCluster
      ? "Move the data out and back with another CLUSTER_MASTER_KEY: bridgehead cluster export, bridgehead cluster import."
      : "Stop the platform and run: bridgehead rotate-key master",
  "token-key-old": ({ isCluster }) =>
    isCluster
      ? "Save another tokenSigningKey (POST /api/admin/jwtSettings); everybody has to log in again."
      : "Stop the platform and run: bridgehead rotate-key tokens; everybody has to log in again.",
  "other-runtime": ({ testedMajor }) => `Run it with Node.js ${testedMajor}.`,
  "sync-lax": () => "Set the servers as docs/cluster-services.md says: a node that starts now may be refused.",
  "sync-unchecked": () => "Set CLUSTER_NATS_MONITORS, unless those who run the servers vouch for it.",
  "files-gone": () => "Do not stop the platform: move the same files back, or export the history first.",
  "history-damaged": () =>
    "Restore a backup that is whole (bridgehead verify), or stop the platform and run: bridgehead repair. Have the disk checked.",
  "disk-almost-full": () => "Add space, or free some outside of the data folder.",
  "disk-full-soon": () => "Add space, or let telemetry end sooner: defaultStorageTtlDays in the tenant profiles.",
  "volatile-data": () => "Set DATA_DIR to a folder on a disk, in a container to a volume.",
  "network-disk": () => "Move it to a local disk or a block device.",
  "files-open-to-others": () =>
    "Make the user of the platform their owner, and restart: it takes away what others may do.",
  "no-device-limit": () => "Set the limit of devices in their tenant profile.",
  "no-rate-limit": () => "Set the rate limits of messages and data points in their tenant profile.",
};

function dateOf(ts: number): string {
  return new Date(ts).toISOString().slice(0, 16).replace("T", " ") + " UTC";
}

function inDays(days: number): string {
  return countOf(days, "day", "days");
}

function countOf(count: number, one: string, many: string): string {
  return `${String(count)} ${count === 1 ? one : many}`;
}
