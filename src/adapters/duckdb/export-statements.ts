// SQL with which the engine itself writes points as lines or columns: exactly, and without an object per point. The
// names at the start of a line are formatted once per series; a statement only puts values between them.
import type { ExportFormat, SeriesLabel } from "../../core/history/history.ts";
import { FORMULA_BEGIN, guarded } from "../../lib/csv-guard.ts";
import type { PointWindow } from "./export-windows.ts";
import { quoted, sqlInteger } from "./literals.ts";

/** What `labels` holds for a series: the texts before and after the time of a line, or the bare names. */
export type LabelTexts = readonly [owner: string, key: string];

export interface FormatStatements {
  readonly labelOf: (label: SeriesLabel) => LabelTexts;
  /** Text before the first line. */
  readonly head: string;
  /** The last line, which shows that the export is complete. */
  readonly end: (points: number) => string;
  /** The selected columns, given the number of distinct names in the labels. */
  readonly select: (names: number) => string;
  readonly options: string;
}

/** The words for value kinds as an enum type, for a column with few distinct values. */
export const KIND_TYPE = "CREATE TEMP TYPE kind_name AS ENUM ('number', 'boolean', 'string', 'json', 'integer')";

/** Parquet writes such a list into every row group; longer lists are better written row by row. */
const LISTED_NAMES_MAX = 4096;

/** The numbers of kinds: NUMBER 0, BOOLEAN 1, STRING 2, JSON 3, INTEGER 4. */
const NUMBER_TEXT = `CASE WHEN num = trunc(num) AND abs(num) < 1e15 AND (num <> 0 OR NOT signbit(num))
  THEN num::BIGINT::VARCHAR ELSE num::VARCHAR END`;
const BOOLEAN_TEXT = "CASE WHEN num <> 0 THEN 'true' ELSE 'false' END";
const GUARD = `CASE WHEN regexp_matches(text, ${quoted(FORMULA_BEGIN)}) THEN '''' ELSE '' END`;
const CSV_TEXT = `'"' || ${GUARD} || replace(text, '"', '""') || '"'`;

// Each line is one column without quote or delimiter, so it is written unchanged.
const LINE_OPTIONS = "FORMAT csv, HEADER false, QUOTE '', DELIMITER ''";

const CSV: FormatStatements = {
  labelOf: ({ owner, key }) => [`${csvField(guarded(owner))},`, `,${csvField(guarded(key))},`],
  head: ",ts,key,value,type\n",
  end: (points) => `#complete,,points,${String(points)},number\n`,
  select:
    () => `concat(owner, ts, key, CASE kind WHEN 0 THEN ${NUMBER_TEXT} WHEN 1 THEN ${BOOLEAN_TEXT} WHEN 4 THEN text
    ELSE ${CSV_TEXT} END, CASE kind WHEN 1 THEN ',boolean' WHEN 2 THEN ',string' WHEN 3 THEN ',json' ELSE ',number' END)`,
  options: LINE_OPTIONS,
};

const NDJSON = (ownerColumn: string): FormatStatements => ({
  labelOf: ({ owner, key }) => [
    `{"${ownerColumn}":${JSON.stringify(owner)},"ts":`,
    `,"key":${JSON.stringify(key)},"value":`,
  ],
  head: "",
  end: (points) => `{"complete":true,"points":${String(points)}}\n`,
  select: () => `concat(owner, ts, key, CASE kind WHEN 0 THEN ${NUMBER_TEXT} WHEN 1 THEN ${BOOLEAN_TEXT}
    WHEN 2 THEN to_json(text)::VARCHAR ELSE text END, '}')`,
  options: LINE_OPTIONS,
});

const PARQUET = (ownerColumn: string): FormatStatements => ({
  labelOf: ({ owner, key }) => [owner, key],
  head: "",
  end: () => "",
  select: (names) => {
    const shown = names > LISTED_NAMES_MAX ? "::VARCHAR" : "";
    return `owner${shown} AS ${ownerColumn}, ts, key${shown} AS key, CASE WHEN kind IN (0, 1, 4) THEN num END AS number,
      text, (['number', 'boolean', 'string', 'json', 'integer']::kind_name[])[kind + 1] AS type`;
  },
  // Row groups are small enough that several threads have something to write.
  options: "FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880",
});

export function statementsFor(format: ExportFormat, ownerColumn: "device" | "entity"): FormatStatements {
  switch (format) {
    case "CSV":
      return { ...CSV, head: ownerColumn + CSV.head };
    case "NDJSON":
      return NDJSON(ownerColumn);
    case "PARQUET":
      return PARQUET(ownerColumn);
  }
}

/** A window in order of time. The sort carries numbers and positions in lists of names, so it stays small. */
export function selectWindow({ select }: FormatStatements, names: number, window: PointWindow): string {
  return `SELECT ${select(names)} FROM (SELECT labels.owner, points.ts, labels.key, points.kind, points.num, points.text
    FROM points JOIN labels USING (series) WHERE ${inWindow(window)} ORDER BY points.ts, points.series)`;
}

export function inWindow({ startTs, endTs, seriesStart, seriesEnd }: PointWindow): string {
  return `points.ts >= ${sqlInteger(startTs)} AND points.ts < ${sqlInteger(endTs)}
    AND points.series >= ${sqlInteger(seriesStart)} AND points.series < ${sqlInteger(seriesEnd)}`;
}

/** A name as an RFC 4180 field; a name that begins like the last line is quoted too. */
function csvField(text: string): string {
  return /["\r\n,]|^#|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
