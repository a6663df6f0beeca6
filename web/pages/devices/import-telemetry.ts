// Sends a file of telemetry to the platform.
import { uploadFile } from "../../api/upload.ts";
import type { Schema } from "../../api/schemas.ts";
import { words } from "../../words/words.ts";
import { fileOfDevice } from "./file-of-device.ts";
import { isNdjson } from "./import-preview.ts";

export interface ImportOptions {
  /** Only reports what would be refused. */
  readonly dryRun: boolean;
  readonly createDevices: boolean;
  /** The device of the rows if the file does not name devices. */
  readonly device: string | null;
  readonly onProgress: (sent: number, total: number) => void;
  readonly signal: AbortSignal;
}

const ERRORS_SHOWN = 20;

export async function importTelemetry(file: File, options: ImportOptions): Promise<Schema<"ImportReport">> {
  const { dryRun, createDevices, device, onProgress, signal } = options;
  const query = new URLSearchParams({
    dryRun: String(dryRun),
    createDevices: String(createDevices),
    errorsMax: String(ERRORS_SHOWN),
  });
  const isJson = isNdjson(file.name);
  const contentType = isJson ? "application/x-ndjson" : "text/csv";
  const rows = device === null ? file : await fileOfDevice(file, device, isJson);
  signal.throwIfAborted();
  const path = `/api/telemetry/import?${query.toString()}`;
  return parseReport(await uploadFile(path, rows, { contentType, onProgress, signal }));
}

/** Checks only that the answer is a report; its structure is defined by the API description. */
function parseReport(body: unknown): Schema<"ImportReport"> {
  if (typeof body !== "object" || body === null || !("accepted" in body) || !("refusals" in body))
    throw new Error(words.devices.importValues.noReport);
  return body as Schema<"ImportReport">;
}
