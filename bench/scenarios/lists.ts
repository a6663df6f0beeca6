// Lists of a large installation: a page of devices out of a hundred thousand, and of the audit log out of a million
// records, as a person sees them who types into the search box; and ten thousand devices that come at once.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { connectAsync } from "mqtt";
import { BenchProcess, SERVER_CPU } from "../process.ts";
import type { Scenario } from "../scenario.ts";
import { deviceNameOf as nameOf } from "../device-names.ts";
import { PlatformServer, scratchFolder } from "../servers.ts";
import { spread, type Figure } from "../statistics.ts";

const DEVICES = 100_000;
const RECORDS = 1_000_000;
const CALLS = 100;
const PAGE = "pageSize=100&page=0";
const NEWEST = `${PAGE}&sortProperty=createdTime&sortOrder=DESC`;

interface Call {
  readonly what: string;
  /** Different with each call, as searches are. */
  readonly path: (index: number) => string;
  readonly goalMillis?: number;
}

const LISTS: readonly Call[] = [
  {
    what: "100 of 100,000 devices, text search that finds a few, p50",
    path: (index) => `/api/tenant/devices?${NEWEST}&textSearch=boiler-${String(1000 + index)}`,
    goalMillis: 15,
  },
  {
    what: "100 of 100,000 devices, text search that finds 25,000, p50",
    path: () => `/api/tenant/devices?${NEWEST}&textSearch=boiler`,
    goalMillis: 15,
  },
  {
    what: "100 of 100,000 device infos, text search that finds a few, p50",
    path: (index) => `/api/tenant/deviceInfos?${NEWEST}&textSearch=boiler-${String(1000 + index)}`,
    goalMillis: 15,
  },
  { what: "100 of 100,000 devices, newest first, p50", path: () => `/api/tenant/devices?${NEWEST}` },
  { what: "100 of 1 million audit records, newest first, p50", path: () => `/api/audit/logs?${NEWEST}` },
  {
    what: "100 of 1 million audit records, text search, p50",
    path: (index) => `/api/audit/logs?${NEWEST}&textSearch=boiler-${String(1000 + index * 4)}`,
  },
];

const NEW_DEVICES = 10_000;
/** Some 60 KB. */
const DEVICES_A_MESSAGE = 2_500;
const ENTITY_CALLS = 10;

/** Orders of an entity query, by the kind of what is sorted by. */
const ORDERS = [
  { what: "name", key: { type: "ENTITY_FIELD", key: "name" } },
  { what: "label", key: { type: "ENTITY_FIELD", key: "label" } },
  { what: "an attribute", key: { type: "ATTRIBUTE", key: "serial" } },
  { what: "latest telemetry", key: { type: "TIME_SERIES", key: "temperature" } },
] as const;

