// How gauges share the room of a panel: as large as they can be with none cut off.

export interface Room {
  readonly width: number;
  readonly height: number;
}

export interface GaugeGrid {
  readonly columns: number;
  /** Of each gauge, in pixels. */
  readonly width: number;
}

/** Smaller ones cannot be read: there, the panel is scrolled. */
const WIDTH_MIN = 90;
/** The texts of wider ones grow with them, so that they are read from afar. */
export const TEXTS_GROW_FROM = 280;
export const GAUGE_GAP = 6;
/** The name above and the ends of the scale below a half circle, until they grow. */
const LINES_HEIGHT = 44;
/** Of the age of a value, which is below them. */
export const AGE_HEIGHT = 19;
/** Of the second line of a long name. */
export const NAME_LINE_HEIGHT = 21;
const WIDTH_TO_HEIGHT = 200 / 108;

/** `moreHeight`: of what else each gauge has above and below it, until it grows. */
export function gaugeGrid(count: number, { width, height }: Room, moreHeight = 0): GaugeGrid {
  let best = { columns: 1, width: 0, rows: count };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const wide = (width - GAUGE_GAP * (columns - 1)) / columns;
    const high = (height - GAUGE_GAP * (rows - 1)) / rows;
    const fitting = Math.min(wide, Math.max(widthAt(high, LINES_HEIGHT + moreHeight), WIDTH_MIN));
    // Of equal ones, the fewest rows, as full as the others.
    const isBetter = fitting > best.width || (fitting === best.width && rows < best.rows);
    if (isBetter && (wide >= WIDTH_MIN || columns === 1)) best = { columns, width: fitting, rows };
  }
  return { columns: best.columns, width: Math.floor(best.width) };
}

/** Of gauges on a page, which has no height to fit into: no row has much fewer than the others. */
export function evenColumns(count: number, most: number): number {
  return Math.ceil(count / Math.max(1, Math.ceil(count / most)));
}

/** How wide a gauge of this height is, with texts as high as `lines` until they grow. */
function widthAt(height: number, lines: number): number {
  const small = (height - lines) * WIDTH_TO_HEIGHT;
  return small <= TEXTS_GROW_FROM ? small : height / (1 / WIDTH_TO_HEIGHT + lines / TEXTS_GROW_FROM);
}
