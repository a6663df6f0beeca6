// The views that the benchmark of reports saves, as a user of the API writes them, and what it asks of them.
import type { AdminCalls } from "./admin-calls.ts";
import { KEYS, reportDeviceName, YEAR_END, YEAR_START } from "./report-history.ts";

export const DAY = 86_400_000;
const V1 = "/apiAnalytics/v1";
export const JUNE = { startTs: Date.UTC(2025, 5, 1), endTs: Date.UTC(2025, 6, 1) };

type Json = Readonly<Record<string, unknown>>;
export type DeviceIds = readonly string[];

const NAME = field("name", { type: "entity", field: "name" });
const PROFILE = field("profile", { type: "entity", field: "profile" });
const BUILDING = field("building", { type: "attribute", scope: "server", key: "building" });
const YEAR = absolute(YEAR_START, YEAR_END);

/** Definitions by name; `devices` are in the order of their series. */
export function reportViews(devices: DeviceIds): Readonly<Record<ReportView, Json>> {
  const of = (count: number): Json => ({ deviceIds: devices.slice(0, count) });
  return {
    profiles: view(YEAR, {}, [PROFILE, bucket("month"), measure("temperature", "avg")]),
    hours: view(absolute(JUNE.startTs, JUNE.startTs + 7 * DAY), of(50), [
      NAME,
      bucket("hour"),
      measure("temperature", "avg"),
    ]),
    counters: view(YEAR, {}, [BUILDING, bucket("day"), measure("energy", "increase")]),
    states: view(
      absolute(JUNE.startTs, JUNE.endTs),
      of(500),
      [NAME, bucket("day"), measure("temperature", "timeWeightedAvg"), measure("door", "duration")],
      { limit: { rows: 20_000 } },
    ),
    latest: view({ type: "preset", preset: "allTime", timezone: "UTC" }, {}, [
      NAME,
      ...KEYS.slice(0, 5).map((key) => measure(key, "latest")),
    ]),
    small: view(absolute(JUNE.startTs, JUNE.startTs + DAY), of(5), [
      NAME,
      bucket("hour"),
      measure("temperature", "avg"),
    ]),
    series: view(YEAR, { deviceIds: devices.slice(1, 2) }, [NAME, bucket("day"), measure("temperature", "avg")]),
    medians: view(YEAR, {}, [BUILDING, measure("temperature", "median"), measure("status", "mode")]),
    texts: view(YEAR, {}, [NAME, measure("status", "list"), measure("temperature", "countDistinct")]),
    rows: view(YEAR, of(1_000), [NAME, bucket("day"), measure("temperature", "avg"), measure("energy", "increase")], {
      limit: { rows: 100_000 },
    }),
    raw: view(absolute(JUNE.startTs, JUNE.endTs), {}, [NAME, TIMESTAMP, sample("temperature"), sample("status")], {
      grouping: { mode: "raw" },
      limit: { rows: 100_000 },
    }),
  };
}

export type ReportView =
  "profiles" | "hours" | "counters" | "states" | "latest" | "small" | "series" | "medians" | "texts" | "rows" | "raw";

const TIMESTAMP = field("ts", { type: "timestamp" });

function field(id: string, source: Json): Json {
  return { id, label: id, source };
}

function measure(key: string, fn: string): Json {
  return { ...field(`${key}_${fn}`, { type: "telemetry", key }), aggregation: { fn } };
}

function sample(key: string): Json {
  return field(key, { type: "telemetry", key });
}

function bucket(unit: string): Json {
  return field(unit, { type: "timeBucket", bucket: unit });
}

function absolute(startTs: number, endTs: number): Json {
  return { type: "absolute", startTs, endTs, timezone: "UTC" };
}

function view(timeRange: Json, scope: Json, fields: readonly Json[], more: Json = {}): Json {
  return { timeRange, scope: { entityType: "DEVICE", ...scope }, fields, ...more };
}

/** Ids in the order of their series. */
export async function deviceIds(server: AdminCalls, count: number): Promise<DeviceIds> {
  const ids = new Map<string, string>();
  for (let page = 0; ; page++) {
    const { data, hasNext } = (await server.call(
      "GET",
      `/api/tenant/devices?pageSize=1000&page=${String(page)}&textSearch=machine-`,
    )) as { data: { id: { id: string }; name: string }[]; hasNext: boolean };
    for (const { id, name } of data) ids.set(name, id.id);
    if (!hasNext) break;
  }
  return Array.from({ length: count }, (_none, device) => ids.get(reportDeviceName(device)) ?? "");
}

/** Saves the views through the API; ids by name. */
export async function saveViews(server: AdminCalls, devices: DeviceIds): Promise<ReadonlyMap<ReportView, string>> {
  const ids = new Map<ReportView, string>();
  for (const [name, definition] of Object.entries(reportViews(devices)))
    ids.set(name as ReportView, await saveView(server, name, definition));
  return ids;
}

/** Samples of one key of the first devices in a range: as `explain` has them before, and as they are. */
export async function countSamples(
  server: AdminCalls,
  devices: DeviceIds,
  startTs: number,
  endTs: number,
): Promise<{ readonly estimated: number; readonly counted: number }> {
  const definition = view(absolute(startTs, endTs), { deviceIds: devices }, [measure("temperature", "count")]);
  const id = await saveView(
    server,
    `count of ${String(devices.length)}, ${String(startTs)}-${String(endTs)}`,
    definition,
  );
  const { estimatedSamples } = (await server.call("POST", `${V1}/views/${id}/explain`, {})) as {
    estimatedSamples: number;
  };
  const data = (await server.call("POST", `${V1}/views/${id}/data`, {})) as { rows: number[][] };
  return { estimated: estimatedSamples, counted: data.rows[0]?.[0] ?? 0 };
}

async function saveView(server: AdminCalls, name: string, definition: Json): Promise<string> {
  // The folder may be kept from an earlier run, with its views.
  const saved = (await server.call("POST", `${V1}/views`, {
    name: `${name} ${new Date().toISOString()}`,
    ...definition,
  })) as { id: string };
  return saved.id;
}

export interface ReportAnswer {
  readonly millis: number;
  readonly rows: number;
  readonly bytes: number;
}

/** The report was not given. */
export class ReportRefused extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`the report was answered ${String(status)} ${text}`);
    this.status = status;
  }
}

/** The specification's call. Rejects unless the report is given. */
export async function buildReport(server: AdminCalls, viewConfigId: string, body: Json = {}): Promise<ReportAnswer> {
  const startedAt = performance.now();
  const response = await fetch(`${server.http}/apiAnalytics/publicApi/buildReport`, {
    method: "POST",
    headers: { "content-type": "application/json", jwt: server.accessToken },
    body: JSON.stringify({ viewConfigId, ...body }),
  });
  const text = await response.text();
  const millis = performance.now() - startedAt;
  if (!response.ok) throw new ReportRefused(response.status, text);
  return { millis, rows: Number(response.headers.get("x-report-rows")), bytes: text.length };
}
