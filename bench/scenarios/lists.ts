// Lists of a large installation: a page of devices out of a hundred thousand, and of the audit log out of a million
// records, as a person sees them who types into the search box.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { BenchProcess, SERVER_CPU } from "../process.ts";
import type { Scenario } from "../scenario.ts";
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
      await server.stop();
      return figures;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

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
