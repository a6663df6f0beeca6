// Notifies the last gateway of a device that the device was renamed or deleted, by a one-way persistent call to the
// gateway itself. A failed notice must not undo the change, so failures are only logged. Source: MQTT contract 4.9.
import { type Clock, millis } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { DeviceDirectory, KnownDevice } from "../devices/known-device.ts";
import type { DeviceNotices, NoticedDevice } from "../devices/device-service.ts";
import { parseId, type DeviceId } from "../ids.ts";
import type { RpcService } from "./rpc-service.ts";

const NOTICE_LIFETIME_MILLIS = 24 * 3_600_000;
const NOTICE_RETRIES = 3;

export interface GatewayNoticeDeps {
  readonly rpc: Pick<RpcService, "callPersistent">;
  readonly devices: DeviceDirectory;
  readonly clock: Clock;
  readonly log: Logger;
}

export class GatewayNotices implements DeviceNotices {
  readonly #deps: GatewayNoticeDeps;

  constructor(deps: GatewayNoticeDeps) {
    this.#deps = deps;
  }

  renamed(before: NoticedDevice, newName: string): Promise<void> {
    // JSON written by hand: a name may be one that objects treat specially, such as `__proto__`.
    return this.#notify(
      before,
      "gateway_device_renamed",
      `{${JSON.stringify(before.name)}:${JSON.stringify(newName)}}`,
    );
  }

  deleted(device: NoticedDevice): Promise<void> {
    return this.#notify(device, "gateway_device_deleted", JSON.stringify(device.name));
  }

  async #notify(device: NoticedDevice, method: string, params: string): Promise<void> {
    try {
      const gateway = await this.#lastGatewayOf(device);
      if (gateway === undefined) return;
      await this.#deps.rpc.callPersistent(gateway, {
        method,
        params,
        oneWay: true,
        expirationTime: millis(this.#deps.clock.now() + NOTICE_LIFETIME_MILLIS),
        retries: NOTICE_RETRIES,
        additionalInfo: null,
      });
    } catch (error) {
      this.#deps.log.warn("gateway not notified of its device", { deviceId: device.id, method, error });
    }
  }

  async #lastGatewayOf({ tenantId, additionalInfo }: NoticedDevice): Promise<KnownDevice | undefined> {
    // Users may write anything into additionalInfo; a value that is not the id of a gateway in the tenant is ignored.
    const lastGateway = additionalInfo?.["lastConnectedGateway"];
    const id = typeof lastGateway === "string" ? idOrNone(lastGateway) : undefined;
    const gateway = id === undefined ? undefined : await this.#deps.devices.loadById(id);
    return gateway?.isGateway === true && gateway.tenantId === tenantId ? gateway : undefined;
  }
}

function idOrNone(text: string): DeviceId | undefined {
  try {
    return parseId<DeviceId>(text, "lastConnectedGateway");
  } catch {
    return undefined;
  }
}
