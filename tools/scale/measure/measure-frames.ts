// Frames of the log as nodes of a plant make them: messages of ten devices with three series each, at the same moment.
import { LatestPoints } from "../../../src/adapters/duckdb/latest-points.ts";
import { packPoints, unpackPoints } from "../../../src/core/telemetry/packed-points.ts";
import { PointBatch } from "../../../src/core/telemetry/point-batch.ts";
import { ValueKind } from "../../../src/core/telemetry/telemetry.ts";
import { Random } from "../../simulator/random.ts";
import type { FrameCost } from "../unit-costs.ts";
import { leastMicros } from "./processor-time.ts";

const SERIES_OF_DEVICE = 3;
const DEVICES_OF_MESSAGE = 10;
const DEVICES = 100_000;
const FIRST_TS = 1_700_000_000_000;
const SIZES = [3, 30, 300, 3_000, 30_000];
/** In all frames of one size. */
const POINTS = 300_000;
const ROUNDS = 3;

/** A batch of messages of groups of devices chosen at random; `at` is the moment, which ascends. */
export function messagesOf(random: Random, points: number, at: number): PointBatch {
  const batch = new PointBatch(points);
  for (let message = 0; batch.count < points; message++) {
    const first = Math.floor((random.next() * DEVICES) / DEVICES_OF_MESSAGE) * DEVICES_OF_MESSAGE * SERIES_OF_DEVICE;
    for (let row = 0; row < DEVICES_OF_MESSAGE * SERIES_OF_DEVICE && batch.count < points; row++) {
      const value = Math.round(random.between(1_500, 3_000)) / 100;
      batch.add(first + row + 1, FIRST_TS + at * 100 + (message % 100), ValueKind.NUMBER, value);
    }
  }
  return batch;
}

export async function measureFrames(): Promise<readonly FrameCost[]> {
  const costs: FrameCost[] = [];
  for (const points of SIZES) costs.push(await ofSize(points));
  return costs;
}

async function ofSize(points: number): Promise<FrameCost> {
  const random = new Random(`frames of ${String(points)}`);
  const count = Math.min(20_000, Math.ceil(POINTS / points));
  const batches = Array.from({ length: count }, (_, at) => messagesOf(random, points, at));
  let frames: Buffer[] = [];
  const pack = await leastMicros(ROUNDS, () => {
    frames = batches.map(packPoints);
  });
  const follow = await leastMicros(ROUNDS, () => {
    const latest = new LatestPoints();
    for (const frame of frames) {
      const batch = unpackPoints(frame);
      latest.admit(batch);
      latest.apply(batch);
    }
  });
  const bytes = frames.reduce((sum, frame) => sum + frame.length, 0);
  return { points, bytes: bytes / count, packMicros: pack / count, followMicros: follow / count };
}
