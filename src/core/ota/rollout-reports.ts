// The reports of a rollout's devices, read in bulk from the latest points, so that the telemetry path has no extra
// work.
import type { SeriesNumber } from "../devices/known-device.ts";
import type { DeviceId } from "../ids.ts";
import type { OtaPackage } from "./ota-package.ts";
import type { Rollout } from "./rollout.ts";
import type { ChangedUpdate, FollowedDevice, SeriesOfKeys } from "./rollout-store.ts";
import { hasPackage, readReport, type ReportedPoint } from "./update-report.ts";

/** The part of the telemetry store used here. */
export interface LatestPoints {
  /** In the order of `series`; undefined where there is none. */
  latest(series: readonly SeriesNumber[]): Promise<readonly (ReportedPoint | undefined)[]>;
}

interface DeviceWithSeries {
  readonly id: DeviceId;
  readonly series: SeriesOfKeys;
}

export class RolloutReports {
  readonly #store: LatestPoints;
  readonly #sliceDevices: number;

  /** `sliceDevices`: devices whose points are read at a time. */
  constructor(store: LatestPoints, { sliceDevices }: { readonly sliceDevices: number }) {
    this.#store = store;
    this.#sliceDevices = sliceDevices;
  }

  /** Devices that report the title and version of the package; the series are those of `installedKeys`, title first. */
  async whoHas(
    wanted: Pick<OtaPackage, "title" | "version">,
    devices: readonly DeviceWithSeries[],
  ): Promise<ReadonlySet<DeviceId>> {
    const found = new Set<DeviceId>();
    for (let start = 0; start < devices.length; start += this.#sliceDevices) {
      const slice = devices.slice(start, start + this.#sliceDevices);
      for (const [{ id }, points] of await this.#latest(slice)) if (hasPackage(wanted, points)) found.add(id);
    }
    return found;
  }

  /** Devices whose known update has changed; the series are those of `reportKeys`. */
  async changed(
    rollout: Pick<Rollout, "title" | "version">,
    devices: readonly FollowedDevice[],
  ): Promise<readonly ChangedUpdate[]> {
    const changed: ChangedUpdate[] = [];
    for (const [device, points] of await this.#latest(devices)) {
      const { state, progress, error } = readReport(rollout, device, points);
      if (state !== device.state || progress !== device.progress || error !== device.error)
        changed.push({ id: device.id, state, progress, error });
    }
    return changed;
  }

  async #latest<Device extends DeviceWithSeries>(
    devices: readonly Device[],
  ): Promise<readonly (readonly [Device, readonly (ReportedPoint | undefined)[]])[]> {
    const series = devices.flatMap((device) => device.series.filter((number) => number !== null));
    const points = new Map<SeriesNumber, ReportedPoint>();
    if (series.length > 0)
      (await this.#store.latest(series)).forEach((point, index) => {
        const number = series[index];
        if (point !== undefined && number !== undefined) points.set(number, point);
      });
    return devices.map((device) => [
      device,
      device.series.map((number) => (number === null ? undefined : points.get(number))),
    ]);
  }
}
