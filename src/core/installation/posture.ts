// Findings that an operator should act on before they become trouble: derived from facts about the installation, each
// with its remedy.
import type { EpochMillis } from "../../lib/clock.ts";
import type { TenantId } from "../ids.ts";
import { DAY_MILLIS, HOUR_MILLIS } from "../../lib/units.ts";

/** Stored data that affects the security of the installation. */
export interface StoredRisks {
  /** Enabled system administrators with a password. */
  readonly systemAdministrators: number;
  /** Enabled users whose password is older than `KEY_DAYS_MAX`. */
  readonly oldPasswords: number;
  /** Enabled users with a password who have not logged in for `UNUSED_DAYS_MAX`, and have no enabled API key. */
  readonly unusedAccounts: number;
  /** Enabled API keys without an expiry. */
  readonly endlessApiKeys: number;
  /** Enabled API keys that nobody has used for `UNUSED_DAYS_MAX`. */
  readonly unusedApiKeys: number;
  /** Tenants whose profile allows any number of devices. */
  readonly tenantsWithoutDeviceLimit: TenantsFound;
  /** Tenants whose profile does not limit the rate of messages or points. */
  readonly tenantsWithoutRateLimit: TenantsFound;
}

export const TENANTS_NAMED_MAX = 5;

export interface TenantsFound {
  readonly total: number;
  /** `TENANTS_NAMED_MAX` at most: those with the most devices. */
  readonly named: readonly { readonly id: TenantId; readonly title: string }[];
}

/** Since when keys are in use; undefined if that is not known. */
export interface KeyTimes {
  readonly masterKeySince: EpochMillis | undefined;
  /** Of the key that signs user tokens. */
  readonly tokenKeySince: EpochMillis | undefined;
}

/** The engine of the entities. */
export interface EntityEngine {
  readonly name: string;
  readonly version: string;
  /** How it syncs commits, as its setting says. */
  readonly sync: string;
  /** Why it could lose a commit; undefined if it could not. */
  readonly lacks: string | undefined;
}

export interface PostureStore {
  countRisks(now: EpochMillis): Promise<StoredRisks>;
  /** `isTokenKeySet`: the settings have a token key, which is used unless a system administrator has saved one. */
  findKeyTimes(isTokenKeySet: boolean): Promise<KeyTimes>;
  findEngine(): Promise<EntityEngine>;
}

export const STORES = ["telemetry", "entities"] as const;

/** The answer to what operators ask about the installation. */
export interface Posture {
  /** Most severe first. */
  readonly findings: readonly Finding[];
  readonly versions: readonly { readonly name: string; readonly version: string }[];
  /** What has happened to a change before it is acknowledged. */
  readonly sync: readonly { readonly store: (typeof STORES)[number]; readonly how: string }[];
}

export interface PostureFacts extends StoredRisks, KeyTimes {
  readonly now: EpochMillis;
  /** The Node.js that runs the platform, and the major version that it is tested with. */
  readonly node: { readonly version: string; readonly testedMajor: number };
  readonly isCluster: boolean;
  /** Why acknowledged data could be lost with a server; empty if they could not. */
  readonly syncLacks: readonly string[];
  /** Whether nobody asks the servers of the stream how they sync. */
  readonly isSyncUnchecked: boolean;
  /** Servers that other machines can reach without TLS, such as `MQTT on 0.0.0.0`. */
  readonly plainServers: readonly string[];
  /** Whether a trusted proxy is configured, which may terminate TLS for the HTTP port. */
  readonly hasTrustedProxy: boolean;
  /** Expiry times of the certificates in use, by file. */
  readonly certificates: readonly { readonly file: string; readonly expiresAt: EpochMillis }[];
  /** Settings with passwords that are needed for one start only. */
  readonly leftoverSettings: readonly string[];
  /** Undefined if the folder is missing. */
  readonly disk: { readonly freeBytes: number; readonly bytes: number } | undefined;
  /** Bytes per day by which the data grows; null until there is enough data for an estimate. */
  readonly growthBytesPerDay: number | null;
  readonly fileSystem: "disk" | "memory" | "network" | "container layer";
  readonly openToOthers: readonly string[];
  /** Files that were removed or replaced while open. */
  readonly gone: readonly string[];
  /** What was found damaged in the history since the start; undefined if nothing was. */
  readonly damage: string | undefined;
  /** Undefined if the platform makes no backups itself. */
  readonly backups: BackupFacts | undefined;
}

export type DiskFacts = Pick<PostureFacts, "disk" | "growthBytesPerDay">;

export interface BackupFacts {
  readonly everyMillis: number;
  /** Undefined if there is no backup yet. */
  readonly newestAt: EpochMillis | undefined;
  /** The newest moment that can be restored; undefined if only the moments of backups are to be. */
  readonly restorableAt: EpochMillis | undefined;
  /** When a backup was last verified; undefined if none has been. */
  readonly verifiedAt: EpochMillis | undefined;
}

