// Parses time ranges in plain English, such as "last 3 full weeks". The grammar is fixed and does not guess: a text
// that is not clearly one range gives a list of texts that are. Source: analytics contract 7 no. 4.
import type { RangeForm, RollingUnit } from "../view/table-view.ts";
import { type DateRules, datesBetween, namedDates, slashedDates, withYears } from "./named-dates.ts";
import { countedUnit, plainWords, spelledRight, UNIT_OF_WORD, unitName } from "./range-words.ts";

export interface RangeText {
  /** The normalised text. */
  readonly text: string;
  readonly range: RangeForm;
}

export type ParsedRangeText =
  | (RangeText & { readonly kind: "range" })
  /** The text may mean several things, or cannot be understood. */
  | { readonly kind: "unclear"; readonly proposals: readonly RangeText[] };

export const PROPOSALS_MAX = 3;
export const RANGE_TEXT_LENGTH_MAX = 200;
/** The same maximum as in a view. */
const AMOUNT_MAX = 1_000_000;
const MOMENTS = /^\s*(now[-+0-9smhdwMQy/]*)\s+(?:to|-)\s+(now[-+0-9smhdwMQy/]*)\s*$/;
const MOMENT = /^now(?:[+-][0-9]{1,7}[smhdwMQy])*(?:\/[smhdwMQy])?$/;

/**
 * Relative texts give rolling or expression ranges, dates give absolute ranges, "all time" gives the preset. `text` has
 * at most `RANGE_TEXT_LENGTH_MAX` characters.
 */
export function parseRangeText(text: string, rules: DateRules): ParsedRangeText {
  const plain = plainWords(text);
  const moments = momentsOf(text);
  if (moments !== undefined) return { kind: "range", text: text.trim(), range: moments };
  const range = understood(plain, rules);
  if (range !== undefined) return { kind: "range", text: plain, range };
  const proposals = new Map<string, RangeText>();
  for (const proposal of proposedTexts(plain, rules)) {
    const found = understood(proposal, rules);
    if (found !== undefined && proposals.size < PROPOSALS_MAX)
      proposals.set(proposal, { text: proposal, range: found });
  }
  return { kind: "unclear", proposals: [...proposals.values()] };
}

function momentsOf(text: string): RangeForm | undefined {
  const [, from = "", to = ""] = MOMENTS.exec(text) ?? [];
  return MOMENT.test(from) && MOMENT.test(to) ? { type: "expression", from, to } : undefined;
}

// --- Accepted phrases ---

type Phrase = readonly [pattern: RegExp, range: (unit: RollingUnit, count: number) => RangeForm | undefined];

const UNIT = `(?<unit>${[...UNIT_OF_WORD.keys()].join("|")})`;
const COUNT = "(?<count>[0-9]{1,7})";
const FULL = "(?:full|whole|complete|calendar)";

const PHRASES: readonly Phrase[] = [
  [/^today$/, () => unitOf("d", 0)],
  [/^yesterday$/, () => unitOf("d", -1)],
  [/^day before yesterday$/, () => unitOf("d", -2)],
  [/^tomorrow$/, () => unitOf("d", 1)],
  [/^(?:all|all time|ever|everything|since ever)$/, () => ({ type: "preset", preset: "allTime" })],
  [phrase(`(?:last|past) ${COUNT} ${UNIT}`), (unit, count) => rolling(count, unit, null)],
  [phrase(`(?:last|past) ${COUNT} ${FULL} ${UNIT}`), (unit, count) => rolling(count, unit, unit)],
  [phrase(`(?:last|past|previous) ${FULL} ${COUNT} ${UNIT}`), (unit, count) => rolling(count, unit, unit)],
  [phrase(`previous ${COUNT} (?:${FULL} )?${UNIT}`), (unit, count) => rolling(count, unit, unit)],
  [phrase(`(?:last|past|previous) ${FULL} ${UNIT}`), (unit) => rolling(1, unit, unit)],
  // "last day" is ambiguous: yesterday or the last 24 hours. Weeks and longer units are calendar units.
  [
    phrase(`last ${UNIT}`),
    (unit) => (unit === "d" ? undefined : isOfClock(unit) ? rolling(1, unit, null) : unitOf(unit, -1)),
  ],
  [phrase(`previous ${UNIT}`), (unit) => (isOfClock(unit) ? rolling(1, unit, unit) : unitOf(unit, -1))],
  [phrase(`past ${UNIT}`), (unit) => rolling(1, unit, null)],
  [phrase(`(?:this|current) ${UNIT}`), (unit) => unitOf(unit, 0)],
  [phrase(`next ${UNIT}`), (unit) => unitOf(unit, 1)],
  [phrase(`next ${COUNT} ${UNIT}`), (unit, count) => ahead(count, unit)],
  [phrase(`${UNIT} to date`), (unit) => expression(`now/${unit}`, "now")],
  [phrase(`(?:this|current) ${UNIT} so far`), (unit) => expression(`now/${unit}`, "now")],
  [/^today so far$/, () => expression("now/d", "now")],
  [/^(?<unit>[wmqy])td$/, (unit) => expression(`now/${unit}`, "now")],
  [
    phrase(`${COUNT} ${UNIT} ago`),
    (unit, count) => (isOfClock(unit) || count > AMOUNT_MAX ? undefined : unitOf(unit, -count)),
  ],
  [phrase(`since ${COUNT} ${UNIT} ago`), (unit, count) => rolling(count, unit, null)],
  [/^since today$/, () => expression("now/d", "now")],
  [/^since yesterday$/, () => expression("now-1d/d", "now")],
  [
    phrase(`since (?:this|start|beginning|start this|beginning this) ${UNIT}`),
    (unit) => expression(`now/${unit}`, "now"),
  ],
  [
    phrase(`since (?:last|previous|start last|start previous|beginning last) ${UNIT}`),
    (unit) => expression(`now-1${unit}/${unit}`, "now"),
  ],
];

