// History that a gateway kept while it was offline: readings at past times, handed out in messages of a bounded size.
import type { SimulatedDevice } from "./simulated-device.ts";
import type { Values } from "./models/device-model.ts";

const ENTRIES_PER_MESSAGE = 60;

export interface BacklogOptions {
  readonly devices: readonly SimulatedDevice[];
  /** ms since 1970: the first reading, and the bound that none reaches. */
  readonly from: number;
  readonly to: number;
  readonly stepMillis: number;
}

/** The messages of the backlog, oldest first, so that each device goes through its history in order. */
export function* backlogMessages({ devices, from, to, stepMillis }: BacklogOptions): Generator<string, undefined> {
  for (let start = from; start < to; start += ENTRIES_PER_MESSAGE * stepMillis) {
    const end = Math.min(start + ENTRIES_PER_MESSAGE * stepMillis, to);
    for (const device of devices) {
      const entries: { ts: number; values: Values }[] = [];
      for (let ts = start; ts < end; ts += stepMillis) entries.push({ ts, values: device.model.measure(ts) });
      yield JSON.stringify({ [device.name]: entries });
    }
  }
}

export function backlogLength({ devices, from, to, stepMillis }: BacklogOptions): number {
  return Math.max(0, Math.ceil((to - from) / (ENTRIES_PER_MESSAGE * stepMillis))) * devices.length;
}
