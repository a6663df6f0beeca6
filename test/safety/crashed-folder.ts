// A data folder as a crash leaves it, with known points of two tenants' devices in the log of the telemetry file, for tests that damage it.
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { SEGMENT_HEADER_BYTES } from "../../src/adapters/duckdb/log/segment.ts";
import { configOf } from "../../src/app/config.ts";
import { startPlatform, type Platform } from "../../src/app/platform.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { TENANT_ADMIN, TEST_SETTINGS } from "../support/platform.ts";
import { member, RestClient, text } from "../support/rest-client.ts";

export const ENTITIES = "bridgehead.sqlite";
export const TELEMETRY = "telemetry.duckdb";
const LOG_FOLDER = `${TELEMETRY}.log`;
export const FIRST_TS = 1_700_000_000_000;
const DEVICES = ["boiler", "pump"];
export const KEYS = ["speed", "state"];

/** Everything that was acknowledged: `device/key/ts` and the value. */
export type Stored = ReadonlyMap<string, string>;

export class CrashedFolders {
  readonly parent: string;
  readonly stored = new Map<string, string>();
  #copies = 0;

  readonly #readings: number;

  private constructor(parent: string, readings: number) {
    this.parent = parent;
    this.#readings = readings;
  }

  /** `checkpointed` batches are in the file, `logged` ones in its log alone; each of so many readings of each device. */
  static async make({ checkpointed = 2, logged = 6, readings = 20 } = {}): Promise<CrashedFolders> {
    const folders = new CrashedFolders(await mkdtemp(join(tmpdir(), "bridgehead-damage-")), readings);
    const folder = join(folders.parent, "data");
    await use(folder, async (platform) => {
      for (let batch = 0; batch < checkpointed; batch++) await folders.#write(platform, batch);
    });
    await use(folder, async (platform) => {
      for (let batch = checkpointed; batch < checkpointed + logged; batch++) await folders.#write(platform, batch);
      const isFile = (path: string): boolean => !path.endsWith("control.sock");
      await cp(folder, join(folders.parent, "crashed"), { recursive: true, filter: isFile });
    });
    return folders;
  }

  async remove(): Promise<void> {
    await rm(this.parent, { recursive: true, force: true });
  }

  /** Of the crashed folder. */
  async copy(): Promise<string> {
    const folder = join(this.parent, `copy-${String(this.#copies++)}`);
    await cp(join(this.parent, "crashed"), folder, { recursive: true });
    return folder;
  }

  /** A batch replaces points of the one before it, too. */
  async #write(platform: Platform, batch: number): Promise<void> {
    for (const device of DEVICES) {
      const client = await admin(platform);
      const found = member(await client.get(`/api/tenant/devices?pageSize=10&page=0&textSearch=${device}`), "data");
      const id =
        Array.isArray(found) && found.length > 0
          ? text(found[0], "id", "id")
          : text(await client.post("/api/device", { name: device, type: "default" }), "id", "id");
      const readings = Array.from({ length: this.#readings }, (_, index) => ({
        ts: FIRST_TS + batch * 50 * this.#readings + (index === 0 ? 1 - 50 * this.#readings : index),
        values: { speed: Math.sin(batch * 1e6 + index), state: `${device} in ${String(batch)}, ${String(index)}` },
      }));
      await client.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, readings);
      for (const { ts, values } of readings)
        for (const [key, value] of Object.entries(values))
          this.stored.set(`${device}/${key}/${String(ts)}`, String(value));
    }
  }
}

export async function use<Result>(folder: string, work: (platform: Platform) => Promise<Result>): Promise<Result> {
  const config = configOf({ ...TEST_SETTINGS, dataDir: folder });
  const platform = await startPlatform(config, { clock: new ManualClock(), log: silentLogger });
  try {
    return await work(platform);
  } finally {
    await platform.stop();
  }
}

const admin = async (platform: Platform): Promise<RestClient> =>
  await new RestClient(platform.http).login(TENANT_ADMIN.email, TENANT_ADMIN.password);

/** The only file of the log: nothing was written before a start but what the telemetry file has. */
export async function logFileOf(folder: string): Promise<string> {
  const [name = "", ...others] = await readdir(join(folder, LOG_FOLDER));
  expect(others).toEqual([]);
  return join(folder, LOG_FOLDER, name);
}

/** Of the telemetry file, as the engine lays it out. */
const FILE_HEADERS_BYTES = 12_288;
const FILE_BLOCK_BYTES = 262_144;
const FILE_PAGE_BYTES = 4_096;

export const blocksIn = (file: Buffer): number => (file.length - FILE_HEADERS_BYTES) / FILE_BLOCK_BYTES;

/** Fills the second page of a block of the telemetry file, so that its checksum is wrong. */
export function damageBlock(file: Buffer, block: number): void {
  const page = FILE_HEADERS_BYTES + block * FILE_BLOCK_BYTES + FILE_PAGE_BYTES;
  file.fill(0x55, page, page + FILE_PAGE_BYTES);
}

export const FRAME_HEAD_BYTES = 24;

/** Where the frames of the log begin. */
export function framesOf(log: Buffer): readonly number[] {
  const starts: number[] = [];
  for (let at = SEGMENT_HEADER_BYTES; at < log.length; at += FRAME_HEAD_BYTES + log.readUInt32LE(at + 4))
    starts.push(at);
  return starts;
}

/** All points that the platform answers with. */
export async function pointsOf(platform: Platform): Promise<Stored> {
  const client = await admin(platform);
  const found = new Map<string, string>();
  for (const device of DEVICES) {
    const id = text(await client.get(`/api/tenant/devices?deviceName=${device}`), "id", "id");
    const answer = await client.get(
      `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=${KEYS.join(",")}&startTs=0&endTs=${String(2 ** 45)}&limit=100000`,
    );
    for (const key of KEYS) {
      const points = member(answer, key);
      if (!Array.isArray(points)) continue;
      for (const point of points) found.set(`${device}/${key}/${String(member(point, "ts"))}`, text(point, "value"));
    }
  }
  return found;
}
