// A dashboard of twenty panels over a month of a plant: how long it takes to compute all of them, and how long after the PUBACK of a
// value whoever watches has it, over HTTP and in a browser. The server has all processors.
import { setTimeout as pause } from "node:timers/promises";
import { EventReader } from "../../test/support/event-reader.ts";
import { launchBrowser } from "../../tools/browser.ts";
import { LoadConnection } from "../load/load-connection.ts";
import { encodePublish, PacketType } from "../load/packets.ts";
import { MONTH_DAYS, MONTH_DEVICES, MONTH_KEYS, MONTH_POINTS, withMonth } from "../month-history.ts";
import { ALL_PROCESSORS } from "../process.ts";
import { deviceIds, type DeviceIds } from "../report-views.ts";
import type { Scenario, ScenarioOptions } from "../scenario.ts";
import { PlatformServer } from "../servers.ts";
import { percentile, spread, type Figure } from "../statistics.ts";
import { measureDrawnDashboard } from "../web/dashboard.ts";

const PANELS = 20;
/** Time series, bars and the heat map. */
const CHARTS = 10;
const GOAL_MILLIS = 1_000;
const GOAL_VALUE_MILLIS = 250;
const WATCHED = "watched";
const VALUES = 100;
const BETWEEN_VALUES_MILLIS = 130;
const V1 = "/apiAnalytics/v1";

type Json = Readonly<Record<string, unknown>>;

export const dashboards: Scenario = {
  name: "dashboards",
  describes: `${String(PANELS)} panels over ${String(MONTH_DAYS)} days of ${String(MONTH_DEVICES)} devices, ${String(MONTH_POINTS)} points`,
  run: (options) =>
    withMonth(options.size, async (folder) => {
      const server = await PlatformServer.start(folder, {}, ALL_PROCESSORS);
      const browser = await launchBrowser();
      try {
        const [device = ""] = await server.createGateways(1, WATCHED);
        const watched = await server.deviceId(device);
        const devices = await deviceIds(server, MONTH_DEVICES);
        const id = await saveDashboard(server, devices, watched);
        const drawn = { id, panels: PANELS, charts: CHARTS, device, key: MONTH_KEYS[0] };
        return [
          await measureOpening(server, id, options),
          ...(await measureValues(server, id, options)),
          ...(await measureDrawnDashboard(browser, server, drawn, options.runs)),
        ];
      } finally {
        await browser.close();
        await server.stop();
      }
    }),
};

/** Time series, figures, tables and bars; of views over all devices and of keys of some. */
async function saveDashboard(server: PlatformServer, devices: DeviceIds, watched: string): Promise<string> {
  const [first, second, third, fourth, fifth] = MONTH_KEYS;
  const view = (fields: readonly Json[]): Promise<Json> => saveView(server, devices, fields);
  const byBuilding = await view([BUILDING, BUCKET, measure(first, "avg"), measure(second, "avg")]);
  const byProfile = await view([PROFILE, BUCKET, measure(third, "avg"), measure(third, "max")]);
  const daily = await view([BUILDING, DAYS, measure(fourth, "avg")]);
  const whole = await view([measure(fifth, "avg"), measure(fifth, "max"), measure(fifth, "count")]);
  const perDevice = await view([NAME, measure(first, "min"), measure(first, "avg"), measure(first, "max")]);
  const keys = (from: number, to: number, names: readonly string[]): Json => ({
    type: "keys",
    keys: names,
    deviceIds: [...devices.slice(from, to), ...(from === 0 ? [watched] : [])],
  });
  const panels: readonly (readonly [kind: string, source: Json])[] = [
    ["timeSeries", byBuilding],
    ["timeSeries", byProfile],
    ["timeSeries", keys(0, 5, [first])],
    ["timeSeries", keys(0, 5, [second, third])],
    ["timeSeries", keys(5, 10, [first])],
    ["timeSeries", keys(10, 20, [fourth])],
    ["bars", byBuilding],
    ["bars", daily],
    ["bars", keys(0, 5, [first, fifth])],
    ["heatMap", byProfile],
    ["figure", whole],
    ["figure", keys(0, 1, [first])],
    ["figure", { type: "keys", keys: [first], deviceIds: [watched] }],
    ["figure", keys(1, 2, [second])],
    ["gauge", keys(2, 3, [third])],
    ["gauge", keys(3, 4, [fourth])],
    ["table", perDevice],
    ["table", keys(0, MONTH_DEVICES, MONTH_KEYS)],
    ["table", keys(0, MONTH_DEVICES, [first])],
    ["map", keys(0, 50, [second])],
  ];
  if (panels.length !== PANELS) throw new Error(`the dashboard has ${String(panels.length)} panels`);
  const saved = (await server.call("POST", "/api/dashboard", {
    title: "Plant",
    configuration: {
      bridgehead: 1,
      timeRange: { type: "rolling", amount: MONTH_DAYS, unit: "d", timezone: "UTC" },
      panels: panels.map(([kind, source], index) => ({
        ...{ id: `panel-${String(index)}`, kind, source },
        place: { x: (index % 6) * 4, y: Math.floor(index / 6) * 4, width: 4, height: 4 },
      })),
    },
  })) as { id: { id: string } };
  return saved.id.id;
}

