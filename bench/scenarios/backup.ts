// Acknowledgements while a backup is made: the same load alone, beside the first backup of a folder of some gigabytes, and beside
// incremental ones, one after the other. The three take turns, so that what else the machine does meets all of them.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { RUNTIME_ENVIRONMENT, RUNTIME_FLAGS } from "../../scripts/runtime.mjs";
import { ROW_GROUP_ROWS } from "../../src/adapters/duckdb/open-engine.ts";
import { HISTORY_SERIES, withHistory } from "../history-folder.ts";
import { runLoad } from "../load-generator.ts";
import type { ReportLine } from "../load/tally.ts";
import { ALL_PROCESSORS, BenchProcess } from "../process.ts";
import type { Scenario, ScenarioOptions } from "../scenario.ts";
import { PlatformServer } from "../servers.ts";
import { spread, type Figure } from "../statistics.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");
const MEBIBYTE = 1_048_576;
const BYTES = Number(process.env["BENCH_BACKUP_MEBIBYTES"] ?? 2_200) * MEBIBYTE;
const POINTS_AT_ONCE = 10_000_000;
const FEW_POINTS = 10_000;
const GATEWAYS = 4;
const DEVICES_PER_GATEWAY = 10;
/** Of thirty points each: a quarter of what a processor can take. */
const MESSAGES_A_SECOND = 400;
const RATIO_MAX = 2;

export const backup: Scenario = {
  name: "backup",
  describes: "acknowledgements beside backups of a folder of 2 GiB, BENCH_BACKUP_MEBIBYTES of another size",
  run: (options) =>
    withHistory(FEW_POINTS, async (folder) => {
      await grow(join(folder, "telemetry.duckdb"));
      const { size } = statSync(join(folder, "telemetry.duckdb"));
      options.log(`backup: a telemetry file of ${String(Math.round(size / MEBIBYTE))} MiB`);
      const server = await PlatformServer.start(folder);
      const places = mkdtempSync(join(tmpdir(), "bridgehead-bench-backups-"));
      try {
        return await measure(server, { folder, places, ...options });
      } finally {
        await server.stop();
        rmSync(places, { recursive: true, force: true });
      }
    }),
};

/** By values that no compression makes smaller. */
async function grow(file: string): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:", { memory_limit: "1GiB" });
  const connection = await instance.connect();
  try {
    await connection.run(`ATTACH '${file}' AS telemetry (ROW_GROUP_SIZE ${String(ROW_GROUP_ROWS)})`);
    await connection.run("USE telemetry");
    for (let points = 0; statSync(file).size < BYTES; points += POINTS_AT_ONCE) {
      await connection.run(
        `INSERT INTO points SELECT (n % ${String(HISTORY_SERIES)} + 1)::INTEGER, ${String(Date.UTC(2020))} + n // ${String(HISTORY_SERIES)} * 1000,
           0::UTINYINT, random(), NULL, 0
         FROM range(${String(points)}, ${String(points + POINTS_AT_ONCE)}) numbers(n)`,
      );
      await connection.run("CHECKPOINT");
    }
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

interface Measured extends ScenarioOptions {
  readonly folder: string;
  readonly places: string;
}

type Kind = "alone" | "first" | "incremental";

async function measure(server: PlatformServer, options: Measured): Promise<readonly Figure[]> {
  const { runs, seconds, folder, places, log } = options;
  // Those with which the folder was made.
  const tokens = Array.from({ length: GATEWAYS }, (_, number) => `gateway-${String(number)}`);
  let firstTs = Date.now();
  const load = (): Promise<ReportLine> => {
    firstTs += 1e9;
    return runLoad({
      role: "publish",
      shape: "thirty-points",
      tokens,
      port: server.mqttPort,
      devices: DEVICES_PER_GATEWAY,
      warmUpSeconds: 1,
      window: 500,
      rate: MESSAGES_A_SECOND,
      seconds,
      firstTs,
    });
  };
  const p99: Record<Kind, number[]> = { alone: [], first: [], incremental: [] };
  const backupSeconds: Record<Exclude<Kind, "alone">, number[]> = { first: [], incremental: [] };
  await load();
  for (let run = 0; run < runs; run++) {
    const place = join(places, String(run));
    for (const kind of ["alone", "first", "incremental"] as const) {
      const over = new AbortController();
      const backups = kind === "alone" ? Promise.resolve() : makeBackups(kind, over.signal);
      const { latencyMillis, messagesPerSecond } = await load();
      over.abort();
      await backups;
      p99[kind].push(latencyMillis.p99);
      log(
        `backup run ${String(run + 1)}, ${kind}: ${messagesPerSecond.toFixed(0)} messages/s ${JSON.stringify(latencyMillis)}`,
      );
    }
    rmSync(place, { recursive: true, force: true });

    async function makeBackups(kind: "first" | "incremental", over: AbortSignal): Promise<void> {
      do {
        const startedAt = performance.now();
        await backUp(folder, place);
        backupSeconds[kind].push((performance.now() - startedAt) / 1000);
      } while (kind === "incremental" && !over.aborted);
    }
  }
  const alone = spread(p99.alone).median;
  return [
    { what: "acknowledgements without a backup: p99", unit: "ms", found: spread(p99.alone) },
    ...(["first", "incremental"] as const).flatMap((kind): Figure[] => [
      { what: `beside the ${kind} backup: p99`, unit: "ms", found: spread(p99[kind]) },
      {
        what: `beside the ${kind} backup, of that without one: p99`,
        unit: "×",
        found: spread([spread(p99[kind]).median / alone]),
        goal: { relation: "at most", value: RATIO_MAX },
      },
      { what: `the ${kind} backup, beside that load`, unit: "s", found: spread(backupSeconds[kind]) },
    ]),
  ];
}

async function backUp(folder: string, place: string): Promise<void> {
  const command = new BenchProcess(ALL_PROCESSORS, process.execPath, [...RUNTIME_FLAGS, MAIN, "backup", place], {
    ...RUNTIME_ENVIRONMENT,
    DATA_DIR: folder,
    BACKUP_PASSPHRASE: "the passphrase of a benchmark",
  });
  const code = await command.ended();
  if (code !== 0) throw new Error(`the backup ended with ${String(code)}`);
}
