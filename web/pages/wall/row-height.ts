// How high the rows of a dashboard are on a wall screen: as high as fills the screen, unless its panels would be squeezed.
import type { Configuration } from "../dashboard/configuration.ts";
import { GAP } from "../dashboard/panel-grid.tsx";

/** Panels that get less than this share of their saved height are scrolled instead. */
const SHARE_MIN = 0.6;

/** `height`: what there is for all rows, in pixels. Undefined: as saved. */
export function filledRowHeight({ grid, panels }: Configuration, height: number): number | undefined {
  const rows = Math.max(1, ...panels.map(({ place }) => place.y + place.height));
  const filling = Math.floor((height - (rows - 1) * GAP) / rows);
  return filling < grid.rowHeight * SHARE_MIN ? undefined : filling;
}
