// Findings that an operator should act on before they become trouble: derived from facts about the installation, each
// with its remedy.
import type { EpochMillis } from "../../lib/clock.ts";
import type { TenantId } from "../ids.ts";
import { DAY_MILLIS, HOUR_MILLIS } from "../../lib/units.ts";
import type { WordedValues } from "../worded.ts";
import { FOUND, REMEDIES, type FindingValues } from "./finding-words.ts";

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

type FindingKind = (typeof FINDINGS)[number];

export const DISK_FINDINGS = ["disk-almost-full", "disk-full-soon"] as const satisfies readonly Finding["kind"][];
export type DiskFinding = (typeof DISK_FINDINGS)[number];

/** critical: data or access is at risk now; warning: it will be; advice: good practice. */
export const SEVERITIES = ["critical", "warning", "advice"] as const;

export interface Finding {
  readonly kind: FindingKind;
  readonly severity: (typeof SEVERITIES)[number];
  /** A sentence that includes the values found. */
  readonly found: string;
  /** What to do about it. */
  readonly remedy: string;
  /** Whom it is about, if it is about tenants. */
  readonly tenants?: TenantsFound;
  /** What both are made of. */
  readonly values: WordedValues;
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
    yield finding("plain-servers", "critical", { servers: plainServers, hasProxy: hasTrustedProxy });
  // Both ports may use the same certificate.
  const ends = new Map(certificates.map(({ file, expiresAt }) => [file, expiresAt]));
  for (const [file, expiresAt] of ends) {
    const days = daysUntil(expiresAt, now);
    if (days < CERTIFICATE_DAYS_MIN)
      yield finding("certificate-ends", days <= 0 ? "critical" : "warning", { file, days });
  }
}

function* findingsOfAccess(facts: PostureFacts): Iterable<Finding> {
  const { systemAdministrators, leftoverSettings, oldPasswords, unusedAccounts, endlessApiKeys, unusedApiKeys } = facts;
  if (systemAdministrators === 0) yield finding("no-system-administrator", "warning", {});
  if (leftoverSettings.length > 0) yield finding("passwords-in-settings", "warning", { settings: leftoverSettings });
  if (oldPasswords > 0) yield finding("old-passwords", "advice", { count: oldPasswords, days: KEY_DAYS_MAX });
  if (unusedAccounts > 0) yield finding("unused-accounts", "advice", { count: unusedAccounts, days: UNUSED_DAYS_MAX });
  if (endlessApiKeys > 0) yield finding("endless-api-keys", "advice", { count: endlessApiKeys });
  if (unusedApiKeys > 0) yield finding("unused-api-keys", "advice", { count: unusedApiKeys, days: UNUSED_DAYS_MAX });
}

function* findingsOfKeys({ masterKeySince, tokenKeySince, isCluster, now }: PostureFacts): Iterable<Finding> {
  const daysSince = (since: EpochMillis | undefined): number => (since === undefined ? 0 : daysUntil(now, since));
  const [master, token] = [daysSince(masterKeySince), daysSince(tokenKeySince)];
  if (master > KEY_DAYS_MAX) yield finding("master-key-old", "advice", { days: master, isCluster });
  if (token > KEY_DAYS_MAX) yield finding("token-key-old", "advice", { days: token, isCluster });
}

function* findingsOfRuntime({ node: { version, testedMajor } }: PostureFacts): Iterable<Finding> {
  if (Number.parseInt(version, 10) !== testedMajor)
    yield finding("other-runtime", "advice", { version, testedMajor: String(testedMajor) });
}

function* findingsOfSync({ syncLacks, isSyncUnchecked }: PostureFacts): Iterable<Finding> {
  if (syncLacks.length > 0) yield finding("sync-lax", "critical", { lacks: syncLacks });
  if (isSyncUnchecked) yield finding("sync-unchecked", "warning", {});
}

/** The most severe finding about how full the disk is; null if there is none. */
export function diskFindingOf(facts: DiskFacts): DiskFinding | null {
  const [finding] = findingsOfDisk(facts);
  return finding?.kind ?? null;
}

function* findingsOfDisk({ disk, growthBytesPerDay }: DiskFacts): Iterable<Finding & { readonly kind: DiskFinding }> {
  const share = disk === undefined ? 1 : disk.freeBytes / disk.bytes;
  if (share < FREE_SHARE_MIN) yield finding("disk-almost-full", "critical", { freePercent: share * 100 });
  const daysLeft =
    disk === undefined || growthBytesPerDay === null || growthBytesPerDay <= 0
      ? Infinity
      : disk.freeBytes / growthBytesPerDay;
  if (daysLeft < DAYS_LEFT_MIN) yield finding("disk-full-soon", "warning", { days: Math.floor(daysLeft) });
}

function* findingsOfData(facts: PostureFacts): Iterable<Finding> {
  const { fileSystem, openToOthers, gone, damage } = facts;
  if (gone.length > 0) yield finding("files-gone", "critical", { files: gone });
  if (damage !== undefined) yield finding("history-damaged", "critical", { damage });
  yield* findingsOfDisk(facts);
  if (fileSystem === "memory" || fileSystem === "container layer")
    yield finding("volatile-data", "critical", { isContainer: fileSystem === "container layer" });
  if (fileSystem === "network") yield finding("network-disk", "critical", {});
  if (openToOthers.length > 0)
    yield finding("files-open-to-others", "warning", { files: openToOthers.slice(0, FILES_NAMED_MAX) });
}

function* findingsOfBackups({ backups, now }: PostureFacts): Iterable<Finding> {
  if (backups === undefined) {
    yield finding("no-backups", "warning", {});
    return;
  }
  const { everyMillis, newestAt, restorableAt, verifiedAt } = backups;
  if (newestAt === undefined || now - newestAt > 2 * everyMillis)
    yield finding("backup-overdue", "critical", { newestTs: newestAt ?? null });
  if (newestAt !== undefined && restorableAt !== undefined && now - restorableAt > CHANGES_MILLIS_MAX)
    yield finding("changes-not-kept", "warning", { sinceTs: restorableAt });
  if (verifiedAt === undefined || daysUntil(now, verifiedAt) > VERIFIED_DAYS_MAX)
    yield finding("backups-unverified", "warning", { verifiedTs: verifiedAt ?? null });
}

function* findingsOfLimits({ tenantsWithoutDeviceLimit, tenantsWithoutRateLimit }: PostureFacts): Iterable<Finding> {
  if (tenantsWithoutDeviceLimit.total > 0) yield aboutTenants("no-device-limit", tenantsWithoutDeviceLimit);
  if (tenantsWithoutRateLimit.total > 0) yield aboutTenants("no-rate-limit", tenantsWithoutRateLimit);
}

function aboutTenants(kind: "no-device-limit" | "no-rate-limit", tenants: TenantsFound): Finding {
  return { ...finding(kind, "advice", { count: tenants.total }), tenants };
}

function finding<Kind extends FindingKind>(
  kind: Kind,
  severity: Finding["severity"],
  values: FindingValues[Kind],
): Finding & { readonly kind: Kind } {
  return { kind, severity, found: FOUND[kind](values), remedy: REMEDIES[kind](values), values };
}

function daysUntil(then: EpochMillis, now: EpochMillis): number {
  return Math.floor((then - now) / DAY_MILLIS);
}
