// The platform's export files: their formats, and whether a file is complete.

/** How the names of the files end, by format. */
export const FILE_ENDINGS = { CSV: "csv", NDJSON: "ndjson", PARQUET: "parquet" } as const;
export type ExportFormat = keyof typeof FILE_ENDINGS;

/** Bytes at the end of a file that contain its last line. */
const TAIL_BYTES = 256;

/** Follows the platform's promise for its files. Source: docs/rest-api.md, Import and export. */
export async function isWhole(file: Blob, format: ExportFormat): Promise<boolean> {
  const tail = await file.slice(-TAIL_BYTES).text();
  if (format === "PARQUET") return tail.endsWith("PAR1");
  const last = tail.trimEnd().split("\n").at(-1) ?? "";
  return format === "CSV" ? last.startsWith("#complete,") : last.startsWith('{"complete":true');
}
