// Limits on the content of a JSON text, checked before parsing: parsing a few megabytes in which every value has a
// different name takes ten seconds and a gigabyte. The scan stops at the first limit that is exceeded.
import { endOfString } from "./json-text.ts";

export interface JsonBounds {
  /** Most different member names in all objects together. */
  readonly namesMax: number;
  /** Most values: the members and elements of all objects and arrays, and these containers themselves. */
  readonly valuesMax: number;
}

const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/**
 * The limit that a text exceeds; undefined if it exceeds none, or is invalid JSON on which a parser would stop before
 * that.
 */
export function crossedBound(text: string, { namesMax, valuesMax }: JsonBounds): keyof JsonBounds | undefined {
  const names = new Set<string>();
  /** For each depth, whether the open container is an object. */
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
