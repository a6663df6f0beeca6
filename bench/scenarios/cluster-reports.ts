// The table of reports from the history of a cluster against that of a platform that runs alone: the same year, imported, asked of one
// node; one series over the year; and what a point takes in the bucket and in the file. Nothing else runs meanwhile.
import { adminCalls, type AdminCalls } from "../admin-calls.ts";
import { ClusterServer } from "../cluster-server.ts";
import { ALL_PROCESSORS } from "../process.ts";
import { REPORT_DEVICES, REPORT_POINTS, sizeOfYear, withYear } from "../report-history.ts";
import { REPORT_SETTINGS, REPORTS_OF_TABLE, timeReport, timeTable, type ReportTable } from "../report-table.ts";
import { deviceIds, saveViews } from "../report-views.ts";
import type { Scenario, ScenarioOptions } from "../scenario.ts";
import { PlatformServer } from "../servers.ts";
import { spread, type Figure } from "../statistics.ts";

interface Times {
  readonly table: ReportTable;
  /** One series, by day, over the year. */
  readonly series: readonly number[];
}

export const clusterReports: Scenario = {
  name: "cluster-reports",
  describes: `reports from the history of a cluster against those of a platform alone, ${String(REPORT_POINTS)} points of a year`,
  run: (options) =>
    withYear(REPORT_POINTS * options.size, async (folder): Promise<readonly Figure[]> => {
      const alone = await ofPlatform(folder, options);
      const { points, bytes } = await sizeOfYear(folder);
      const cluster = await ClusterServer.start({
        nodes: 1,
        environment: REPORT_SETTINGS,
        importedFolder: folder,
      });
      try {
        const lake = await timed(adminCalls(cluster.admin), options);
        return [
          ...Object.entries(REPORTS_OF_TABLE).map(([name, what]) => {
            const kind = name as keyof ReportTable;
            return against(what, lake.table[kind], alone.table[kind], 1.7);
          }),
          against("average of one series per day, a year", lake.series, alone.series, 0.3),
          {
            what: "cluster-reports: a point in the bucket",
            unit: "bytes",
            found: spread([(await cluster.historyBytes()) / points]),
            goal: { relation: "at most", value: 5 },
          },
          { what: "cluster-reports: a point in the file", unit: "bytes", found: spread([bytes / points]) },
        ];
      } finally {
        await cluster.stop();
      }
    }),
};

async function ofPlatform(folder: string, options: ScenarioOptions): Promise<Times> {
  const server = await PlatformServer.start(folder, REPORT_SETTINGS, ALL_PROCESSORS);
  try {
    await server.logIn();
    return await timed(server, options);
  } finally {
    await server.stop();
  }
}

async function timed(server: AdminCalls, { runs, log }: ScenarioOptions): Promise<Times> {
  const views = await saveViews(server, await deviceIds(server, REPORT_DEVICES));
  const caller = { server, views, runs, log };
  return { table: await timeTable(caller), series: await timeReport(caller, "series") };
}

function against(what: string, lake: readonly number[], alone: readonly number[], goal: number): Figure {
  const { median } = spread(alone);
  return {
    what: `cluster-reports: ${what}, of the platform alone`,
    unit: "×",
    found: spread(lake.map((millis) => millis / median)),
    goal: { relation: "at most", value: goal },
  };
}
