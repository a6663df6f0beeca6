// Sends a file of devices to the platform.
import { uploadFile } from "../../api/upload.ts";
import type { Schema } from "../../api/schemas.ts";
import { guarded } from "../../../src/lib/csv-guard.ts";
import { words } from "../../words/words.ts";

export type DeviceImportReport = Schema<"DeviceImportReport">;
export type ImportedDevice = DeviceImportReport["rows"][number];

export interface DeviceImportOptions {
  readonly dryRun: boolean;
  /** What each column of the file is; null lets the platform guess. */
  readonly columns: readonly string[] | null;
  readonly onProgress: (sent: number, total: number) => void;
  readonly signal: AbortSignal;
}

export async function importDevices(file: File, options: DeviceImportOptions): Promise<DeviceImportReport> {
  const { dryRun, columns, onProgress, signal } = options;
  const query = new URLSearchParams({ dryRun: String(dryRun) });
  for (const word of columns ?? []) query.append("columns", word);
  const text = await textOf(file);
  signal.throwIfAborted();
  const path = `/api/devices/import?${query.toString()}`;
  const report = await uploadFile(path, new Blob([text]), { contentType: "text/csv", onProgress, signal });
  if (typeof report !== "object" || report === null || !("counts" in report) || !("rows" in report))
    throw new Error(words.devices.importDevices.noReport);
  return report as DeviceImportReport;
}

/** Spreadsheets write UTF-8 only if asked to; on Windows, the usual CSV is in its code page. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The rows with their outcomes and the tokens of new devices, as a file. */
export function resultCsv({ rows }: DeviceImportReport): Blob {
  const cell = (text: string): string => `"${guarded(text).replaceAll('"', '""')}"`;
  const lines = rows.map(({ line, name, outcome, accessToken, changes, reason }) =>
    [String(line), name, outcome, accessToken ?? "", reason ?? changes.join(" ")].map(cell).join(","),
  );
  return new Blob([`line,name,outcome,token,details\n${lines.join("\n")}\n`], { type: "text/csv;charset=utf-8" });
}
