// Which texts name a time zone. Known without the rules of zones, so that a view can be checked without loading them.
// Source: analytics contract 2.9.
import { TimeZone } from "../../../lib/calendar.ts";

/** Abbreviations of the runtime's own that are no IANA names, and that mean several zones to people (`IST`, `BST`). */
const ABBREVIATIONS = new Set(
  "ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST".split(" "),
);

/** An IANA name, in any case; offsets such as `+02:00` have no rules for clock changes and are none. */
export function isZoneName(text: string): boolean {
  const capital = text.toUpperCase();
  if (!/^[A-Z]/.test(capital) || ABBREVIATIONS.has(capital) || capital.startsWith("SYSTEMV/")) return false;
  return TimeZone.find(text) !== undefined;
}
