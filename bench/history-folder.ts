// A data folder with a long history: devices and gateways as a plant has them, and points of their series over a month.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { runLoad } from "./load-generator.ts";
import { BenchProcess, SERVER_CPU } from "./process.ts";
import { PlatformServer, scratchFolder } from "./servers.ts";
import type { ExpectedPoints } from "./stored-points.ts";

export const HISTORY_SERIES = 10_000;
export const HISTORY_DAYS = 30;
const DAY_MILLIS = 86_400_000;
const GATEWAYS = 10;
/** Of each gateway, so that each device is heard of. */
const MESSAGES = 34;
const DEVICES_PER_GATEWAY = 340;
const KEYS_OF_A_DEVICE = 3;
/** Older than everything else. */
const FIRST_TS = 1_000_000_000_000;

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

/** What a folder for so many has: rounds of all numbered series, and a message to each device. */
export function expectedOfHistory(points: number): readonly ExpectedPoints[] {
  const ofDevices = GATEWAYS * DEVICES_PER_GATEWAY * KEYS_OF_A_DEVICE;
  const rounds = Math.ceil(points / HISTORY_SERIES);
  return Array.from({ length: Math.max(HISTORY_SERIES, ofDevices) }, (_, index) => {
    const count = (index < HISTORY_SERIES ? rounds : 0) + (index < ofDevices ? 1 : 0);
    return { series: index + 1, firstTs: FIRST_TS, isConsecutive: false, least: count, most: count };
  });
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
    firstTs: FIRST_TS,
  });
  await server.stop();
}
