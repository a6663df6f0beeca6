// The average of one key per device profile and month, as a person at the database would type it; no platform runs on the
// folder meanwhile. Writes {"millis":[...]}, one time for each run.
//   node bench/report-sql.ts FOLDER KEY RUNS MEMORY_MIB
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DuckDBInstance, INTEGER, VARCHAR } from "@duckdb/node-api";
import { TELEMETRY_FILE } from "./report-history.ts";

const [folder = "", key = "", runs = "1", memoryMebibytes = "256"] = process.argv.slice(2);
const entities = new DatabaseSync(join(folder, "bridgehead.sqlite"), { readOnly: true });
const devices = entities
  .prepare(
    `SELECT s.number, p.name FROM series s JOIN device d ON d.id = s.owner_id JOIN device_profile p ON p.id = d.profile_id
     WHERE s.key = ?`,
  )
  .all(key);
entities.close();
const instance = await DuckDBInstance.create(":memory:", {
  threads: String(availableParallelism()),
  memory_limit: `${memoryMebibytes}MiB`,
});
const connection = await instance.connect();
await connection.run(`ATTACH '${join(folder, TELEMETRY_FILE)}' AS telemetry (READ_ONLY)`);
await connection.run("CREATE TABLE device (series INTEGER, profile VARCHAR)");
const appender = await connection.createAppender("device");
for (const { number, name } of devices) {
  appender.appendValue(Number(number), INTEGER);
  appender.appendValue(String(name), VARCHAR);
  appender.endRow();
}
appender.closeSync();
const millis: number[] = [];
for (let run = 0; run < Number(runs); run++) {
  const startedAt = performance.now();
  await connection.runAndReadAll(
    `SELECT profile, date_trunc('month', make_timestamp_ms(ts)) AS month, avg(num)
     FROM telemetry.points JOIN device USING (series) WHERE kind < 2 GROUP BY ALL ORDER BY ALL`,
  );
  millis.push(performance.now() - startedAt);
}
connection.closeSync();
instance.closeSync();
process.stdout.write(`${JSON.stringify({ millis })}\n`);
