// Writes a report as a spreadsheet of one sheet, streaming it: building the whole sheet first would take memory and
// time in proportion to its size, and block other work. Source: analytics contract 4.3; ECMA-376 part 1, 18.3 and 18.8.
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { JsonText } from "../../values.ts";
import type { Cell } from "../report/report-engine.ts";
import { inChunks } from "../report/encode-report.ts";
import { SHEET_CELL_CHARS_MAX, type ReportTable } from "./report-file.ts";
import { decimalsStyle, sheetWidths, STYLE, STYLES } from "./xlsx-looks.ts";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const PARTS: ReadonlyMap<string, string> = new Map([
  [
    "[Content_Types].xml",
    `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
  ],
  [
    "_rels/.rels",
    `${HEAD}<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    "xl/workbook.xml",
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Report" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    "xl/_rels/workbook.xml.rels",
    `${HEAD}<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  ],
  ["xl/styles.xml", `${HEAD}<styleSheet xmlns="${MAIN}">${STYLES}</styleSheet>`],
]);

/** A constant time, so that equal sheets are equal in bytes. */
const ENTRY = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** Times are written as local times of the report's zone, because a sheet has no zones. */
export async function* xlsxBytes(table: ReportTable): AsyncGenerator<Uint8Array, void, undefined> {
  const archive = new ZipFile();
  for (const [name, text] of PARTS) archive.addBuffer(Buffer.from(text), name, ENTRY);
  const rows = Readable.from(inChunks(sheet(table)));
  // The archive does not handle errors of its input streams.
  rows.once("error", (error) => archive.outputStream.emit("error", error));
  archive.addReadStream(rows, "xl/worksheets/sheet1.xml", ENTRY);
  archive.end();
  try {
    for await (const chunk of archive.outputStream) if (typeof chunk !== "string") yield chunk;
  } finally {
    rows.destroy();
  }
}

function* sheet({ columns, rows, zone }: ReportTable): Generator<string, void, undefined> {
  const widths = sheetWidths(columns, rows)
    .map(
      (width, index) =>
        `<col min="${String(index + 1)}" max="${String(index + 1)}" width="${String(width)}" customWidth="1"/>`,
    )
    .join("");
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths}</cols><sheetData>`;
  const letters = columns.map((_column, index) => columnName(index));
  yield `<row r="1">${columns.map(({ label }, index) => textCell(`${letters[index] ?? ""}1`, label, STYLE.head)).join("")}</row>`;
  let number = 1;
  for (const row of rows) {
    number++;
    let cells = "";
    for (const [index, { type, decimals }] of columns.entries()) {
      const cell = row[index] ?? null;
      const place = `${letters[index] ?? ""}${String(number)}`;
      cells +=
        type === "time" && typeof cell === "number"
          ? timeCell(place, cell + zone.offsetAt(cell))
          : plainCell(place, cell, decimals === null ? STYLE.plain : decimalsStyle(decimals));
    }
    yield `<row r="${String(number)}">${cells}</row>`;
  }
  yield "</sheetData></worksheet>";
}

function plainCell(place: string, cell: Cell, numberStyle: number): string {
  switch (typeof cell) {
    case "number":
      return Number.isFinite(cell) ? `<c r="${place}"${styled(numberStyle)}><v>${String(cell)}</v></c>` : "";
    case "boolean":
      return `<c r="${place}" t="b"><v>${cell ? "1" : "0"}</v></c>`;
    case "bigint":
      // Sheets have only doubles; a text keeps all digits.
      return textCell(place, String(cell), STYLE.plain);
    case "string":
      return textCell(place, cell, STYLE.plain);
    default:
      return cell instanceof JsonText ? textCell(place, cell.text, STYLE.plain) : "";
  }
}

const DAY = 86_400_000;
/** Days from the start of the sheet calendar to 1970-01-01. */
const EPOCH_DAY = 25_569;
/** Before 1900-03-01, spreadsheet programs count days differently. */
const FIRST_DAY = 61;
/** The day after 9999-12-31, on which the sheet calendar ends. */
const LAST_DAY = 2_958_466;

/** A hundredth of a millisecond, so that a program that truncates fractions still gets the right millisecond. */
const NUDGE = 0.01;

function timeCell(place: string, local: number): string {
  const days = (local + NUDGE) / DAY + EPOCH_DAY;
  if (days < FIRST_DAY || days >= LAST_DAY) return `<c r="${place}"><v>${String(local)}</v></c>`;
  return `<c r="${place}"${styled(STYLE.time)}><v>${String(days)}</v></c>`;
}

function textCell(place: string, text: string, style: number): string {
  return `<c r="${place}"${styled(style)} t="inlineStr"><is><t xml:space="preserve">${escapeXml(cut(text))}</t></is></c>`;
}

function styled(style: number): string {
  return style === STYLE.plain ? "" : ` s="${String(style)}"`;
}

/** The file name says that something was cut. */
function cut(text: string): string {
  if (text.length <= SHEET_CELL_CHARS_MAX) return text;
  return `${text.slice(0, SHEET_CELL_CHARS_MAX - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

// XML cannot represent most control characters; sheets write them, and texts that look like such an escape, as _xHHHH_.

const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\r]|_(?=x[0-9A-Fa-f]{4}_)/g;

function escapeXml(text: string): string {
  return text
    .replaceAll(UNWRITABLE, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** Names columns A, B, … Z, AA, AB, … */
function columnName(index: number): string {
  const before = Math.floor(index / 26) - 1;
  return (before < 0 ? "" : columnName(before)) + String.fromCharCode(65 + (index % 26));
}