export const FINDINGS = [
  "plain-servers",
  "certificate-ends",
  "no-backups",
  "backup-overdue",
  "changes-not-kept",
  "backups-unverified",
  "no-system-administrator",
  "passwords-in-settings",
  "old-passwords",
  "unused-accounts",
  "endless-api-keys",
  "unused-api-keys",
  "master-key-old",
  "token-key-old",
  "other-runtime",
  "sync-lax",
  "sync-unchecked",
  "files-gone",
  "history-damaged",
  "disk-almost-full",
  "disk-full-soon",
  "volatile-data",
  "network-disk",
  "files-open-to-others",
  "no-device-limit",
  "no-rate-limit",
] as const;

export const DISK_FINDINGS = ["disk-almost-full", "disk-full-soon"] as const satisfies readonly Finding["kind"][];
export type DiskFinding = (typeof DISK_FINDINGS)[number];

/** critical: data or access is at risk now; warning: it will be; advice: good practice. */
export const SEVERITIES = ["critical", "warning", "advice"] as const;

export interface Finding {
  readonly kind: (typeof FINDINGS)[number];
  readonly severity: (typeof SEVERITIES)[number];
  /** A sentence that includes the values found. */
  readonly found: string;
  /** What to do about it. */
  readonly remedy: string;
  /** Whom it is about, if it is about tenants. */
  readonly tenants?: TenantsFound;
}

const CERTIFICATE_DAYS_MIN = 14;
/** Of keys and passwords. */
export const KEY_DAYS_MAX = 730;
/** Of accounts and API keys. */
export const UNUSED_DAYS_MAX = 180;
const VERIFIED_DAYS_MAX = 30;
const CHANGES_MILLIS_MAX = HOUR_MILLIS;
const FREE_SHARE_MIN = 0.1;
const DAYS_LEFT_MIN = 30;
const FILES_NAMED_MAX = 5;

