// How a dashboard fits a wall screen: with rows as high as fill it, or, where its panels would be squeezed, as screenfuls one after the
// other, of which each panel is seen whole in one.
import type { Configuration } from "../dashboard/configuration.ts";
import { GAP } from "../dashboard/panel-grid.tsx";

export interface Screenfuls {
  /** Pixels. */
  readonly rowHeight: number;
  /** How far the panels are scrolled for each, in pixels; one that needs no scrolling is 0 alone. */
  readonly tops: readonly number[];
}

/** Panels get no less than this share of their saved height. */
const SHARE_MIN = 0.75;

/** `height`: what there is for the panels, in pixels. */
export function screenfulsOf({ grid: { rowHeight }, panels }: Configuration, height: number): Screenfuls {
  const rows = rowsOf(panels);
  const lowest = Math.ceil((rowHeight + GAP) * SHARE_MIN - GAP);
  const filling = Math.floor((height + GAP) / rows - GAP);
  if (filling >= lowest) return { rowHeight: filling, tops: [0] };
  // A little lower, a row of panels that would begin another screenful may fit into the one before.
  const fewest = Math.ceil((rows * (rowHeight + GAP) - GAP) / height);
  for (let lower = rowHeight; lower >= lowest; lower--) {
    const tops = topsAt(lower, panels, height);
    if (tops.length <= fewest) return { rowHeight: lower, tops };
  }
  return { rowHeight, tops: topsAt(rowHeight, panels, height) };
}

/** Of a dashboard beside the menu, in pixels. */
const WIDTH_ON_DESK = 1_200;

/**
 * How much larger than on a desk the dashboard is when it fills the screen. Text grows by as much, and so does all that is beside the
 * panels, `besidesHeight` pixels with text of the usual size.
 */
export function textScaleOf(
  { grid: { rowHeight }, panels }: Configuration,
  screen: { readonly width: number; readonly height: number },
  besidesHeight: number,
): number {
  const rows = rowsOf(panels);
  const ofHeight = (screen.height - (rows - 1) * GAP) / (rows * rowHeight + besidesHeight);
  return Math.max(1, Math.min(ofHeight, screen.width / WIDTH_ON_DESK));
}

function rowsOf(panels: Configuration["panels"]): number {
  return Math.max(1, ...panels.map(({ place }) => place.y + place.height));
}

function topsAt(rowHeight: number, panels: Configuration["panels"], height: number): readonly number[] {
  const pitch = rowHeight + GAP;
  const edges = panels.map(({ place: { y, height: rows } }) => ({ top: y * pitch, bottom: (y + rows) * pitch - GAP }));
  const end = Math.max(...edges.map(({ bottom }) => bottom)) - height;
  const tops: number[] = [];
  for (let here = 0; ;) {
    tops.push(here);
    const after = here;
    const cut = edges.filter(({ bottom }) => bottom > after + height);
    if (cut.length === 0) return tops;
    // One that is higher than the screen goes on where it was cut.
    here = Math.min(end, ...cut.map(({ top }) => (top > after ? top : after + height)));
  }
}
