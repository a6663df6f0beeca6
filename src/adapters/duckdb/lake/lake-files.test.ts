// The files of the lake: how they are written, and that those of a version before are arranged the same way.
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { Client } from "pg";
import { expect, test } from "vitest";
import { batchOf } from "../../../../test/contracts/telemetry-store.ts";
import { useLakes, type LakeWorld } from "../../../../test/support/lake-world.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import { quoted } from "../literals.ts";

const lakes = useLakes();
const SERIES = 40;
/** More than the catalog keeps by itself. */
const TIMES = 100;
const FOLDS = 4;

/** Points of all series, each fold later than the one before. */
async function fold(world: LakeWorld, folds: readonly number[]): Promise<void> {
  const [node, keeper] = [await world.node(), await world.keeper({ expireSeconds: 0, restoreSeconds: 0 })];
  for (const number of folds) {
    const points = Array.from(
      { length: SERIES * TIMES },
      (_, index) => [(index % SERIES) as SeriesNumber, number * TIMES + Math.floor(index / SERIES), index] as const,
    );
    await node.write(batchOf(points));
    await keeper.fold();
  }
  await keeper.merge();
  for (const part of [node, keeper]) await part.stop();
}

/** What the files have, as they have it. */
async function filesOf({ place: { folder, name } }: LakeWorld): Promise<readonly (readonly string[])[]> {
  const engine = await DuckDBInstance.create(":memory:");
  const connection = await engine.connect();
  const files = quoted(join(folder, name, "main/points/*.parquet"));
  const rows = await connection.runAndReadAll(
    `SELECT filename, string_agg(series || ' ' || ts, ',' ORDER BY file_row_number) FROM read_parquet(${files}, filename = true, file_row_number = true) GROUP BY filename`,
  );
  connection.closeSync();
  engine.closeSync();
  return rows.getRows().map(([, points]) => String(points).split(","));
}

const sorted = Array.from({ length: SERIES }, (_, series) =>
  Array.from({ length: FOLDS * TIMES }, (_none, ts) => `${String(series)} ${String(ts)}`),
).flat();

test("files that were merged have their points in the order of series and times", async () => {
  const world = lakes.world();
  await fold(world, [0, 1, 2, 3]);
  expect(await filesOf(world)).toEqual([sorted]);
});

test("a lake of a version that did not sort what it merged is arranged when it is next opened", async () => {
  const world = lakes.world();
  await fold(world, [0]);
  const catalog = new Client({
    connectionString: world.place.postgres.catalog,
    options: `-c search_path=${world.place.name}`,
  });
  await catalog.connect();
  for (const table of ["sort_info", "sort_expression"]) await catalog.query(`DELETE FROM ducklake_${table}`);
  await catalog.query("DELETE FROM ducklake_metadata WHERE key IN ('target_file_size', 'parquet_compression')");
  await catalog.end();

  await fold(world, [1, 2, 3]);
  expect(await filesOf(world)).toEqual([sorted]);
});
