// How the sheet of a report looks: widths of its columns, and formats of its numbers. Cells keep their full value; only
// what a person sees of it is rounded. Source: analytics contract 4.3; ECMA-376 part 1, 18.3.1.13 and 18.8.30.
import { DECIMALS_MAX } from "../../schema-words.ts";
import { JsonText } from "../../values.ts";
import type { Cell } from "../report/report-engine.ts";
import type { ReportTable } from "./report-file.ts";

/** Indices into the cell formats below, after which come those of 0, 1, 2 … decimals. */
export const STYLE = { plain: 0, head: 1, time: 2 } as const;

/** Spreadsheet programs have formats of their own under lower numbers. */
const OWN_FORMATS = 164;
const TIME = "yyyy\\-mm\\-dd\\ hh:mm:ss";
const NUMBERS = Array.from(
  { length: DECIMALS_MAX + 1 },
  (_, decimals) => `#,##0${decimals === 0 ? "" : "."}${"0".repeat(decimals)}`,
);
const FORMATS = [TIME, ...NUMBERS].map(
  (code, index) => `<numFmt numFmtId="${String(OWN_FORMATS + index)}" formatCode="${code}"/>`,
);
const CELLS = [
  '<xf xfId="0"/>',
  '<xf xfId="0" fontId="1" applyFont="1"/>',
  ...FORMATS.map((_format, index) => `<xf xfId="0" numFmtId="${String(OWN_FORMATS + index)}" applyNumberFormat="1"/>`),
];

/** What the part for styles contains. */
export const STYLES = `<numFmts count="${String(FORMATS.length)}">${FORMATS.join("")}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${String(CELLS.length)}">${CELLS.join("")}</cellXfs>`;

export function decimalsStyle(decimals: number): number {
  return STYLE.time + 1 + decimals;
}

/** Enough to know how wide a column is, without a second pass over a million rows. */
const ROWS_LOOKED_AT = 200;
/** In characters. Spreadsheet programs show a number or time that does not fit as `####`. */
const WIDTH_MIN = 8;
const WIDTH_MAX = 60;
const TIME_CHARS = 19;
/** Bold heads, and the margins of a cell. */
const MARGIN = 2;

/** The width of each column in characters, by its label and the first rows. */
export function sheetWidths(columns: ReportTable["columns"], rows: ReportTable["rows"]): readonly number[] {
  const first = rows.slice(0, ROWS_LOOKED_AT);
  return columns.map(({ label, type, decimals }, index) => {
    const chars = first.map((row) => charsOf(row[index] ?? null, decimals));
    const longest = Math.max(label.length, type === "time" ? TIME_CHARS : 0, ...chars);
    return Math.min(Math.max(longest + MARGIN, WIDTH_MIN), WIDTH_MAX);
  });
}

function charsOf(cell: Cell, decimals: number | null): number {
  if (typeof cell === "number" && decimals !== null)
    return cell.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).length;
  if (cell instanceof JsonText) return cell.text.length;
  return cell === null ? 0 : String(cell).length;
}
