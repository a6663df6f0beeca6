// Reports over devices and samples in lists: the service with every part of its own, an engine and dimensions in memory.
import { millis } from "../../src/lib/clock.ts";
import { parseId, newId } from "../../src/core/ids.ts";
import type { CustomerId, DeviceId, TenantId, UserId } from "../../src/core/ids.ts";
import type { SeriesNumber } from "../../src/core/devices/known-device.ts";
import type { Reader } from "../../src/core/analytics/reader.ts";
import type {
  DeviceDimensionsStore,
  DevicesQuery,
  DeviceTable,
  DimensionSource,
} from "../../src/core/analytics/report/choose-devices.ts";
import { isLike } from "../../src/core/analytics/report/filters.ts";
import type { ReportOptions } from "../../src/core/analytics/report/report-run.ts";
import type { Report, ReportPlan, ReportRequest } from "../../src/core/analytics/report/report.ts";
import type { Cell, ReportEngine } from "../../src/core/analytics/report/report-engine.ts";
import { ReportRuns } from "../../src/core/analytics/report/run-report.ts";
import { Zones } from "../../src/core/analytics/time/zones.ts";
import { parseView } from "../../src/core/analytics/view/parse-view.ts";
import type { ViewDefinition } from "../../src/core/analytics/view/table-view.ts";
import type { ReferenceDevice } from "../reports/reference/reference-input.ts";
import { ManualClock } from "./manual-clock.ts";
import { MemoryReportEngine, type ListedSample } from "./memory-report-engine.ts";
import { SAVED_REQUEST } from "./saved-request.ts";

const TENANT = newId<TenantId>();
export const REPORT_READER: Reader = { tenantId: TENANT, customerId: null, userId: newId<UserId>() };

export const REPORT_LIMITS: ReportOptions = {
  rowsMax: 100_000,
  bytesMax: 52_428_800,
  bucketsMax: 50_000,
  tableRowsMax: 1_000_000,
  memoryBytesMax: 1_073_741_824,
};

export interface ReportWorld {
  readonly engine: MemoryReportEngine;
  /** Plans whose cost was looked at. */
  readonly plans: readonly ReportPlan[];
  view(json: object): Promise<ViewDefinition>;
  run(json: object, request?: Partial<ReportRequest>, reader?: Reader, signal?: AbortSignal): Promise<Report>;
}

export function reportWorld(
  devices: readonly ReferenceDevice[],
  now: number,
  limits: Partial<ReportOptions> = {},
  engineOf: (engine: MemoryReportEngine) => ReportEngine = (engine) => engine,
): ReportWorld {
  const lists = new Map<SeriesNumber, readonly ListedSample[]>();
  const store = new ListedDevices(devices, lists);
  const engine = new MemoryReportEngine(lists);
  const plans: ReportPlan[] = [];
  const service = new ReportRuns(
    {
      engine: engineOf(engine),
      devices: store,
      cost: {
        require: async (plan) => {
          plans.push(plan);
          return Promise.resolve([]);
        },
      },
      readerZones: { ofReader: () => Promise.resolve(null), ofTenant: () => Promise.resolve("Europe/Kyiv") },
      zones: new Zones(),
      clock: new ManualClock(millis(now)),
    },
    { ...REPORT_LIMITS, ...limits },
  );
  return {
    engine,
    plans,
    view: parsedView,
    run: async (json, request = {}, reader = REPORT_READER, signal = new AbortController().signal) =>
      service.run(await parsedView(json), { ...SAVED_REQUEST, ...request }, reader, signal),
  };
}

async function parsedView(json: object): Promise<ViewDefinition> {
  const parsed = await parseView(
    { name: "Test", ...json },
    {
      tenantId: TENANT,
      zone: "UTC",
      rowsMax: 100_000,
      directory: {
        profiles: (_, references) =>
          Promise.resolve(references.map(({ id, name }) => (id === null ? undefined : { id, name: name ?? "" }))),
        devices: (_, ids) => Promise.resolve(new Set(ids)),
        customers: (_, ids) => Promise.resolve(new Set(ids)),
        dataOf: (_, sources) => Promise.resolve(sources.map(() => "number")),
      },
    },
  );
  if ("errors" in parsed) throw new Error(JSON.stringify(parsed.errors));
  return parsed.view;
}

class ListedDevices implements DeviceDimensionsStore {
  readonly #devices: readonly ReferenceDevice[];
  readonly #series = new Map<string, SeriesNumber>();

  constructor(devices: readonly ReferenceDevice[], lists: Map<SeriesNumber, readonly ListedSample[]>) {
    this.#devices = [...devices].sort((left, right) => (left.id < right.id ? -1 : 1));
    for (const device of this.#devices)
      for (const [key, samples] of device.samples) {
        const number = (lists.size + 1) as SeriesNumber;
        lists.set(number, samples);
        this.#series.set(`${device.id}/${key}`, number);
      }
  }

  devices({ reader, scope, dimensions, keys }: DevicesQuery): Promise<DeviceTable> {
    const found = this.#devices.filter(
      (device) =>
        (reader.customerId === null || device.customer?.id === reader.customerId) &&
        (scope.deviceIds?.includes(parseId<DeviceId>(device.id, "id")) ?? true) &&
        (scope.nameMatches === null || isLike(device.name.toLowerCase(), scope.nameMatches.toLowerCase())),
    );
    return Promise.resolve({
      ids: found.map(({ id }) => parseId<DeviceId>(id, "id")),
      columns: dimensions.map((dimension) => found.map((device) => dimensionOf(dimension, device))),
      series: keys.map(({ key, of }) => {
        const numbers = found.flatMap((device, index) => {
          const owner = of === "gateway" ? device.gatewayId : device.id;
          const series = this.#series.get(`${String(owner)}/${key}`);
          return series === undefined ? [] : [{ index, series }];
        });
        return {
          devices: Int32Array.from(numbers, ({ index }) => index),
          series: numbers.map(({ series }) => series),
        };
      }),
    });
  }
}

function dimensionOf(dimension: DimensionSource, device: ReferenceDevice): Cell {
  switch (dimension.type) {
    case "attribute":
      return dimension.scope === "any" ? null : (device.attributes[dimension.scope].get(dimension.key) ?? null);
    case "latest":
      return device.samples.get(dimension.source.key)?.at(-1)?.value ?? null;
    case "entity":
      switch (dimension.field) {
        case "id":
          return device.id;
        case "name":
          return device.name;
        case "profile":
          return device.profile;
        case "createdTime":
          return device.createdTime;
        case "customer":
          return device.customer?.title ?? null;
        default:
          throw new Error(`the dimensions of tests do not know ${dimension.field}`);
      }
  }
}

export function customerReader(id: string): Reader {
  return { ...REPORT_READER, customerId: parseId<CustomerId>(id, "id") };
}
