// Lets clients watch messages: finds the device that a command names, for a caller who may see the messages of its
// connection, and writes the frames.
import { isPermitted } from "../../core/access/permissions.ts";
import type { Principal } from "../../core/access/principal.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import type { TrafficInspector } from "../../core/monitoring/traffic-inspector.ts";
import type { TrafficUpdate, TrafficWatcher } from "../../core/monitoring/traffic-watch.ts";
import type { DeviceAccess } from "../rest/device-access.ts";
import type { Command, NamedEntity } from "./command.ts";

export type TrafficCommand = Extract<Command, { kind: "traffic" }>;

export interface LiveTrafficDeps {
  readonly devices: Pick<DeviceAccess, "require">;
  readonly inspector: Pick<TrafficInspector, "watch">;
}

export class LiveTraffic {
  readonly #deps: LiveTrafficDeps;

  constructor(deps: LiveTrafficDeps) {
    this.#deps = deps;
  }

  /** Throws `invalid`, `forbidden` or `not-found` if the caller may not watch it. */
  async watch(
    principal: Principal,
    { entityType, entityId }: NamedEntity,
    watcher: Pick<TrafficWatcher, "updated" | "ended">,
  ): Promise<{ cancel(): void }> {
    if (entityType !== "DEVICE")
      throw invalid(`only messages of a DEVICE can be looked at, got ${entityType.slice(0, 64)}`);
    const device = await this.#deps.devices.require(principal, entityId, "read-connections");
    if (!mayLook(principal, device))
      throw new DomainError("forbidden", "messages of gateways are for tenant administrators");
    return await this.#deps.inspector.watch(device, {
      mayRead: (present) => mayLook(principal, present),
      updated: (update) => watcher.updated(update),
      ended: (reason) => {
        watcher.ended(reason);
      },
    });
  }
}

/** A gateway's messages concern devices of all its customers, so no customer may see them. */
function mayLook(principal: Principal, device: KnownDevice): boolean {
  if (principal.authority === "CUSTOMER_USER" && device.isGateway) return false;
  return isPermitted<"DEVICE">(principal, "read-connections", resourceOf(device));
}

function resourceOf({ id, tenantId, customerId }: KnownDevice) {
  return { kind: "DEVICE", deviceId: id, tenantId, customerId } as const;
}

export function trafficFrame(cmdId: number, { messages, dropped }: TrafficUpdate): Buffer {
  const number = String(cmdId);
  return Buffer.from(
    `{"cmdId":${number},"subscriptionId":${number},"errorCode":0,"errorMsg":null,"dropped":${String(dropped)},"traffic":${JSON.stringify(messages)}}`,
  );
}
