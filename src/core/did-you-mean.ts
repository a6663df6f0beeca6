// Suggestions for misspelt names in errors of views and formulas. Bounded, so that malicious names cost nothing.

const NAME_LENGTH_MAX = 64;
const CANDIDATES_MAX = 200;

/** ` Did you mean "x"?` with its leading blank, or an empty text if no name is similar. */
export function didYouMean(written: string, names: readonly string[]): string {
  const nearest = nearestOf(written, names);
  return nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
}

/** The nearest name, if at most a third of its letters differ. */
export function nearestOf(written: string, names: readonly string[]): string | undefined {
  if (written.length === 0 || written.length > NAME_LENGTH_MAX) return undefined;
  const lower = written.toLowerCase();
  let nearest: string | undefined;
  let least = Math.floor(written.length / 3) + 1;
  for (const name of names.slice(0, CANDIDATES_MAX)) {
    if (Math.abs(name.length - written.length) >= least) continue;
    const distance = distanceOf(lower, name.toLowerCase());
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** The number of letters inserted, deleted, replaced, or swapped with their neighbour. */
function distanceOf(left: string, right: string): number {
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const replaced = (last[column - 1] ?? 0) + (isSame ? 0 : 1);
      let cost = Math.min(replaced, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      const isSwapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (isSwapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    [before, last] = [last, current];
  }
  return last[right.length] ?? 0;
}