/** Most severe first. */
export function findingsOf(facts: PostureFacts): readonly Finding[] {
  const findings = [
    ...findingsOfTls(facts),
    ...findingsOfAccess(facts),
    ...findingsOfKeys(facts),
    ...findingsOfRuntime(facts),
    ...findingsOfSync(facts),
    ...findingsOfData(facts),
    ...findingsOfBackups(facts),
    ...findingsOfLimits(facts),
  ];
  return findings.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

function* findingsOfTls({ plainServers, hasTrustedProxy, certificates, now }: PostureFacts): Iterable<Finding> {
  if (plainServers.length > 0)
    yield {
      kind: "plain-servers",
      severity: "critical",
      found: `Without TLS, and reachable from other machines: ${plainServers.join(", ")}. Tokens and passwords can be read on the way.`,
      remedy: hasTrustedProxy
        ? "Let them listen on the address that the proxy uses (HTTP_HOST, MQTT_HOST), or give them a certificate."
        : "Give them a certificate (HTTP_TLS_CERT_FILE, MQTT_TLS_CERT_FILE), or leave ALLOW_PLAINTEXT out: then only this machine reaches them.",
    };
  // Both ports may use the same certificate.
  const ends = new Map(certificates.map(({ file, expiresAt }) => [file, expiresAt]));
  for (const [file, expiresAt] of ends) {
    const days = daysUntil(expiresAt, now);
    if (days >= CERTIFICATE_DAYS_MIN) continue;
    const end = days < 0 ? "has ended" : `ends in ${days === 0 ? "less than a day" : inDays(days)}`;
    yield {
      kind: "certificate-ends",
      severity: days <= 0 ? "critical" : "warning",
      found: `The certificate ${file} ${end}.`,
      remedy: "Renew it in its place: the new one is used without a restart.",
    };
  }
}

function* findingsOfAccess(facts: PostureFacts): Iterable<Finding> {
  const { systemAdministrators, leftoverSettings, oldPasswords, unusedAccounts, endlessApiKeys, unusedApiKeys } = facts;
  if (systemAdministrators === 0)
    yield {
      kind: "no-system-administrator",
      severity: "warning",
      found: "No system administrator has a password yet: whoever gets hold of the activation link becomes one.",
      remedy: "Open the link that each start prints, and set a password.",
    };
  if (leftoverSettings.length > 0)
    yield {
      kind: "passwords-in-settings",
      severity: "warning",
      found: `Initial passwords are still in the settings: ${leftoverSettings.join(", ")}.`,
      remedy: "Remove them from the settings and from the environment: only the first start needs them.",
    };
  if (oldPasswords > 0)
    yield {
      kind: "old-passwords",
      severity: "advice",
      found: `${countOf(oldPasswords, "user has a password", "users have passwords")} of more than ${inDays(KEY_DAYS_MAX)}.`,
      remedy: "Have them change it, or set passwordExpirationPeriodDays in the password policy.",
    };
  if (unusedAccounts > 0)
    yield {
      kind: "unused-accounts",
      severity: "advice",
      found: `${countOf(unusedAccounts, "user", "users")} could log in, and did not for ${inDays(UNUSED_DAYS_MAX)}.`,
      remedy: "Disable or delete accounts that nobody needs: lists of users show the last login.",
    };
  if (endlessApiKeys > 0)
    yield {
      kind: "endless-api-keys",
      severity: "advice",
      found: `${countOf(endlessApiKeys, "API key never ends", "API keys never end")}.`,
      remedy: "Create keys with an end, and replace those without.",
    };
  if (unusedApiKeys > 0)
    yield {
      kind: "unused-api-keys",
      severity: "advice",
      found: `${countOf(unusedApiKeys, "API key", "API keys")} could be used, and nobody did for ${inDays(UNUSED_DAYS_MAX)}.`,
      remedy: "Disable or delete keys that nobody needs: their list shows the last use.",
    };
}

function* findingsOfKeys({ masterKeySince, tokenKeySince, isCluster, now }: PostureFacts): Iterable<Finding> {
  const daysSince = (since: EpochMillis | undefined): number => (since === undefined ? 0 : daysUntil(now, since));
  const [master, token] = [daysSince(masterKeySince), daysSince(tokenKeySince)];
  if (master > KEY_DAYS_MAX)
    yield {
      kind: "master-key-old",
      severity: "advice",
      found: `The master key is ${inDays(master)} old.`,
      remedy: isCluster
        ? "Move the data out and back with another CLUSTER_MASTER_KEY: bridgehead cluster export, bridgehead cluster import."
        : "Stop the platform and run: bridgehead rotate-key master",
    };
  if (token > KEY_DAYS_MAX)
    yield {
      kind: "token-key-old",
      severity: "advice",
      found: `The key that signs user tokens is ${inDays(token)} old.`,
      remedy: isCluster
        ? "Save another tokenSigningKey (POST /api/admin/jwtSettings); everybody has to log in again."
        : "Stop the platform and run: bridgehead rotate-key tokens; everybody has to log in again.",
    };
}

function* findingsOfRuntime({ node: { version, testedMajor } }: PostureFacts): Iterable<Finding> {
  if (Number.parseInt(version, 10) !== testedMajor)
    yield {
      kind: "other-runtime",
      severity: "advice",
      found: `The platform runs on Node.js ${version}; it is tested with Node.js ${String(testedMajor)}.`,
      remedy: `Run it with Node.js ${String(testedMajor)}.`,
    };
}

function* findingsOfSync({ syncLacks, isSyncUnchecked }: PostureFacts): Iterable<Finding> {
  if (syncLacks.length > 0)
    yield {
      kind: "sync-lax",
      severity: "critical",
      found: `What is acknowledged could be lost with a server: ${syncLacks.join("; ")}.`,
      remedy: "Set the servers as docs/cluster-services.md says: a node that starts now may be refused.",
    };
  if (isSyncUnchecked)
    yield {
      kind: "sync-unchecked",
      severity: "warning",
      found: "Nobody checks that the NATS servers sync each message.",
      remedy: "Set CLUSTER_NATS_MONITORS, unless those who run the servers vouch for it.",
    };
}

/** The most severe finding about how full the disk is; null if there is none. */
export function diskFindingOf(facts: DiskFacts): DiskFinding | null {
  const [finding] = findingsOfDisk(facts);
  return finding?.kind ?? null;
}

function* findingsOfDisk({ disk, growthBytesPerDay }: DiskFacts): Iterable<Finding & { readonly kind: DiskFinding }> {
  const share = disk === undefined ? 1 : disk.freeBytes / disk.bytes;
  if (share < FREE_SHARE_MIN)
    yield {
      kind: "disk-almost-full",
      severity: "critical",
      found: `${(share * 100).toFixed(1)} % of the disk is free. On a full disk nothing is accepted.`,
      remedy: "Add space, or free some outside of the data folder.",
    };
  const daysLeft =
    disk === undefined || growthBytesPerDay === null || growthBytesPerDay <= 0
      ? Infinity
      : disk.freeBytes / growthBytesPerDay;
  if (daysLeft < DAYS_LEFT_MIN)
    yield {
      kind: "disk-full-soon",
      severity: "warning",
      found: `At the present rate the disk is full in ${inDays(Math.floor(daysLeft))}.`,
      remedy: "Add space, or let telemetry end sooner: defaultStorageTtlDays in the tenant profiles.",
    };
}

function* findingsOfData(facts: PostureFacts): Iterable<Finding> {
  const { fileSystem, openToOthers, gone, damage } = facts;
  if (gone.length > 0)
    yield {
      kind: "files-gone",
      severity: "critical",
      found: `Removed from the data folder, or replaced, while the platform uses them: ${gone.join(", ")}. Changes are refused, and what they hold is lost with the process.`,
      remedy: "Do not stop the platform: move the same files back, or export the history first.",
    };
  if (damage !== undefined)
    yield {
      kind: "history-damaged",
      severity: "critical",
      found: `A block of telemetry.duckdb is not as it was written: reads that need it are refused, and backups made since have it too (${damage}).`,
      remedy:
        "Restore a backup that is whole (bridgehead verify), or stop the platform and run: bridgehead repair. Have the disk checked.",
    };
  yield* findingsOfDisk(facts);
  if (fileSystem === "memory" || fileSystem === "container layer")
    yield {
      kind: "volatile-data",
      severity: "critical",
      found:
        fileSystem === "memory"
          ? "The data folder is in memory: everything is lost with the machine."
          : "The data folder is in the layer of the container: everything is lost with the container.",
      remedy: "Set DATA_DIR to a folder on a disk, in a container to a volume.",
    };
  if (fileSystem === "network")
    yield {
      kind: "network-disk",
      severity: "critical",
      found: "The data folder is on a network file system, whose locks and syncs cannot be relied on.",
      remedy: "Move it to a local disk or a block device.",
    };
  if (openToOthers.length > 0)
    yield {
      kind: "files-open-to-others",
      severity: "warning",
      found: `Other users can use files of the data folder: ${openToOthers.slice(0, FILES_NAMED_MAX).join(", ")}.`,
      remedy: "Make the user of the platform their owner, and restart: it takes away what others may do.",
    };
}

function* findingsOfBackups({ backups, now }: PostureFacts): Iterable<Finding> {
  if (backups === undefined) {
    yield {
      kind: "no-backups",
      severity: "warning",
      found: "The platform makes no backups by itself.",
      remedy: "Set BACKUP_TO and BACKUP_PASSPHRASE, unless something else copies the data folder.",
    };
    return;
  }
  const { everyMillis, newestAt, restorableAt, verifiedAt } = backups;
  if (newestAt === undefined || now - newestAt > 2 * everyMillis)
    yield {
      kind: "backup-overdue",
      severity: "critical",
      found:
        newestAt === undefined
          ? "There is no backup yet."
          : `The newest backup is of ${dateOf(newestAt)}, and the next is overdue.`,
      remedy: "The log says why (backup failed): the place, its room, or the passphrase.",
    };
  if (newestAt !== undefined && restorableAt !== undefined && now - restorableAt > CHANGES_MILLIS_MAX)
    yield {
      kind: "changes-not-kept",
      severity: "warning",
      found: `Nothing that has changed since ${dateOf(restorableAt)} can be restored.`,
      remedy:
        "The log says why changes are not kept with the newest backup: the place, or its room. They are kept again with the next backup.",
    };
  if (verifiedAt === undefined || daysUntil(now, verifiedAt) > VERIFIED_DAYS_MAX)
    yield {
      kind: "backups-unverified",
      severity: "warning",
      found:
        verifiedAt === undefined
          ? "No backup has been verified."
          : `No backup has been verified since ${dateOf(verifiedAt)}.`,
      remedy: "Run: bridgehead verify, with the place of the backups.",
    };
}

function* findingsOfLimits({ tenantsWithoutDeviceLimit, tenantsWithoutRateLimit }: PostureFacts): Iterable<Finding> {
  if (tenantsWithoutDeviceLimit.total > 0)
    yield {
      kind: "no-device-limit",
      severity: "advice",
      found: `${countOf(tenantsWithoutDeviceLimit.total, "tenant", "tenants")} may create any number of devices.`,
      remedy: "Set the limit of devices in their tenant profile.",
      tenants: tenantsWithoutDeviceLimit,
    };
  if (tenantsWithoutRateLimit.total > 0)
    yield {
      kind: "no-rate-limit",
      severity: "advice",
      found: `${countOf(tenantsWithoutRateLimit.total, "tenant", "tenants")} may send any number of messages.`,
      remedy: "Set the rate limits of messages and data points in their tenant profile.",
      tenants: tenantsWithoutRateLimit,
    };
}

function daysUntil(then: EpochMillis, now: EpochMillis): number {
  return Math.floor((then - now) / DAY_MILLIS);
}

function dateOf(time: EpochMillis): string {
  return new Date(time).toISOString().slice(0, 16).replace("T", " ") + " UTC";
}

function inDays(days: number): string {
  return countOf(days, "day", "days");
}

function countOf(count: number, one: string, many: string): string {
  return `${String(count)} ${count === 1 ? one : many}`;
}
