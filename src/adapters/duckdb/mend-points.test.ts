import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { mendPoints } from "./mend-points.ts";
import { migrate } from "./migrations.ts";

test.each([1, 2, 3, 1000])("points that are there twice are removed, %i points at a time", async (pointsAtOnce) => {
  const engine = await DuckDBInstance.create(":memory:");
  const connection = await engine.connect();
  await migrate(connection);
  await connection.run(
    `INSERT INTO points SELECT series, ts, 0, written * 100 + ts, NULL, written
     FROM range(1, 4) s(series), range(10) t(ts), range(1, 3) w(written) WHERE written = 1 OR ts % 3 = 0`,
  );

  await mendPoints(connection, pointsAtOnce);

  const left = (await connection.runAndReadAll("SELECT series, ts, num FROM points ORDER BY series, ts")).getRows();
  const expected = [1, 2, 3].flatMap((series) =>
    Array.from({ length: 10 }, (_, ts) => [series, BigInt(ts), (ts % 3 === 0 ? 200 : 100) + ts]),
  );
  expect(left).toEqual(expected);
  connection.closeSync();
  engine.closeSync();
});

test("a file without points has nothing to mend", async () => {
  const engine = await DuckDBInstance.create(":memory:");
  const connection = await engine.connect();
  await migrate(connection);
  await mendPoints(connection);
  expect((await connection.runAndReadAll("SELECT count(*) FROM latest")).getRows()).toEqual([[0n]]);
  connection.closeSync();
  engine.closeSync();
});