function phrase(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`);
}

function understood(plain: string, rules: DateRules): RangeForm | undefined {
  for (const [pattern, range] of PHRASES) {
    const found = pattern.exec(plain);
    if (found === null) continue;
    const { unit = "", count = "1" } = found.groups ?? {};
    const made = range(plain.endsWith("td") && unit === "m" ? "M" : unitNamed(unit), Number(count));
    if (made !== undefined) return made;
  }
  const dates = namedDates(plain, rules) ?? datesFromTo(plain, rules);
  return dates === undefined ? undefined : { type: "absolute", ...dates };
}

function datesFromTo(plain: string, rules: DateRules): ReturnType<typeof datesBetween> {
  const [, first, last] =
    /^(?:from )?(.+?) (?:to|until|till|through|thru|-) (.+)$/.exec(plain) ??
    /^between (.+?) and (.+)$/.exec(plain) ??
    [];
  return first === undefined || last === undefined ? undefined : datesBetween(first, last, rules);
}

function unitNamed(word: string): RollingUnit {
  return UNIT_OF_WORD.get(word) ?? "d";
}

/** For these units, "last one" means elapsed time rather than a calendar unit. */
function isOfClock(unit: RollingUnit): boolean {
  return unit === "s" || unit === "m" || unit === "h";
}

function rolling(amount: number, unit: RollingUnit, align: RollingUnit | null): RangeForm | undefined {
  return amount >= 1 && amount <= AMOUNT_MAX ? { type: "rolling", amount, unit, align, offset: 0 } : undefined;
}

function expression(from: string, to: string): RangeForm {
  return { type: "expression", from, to };
}

/** The whole unit that is `away` units from the current one. */
function unitOf(unit: RollingUnit, away: number): RangeForm {
  const moment = `now${away === 0 ? "" : `${away < 0 ? "" : "+"}${String(away)}${unit}`}/${unit}`;
  return expression(moment, moment);
}

function ahead(count: number, unit: RollingUnit): RangeForm | undefined {
  return count >= 1 && count <= AMOUNT_MAX ? expression("now", `now+${String(count)}${unit}`) : undefined;
}

// --- Proposals ---

type Proposal = readonly [pattern: RegExp, texts: (unit: RollingUnit, count: number) => readonly string[]];

const PROPOSALS: readonly Proposal[] = [
  [
    phrase(`(?:(?:last|past) )?${COUNT} m`),
    (_, count) => [`last ${countedUnit(count, "m")}`, `last ${countedUnit(count, "M")}`],
  ],
  [phrase(`${COUNT} ${UNIT}`), (unit, count) => lastOnes(unit, count)],
  [
    phrase(`${COUNT} ${UNIT} ago`),
    (unit, count) => [`since ${countedUnit(count, unit)} ago`, ...lastOnes(unit, count)],
  ],
  [phrase(`(?:last )?day`), () => ["yesterday", "last 24 hours", "today"]],
  [
    phrase(`(?:last|past|previous|recent) ${UNIT}`),
    (unit) => [`last ${countedUnit(7, unit)}`, `this ${unitName(unit)}`],
  ],
  [
    phrase(`(?:full )?${UNIT}`),
    (unit) => [`this ${unitName(unit)}`, `last ${unitName(unit)}`, `past ${unitName(unit)}`],
  ],
  [/^(?:recent|recently|lately)$/, () => ["last 24 hours", "last 7 days", "last 30 days"]],
];

function lastOnes(unit: RollingUnit, count: number): readonly string[] {
  const ago = isOfClock(unit) ? [] : [`${countedUnit(count, unit)} ago`];
  return [`last ${countedUnit(count, unit)}`, `previous ${countedUnit(count, unit)}`, ...ago];
}

/** Texts that may be meant, the most likely first; some of them may not be accepted either. */
function proposedTexts(plain: string, rules: DateRules): readonly string[] {
  const own = proposedFor(plain, rules);
  if (own.length > 0) return own;
  const right = spelledRight(plain);
  return right === undefined || right === plain ? [] : [right, ...proposedFor(right, rules)];
}

function proposedFor(plain: string, rules: DateRules): readonly string[] {
  const texts = PROPOSALS.flatMap(([pattern, propose]) => {
    const found = pattern.exec(plain);
    if (found === null) return [];
    const { unit = "", count = "1" } = found.groups ?? {};
    return propose(unitNamed(unit), Number(count));
  });
  // A range without an end is not assumed to end today; that is offered as a proposal.
  const [, since] = /^since (.+)$/.exec(plain) ?? [];
  const begins = since === undefined ? [] : [since, ...withYears(since, rules).slice(0, 1), ...slashedDates(since)];
  const untilToday = begins.flatMap((name) => {
    const dates = namedDates(name, rules);
    return dates === undefined || dates.startDate > rules.today ? [] : [`${dates.startDate} to ${rules.today}`];
  });
  return [...texts, ...slashedDates(plain), ...withYears(plain, rules), ...untilToday];
}
