// The facts behind the findings about the installation: settings, files, disk and stores.
import { stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { lastVerified, listManifests, momentOf } from "../core/backup/manifest.ts";
import { findingsOf, type Finding, type PostureFacts } from "../core/installation/posture.ts";
import { millis, type Clock, type EpochMillis } from "../lib/clock.ts";
import { unlessMissing } from "../lib/missing-file.ts";
import { MASTER_KEY_FILE } from "../lib/secret-box.ts";
import { DAY_MILLIS, HOUR_MILLIS, MINUTE_MILLIS } from "../lib/units.ts";
import { backupPlace } from "./backups/place.ts";
import { trustedProxiesOf } from "./connections.ts";
import type { Config } from "./config.ts";
import type { Context } from "./context.ts";
import { fileBytes } from "./file-bytes.ts";
import { openPlainServers } from "./listen-hosts.ts";
import type { Storage } from "./storage.ts";
import type { TlsReload } from "./tls-reload.ts";

/** Growth over less time than this says little about a day. */
const GROWTH_MILLIS_MIN = HOUR_MILLIS;

/** Kinds of file systems by their magic numbers on Linux. */
const FILE_SYSTEMS: ReadonlyMap<number, PostureFacts["fileSystem"]> = new Map([
  [0x01021994, "memory"], // tmpfs
  [0x858458f6, "memory"], // ramfs
  [0x6969, "network"], // NFS
  [0xff534d42, "network"], // CIFS
  [0xfe534d42, "network"], // SMB2
  [0x00c36400, "network"], // Ceph
  [0x794c7630, "container layer"], // overlay
]);

export class Posture {
  readonly #context: Context;
  readonly #certificates: readonly TlsReload[];
  readonly #startedAt: EpochMillis;
  readonly #bytesAtStart: number;

  private constructor(context: Context, certificates: readonly TlsReload[], bytesAtStart: number) {
    this.#context = context;
    this.#certificates = certificates;
    this.#startedAt = context.clock.now();
    this.#bytesAtStart = bytesAtStart;
  }

  /** `certificates` may still grow until the ports are open. */
  static async watch(context: Context, certificates: readonly TlsReload[]): Promise<Posture> {
    return new Posture(context, certificates, await dataBytes(context.storage));
  }

  async findings(): Promise<readonly Finding[]> {
    const { config, storage, stores, clock } = this.#context;
    const { folder } = storage;
    const [risks, disk, key, bytes] = await Promise.all([
      stores.posture.countRisks(),
      unlessMissing(statfs(folder)),
      unlessMissing(stat(join(folder, MASTER_KEY_FILE))),
      dataBytes(storage),
    ]);
    return findingsOf({
      ...risks,
      now: clock.now(),
      plainServers: openPlainServers(config).map(({ protocol, host }) => `${protocol} on ${host}`),
      hasTrustedProxy: trustedProxiesOf(config).length > 0,
      certificates: this.#certificates.flatMap(({ file, expiresAt }) =>
        file === undefined || expiresAt === undefined ? [] : [{ file, expiresAt }],
      ),
      leftoverSettings: leftoverSettingsOf(config),
      masterKeySince: key === undefined ? undefined : millis(key.mtimeMs),
      disk: disk && { freeBytes: disk.bavail * disk.bsize, bytes: disk.blocks * disk.bsize },
      growthBytesPerDay: this.#growthOf(bytes),
      fileSystem: FILE_SYSTEMS.get(disk?.type ?? 0) ?? "disk",
      openToOthers: storage.openToOthers,
      gone: storage.gone,
      damage: storage.damage,
      backups: await backupsOf(config, clock),
    });
  }

  #growthOf(bytes: number): number | null {
    const elapsed = this.#context.clock.now() - this.#startedAt;
    return elapsed < GROWTH_MILLIS_MIN ? null : ((bytes - this.#bytesAtStart) * DAY_MILLIS) / elapsed;
  }
}

async function backupsOf(config: Config, clock: Clock): Promise<PostureFacts["backups"]> {
  const { backup } = config;
  if (backup.to === undefined) return undefined;
  const place = await backupPlace(backup.to, { config, clock, isLook: true });
  // What cannot be read is nothing to rely on.
  const [newest, verifiedAt] = await Promise.all([
    listManifests(place).then(
      (names) => names.at(-1),
      () => undefined,
    ),
    lastVerified(place).catch(() => undefined),
  ]);
  return {
    everyMillis: backup.everyMinutes * MINUTE_MILLIS,
    newestAt: newest === undefined ? undefined : millis(momentOf(newest)),
    verifiedAt,
  };
}

function dataBytes({ folder, telemetryFiles, entityFiles }: Storage): Promise<number> {
  return fileBytes(folder, [...telemetryFiles, ...entityFiles]);
}

function leftoverSettingsOf({ bootstrap }: Config): readonly string[] {
  return [
    ...(bootstrap.sysAdmin.password === undefined ? [] : ["BOOTSTRAP_SYS_ADMIN_PASSWORD"]),
    ...(bootstrap.tenantAdmin.password === undefined ? [] : ["BOOTSTRAP_TENANT_ADMIN_PASSWORD"]),
  ];
}
