// The figures of the overview in words.
import type { Schema } from "../../api/schemas.ts";
import { rateText } from "../../components/figures.ts";
import { refusalInWords } from "../../components/refusal-reasons.ts";
import { countText, numberFormat } from "../../words/format.ts";
import { words } from "../../words/words.ts";

export type Overview = Schema<"Overview">;
export type Traffic = Schema<"TrafficFigures">;

/** The disk of the data folder. */
export interface Disk {
  readonly freeBytes: number;
  readonly bytes: number;
  readonly finding: NonNullable<Overview["storage"]>["diskFinding"];
}

/** Null in a cluster, whose nodes keep no data on theirs, and for everyone but system administrators. */
export function diskOf({ storage }: Overview): Disk | null {
  if (storage === null) return null;
  const { diskFreeBytes: freeBytes, diskBytes, diskFinding: finding } = storage;
  return freeBytes === null || diskBytes === null ? null : { freeBytes, bytes: diskBytes, finding };
}

const COMPACT = numberFormat({ notation: "compact", minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Numbers of ten thousand and more are easier to read in short form. */
export function short(amount: number): string {
  return amount < 10_000 ? countText(amount) : compact(amount);
}

export function rate(perSecond: number): string {
  return perSecond < 10_000 ? rateText(perSecond) : compact(perSecond);
}

/** 171.0K beside 170.9K; written out where the language has no short form, as German has none of thousands. */
function compact(amount: number): string {
  const parts = COMPACT.formatToParts(amount);
  return parts.some(({ type }) => type === "compact")
    ? parts.map(({ value }) => value).join("")
    : countText(Math.round(amount));
}

/** The most frequent kind of refusal, in words. */
export function reasonsInWords(refusals: Traffic["refusals"]): string | undefined {
  const [first] = refusals.reasons.filter(({ lastHour }) => lastHour > 0);
  return first === undefined ? undefined : words.overview.attention.mostly(refusalInWords(first.reason));
}

interface Load {
  readonly running: number;
  readonly waiting: number;
  readonly slots: number;
}

/** The sum over all places where reports are computed. */
export function reportLoad(reports: Overview["reports"]): Load {
  return reports.reduce(
    (sum, { running, waiting, slots }) => ({
      running: sum.running + running,
      waiting: sum.waiting + waiting,
      slots: sum.slots + slots,
    }),
    { running: 0, waiting: 0, slots: 0 },
  );
}
