// Exports: the engine sorts and writes one window of time after another into a scratch folder; each file is sent and
// removed. At most two windows are on disk and none in the memory of the process, and a client that stops reading makes
// the engine wait. Record: docs/decisions/0024-exports-by-windows.md.
import { open, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { ExportRequest, HistoryReader, SeriesLabel } from "../../core/history/history.ts";
import { quoted, sqlInteger } from "./literals.ts";
import type { DuckdbSession } from "./duckdb-session.ts";
import { inWindow, KIND_TYPE, selectWindow, statementsFor, type FormatStatements } from "./export-statements.ts";
import { cutWindows, type Axis, type PointWindow, type Slot, type WindowOptions } from "./export-windows.ts";
import { fromScratch, type ScratchDeps } from "./scratch-folder.ts";

const CHUNK_BYTES = 262_144;

export class DuckdbHistoryReader implements HistoryReader {
  readonly #deps: ScratchDeps;
  readonly #window: WindowOptions;

  constructor(deps: ScratchDeps, window: WindowOptions) {
    this.#deps = deps;
    this.#window = window;
  }

  read(request: ExportRequest, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
    return fromScratch(this.#deps, { prefix: "export-", signal }, (session, folder) =>
      new ExportRun({ session, folder, request, window: this.#window, signal }).bytes(),
    );
  }
}

interface Piece {
  readonly file: string;
  readonly points: number;
}

interface ExportParts {
  readonly session: DuckdbSession;
  readonly folder: string;
  readonly request: ExportRequest;
  readonly window: WindowOptions;
  readonly signal: AbortSignal;
}

class ExportRun {
  readonly #parts: ExportParts;
  readonly #statements: FormatStatements;
  #files = 0;
  /** Number of distinct names that the points are written under. */
  #names = 0;
  #points = 0;

  constructor(parts: ExportParts) {
    this.#parts = parts;
    this.#statements = statementsFor(parts.request.format, parts.request.ownerColumn);
  }

  async *bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    const whole = await this.#prepare();
    if (this.#parts.request.format === "PARQUET") yield* this.#parquet(whole);
    else yield* this.#lines(whole);
  }

  async *#lines(whole: PointWindow | undefined): AsyncGenerator<Uint8Array, void, undefined> {
    const { head, end } = this.#statements;
    if (head !== "") yield Buffer.from(head);
    for await (const piece of this.#pieces(whole)) {
      const file = await open(piece.file);
      try {
        yield* chunksOf(file, 0, (await file.stat()).size);
      } finally {
        await file.close();
      }
    }
    yield Buffer.from(end(this.#points));
  }

  async *#parquet(whole: PointWindow | undefined): AsyncGenerator<Uint8Array, void, undefined> {
    // Loaded with the first file of this format, because its libraries are as large as the rest of the adapter.
    const { PARQUET_MAGIC, PARQUET_TAIL_BYTES, ParquetPieces } = await import("./parquet-pieces.ts");
    const pieces = new ParquetPieces();
    let isFirst = true;
    // Without any points there is still a file with its columns.
    const all = this.#pieces(whole ?? { startTs: 0, endTs: 0, seriesStart: 0, seriesEnd: 0 });
    for await (const piece of all) {
      const file = await open(piece.file);
      try {
        const { size } = await file.stat();
        const tail = await readAt(file, size - PARQUET_TAIL_BYTES, PARQUET_TAIL_BYTES);
        const metadataStart = size - PARQUET_TAIL_BYTES - tail.readUInt32LE(0);
        const bodyStart = PARQUET_MAGIC.length;
        pieces.add(await readAt(file, metadataStart, size - metadataStart), metadataStart - bodyStart);
        yield* chunksOf(file, isFirst ? 0 : bodyStart, metadataStart);
        isFirst = false;
      } finally {
        await file.close();
      }
    }
    yield pieces.end();
  }

  /** Loads the names into a table of the session; returns the window to export, or undefined if there is nothing. */
  async #prepare(): Promise<PointWindow | undefined> {
    const { window } = this.#parts.request;
    const series = await this.#storeLabels();
    if (series === undefined) return undefined;
    const asked: PointWindow = { ...window, ...series };
    const [range] = await this.#parts.session.query(
      `SELECT min(points.ts), max(points.ts) FROM points JOIN labels USING (series) WHERE ${inWindow(asked)}`,
    );
    const [first, last] = range ?? [];
    if (typeof first !== "bigint" || typeof last !== "bigint") return undefined;
    return { ...asked, startTs: Number(first), endTs: Number(last) + 1 };
  }

  async #storeLabels(): Promise<Pick<PointWindow, "seriesStart" | "seriesEnd"> | undefined> {
    await this.#parts.session.query("CREATE TEMP TABLE sent (series INTEGER, owner VARCHAR, key VARCHAR)");
    const appender = await this.#parts.session.appender("sent");
    let seriesStart = Infinity;
    let seriesEnd = -Infinity;
    try {
      for await (const page of this.#parts.request.labels) {
        this.#parts.signal.throwIfAborted();
        for (const label of page) this.#appendLabel(appender, label);
        for (const { series } of page) {
          seriesStart = Math.min(seriesStart, series);
          seriesEnd = Math.max(seriesEnd, series + 1);
        }
      }
    } finally {
      appender.closeSync();
    }
    // As positions in lists, the names cost the sort four bytes each.
    await this.#parts.session.query("CREATE TEMP TYPE owner_name AS ENUM (SELECT DISTINCT owner FROM sent)");
    await this.#parts.session.query("CREATE TEMP TYPE key_name AS ENUM (SELECT DISTINCT key FROM sent)");
    await this.#parts.session.query(
      "CREATE TEMP TABLE labels AS SELECT series, owner::owner_name AS owner, key::key_name AS key FROM sent",
    );
    await this.#parts.session.query("DROP TABLE sent");
    await this.#parts.session.query(KIND_TYPE);
    const [names] = await this.#parts.session.query(
      "SELECT len(enum_range(NULL::owner_name)) + len(enum_range(NULL::key_name))",
    );
    this.#names = Number(names?.[0] ?? 0);
    return seriesEnd > seriesStart ? { seriesStart, seriesEnd } : undefined;
  }

  #appendLabel(
    appender: { appendInteger(value: number): void; appendVarchar(value: string): void; endRow(): void },
    label: SeriesLabel,
  ): void {
    const [owner, key] = this.#statements.labelOf(label);
    appender.appendInteger(label.series);
    appender.appendVarchar(owner);
    appender.appendVarchar(key);
    appender.endRow();
  }

  /** Yields one file after another; while one is being sent, the engine writes the next. */
  async *#pieces(whole: PointWindow | undefined): AsyncGenerator<Piece, void, undefined> {
    if (whole === undefined) return;
    const windows =
      whole.endTs === whole.startTs
        ? [whole].values()
        : cutWindows(whole, this.#parts.window, (...cut) => this.#count(...cut));
    const following = async (): Promise<Piece | undefined> => {
      const window = await windows.next();
      return window.done === true ? undefined : await this.#write(window.value);
    };
    let next = following();
    try {
      for (;;) {
        const piece = await next;
        if (piece === undefined) return;
        next = following();
        // The failure is thrown where `next` is awaited; this marks it as handled until then.
        next.catch(() => undefined);
        this.#points += piece.points;
        yield piece;
        await rm(piece.file, { force: true });
      }
    } finally {
      this.#parts.session.interrupt();
      await next.catch(() => undefined);
    }
  }

  async #write(window: PointWindow): Promise<Piece> {
    this.#parts.signal.throwIfAborted();
    const file = join(this.#parts.folder, `${String(this.#files++)}.part`);
    const [row] = await this.#parts.session.query(
      `COPY (${selectWindow(this.#statements, this.#names, window)}) TO ${quoted(file)} (${this.#statements.options})`,
    );
    return { file, points: Number(row?.[0] ?? 0) };
  }

  async #count(window: PointWindow, axis: Axis, width: number): Promise<readonly Slot[]> {
    this.#parts.signal.throwIfAborted();
    const from = axis === "ts" ? window.startTs : window.seriesStart;
    const rows = await this.#parts.session.query(
      `SELECT (points.${axis} - ${sqlInteger(from)}) // ${sqlInteger(width)} AS slot, count(*), coalesce(sum(strlen(points.text)), 0)
       FROM points JOIN labels USING (series) WHERE ${inWindow(window)} GROUP BY slot ORDER BY slot`,
    );
    return rows.map(([index, points, textBytes]) => ({
      index: Number(index),
      points: Number(points),
      textBytes: Number(textBytes),
    }));
  }
}

async function* chunksOf(file: FileHandle, start: number, end: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = start; at < end;) {
    const chunk = await readAt(file, at, Math.min(CHUNK_BYTES, end - at));
    yield chunk;
    at += chunk.length;
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new Error("a scratch file of an export is shorter than it was written");
    filled += bytesRead;
  }
  return buffer;
}
