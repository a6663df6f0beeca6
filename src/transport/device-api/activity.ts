// Which devices count as active because of a packet. Source: MQTT contract 10.4.
import type { KnownDevice } from "../../core/devices/known-device.ts";
import type { DeviceId } from "../../core/ids.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import type { DeviceClient } from "./client.ts";

export interface ActivityRecorder {
  touch(device: KnownDevice, now: EpochMillis): void;
  touchGateway(gateway: KnownDevice, routed: Iterable<KnownDevice>, now: EpochMillis): void;
}

export interface RoutedDevices {
  /** The devices that memory holds as routed through the gateway; does not wait. */
  routedThrough(gatewayId: DeviceId): Iterable<KnownDevice>;
}

interface NamingMessage {
  readonly client: Pick<DeviceClient, "device">;
  readonly receivedAt: EpochMillis;
}

export class Activity {
  readonly #recorder: ActivityRecorder;
  readonly #devices: RoutedDevices;

  constructor(recorder: ActivityRecorder, devices: RoutedDevices) {
    this.#recorder = recorder;
    this.#devices = devices;
  }

  /** Any packet of a session. A gateway may be configured so that its packets count for all devices behind it. */
  ofClient({ device, isGateway }: Pick<DeviceClient, "device" | "isGateway">, now: EpochMillis): void {
    if (isGateway && device.overwriteActivityTime)
      this.#recorder.touchGateway(device, this.#devices.routedThrough(device.id), now);
    else this.#recorder.touch(device, now);
  }

  about(device: KnownDevice, { client, receivedAt }: NamingMessage): void {
    this.#recorder.touch(device, receivedAt);
    if (device.sentThrough !== client.device.id) device.sentThrough = client.device.id;
  }
}
