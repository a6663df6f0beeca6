// The facts behind the findings about the installation: settings, files, disk and stores.
import { statfs } from "node:fs/promises";
import packageInfo from "../../package.json" with { type: "json" };
import { NODE_MAJOR_MIN } from "../../scripts/runtime.mjs";
import { engineVersion } from "../adapters/duckdb/open-engine.ts";
import { lastVerified, listManifests, momentOf } from "../core/backup/manifest.ts";
import { findingsOf, type EntityEngine, type Posture, type PostureFacts } from "../core/installation/posture.ts";
import { millis, type Clock, type EpochMillis } from "../lib/clock.ts";
import { unlessMissing } from "../lib/missing-file.ts";
import { DAY_MILLIS, HOUR_MILLIS, MINUTE_MILLIS } from "../lib/units.ts";
import type { ChangeKeeper } from "./backups/change-keeper.ts";
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

export class PostureWatch {
  readonly #context: Context;
  readonly #changes: ChangeKeeper | undefined;
  readonly #certificates: readonly TlsReload[];
  readonly #startedAt: EpochMillis;
  readonly #bytesAtStart: number;

  private constructor(
    context: Context,
    certificates: readonly TlsReload[],
    changes: ChangeKeeper | undefined,
    bytesAtStart: number,
  ) {
    this.#context = context;
    this.#changes = changes;
    this.#certificates = certificates;
    this.#startedAt = context.clock.now();
    this.#bytesAtStart = bytesAtStart;
  }

  /** `certificates` may still grow until the ports are open. */
  static async watch(
    context: Context,
    certificates: readonly TlsReload[],
    changes: ChangeKeeper | undefined,
  ): Promise<PostureWatch> {
    return new PostureWatch(context, certificates, changes, await dataBytes(context.storage));
  }

  async look(): Promise<Posture> {
    const { config, storage, stores, clock } = this.#context;
    const { folder, stream } = storage;
    const now = clock.now();
    const [risks, keys, engine, disk, bytes, streamLacks] = await Promise.all([
      stores.posture.countRisks(now),
      stores.posture.findKeyTimes(config.security.jwt.tokenSigningKey !== undefined),
      stores.posture.findEngine(),
      unlessMissing(statfs(folder)),
      dataBytes(storage),
      stream?.lacks(),
    ]);
    const findings = findingsOf({
      ...risks,
      ...keys,
      now,
      node: { version: process.versions.node, testedMajor: NODE_MAJOR_MIN },
      isCluster: stream !== undefined,
      syncLacks: [engine.lacks, streamLacks].filter((lacks) => lacks !== undefined),
      isSyncUnchecked: stream !== undefined && config.cluster.natsMonitors === undefined,
      plainServers: openPlainServers(config).map(({ protocol, host }) => `${protocol} on ${host}`),
      hasTrustedProxy: trustedProxiesOf(config).length > 0,
      certificates: this.#certificates.flatMap(({ file, expiresAt }) =>
        file === undefined || expiresAt === undefined ? [] : [{ file, expiresAt }],
      ),
      leftoverSettings: leftoverSettingsOf(config),
      disk: disk && { freeBytes: disk.bavail * disk.bsize, bytes: disk.blocks * disk.bsize },
      growthBytesPerDay: this.growthOf(bytes),
      fileSystem: FILE_SYSTEMS.get(disk?.type ?? 0) ?? "disk",
      openToOthers: storage.openToOthers,
      gone: storage.gone,
      damage: storage.damage,
      backups: await this.#backups(),
    });
    return { findings, versions: versionsOf(engine, stream), sync: syncOf(config, engine, stream) };
  }

  async #backups(): Promise<PostureFacts["backups"]> {
    const { config, clock } = this.#context;
    const backups = await backupsOf(config, clock);
    if (backups === undefined || this.#changes === undefined) return backups;
    return { ...backups, restorableAt: millis(Math.max(backups.newestAt ?? 0, this.#changes.savedAt)) };
  }

  /** Bytes per day, of this size of the data; null until there is enough of an estimate. */
  growthOf(bytes: number): number | null {
    const elapsed = this.#context.clock.now() - this.#startedAt;
    return elapsed < GROWTH_MILLIS_MIN ? null : ((bytes - this.#bytesAtStart) * DAY_MILLIS) / elapsed;
  }
}

function versionsOf(engine: EntityEngine, stream: Storage["stream"]): Posture["versions"] {
  return [
    { name: "Bridgehead", version: packageInfo.version },
    { name: "Node.js", version: process.versions.node },
    { name: engine.name, version: engine.version },
    { name: "DuckDB", version: engineVersion() },
    ...(stream === undefined ? [] : [{ name: "NATS Server", version: stream.serverVersion }]),
  ];
}

function syncOf({ cluster }: Config, engine: EntityEngine, stream: Storage["stream"]): Posture["sync"] {
  const asked = cluster.natsMonitors === undefined ? "which nobody asks whether they sync" : "each of which syncs it";
  return [
    {
      store: "telemetry",
      how:
        stream === undefined
          ? "Each batch of points is written and synced to the log, telemetry.duckdb.log."
          : `Each batch of points is stored by most of at least ${String(cluster.natsReplicas)} servers of the stream, ${asked}.`,
    },
    { store: "entities", how: `Each change is committed and synced by ${engine.name} (${engine.sync}).` },
  ];
}

async function backupsOf(config: Config, clock: Clock): Promise<PostureFacts["backups"]> {
  const { backup } = config;
  if (backup.to === undefined) return undefined;
  const place = await backupPlace(backup.to, { config, clock, isLook: true });
  // What cannot be read is nothing to rely on.
  const [newest, verifiedAt] = await Promise.all([
    listManifests(place).then(
      // Of the future there is nothing to rely on either.
      (names) => names.findLast((name) => momentOf(name) <= clock.now()),
      () => undefined,
    ),
    lastVerified(place).catch(() => undefined),
  ]);
  return {
    everyMillis: backup.everyMinutes * MINUTE_MILLIS,
    newestAt: newest === undefined ? undefined : millis(momentOf(newest)),
    restorableAt: undefined,
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
