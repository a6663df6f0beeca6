// Offers gateways the packages of the devices behind them: at the first subscription of a session, when they connect a
// device, and when another package is assigned. One message names many devices; the next follows when the gateway has
// acknowledged it. Assignments are read from the store, so the node that holds the gateway's session can send the
// offers.
import type { Logger } from "../../lib/logger.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import type { DeviceDirectory, KnownDevice } from "../devices/known-device.ts";
import type { LiveSession, OfferedPackage } from "../devices/live-session.ts";
import type { PackageKind } from "../devices/profile-store.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import type { Value } from "../values.ts";
import { PACKAGE_KINDS, type OtaPackage } from "./ota-package.ts";
import { installedKeys } from "./update-keys.ts";
import { hasPackage } from "./update-report.ts";

export interface GatewayOfferDeps {
  readonly packages: {
    assignedTo(tenantId: TenantId, deviceId: DeviceId, kind: PackageKind): Promise<OtaPackage | undefined>;
    /** Devices routed through the gateway that have a package assigned. */
    assignedBehind(tenantId: TenantId, gatewayId: DeviceId): Promise<readonly DeviceId[]>;
  };
  readonly telemetry: {
    latest(device: KnownDevice, keys: readonly string[]): Promise<ReadonlyMap<string, { readonly value: Value }>>;
  };
  readonly sessions: { ofDevice(deviceId: DeviceId): readonly LiveSession[] };
  readonly devices: DeviceDirectory;
  readonly bus: MessageBus;
  readonly log: Logger;
}

export interface GatewayOfferOptions {
  /** Devices named in one message. */
  readonly devicesMax: number;
}

const DEVICES_A_TURN = 10;

/** What still has to be offered to one session. */
interface Agenda {
  /** For each device, the kinds for which the gateway is also notified when nothing is assigned any more. */
  readonly devices: Map<DeviceId, Set<PackageKind>>;
  isUnderWay: boolean;
}

/** `found` is undefined if nothing is to be installed. */
interface Due {
  readonly kind: PackageKind;
  readonly found: OtaPackage | undefined;
  readonly names: string[];
}

export class GatewayOffers {
  readonly #deps: GatewayOfferDeps;
  readonly #options: GatewayOfferOptions;
  readonly #agendas = new WeakMap<LiveSession, Agenda>();
  /** Sessions that have been offered everything; from then on they are only offered changes. */
  readonly #begun = new WeakSet<LiveSession>();
  #subscription: Subscription | undefined;

