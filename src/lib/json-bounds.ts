// What the text of a JSON document may hold, found out before it is parsed: parsing a few megabytes with a name of its own for each
// value takes ten seconds and a gigabyte. The look at the text stops where the first bound is crossed.
import { endOfString } from "./json-text.ts";

export interface JsonBounds {
  /** Different names of members, in all objects together. */
  readonly namesMax: number;
  /** Members and elements of all objects and arrays, and those themselves. */
  readonly valuesMax: number;
}

const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** The bound that a text crosses; undefined where it keeps to all, or is no JSON and would not get as far. */
export function crossedBound(text: string, { namesMax, valuesMax }: JsonBounds): keyof JsonBounds | undefined {
  const names = new Set<string>();
  /** Whether what is open at a depth is an object. */
  const isObject: boolean[] = [];
  let depth = 0;
  let values = 0;
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        if (isName && names.add(text.slice(at, end)).size > namesMax) return "namesMax";
        isName = false;
        at = end - 1;
        break;
      }
      case COMMA:
        if (++values > valuesMax) return "valuesMax";
        isName = isObject[depth] === true;
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (++values > valuesMax) return "valuesMax";
        depth++;
        isName = isObject[depth] = text.charCodeAt(at) === OPEN_BRACE;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
        isName = false;
        break;
      default:
    }
  }
  return undefined;
}
