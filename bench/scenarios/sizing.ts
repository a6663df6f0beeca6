// What a plant takes of a machine: processor and memory at a steady load of usual messages, and the disk for its points. Prints the table
// of docs/operations.md.
import { statSync } from "node:fs";
import { join } from "node:path";
import { withHistory } from "../history-folder.ts";
import { LoadGenerator, runLoad } from "../load-generator.ts";
import type { Scenario, ScenarioOptions } from "../scenario.ts";
import { PlatformServer } from "../servers.ts";
import { spread, type Figure } from "../statistics.ts";

interface Plant {
  readonly gateways: number;
  /** Behind each gateway. */
  readonly devices: number;
  /** Of all gateways, each with thirty points of ten devices. */
  readonly messagesPerSecond: number;
}

const PLANTS: readonly Plant[] = [
  { gateways: 10, devices: 10, messagesPerSecond: 4 },
  { gateways: 10, devices: 100, messagesPerSecond: 34 },
  { gateways: 100, devices: 100, messagesPerSecond: 334 },
  { gateways: 100, devices: 1000, messagesPerSecond: 3334 },
];
const DEVICES_OF_A_MESSAGE = 10;
const STORED_POINTS = 10_000_000;
const WARM_UP_SECONDS = 5;
const MIB = 1024 * 1024;
const GIGABYTE = 1e9;
const MONTH_SECONDS = 30 * 86_400;

interface Taken {
  readonly pointsPerSecond: number;
  readonly processors: number;
  readonly mebibytes: number;
}

export const sizing: Scenario = {
  name: "sizing",
  describes: "processor, memory and disk of four sizes of plants at a steady load, as a table",
  async run(options) {
    const bytesPerPoint = await withHistory(STORED_POINTS, (folder) =>
      Promise.resolve(statSync(join(folder, "telemetry.duckdb")).size / STORED_POINTS),
    );
    const figures: Figure[] = [{ what: "sizing: disk", unit: "bytes/point", found: spread([bytesPerPoint]) }];
    const rows = ["| Devices | Points/s | Processors in use | Memory | Disk a month |", "|---|---|---|---|---|"];
    for (const plant of PLANTS) {
      const devices = plant.gateways * plant.devices;
      const taken = await measure(plant, options);
      const { pointsPerSecond, processors, mebibytes } = taken;
      const gigabytes = (pointsPerSecond * MONTH_SECONDS * bytesPerPoint) / GIGABYTE;
      rows.push(
        `| ${devices.toLocaleString("en")} | ${Math.round(pointsPerSecond).toLocaleString("en")} | ${processors.toFixed(2)} | ${mebibytes.toFixed(0)} MiB | ${gigabytes.toLocaleString("en", { maximumSignificantDigits: 2 })} GB |`,
      );
      const name = `sizing: ${devices.toLocaleString("en")} devices, ${Math.round(pointsPerSecond).toLocaleString("en")} points/s`;
      figures.push(
        { what: `${name}: processor use`, unit: "cores", found: spread([processors]) },
        {
          what: `${name}: processor time of a million points`,
          unit: "s",
          found: spread([(processors / pointsPerSecond) * 1e6]),
        },
        { what: `${name}: greatest RSS while steady`, unit: "MiB", found: spread([mebibytes]) },
      );
    }
    options.log(rows.join("\n"));
    return figures;
  },
};

async function measure(plant: Plant, options: ScenarioOptions): Promise<Taken> {
  const server = await PlatformServer.start();
  try {
    const tokens = await server.createGateways(plant.gateways);
    const load = {
      role: "publish",
      shape: "thirty-points",
      tokens,
      port: server.mqttPort,
      devices: plant.devices,
    } as const;
    // Creates the devices, so that only values are measured.
    await runLoad({
      ...load,
      messages: plant.devices / DEVICES_OF_A_MESSAGE,
      window: 10,
      seconds: 600,
      warmUpSeconds: 0,
      firstTs: 1_000_000_000_000,
    });
    const steady = new LoadGenerator({
      ...load,
      rate: plant.messagesPerSecond,
      seconds: 3 * options.seconds,
      warmUpSeconds: WARM_UP_SECONDS,
    });
    await steady.ready();
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_SECONDS * 1000));
    const resident: number[] = [];
    const watch = setInterval(() => resident.push(server.process.residentBytes() / MIB), 500);
    const cpuBefore = server.process.cpuSeconds();
    const startedAt = performance.now();
    const { pointsPerSecond } = await steady.done();
    const processors = ((server.process.cpuSeconds() - cpuBefore) / (performance.now() - startedAt)) * 1000;
    clearInterval(watch);
    return { pointsPerSecond, processors, mebibytes: Math.max(...resident) };
  } finally {
    await server.stop();
  }
}
