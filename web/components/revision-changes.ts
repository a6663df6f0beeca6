// What differs between two saved states of one thing, in words: what came to its lists, went from them or changed, by name.
import { isObject } from "../../src/lib/members.ts";
import { words } from "../words/words.ts";
import { plainText } from "./chart/plain-text.ts";

const WORDS = words.components.revisions.changes;
/** Of those that changed alike; of more there is the number. */
const NAMED_MAX = 3;
const NAME_CHARS_MAX = 60;

/** An entry of a list: a panel, a column, a filter. */
export interface Entry {
  /** The same in both states. */
  readonly id: string;
  readonly name: string;
  /** All that it is, apart from its place. */
  readonly content: unknown;
  /** Where it is; left out where that is its position in the list. */
  readonly place?: unknown;
}

/** The entries in words, such as "Panel" or "Panels" for their number. */
type Noun = (count: number) => string;

/** One line for each way of changing; none if nothing differs. */
export function entryChanges(noun: Noun, before: readonly Entry[], after: readonly Entry[]): readonly string[] {
  const former = new Map(before.map((entry) => [entry.id, entry]));
  const present = new Set(after.map(({ id }) => id));
  const kept = after.flatMap((entry) => {
    const old = former.get(entry.id);
    return old === undefined ? [] : [{ ...entry, isChanged: !isSame(old.content, entry.content), old }];
  });
  const line = (text: (what: string, names: string) => string, entries: readonly Entry[]): readonly string[] =>
    entries.length === 0 ? [] : [text(noun(entries.length), namesText(entries))];
  const order = before.filter(({ id }) => present.has(id)).map(({ id }) => id);
  const isReordered = kept.some(({ id, place }, index) => place === undefined && id !== order[index]);
  return [
    ...line(
      WORDS.added,
      after.filter(({ id }) => !former.has(id)),
    ),
    ...line(
      WORDS.removed,
      before.filter(({ id }) => !present.has(id)),
    ),
    ...line(
      WORDS.changed,
      kept.filter(({ isChanged }) => isChanged),
    ),
    ...line(
      WORDS.moved,
      kept.filter(({ isChanged, place, old }) => !isChanged && !isSame(old.place, place)),
    ),
    ...(isReordered ? [WORDS.reordered(noun(kept.length))] : []),
  ];
}

/** Such as "Time range: last 7 days instead of last 24 hours"; nothing if they are the same. */
export function wordChange(what: string, before: string, after: string): readonly string[] {
  return before === after ? [] : [WORDS.instead(what, after, before)];
}

/** A name from outside, within a sentence. */
export function quotedName(name: string): string {
  return WORDS.quoted(plainText(name, NAME_CHARS_MAX));
}

/** Whether two values of JSON are equal, whatever the order of their members. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, index) => isSame(entry, other[index]));
  if (isObject(one) && isObject(other))
    return [...Object.keys(one), ...Object.keys(other)].every((name) => isSame(one[name], other[name]));
  return one === other;
}

function namesText(entries: readonly Entry[]): string {
  const named = entries
    .slice(0, NAMED_MAX)
    .map(({ name }) => quotedName(name))
    .join(", ");
  return entries.length <= NAMED_MAX ? named : WORDS.more(named, entries.length - NAMED_MAX);
}
