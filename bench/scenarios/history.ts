// A long history: what a start costs with fifty million points instead of one million, and what a point weighs on disk.
import { statSync } from "node:fs";
import { join } from "node:path";
import { withHistory } from "../history-folder.ts";
import { PlatformServer } from "../servers.ts";
import type { Scenario } from "../scenario.ts";
import { spread } from "../statistics.ts";

const FEW_POINTS = 1_000_000;
const MANY_POINTS = 50_000_000;

export const history: Scenario = {
  name: "history",
  describes: "start with 50 million stored points in 10,000 series, and their size on disk",
  async run(options) {
    const few = await measure(FEW_POINTS, options.runs);
    options.log(
      `history: ${String(FEW_POINTS)} points, starts ${few.starts.map((seconds) => seconds.toFixed(2)).join(" ")} s`,
    );
    const many = await measure(MANY_POINTS, options.runs);
    options.log(
      `history: ${String(MANY_POINTS)} points, starts ${many.starts.map((seconds) => seconds.toFixed(2)).join(" ")} s, ${many.bytesPerPoint.toFixed(2)} bytes a point`,
    );
    return [
      { what: "start with 1 million points", unit: "s", found: spread(few.starts) },
      {
        what: "start with 50 million points",
        unit: "s",
        found: spread(many.starts),
        goal: { relation: "at most", value: 2 },
      },
      {
        what: "start with 50 million points, of that with 1 million",
        unit: "×",
        found: spread([spread(many.starts).median / spread(few.starts).median]),
        goal: { relation: "at most", value: 1.1 },
      },
      {
        what: "disk after a checkpoint",
        unit: "bytes/point",
        found: spread([many.bytesPerPoint]),
        goal: { relation: "at most", value: 5 },
      },
    ];
  },
};

async function measure(
  points: number,
  runs: number,
): Promise<{ readonly starts: number[]; readonly bytesPerPoint: number }> {
  return await withHistory(points, async (folder) => {
    const starts: number[] = [];
    for (let run = 0; run < runs; run++) {
      const server = await PlatformServer.start(folder);
      starts.push(server.startSeconds);
      await server.stop();
    }
    return { starts, bytesPerPoint: statSync(join(folder, "telemetry.duckdb")).size / points };
  });
}
