// The files that the platform exports: their formats, and whether one has come to its end.

export const FORMATS = [
  { value: "CSV", label: "CSV", ending: "csv" },
  { value: "NDJSON", label: "JSON lines", ending: "ndjson" },
  { value: "PARQUET", label: "Parquet", ending: "parquet" },
] as const;
export type ExportFormat = (typeof FORMATS)[number]["value"];

/** The end of a file that contains its last line. */
const TAIL_BYTES = 256;

/** As the platform promises of its files. Source: docs/rest-api.md, Import and export. */
export async function isWhole(file: Blob, format: ExportFormat): Promise<boolean> {
  const tail = await file.slice(-TAIL_BYTES).text();
  if (format === "PARQUET") return tail.endsWith("PAR1");
  const last = tail.trimEnd().split("\n").at(-1) ?? "";
  return format === "CSV" ? last.startsWith("#complete,") : last.startsWith('{"complete":true');
}
