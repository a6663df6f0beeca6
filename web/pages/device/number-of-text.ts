// A number that the platform spells, in the viewer's form: grouped, and with each of its digits.
import { numberFormat } from "../../words/format.ts";

const EXACT = numberFormat({ maximumFractionDigits: 20 });
const PLAIN = /^-?\d{1,100}(\.\d{1,20})?$/;

/** What is spelled otherwise, such as with an exponent, stays as it is. */
export function numberOfText(text: string): string {
  return isPlain(text) ? EXACT.format(text) : text;
}

/** A text is formatted without becoming a number, so that long ones keep their digits. */
function isPlain(text: string): text is `${number}` {
  return PLAIN.test(text);
}
