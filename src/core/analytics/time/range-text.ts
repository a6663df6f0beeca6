// Time ranges as people say them, as "last 3 full weeks": a fixed English grammar that does not guess.
// Source: analytics contract 7 no. 4.
import type { RangeForm } from "../view/table-view.ts";

export type ParsedRangeText =
  | { readonly kind: "range"; readonly range: RangeForm; readonly text: string }
  /** The text may mean several things, or none: at most `PROPOSALS_MAX` texts that are understood. */
  | { readonly kind: "unclear"; readonly proposals: readonly { readonly text: string; readonly range: RangeForm }[] };

export const PROPOSALS_MAX = 3;