  constructor(deps: GatewayOfferDeps, options: GatewayOfferOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  start(): void {
    this.#subscription = listen(this.#deps.bus, {
      "offers-wanted": ({ deviceId }) => {
        const isNew = (session: LiveSession): boolean => session.takesOffers?.() === true && !this.#begun.has(session);
        const sessions = this.#deps.sessions.ofDevice(deviceId).filter(isNew);
        for (const session of sessions) this.#begun.add(session);
        if (sessions.length > 0) void this.#all(deviceId);
      },
      "route-changed": ({ deviceId, gatewayId }) => {
        if (gatewayId !== null) this.#note(gatewayId, deviceId, "assigned");
      },
      "package-announced": ({ deviceId, packageKind }) => {
        void this.#announced(deviceId, packageKind);
      },
    });
  }

  stop(): void {
    this.#subscription?.cancel();
  }

  /** This node may have the session of the gateway, and not have met the device yet. */
  async #announced(deviceId: DeviceId, kind: PackageKind): Promise<void> {
    const { devices, log } = this.#deps;
    try {
      const device = devices.inMemory(deviceId) ?? (await devices.loadById(deviceId));
      if (device?.route) this.#note(device.route.gatewayId, deviceId, kind);
    } catch (error) {
      log.warn("a gateway could not be notified of a package", { deviceId, error });
    }
  }

  /** Offers everything assigned to the devices behind the gateway. */
  async #all(gatewayId: DeviceId): Promise<void> {
    const { devices, log, packages } = this.#deps;
    try {
      const gateway = await devices.loadById(gatewayId);
      if (gateway === undefined) return;
      for (const deviceId of await packages.assignedBehind(gateway.tenantId, gatewayId))
        this.#note(gatewayId, deviceId, "assigned");
    } catch (error) {
      // The gateway asks again with its next subscription.
      log.warn("packages of the devices behind a gateway not read", { gatewayId, error });
    }
  }

  #note(gatewayId: DeviceId, deviceId: DeviceId, kind: PackageKind | "assigned"): void {
    for (const session of this.#deps.sessions.ofDevice(gatewayId)) {
      if (session.takesOffers?.() !== true) continue;
      const agenda = this.#agendas.get(session) ?? {
        devices: new Map<DeviceId, Set<PackageKind>>(),
        isUnderWay: false,
      };
      this.#agendas.set(session, agenda);
      const kinds = agenda.devices.get(deviceId) ?? new Set<PackageKind>();
      agenda.devices.set(deviceId, kind === "assigned" ? kinds : kinds.add(kind));
      if (!agenda.isUnderWay) void this.#tell(session, agenda);
    }
  }

  /** Sends offers until none is left; what is added meanwhile goes into a later message. Never rejects. */
  async #tell(session: LiveSession, agenda: Agenda): Promise<void> {
    agenda.isUnderWay = true;
    try {
      while (agenda.devices.size > 0 && session.takesOffers?.() === true) {
        const some = [...agenda.devices].slice(0, this.#options.devicesMax);
        for (const [deviceId] of some) agenda.devices.delete(deviceId);
        for (const due of await this.#due(session.device, some))
          await new Promise<void>((acknowledged) => {
            const offer = {
              kind: due.kind,
              offered: due.found === undefined ? null : offered(due.found),
              devices: due.names,
            };
            // A session that has ended never acknowledges, and nothing else waits for this promise then.
            if (session.offer?.(offer, acknowledged) !== "sent") acknowledged();
          });
      }
    } catch (error) {
      this.#deps.log.warn("a gateway could not be notified of packages", { gatewayId: session.device.id, error });
    }
    agenda.isUnderWay = false;
  }

  async #due(gateway: KnownDevice, some: readonly (readonly [DeviceId, Set<PackageKind>])[]): Promise<readonly Due[]> {
    const due = new Map<string, Due>();
    for (const [index, [deviceId, announced]] of some.entries()) {
      // Cached devices are read without waiting, so many of them would block the event loop.
      if (index % DEVICES_A_TURN === 0) await nextTurn();
      const device = await this.#deps.devices.loadById(deviceId);
      // If the route has moved, another gateway is responsible.
      if (device?.route?.gatewayId !== gateway.id) continue;
      for (const kind of PACKAGE_KINDS) {
        const assigned = await this.#deps.packages.assignedTo(device.tenantId, deviceId, kind);
        const found = assigned?.content.kind === "none" ? undefined : assigned;
        if (found === undefined ? !announced.has(kind) : await this.#isInstalled(device, found)) continue;
        const key = found?.id ?? kind;
        const same = due.get(key) ?? { kind, found, names: [] };
        due.set(key, same);
        same.names.push(device.name);
      }
    }
    return [...due.values()];
  }

  async #isInstalled(device: KnownDevice, found: OtaPackage): Promise<boolean> {
    const { title, version } = installedKeys(found.kind);
    const latest = await this.#deps.telemetry.latest(device, [title, version]);
    return hasPackage(found, [latest.get(title), latest.get(version)]);
  }
}

function offered({ title, version, tag, content }: OtaPackage): OfferedPackage {
  const known = content.kind === "none" ? null : content;
  const url = content.kind === "url" ? content.url : null;
  return { title, version, tag, bytes: known?.bytes ?? null, checksum: known?.checksum ?? null, url };
}
