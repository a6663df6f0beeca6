// Fetches every stored value of a chart's keys and window as one file of the platform, reporting progress.
import { fetchFile } from "../../../api/client.ts";
import type { TimeWindow } from "../../../components/chart/time-series.ts";
import { words } from "../../../words/words.ts";
import { bodyOf } from "../../view/download.ts";
import { isWhole, type ExportFormat } from "./export-file.ts";

export interface ExportOrder {
  readonly deviceIds: readonly string[];
  readonly keys: readonly string[];
  readonly window: TimeWindow;
  readonly format: ExportFormat;
}

export interface Received {
  readonly bytes: number;
  /** Null if lines cannot be counted in this format. */
  readonly lines: number | null;
}

const NEWLINE = 10;
/** Throws an ApiProblem, or an Error if the file arrived incomplete. */
export async function fetchExport(
  order: ExportOrder,
  onReceived: (received: Received) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const { deviceIds, keys, window, format } = order;
  const query = new URLSearchParams({
    deviceIds: deviceIds.join(","),
    format,
    startTs: String(window.startTs),
    endTs: String(window.endTs),
  });
  for (const key of keys) query.append("key", key);
  const answer = await fetchFile(`/api/telemetry/export?${query.toString()}`, { signal });
  let lines = 0;
  const file = await bodyOf(answer, (bytes, chunk) => {
    if (format !== "PARQUET") lines += linesIn(chunk);
    onReceived({ bytes, lines: format === "PARQUET" ? null : lines });
  });
  if (!(await isWhole(file, format))) throw new Error(words.device.charts.export.cutOff);
  return file;
}

function linesIn(bytes: Uint8Array): number {
  let lines = 0;
  for (let place = bytes.indexOf(NEWLINE); place !== -1; place = bytes.indexOf(NEWLINE, place + 1)) lines += 1;
  return lines;
}
