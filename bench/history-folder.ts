// A data folder with a long history: devices and gateways as a plant has them, and points of their series over a month.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { runLoad } from "./load-generator.ts";
import { POINTS_PER_MESSAGE } from "./load/message-ring.ts";
import { BenchProcess, SERVER_CPU } from "./process.ts";
import { PlatformServer, scratchFolder } from "./servers.ts";

export const HISTORY_SERIES = 10_000;
export const HISTORY_DAYS = 30;
const DAY_MILLIS = 86_400_000;
const GATEWAYS = 10;
/** Of each gateway, so that each device is heard of. */
const MESSAGES = 34;
const DEVICES_PER_GATEWAY = 340;

/** Lets `use` work with the folder of a platform that is not running, and removes it. */
export async function withHistory<Result>(points: number, use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = scratchFolder();
  try {
    await createDevices(folder);
    const rounds = Math.ceil(points / HISTORY_SERIES);
    const filler = new BenchProcess(SERVER_CPU, process.execPath, [
      join(import.meta.dirname, "fill.ts"),
      folder,
      String(HISTORY_SERIES),
      String(points),
      String(Math.floor((HISTORY_DAYS * DAY_MILLIS) / rounds)),
    ]);
    await filler.line(/^filled/);
    await filler.ended();
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many a folder for so many has: rounds of all series, and those that came with the devices. */
export function pointsOfHistory(points: number): number {
  const ofDevices = GATEWAYS * MESSAGES * POINTS_PER_MESSAGE["thirty-points"];
  return Math.ceil(points / HISTORY_SERIES) * HISTORY_SERIES + ofDevices;
}

/** So that a start meets entities as well as points, and the numbered series are somebody's. */
async function createDevices(folder: string): Promise<void> {
  const server = await PlatformServer.start(folder);
  const tokens = await server.createGateways(GATEWAYS);
  await runLoad({
    role: "publish",
    shape: "thirty-points",
    tokens,
    port: server.mqttPort,
    devices: DEVICES_PER_GATEWAY,
    messages: MESSAGES,
    window: 50,
    seconds: 60,
    warmUpSeconds: 0,
    firstTs: 1_000_000_000_000,
  });
  await server.stop();
}
