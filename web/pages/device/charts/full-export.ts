// Every stored value of a chart's keys and time as one file of the platform, with how much has come so far.
import { fetchFile } from "../../../api/client.ts";
import type { TimeWindow } from "../../../components/chart/time-series.ts";
import { isWhole, type ExportFormat } from "./export-file.ts";

export interface ExportOrder {
  readonly deviceIds: readonly string[];
  readonly keys: readonly string[];
  readonly window: TimeWindow;
  readonly format: ExportFormat;
}

export interface Received {
  readonly bytes: number;
  /** Null where the format cannot be counted as it comes. */
  readonly lines: number | null;
}

const NEWLINE = 10;
/** Throws an ApiProblem, or an Error where the file came without its end. */
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
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let lines = 0;
  const reader = answer.body?.getReader();
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    pieces.push(next.value);
    bytes += next.value.length;
    if (format !== "PARQUET") lines += linesIn(next.value);
    onReceived({ bytes, lines: format === "PARQUET" ? null : lines });
  }
  const file = new Blob(pieces, { type: answer.headers.get("content-type") ?? "" });
  if (!(await isWhole(file, format))) throw new Error("The file ended early. Try again, or choose a shorter time.");
  return file;
}

function linesIn(bytes: Uint8Array): number {
  let lines = 0;
  for (let place = bytes.indexOf(NEWLINE); place !== -1; place = bytes.indexOf(NEWLINE, place + 1)) lines += 1;
  return lines;
}
