// The copy of the latest points in the lake. It is made outside the transaction that stores it, which so stays short.
import type { DuckdbSession } from "../duckdb-session.ts";
import type { LatestPoints } from "../latest-points.ts";
import { allRows } from "../latest-snapshot.ts";
import { PointAppender } from "../point-appender.ts";

export async function copyLatest(writer: DuckdbSession, latest: LatestPoints): Promise<void> {
  await writer.run(
    "CREATE OR REPLACE TEMP TABLE latest_copy (series INTEGER, ts BIGINT, kind UTINYINT, num DOUBLE, text VARCHAR, stamp INTEGER)",
  );
  const appender = await PointAppender.open(writer, "latest_copy");
  try {
    appender.append(allRows(latest), 0);
  } finally {
    appender.close();
  }
}

/** Runs inside a transaction of the lake, after `copyLatest`. */
export async function storeLatest(writer: DuckdbSession): Promise<void> {
  await writer.run("DELETE FROM lake.latest");
  await writer.run("INSERT INTO lake.latest SELECT series, ts, kind, num, text FROM latest_copy ORDER BY series");
}
