// The port to whatever writes reports as Parquet files.
import type { ReportTable } from "./report-file.ts";

export interface ParquetWriter {
  /**
   * The bytes of the file, in chunks, as fast as they are taken. Rejects with `unavailable`, or with the reason of the signal
   * when that has stopped it.
   */
  write(table: Pick<ReportTable, "columns" | "rows">, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined>;
}
