// How figures share the room of a panel: as large as usual, larger where there is much room, and smaller before any is cut off.
import type { Room } from "./gauge-room.ts";

export interface RoomOfFigures {
  /** Characters of the longest name, and of the longest value with its unit. */
  readonly nameChars: number;
  readonly valueChars: number;
  /** Pixels of what else each figure has below it. */
  readonly moreHeight: number;
}

export interface FigureGrid {
  readonly columns: number;
  /** Pixels of the font of a value, and of its name. */
  readonly size: number;
  readonly nameSize: number;
  readonly nameLines: number;
  /** How many figures are shown. */
  readonly shown: number;
}

const FIGURE_SIZE = 32;
export const FIGURE_GAPS = { row: 12, column: 16 };
/** Smaller ones cannot be read: then fewer are shown. */
const SIZE_MIN = 16;
const SIZE_MAX = 120;
/** Of a figure of the usual size, and of a small one. */
const WIDTH_USUAL = 140;
const WIDTH_MIN = 90;
const NAME_SIZE = 14;
const NAME_SIZE_MIN = 12;
/** Of a font, as part of its size: the height of a line, and the width of a character. */
const NAME_LINE = 1.55;
const VALUE_LINE = 1.15;
const NAME_CHARACTER = 0.5;
const VALUE_CHARACTER = 0.58;
/** A figure grows where it would fit so many times. */
const AMPLE = 2.4;

export function figureGrid(count: number, room: Room, figures: RoomOfFigures): FigureGrid {
  const usual = columnsOf(room.width, WIDTH_USUAL, count);
  const most = columnsOf(room.width, Math.max(WIDTH_MIN, widthOf(SIZE_MIN, figures)), count);
  const upFrom = (from: number, to: number): readonly number[] =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step);
  // As many beside each other as usual, else more; fewer are only of use to large ones.
  const order = [usual, ...upFrom(usual + 1, most), ...upFrom(1, usual - 1).toReversed()];
  for (let size = SIZE_MAX; size >= SIZE_MIN; size--)
    for (const columns of order) {
      const each = cellOf(count, columns, room);
      const isAsUsual = size <= FIGURE_SIZE && columns <= usual;
      if (!isAsUsual && each.width < widthOf(size, figures)) continue;
      const { nameLines, height } = figureOf(size, each.width, figures);
      if (each.height >= height * (size > FIGURE_SIZE ? AMPLE : 1))
        return { columns, size, nameSize: nameSizeOf(size), nameLines, shown: count };
    }
  const { width } = cellOf(count, most, room);
  const { height } = figureOf(SIZE_MIN, width, { ...figures, nameChars: 0 });
  const rows = Math.max(1, Math.floor((room.height + FIGURE_GAPS.row) / (height + FIGURE_GAPS.row)));
  const nameSize = nameSizeOf(SIZE_MIN);
  return { columns: most, size: SIZE_MIN, nameSize, nameLines: 1, shown: Math.min(count, rows * most) };
}

function columnsOf(width: number, widthMin: number, count: number): number {
  return Math.max(1, Math.min(count, Math.floor((width + FIGURE_GAPS.column) / (widthMin + FIGURE_GAPS.column))));
}

function cellOf(count: number, columns: number, { width, height }: Room): Room {
  const rows = Math.ceil(count / columns);
  return {
    width: (width - FIGURE_GAPS.column * (columns - 1)) / columns,
    height: (height - FIGURE_GAPS.row * (rows - 1)) / rows,
  };
}

function figureOf(size: number, width: number, figures: RoomOfFigures) {
  const nameSize = nameSizeOf(size);
  const nameLines = figures.nameChars * nameSize * NAME_CHARACTER > width ? 2 : 1;
  const valueLines = widthOf(size, figures) > width ? 2 : 1;
  const height = nameSize * NAME_LINE * nameLines + size * VALUE_LINE * valueLines + figures.moreHeight;
  return { nameLines, height };
}

/** Of a value in one line. */
function widthOf(size: number, { valueChars }: RoomOfFigures): number {
  return size * VALUE_CHARACTER * valueChars;
}

/** The name of a figure grows and shrinks less than its value. */
function nameSizeOf(size: number): number {
  return Math.max(NAME_SIZE_MIN, Math.round(NAME_SIZE + (size - FIGURE_SIZE) / 4));
}