const NAME = field("name", { type: "entity", field: "name" });
const PROFILE = field("profile", { type: "entity", field: "profile" });
const BUILDING = field("building", { type: "attribute", scope: "server", key: "building" });
const BUCKET = field("time", { type: "timeBucket", bucket: "auto" });
const DAYS = field("day", { type: "timeBucket", bucket: "day" });

function field(id: string, source: Json): Json {
  return { id, label: id, source };
}

function measure(key: string, fn: string): Json {
  return { ...field(`${key}_${fn}`, { type: "telemetry", key }), aggregation: { fn } };
}

async function saveView(server: PlatformServer, devices: DeviceIds, fields: readonly Json[]): Promise<Json> {
  const name = fields.map(({ id }) => String(id)).join(" ");
  const saved = (await server.call("POST", `${V1}/views`, { name, fields, scope: { deviceIds: devices } })) as {
    id: string;
  };
  return { type: "view", viewId: saved.id };
}

/** The first one also compiles code and reads the history, and is not counted. */
async function measureOpening(server: PlatformServer, id: string, { runs, log }: ScenarioOptions): Promise<Figure> {
  const millis: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const [startedAt, cpuBefore] = [performance.now(), server.process.cpuSeconds()];
    const { panels } = (await server.call("POST", `/api/dashboard/${id}/panels`, {})) as {
      panels: readonly { id: string; error?: unknown; result?: { rows: unknown[]; meta: { durationMs: number } } }[];
    };
    const took = performance.now() - startedAt;
    const failed = panels.filter(({ error }) => error !== undefined);
    if (panels.length !== PANELS || failed.length > 0) throw new Error(`panels failed: ${JSON.stringify(failed)}`);
    const rows = panels.map(({ result }) => `${String(result?.rows.length)}/${String(result?.meta.durationMs)}`);
    const cpu = server.process.cpuSeconds() - cpuBefore;
    log(
      `dashboards: ${took.toFixed(0)} ms, processor ${cpu.toFixed(2)} s; rows and ms of each panel's run ${rows.join(" ")}`,
    );
    if (run > 0) millis.push(took);
  }
  return {
    what: `dashboard of ${String(PANELS)} panels, ${String(MONTH_DAYS)} days of ${String(MONTH_DEVICES)} devices`,
    unit: "ms",
    found: spread(millis),
    goal: { relation: "at most", value: GOAL_MILLIS },
  };
}

/** One value after the other, each of them watched for until it has come. */
async function measureValues(server: PlatformServer, id: string, { runs, log }: ScenarioOptions): Promise<Figure[]> {
  const key = MONTH_KEYS[0];
  const acknowledged = new Map<number, number>();
  const arrived = new Map<number, number>();
  const reader = await EventReader.open(`${server.http}/api/dashboard/${id}/live`, {
    "x-authorization": `Bearer ${server.accessToken}`,
  });
  const panels = new Set<string>();
  const reading = (async (): Promise<void> => {
    for (let event = await reader.next(); event !== undefined; event = await reader.next())
      if (event.event === "panel") panels.add((event.data as { id: string }).id);
      else if (event.event === "values")
        for (const values of Object.values(event.data as Record<string, Record<string, [number, number]>>)) {
          const value = values[key]?.[1];
          if (value !== undefined && value > FIRST) arrived.set(value, performance.now());
        }
  })();
  while (panels.size < PANELS) await pause(10);
  const device = new LoadConnection(
    {
      ...{ host: "127.0.0.1", port: server.mqttPort, protocol: 4, token: `${WATCHED}-0` },
      ...{ clientId: WATCHED, keepAliveSeconds: 60, readBytes: 4_096 },
    },
    {
      packet: (firstByte, bytes, start) => {
        if (firstByte >>> 4 === PacketType.puback)
          acknowledged.set(FIRST + bytes.readUInt16BE(start), performance.now());
      },
      lost: (reason) => {
        throw new Error(reason);
      },
    },
  );
  await device.open();
  const p99: number[] = [];
  const p50: number[] = [];
  for (let run = 0; run < runs; run++) {
    const numbers = Array.from({ length: VALUES }, (_none, at) => 1 + run * VALUES + at);
    for (const packetId of numbers) {
      const payload = JSON.stringify({ [key]: FIRST + packetId });
      device.write(encodePublish({ protocol: 4, topic: "v1/devices/me/telemetry", payload, qos: 1, packetId }));
      await pause(BETWEEN_VALUES_MILLIS);
    }
    await pause(1_000);
    const millis = numbers.map((number) => {
      // Of values that come together, the newest stands for the others.
      const later = [...arrived].filter(([value]) => value >= FIRST + number).map(([, at]) => at);
      return Math.max(0, Math.min(...later) - (acknowledged.get(FIRST + number) ?? 0));
    });
    p50.push(percentile(millis, 50));
    p99.push(percentile(millis, 99));
    log(
      `dashboards: PUBACK to values p50 ${percentile(millis, 50).toFixed(1)} ms, max ${Math.max(...millis).toFixed(1)} ms`,
    );
  }
  device.close();
  await reader.close();
  await reading;
  const what = "watched dashboard: PUBACK of a value to its event";
  return [
    { what: `${what}, p50`, unit: "ms", found: spread(p50) },
    {
      what: `${what}, p99`,
      unit: "ms",
      found: spread(p99),
      goal: { relation: "at most", value: GOAL_VALUE_MILLIS },
    },
  ];
}

/** Values that are measured are greater than those of the month, and tell which message they came with. */
const FIRST = 1_000;
