// The beginning of a telemetry file before it is sent: its first lines, and the devices that they are about.
import { parseJson } from "../../api/json.ts";
import { isObject } from "../../../src/lib/members.ts";

export interface ImportPreview {
  /** The first lines; the last may be cut. */
  readonly lines: readonly string[];
  readonly hasMore: boolean;
  /** Names in those lines; null if the file does not name devices. */
  readonly devices: readonly string[] | null;
}

const BYTES_READ = 65_536;
const LINES_SHOWN = 6;
const BYTE_ORDER_MARK = /^\uFEFF/;

export function isNdjson(name: string): boolean {
  return /\.(ndjson|jsonl)$/i.test(name);
}

export async function previewOf(file: File): Promise<ImportPreview> {
  const text = (await file.slice(0, BYTES_READ).text()).replace(BYTE_ORDER_MARK, "");
  const all = text.split(/\r?\n/).filter((line) => line !== "");
  const lines = all.slice(0, LINES_SHOWN);
  const devices = isNdjson(file.name) ? devicesOfJson(lines) : devicesOfCsv(lines);
  return { lines, hasMore: all.length > lines.length || file.size > BYTES_READ, devices };
}

function devicesOfJson(lines: readonly string[]): readonly string[] | null {
  const named = lines.map((line) => {
    const entry = parseJson(line);
    return isObject(entry) ? entry["device"] : undefined;
  });
  return named[0] === undefined ? null : distinct(named.filter((name) => typeof name === "string"));
}

function devicesOfCsv([head = "", ...rows]: readonly string[]): readonly string[] | null {
  const place = cellsOf(head).indexOf("device");
  if (place === -1) return null;
  const isEnd = (name: string): boolean => name === "" || name === "#complete";
  return distinct(rows.map((row) => cellsOf(row)[place] ?? "").filter((name) => !isEnd(name)));
}

/** Splits a line whose cells contain no line ends, as precisely as a preview needs. */
function cellsOf(line: string): readonly string[] {
  const cells = line.match(/("(?:[^"]|"")*"|[^,]*)(?=,|$)/g) ?? [];
  return cells.map((cell) => cell.replace(/^"(.*)"$/s, "$1").replaceAll('""', '"'));
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
