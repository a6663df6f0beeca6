// The values that stand on an image: each of a device and a key, at its place. A value that nobody has placed yet stands in the rows at
// the top, so that it is seen.
import { colorOf, type CellColor } from "../../components/chart/cell-style.ts";
import { drawnNumber } from "../../components/chart/drawn-number.ts";
import { shortText, type Report } from "../../components/chart/report-cell.ts";
import type { PlanPlace } from "./panel-options.ts";

export interface PlanMark {
  readonly device: string;
  readonly key: string;
  readonly name: string;
  readonly text: string;
  readonly unit: string;
  readonly color: CellColor | null;
  /** Of the image, 0 to 1, from the left and from the top. */
  readonly x: number;
  readonly y: number;
}

/** More are a table. */
const MARKS_MAX = 200;
export const PLACES_MAX = 500;
const IN_A_ROW = 4;

/** Of a report of keys, with a row for each device, as its panel writes it. */
export function planMarks(result: Report, shown: Report, places: readonly PlanPlace[]): readonly PlanMark[] {
  const deviceAt = result.columns.findIndex(({ id }) => id === "device");
  const nameAt = result.columns.findIndex(({ id }) => id === "name");
  const measures = result.columns.flatMap(({ role, label }, place) =>
    role === "measure" ? [{ key: label, place }] : [],
  );
  // Others stay where they are when one is placed.
  let number = 0;
  return shown.rows
    .flatMap((row) =>
      measures.flatMap(({ key, place: at }): readonly PlanMark[] => {
        const column = shown.columns[at];
        if (column === undefined) return [];
        const device = String(row[deviceAt]);
        const place = places.find((known) => known.device === device && known.key === key);
        const names = [
          ...(shown.rows.length > 1 || measures.length === 1 ? [String(row[nameAt])] : []),
          ...(measures.length > 1 ? [column.label] : []),
        ];
        return [
          {
            ...{ device, key, name: names.join(" · "), text: shortText(row[at], column), unit: column.unit },
            color: colorOf(column.style, drawnNumber(row[at])),
            ...inRows(number++),
            ...place,
          },
        ];
      }),
    )
    .slice(0, MARKS_MAX);
}

function inRows(number: number): { readonly x: number; readonly y: number } {
  return { x: (number % IN_A_ROW) / (IN_A_ROW - 1), y: Math.min(1, Math.floor(number / IN_A_ROW) * 0.15) };
}

/** The places with this value at another one, within the image; the oldest go if there are too many. */
export function placed(places: readonly PlanPlace[], { device, key, x, y }: PlanPlace): readonly PlanPlace[] {
  const others = places.filter((other) => other.device !== device || other.key !== key);
  return [...others, { device, key, x: within(x), y: within(y) }].slice(-PLACES_MAX);
}

function within(share: number): number {
  return Math.min(1, Math.max(0, Math.round(share * 1_000) / 1_000));
}
