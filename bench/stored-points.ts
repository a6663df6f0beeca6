// Whether a load is stored, looked up in the folder of a platform that has been stopped: of each series how many points there are, how
// many different times they have, and the least and the greatest of these. Where times follow one another by a millisecond that
// tells which points there are, each of them, however many have come late or twice.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { DuckDBConnection } from "@duckdb/node-api";
import { openEngineForReading } from "../src/adapters/duckdb/open-engine.ts";
import type { PublishJob } from "./load/job.ts";
import { pointsOfDevices } from "./load/message-ring.ts";
import type { DoneLine } from "./load/tally.ts";

/** What one series is to have from `firstTs` on, up to the `firstTs` of others. */
export interface ExpectedPoints {
  readonly series: number;
  /** Milliseconds since the epoch. */
  readonly firstTs: number;
  /** Times follow one another by a millisecond; otherwise they only differ. */
  readonly isConsecutive: boolean;
  readonly least: number;
  readonly most: number;
}

/** Different times are counted of so many points at once, which the memory has to hold. */
const POINTS_AT_ONCE = 10_000_000;
const MEMORY_MEBIBYTES = 2_048;
const SPILL_MEBIBYTES = 8_192;
const TELLS_MAX = 5;

type Load = Pick<PublishJob, "shape" | "devices" | "devicePrefix" | "firstTs">;

/** Of a load into `folder`: no less than was acknowledged, and no more than was sent. */
export function expectedOfLoad(
  folder: string,
  load: Load,
  { ofConnections }: Pick<DoneLine, "ofConnections">,
): readonly ExpectedPoints[] {
  const entities = new DatabaseSync(join(folder, "bridgehead.sqlite"), { readOnly: true });
  const found = entities
    .prepare("SELECT d.name, s.key, s.number FROM series s JOIN device d ON d.id = s.owner_id")
    .all();
  entities.close();
  const numbers = new Map(found.map(({ name, key, number }) => [`${String(name)} ${String(key)}`, Number(number)]));
  return ofConnections.flatMap(({ sent, acknowledged }, connection) => {
    const ofDevices = (messages: number) =>
      pointsOfDevices({ ...load, devicePrefix: `${load.devicePrefix}-${String(connection)}` }, messages);
    const most = ofDevices(sent);
    return ofDevices(acknowledged).flatMap(({ device, keys, points }, index) =>
      keys.map((key) => ({
        // One that has never had a point is none.
        series: numbers.get(`${device} ${key}`) ?? 0,
        firstTs: load.firstTs,
        isConsecutive: true,
        least: points,
        most: most[index]?.points ?? 0,
      })),
    );
  });
}

/** How many points there are. Throws where those of any series, of all that there are, differ from what is expected. */
export async function requireStored(folder: string, expected: readonly ExpectedPoints[]): Promise<number> {
  const { instance, connection } = await openEngineForReading({
    file: join(folder, "telemetry.duckdb"),
    scratchFolder: join(folder, "scratch"),
    threads: availableParallelism(),
    memoryMaxMebibytes: MEMORY_MEBIBYTES,
    spillMaxMebibytes: SPILL_MEBIBYTES,
  });
  try {
    const missing = new Map(expected.map((points) => [`${String(points.series)} ${String(points.firstTs)}`, points]));
    const wrong: string[] = [];
    let stored = 0;
    for (const slice of await slicesOf(connection, expected))
      for (const found of await storedOf(connection, slice)) {
        const key = `${String(found.series)} ${String(found.firstTs)}`;
        const complaint = complaintOf(found, missing.get(key));
        if (complaint !== undefined) wrong.push(complaint);
        missing.delete(key);
        stored += found.points;
      }
    for (const { series, firstTs, least } of missing.values())
      if (least > 0) wrong.push(`series ${String(series)} from ${String(firstTs)} has no point of ${String(least)}`);
    if (wrong.length > 0)
      throw new Error(
        `what is stored is not what was acknowledged, in ${String(wrong.length)} series: ${wrong.slice(0, TELLS_MAX).join("; ")}`,
      );
    return stored;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

interface StoredPoints {
  readonly series: number;
  readonly firstTs: number;
  readonly points: number;
  readonly times: number;
  readonly least: number;
  readonly greatest: number;
}

function complaintOf(found: StoredPoints, expected: ExpectedPoints | undefined): string | undefined {
  const { series, firstTs, points, times, least, greatest } = found;
  const counted = `series ${String(series)} from ${String(firstTs)} has ${String(points)} points of ${String(times)} times, ${String(least)} to ${String(greatest)}`;
  if (expected === undefined) return `${counted}: none were sent`;
  const wanted =
    expected.least === expected.most ? String(expected.least) : `${String(expected.least)} to ${String(expected.most)}`;
  if (points !== times || points < expected.least || points > expected.most)
    return `${counted}: there should be ${wanted}`;
  if (expected.isConsecutive && (least !== firstTs || greatest !== firstTs + points - 1))
    return `${counted}: they should follow one another`;
  return undefined;
}

/** Series that are counted at once, both ends included; their points are distinguished by the same first times. */
interface Slice {
  readonly from: number;
  to: number;
  /** As the branches of a case, the latest first. */
  readonly firstTimes: string;
  points: number;
}

async function slicesOf(connection: DuckDBConnection, expected: readonly ExpectedPoints[]): Promise<readonly Slice[]> {
  const firstTimes = new Map<number, string>();
  for (const { series, firstTs } of expected.toSorted((one, other) => other.firstTs - one.firstTs))
    firstTimes.set(series, `${firstTimes.get(series) ?? ""} WHEN ts >= ${String(firstTs)} THEN ${String(firstTs)}`);
  const slices: Slice[] = [];
  const counts = await rowsOf(connection, "SELECT series, count(*) FROM points GROUP BY series ORDER BY series");
  for (const [series = 0, points = 0] of counts) {
    const last = slices.at(-1);
    const times = firstTimes.get(series) ?? "";
    if (last?.firstTimes === times && last.points + points <= POINTS_AT_ONCE) {
      last.to = series;
      last.points += points;
    } else slices.push({ from: series, to: series, firstTimes: times, points });
  }
  return slices;
}

async function storedOf(
  connection: DuckDBConnection,
  { from, to, firstTimes }: Slice,
): Promise<readonly StoredPoints[]> {
  const rows = await rowsOf(
    connection,
    `SELECT series, CASE WHEN ts IS NULL THEN 0${firstTimes} ELSE -1 END AS first_ts, count(*), count(DISTINCT ts), min(ts), max(ts)
     FROM points WHERE series BETWEEN ${String(from)} AND ${String(to)} GROUP BY series, first_ts`,
  );
  return rows.map(([series = 0, first = 0, points = 0, times = 0, least = 0, greatest = 0]) => ({
    series,
    firstTs: first,
    points,
    times,
    least,
    greatest,
  }));
}

async function rowsOf(connection: DuckDBConnection, sql: string): Promise<readonly (readonly number[])[]> {
  return (await connection.runAndReadAll(sql)).getRows().map((row) => row.map(Number));
}
