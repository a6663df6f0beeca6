// The table of device kinds: adding one is a model and a line here.
import type { Random } from "../random.ts";
import { Boiler } from "./boiler.ts";
import type { DeviceModel } from "./device-model.ts";
import { Door } from "./door.ts";
import { Meter } from "./meter.ts";
import { Pump } from "./pump.ts";

export const DEVICE_KINDS = {
  boiler: (random: Random): DeviceModel => new Boiler(random),
  meter: (random: Random): DeviceModel => new Meter(random),
  door: (random: Random): DeviceModel => new Door(random),
  pump: (random: Random): DeviceModel => new Pump(random),
} as const;

export type DeviceKind = keyof typeof DEVICE_KINDS;

export function isDeviceKind(text: string): text is DeviceKind {
  return Object.hasOwn(DEVICE_KINDS, text);
}
