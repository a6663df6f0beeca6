// Creates the files of background reports: computes a report with the same service as all other reports, and writes it
// in the requested format.
import { csvText } from "../files/csv-file.ts";
import { ndjsonText } from "../files/ndjson-file.ts";
import { fileName, MEDIA_TYPES, prepareFile } from "../files/report-file.ts";
import { xlsxBytes } from "../files/xlsx-file.ts";
import type { ReportFile, ReportFileMaker } from "./report-job.ts";
import { typedText } from "../report/encode-report.ts";
import type { ReportService } from "../report/report.ts";
import type { Zones } from "../time/zones.ts";
import type { Clock } from "../../../lib/clock.ts";
import { nextTurn } from "../../../lib/next-turn.ts";

export function reportFiles(
  reports: ReportService,
  zones: Pick<Zones, "load">,
  clock: Clock,
  bytesMax: number,
): ReportFileMaker {
  return {
    async open({ view, request, reader, format }, signal): Promise<ReportFile> {
      const startedAt = clock.now();
      const overrides = { ...request.overrides, bytesMax };
      const report = await reports.run(view, { ...request, overrides, isBackground: true }, reader, signal);
      const isCut = report.meta.truncated !== null;
      if (format === "json")
        return {
          contentType: "application/json; charset=utf-8",
          fileName: fileName(view.name, "csv", true).replace(/csv$/, "json"),
          rows: report.rows.length,
          isTruncated: isCut,
          pieces: inTurns(typedText(report, clock.now() - startedAt)),
        };
      const { rows, truncated } = prepareFile(report, format);
      const table = { columns: report.columns, rows, zone: await zones.load(report.meta.timezone) };
      const pieces =
        format === "xlsx" ? xlsxBytes(table) : inTurns(format === "csv" ? csvText(table) : ndjsonText(table));
      return {
        contentType: MEDIA_TYPES[format],
        fileName: fileName(view.name, format, truncated === null),
        rows: rows.length,
        isTruncated: truncated !== null,
        pieces,
      };
    },
  };
}

/** Yields to other work between pieces. */
async function* inTurns(pieces: Iterable<string>): AsyncGenerator<string> {
  for (const piece of pieces) {
    yield piece;
    await nextTurn();
  }
}
