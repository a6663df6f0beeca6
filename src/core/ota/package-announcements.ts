// Notifies devices of their assigned package through shared attributes, which are sent like any others. The first
// states of the update are saved as telemetry; the device reports the rest. Works in the background, in slices; what a
// stop leaves is done after the next start. After a crash a device may be notified twice. Source: MQTT contract 6.5.
import { millis, type Clock, type EpochMillis, type Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import type { PackageKind } from "../devices/profile-store.ts";
import { DomainError } from "../errors.ts";
import type { DeviceId } from "../ids.ts";
import type { Value } from "../values.ts";
import type { OtaPackage } from "./ota-package.ts";
import type { ChangedDevice, PackageChanges } from "./package-changes.ts";
import type { PackageStore } from "./package-store.ts";
import { installedKeys, KEY_PREFIX } from "./update-keys.ts";
import { hasPackage } from "./update-report.ts";

type Values = readonly (readonly [string, Value])[];

/** The part of the attribute service used here. */
export interface SharedAttributes {
  read(
    deviceId: DeviceId,
    scope: "SHARED_SCOPE",
    keys: readonly string[],
  ): Promise<readonly { readonly key: string }[]>;
  save(device: KnownDevice, scope: "SHARED_SCOPE", values: Values, ts: EpochMillis): Promise<void>;
  delete(device: KnownDevice, scope: "SHARED_SCOPE", keys: readonly string[]): Promise<void>;
}

/** The part of the telemetry service used here. */
export interface UpdateStates {
  latest(device: KnownDevice, keys: readonly string[]): Promise<ReadonlyMap<string, { readonly value: Value }>>;
  save(device: KnownDevice, points: readonly { ts: EpochMillis; values: Values }[]): Promise<void>;
}

export interface AnnouncementDeps {
  readonly changes: PackageChanges;
  readonly packages: Pick<PackageStore, "assignedTo">;
  readonly devices: { loadById(id: DeviceId): Promise<KnownDevice | undefined> };
  readonly attributes: SharedAttributes;
  readonly telemetry: UpdateStates;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface AnnouncementOptions {
  /** Devices notified at the same time. */
  readonly sliceDevices: number;
  /** Milliseconds before the next try after the store has failed. */
  readonly retryMillis: number;
}

const PARTS = ["title", "version", "tag", "size", "checksum", "checksum_algorithm", "url"] as const;

export class PackageAnnouncements {
  readonly #deps: AnnouncementDeps;
  readonly #options: AnnouncementOptions;
  #subscription: Subscription | undefined;
  #working: Promise<void> | undefined;
  #isAsked = false;
  #isStopping = false;
  #retry: Timer | undefined;

  constructor(deps: AnnouncementDeps, options: AnnouncementOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /** Continues with what the previous run has left. */
  start(): void {
    this.#isStopping = false;
    const look = (): void => {
      this.#look();
    };
    this.#subscription = listen(this.#deps.bus, {
      "device-created": look,
      "device-changed": look,
      "device-profile-changed": look,
    });
    this.#look();
  }

  /** Waits for the current slice. May be called twice. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#subscription?.cancel();
    this.#retry?.cancel();
    await this.#working;
  }

  /** An event only says that there may be work, so events that arrive during a look cause just one more. */
  #look(): void {
    this.#isAsked = true;
    if (this.#isStopping || this.#working !== undefined) return;
    this.#retry?.cancel();
    this.#working = this.#work().finally(() => {
      this.#working = undefined;
      if (this.#isAsked && this.#retry === undefined) this.#look();
    });
  }

  async #work(): Promise<void> {
    this.#isAsked = false;
    try {
      while (!this.#isStopping && (await this.#slice()));
    } catch (error) {
      const { clock, log } = this.#deps;
      log.warn("devices could not be notified of their packages; it is tried again", { error });
      this.#retry = clock.after(this.#options.retryMillis, () => {
        this.#retry = undefined;
        this.#look();
      });
    }
  }

  /** False if no device is left. */
  async #slice(): Promise<boolean> {
    const { changes } = this.#deps;
    if (!(await changes.isAnyDue())) return false;
    const { devices, progress } = await changes.due(this.#options.sliceDevices);
    if (progress.length === 0) return false;
    await Promise.all(devices.map((device) => this.#announce(device)));
    await changes.settle(progress);
    return true;
  }

  /** Rejects if the store is unavailable. Any other failed notification is logged and not retried. */
  async #announce({ tenantId, deviceId, kind }: ChangedDevice): Promise<void> {
    const { bus, devices, packages, log } = this.#deps;
    try {
      const device = await devices.loadById(deviceId);
      if (device?.tenantId !== tenantId) return;
      const assigned = await packages.assignedTo(tenantId, deviceId, kind);
      if (assigned === undefined || assigned.content.kind === "none")
        await this.#deleteAttributes(device, attributeKeys(kind));
      else {
        await this.#saveState(device, assigned);
        await this.#saveAttributes(device, assigned);
      }
      bus.publish({ kind: "package-announced", deviceId, packageKind: kind });
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === "unavailable") throw error;
      log.warn("a device could not be notified of its package", { deviceId, kind, error });
    }
  }

  /** The device's own report decides: a device that already has the package is not asked to install it. */
  async #saveState(device: KnownDevice, assigned: OtaPackage): Promise<void> {
    const { telemetry, clock, log } = this.#deps;
    const now = clock.now();
    const prefix = KEY_PREFIX[assigned.kind];
    const { title, version } = installedKeys(assigned.kind);
    const current = await telemetry.latest(device, [title, version]);
    const isInstalled = hasPackage(assigned, [current.get(title), current.get(version)]);
    const target: Values = [
      [`target_${prefix}_title`, assigned.title],
      [`target_${prefix}_version`, assigned.version],
      ...(assigned.tag === null ? [] : ([[`target_${prefix}_tag`, assigned.tag]] as const)),
      [`target_${prefix}_ts`, now],
    ];
    const state = (value: string) => [`${prefix}_state`, value] as const;
    // Both points are dated before anything that the device can report.
    const points = isInstalled
      ? [{ ts: now, values: [...target, state("UPDATED")] }]
      : [
          { ts: millis(now - 1), values: [...target, state("QUEUED")] },
          { ts: now, values: [state("INITIATED")] },
        ];
    try {
      await telemetry.save(device, points);
    } catch (error) {
      // A device at its key limit still gets its package.
      if (!(error instanceof DomainError) || error.kind === "unavailable") throw error;
      log.warn("the state of an update could not be kept", { deviceId: device.id, error });
    }
  }

  /** In one message: devices start with the first message that contains a version. */
  async #saveAttributes(device: KnownDevice, assigned: OtaPackage): Promise<void> {
    const { attributes, clock } = this.#deps;
    const values = attributesOf(assigned);
    const set = new Set(values.map(([key]) => key));
    const others = attributeKeys(assigned.kind).filter((key) => !set.has(key));
    await this.#deleteAttributes(device, others);
    await attributes.save(device, "SHARED_SCOPE", values, clock.now());
  }

  /** A device without any of these attributes gets no message about their deletion. */
  async #deleteAttributes(device: KnownDevice, keys: readonly string[]): Promise<void> {
    const { attributes } = this.#deps;
    const present = await attributes.read(device.id, "SHARED_SCOPE", keys);
    if (present.length === 0) return;
    await attributes.delete(
      device,
      "SHARED_SCOPE",
      present.map(({ key }) => key),
    );
  }
}

function attributeKeys(kind: PackageKind): readonly string[] {
  return PARTS.map((part) => `${KEY_PREFIX[kind]}_${part}`);
}

function attributesOf({ kind, title, version, tag, content }: OtaPackage): Values {
  const known = content.kind === "none" ? null : content;
  const parts: Readonly<Record<(typeof PARTS)[number], Value | null>> = {
    title,
    version,
    tag,
    size: known?.bytes ?? null,
    checksum: known?.checksum?.value ?? null,
    checksum_algorithm: known?.checksum?.algorithm ?? null,
    url: content.kind === "url" ? content.url : null,
  };
  return PARTS.flatMap((part) => {
    const value = parts[part];
    return value === null ? [] : ([[`${KEY_PREFIX[kind]}_${part}`, value]] as const);
  });
}
