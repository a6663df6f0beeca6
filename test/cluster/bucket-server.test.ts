// The bucket of a cluster, through the platform's own client and DuckDB's: what it has confirmed is there after whatever happens.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BackupBucket } from "../../src/adapters/s3/backup-bucket.ts";
import { parseBucketAddress } from "../../src/adapters/s3/bucket-address.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { BUCKET_PORTS_COUNT, bucketPorts, BucketServer } from "../../tools/cluster/bucket-server.ts";
import { freePorts } from "../../tools/cluster/free-ports.ts";
import { extensionsFolder } from "../../tools/cluster/programs.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";

let folder: string;
let server: BucketServer;

beforeEach(async () => {
  folder = await scratchFolder();
  server = new BucketServer({
    folder,
    ports: bucketPorts(await freePorts(BUCKET_PORTS_COUNT)),
    secret: "a secret/of+tests",
  });
  await server.start();
});

afterEach(async () => {
  if (server.state !== "stopped") await server.kill();
  await rm(folder, { recursive: true, force: true });
});

test("objects are there after a kill and a freeze, and gone after a wipe", async () => {
  const place = placeOf(server);
  await place.put("one +#é&<", Buffer.from("content"));
  await server.kill();
  await server.start();
  expect(Buffer.from((await place.get("one +#é&<")) ?? []).toString()).toBe("content");

  server.freeze();
  const waiting = place.put("two", Buffer.from("more"));
  server.thaw();
  await waiting;
  expect(await place.list("")).toEqual(["one +#é&<", "two"]);
  const lock = await place.lock();
  await lock.requireHeld();
  await lock.release();
  await place.remove("two");
  expect(await place.get("two")).toBeUndefined();

  await server.kill();
  await server.wipe();
  await server.start();
  expect(await place.list("")).toEqual([]);
  const stranger = placeOf(server, { AWS_SECRET_ACCESS_KEY: "of-a-stranger" });
  await expect(stranger.list("")).rejects.toThrow("403 SignatureDoesNotMatch");
});

test("DuckDB's extensions are those of this DuckDB, and keep a lake in the bucket", async () => {
  const duckdb = await DuckDBInstance.create(":memory:");
  const connection = await duckdb.connect();
  for (const name of ["httpfs", "ducklake", "postgres_scanner"])
    await connection.run(`LOAD '${join(extensionsFolder(), name)}.duckdb_extension'`);
  const {
    AWS_ACCESS_KEY_ID: keyId = "",
    AWS_SECRET_ACCESS_KEY: secret = "",
    AWS_ENDPOINT_URL_S3 = "",
  } = server.variables;
  await connection.run(
    `CREATE SECRET (TYPE s3, KEY_ID '${keyId}', SECRET '${secret}', ENDPOINT '${new URL(AWS_ENDPOINT_URL_S3).host}', URL_STYLE 'path', USE_SSL false)`,
  );
  await connection.run(
    `ATTACH 'ducklake:${join(folder, "catalog")}' AS lake (DATA_PATH 's3://${server.bucket}/lake', DATA_INLINING_ROW_LIMIT 0)`,
  );
  await connection.run("CREATE TABLE lake.points AS SELECT range AS ts, range / 3 AS number FROM range(100000)");
  await connection.run("DELETE FROM lake.points WHERE ts % 2 = 0");
  const { rows } = { rows: (await connection.runAndReadAll("SELECT count(*), max(ts) FROM lake.points")).getRows() };
  expect(rows).toEqual([[50_000n, 99_999n]]);
  expect((await placeOf(server, {}, "lake").list("main/points/")).length).toBe(2);
  connection.closeSync();
  duckdb.closeSync();
});

function placeOf(bucket: BucketServer, variables: object = {}, prefix = "a plant/#7+"): BackupBucket {
  return new BackupBucket(
    parseBucketAddress(`s3://${bucket.bucket}/${prefix}`, { ...bucket.variables, ...variables }),
    { clock: systemClock, pause },
    { tryMillis: 30_000, triesMax: 3, lockMillis: 3_000 },
  );
}
