// Telemetry of gateways: the devices behind one gateway share its series, which counts once in a group, however many of the
// devices are in it. Source: analytics contract 2.5, 3.4.
import type { SeriesNumber } from "../../devices/known-device.ts";
import type { SampleSource } from "./report-engine.ts";

/** The source with each series once per group, under the first of the group's devices. */
export function distinctInGroups(source: SampleSource, groupOfDevice: Int32Array): SampleSource {
  const { devices, series } = source.series;
  const seen = new Set<string>();
  const keptDevices: number[] = [];
  const keptSeries: SeriesNumber[] = [];
  for (const [row, number] of series.entries()) {
    const device = devices[row] ?? 0;
    const key = `${String(groupOfDevice[device] ?? -1)},${String(number)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    keptDevices.push(device);
    keptSeries.push(number);
  }
  return { ...source, series: { devices: Int32Array.from(keptDevices), series: keptSeries } };
}