export const lists: Scenario = {
  name: "lists",
  describes: "pages of 100,000 devices and of 1 million audit records, with and without a text search",
  async run({ runs, log }) {
    const folder = scratchFolder();
    try {
      await fillEntities(folder, { devices: DEVICES, records: RECORDS });
      const server = await PlatformServer.start(folder);
      await server.logIn();
      const figures: Figure[] = [];
      for (const { what, path, goalMillis } of LISTS) {
        const found: number[] = [];
        for (let run = 0; run < runs; run++) found.push(await median(server, path));
        log(`lists: ${what} ${found.map((value) => value.toFixed(1)).join(" ")} ms`);
        const goal = goalMillis === undefined ? {} : { goal: { relation: "at most", value: goalMillis } as const };
        figures.push({ what, unit: "ms", found: spread(found), ...goal });
      }
      figures.push(...(await entityQueries(server, runs, log)));
      figures.push(await devicesOfImport(server, runs, log), await devicesOfGateway(server, runs, log));
      await server.stop();
      return figures;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** After every device has been given an attribute and a latest value. */
async function entityQueries(server: PlatformServer, runs: number, log: (line: string) => void): Promise<Figure[]> {
  const names = Array.from({ length: DEVICES }, (_, index) => nameOf(index));
  await server.import(
    `device,ts,temperature\n${names.map((name, index) => `${name},1,${String((index * 7919) % DEVICES)}\n`).join("")}`,
  );
  const figures: Figure[] = [];
  for (const { what, key } of ORDERS) {
    const body = {
      entityFilter: { type: "entityType", entityType: "DEVICE" },
      entityFields: [{ type: "ENTITY_FIELD", key: "name" }],
      latestValues: [{ type: "TIME_SERIES", key: "temperature" }],
      pageLink: { pageSize: 100, page: 0, sortOrder: { key, direction: "DESC" } },
    };
    const found: number[] = [];
    for (let run = 0; run < runs; run++) {
      const millis: number[] = [];
      for (let call = 0; call < ENTITY_CALLS; call++) {
        const startedAt = performance.now();
        await server.call("POST", "/api/entitiesQuery/find", body);
        millis.push(performance.now() - startedAt);
      }
      found.push(spread(millis).median);
    }
    log(`lists: entities by ${what} ${found.map((value) => value.toFixed(1)).join(" ")} ms`);
    figures.push({
      what: `100 of 100,000 entities, by ${what}, p50`,
      unit: "ms",
      found: spread(found),
      goal: { relation: "at most", value: 300 },
    });
  }
  return figures;
}

async function devicesOfImport(server: PlatformServer, runs: number, log: (line: string) => void): Promise<Figure> {
  const found: number[] = [];
  for (let run = 0; run < runs; run++) {
    const rows = Array.from({ length: NEW_DEVICES }, (_, index) => `new ${String(run)} ${String(index)},1,1\n`);
    const startedAt = performance.now();
    await server.import(`device,ts,a\n${rows.join("")}`, "createDevices=true");
    found.push((performance.now() - startedAt) / 1000);
  }
  log(`lists: new devices of an import ${found.map((value) => value.toFixed(2)).join(" ")} s`);
  return {
    what: "10,000 new devices in one import",
    unit: "s",
    found: spread(found),
    goal: { relation: "at most", value: 5 },
  };
}

/** In as few messages as their bound in bytes allows, one after the other until all are acknowledged. */
async function devicesOfGateway(server: PlatformServer, runs: number, log: (line: string) => void): Promise<Figure> {
  const [token = ""] = await server.createGateways(1, "newcomers");
  const client = await connectAsync({
    host: "127.0.0.1",
    port: server.mqttPort,
    username: token,
    reconnectPeriod: 0,
    protocolVersion: 5,
  });
  const found: number[] = [];
  for (let run = 0; run < runs; run++) {
    const messages = Array.from({ length: NEW_DEVICES / DEVICES_A_MESSAGE }, (_, message) =>
      JSON.stringify(
        Object.fromEntries(
          Array.from({ length: DEVICES_A_MESSAGE }, (_name, index) => [
            `came ${String(run)} ${String(message * DEVICES_A_MESSAGE + index)}`,
            [{ a: 1 }],
          ]),
        ),
      ),
    );
    const startedAt = performance.now();
    await Promise.all(messages.map((text) => client.publishAsync("v1/gateway/telemetry", text, { qos: 1 })));
    found.push((performance.now() - startedAt) / 1000);
  }
  await client.endAsync();
  log(`lists: new devices of a gateway ${found.map((value) => value.toFixed(2)).join(" ")} s`);
  return {
    what: "10,000 new devices in four messages of a gateway",
    unit: "s",
    found: spread(found),
    goal: { relation: "at most", value: 5 },
  };
}

/** Makes a data folder with devices of the first tenant and records of its audit log. */
export async function fillEntities(
  folder: string,
  { devices, records }: { readonly devices: number; readonly records: number },
): Promise<void> {
  // The first start makes the tables and the tenant.
  await (await PlatformServer.start(folder)).stop();
  const filler = new BenchProcess(SERVER_CPU, process.execPath, [
    join(import.meta.dirname, "../fill-entities.ts"),
    folder,
    String(devices),
    String(records),
  ]);
  await filler.line(/^filled/);
  await filler.ended();
}

/** Of calls one after the other, in milliseconds. */
async function median(server: PlatformServer, path: (index: number) => string): Promise<number> {
  const millis: number[] = [];
  for (let index = 0; index < CALLS; index++) {
    const startedAt = performance.now();
    await server.call("GET", path(index));
    millis.push(performance.now() - startedAt);
  }
  return spread(millis).median;
}
