// A number that the platform spells, in the viewer's form: grouped, and with each of its digits or the decimals of its key.
import { formattedFigure, NO_FORMAT, type KeyFormat } from "../../components/chart/key-format.ts";
import { withUnit } from "../../components/chart/figure-text.ts";
import { numberFormat } from "../../words/format.ts";

const EXACT = numberFormat({ maximumFractionDigits: 20 });
const PLAIN = /^-?\d{1,100}(\.\d{1,20})?$/;

/** Without decimals that somebody has chosen, what is spelled otherwise, such as with an exponent, stays as it is. */
export function numberOfText(text: string, format: KeyFormat = NO_FORMAT): string {
  if (format.decimals !== null && text !== "" && Number.isFinite(Number(text)))
    return formattedFigure(Number(text), format);
  return withUnit(isPlain(text) ? EXACT.format(text) : text, format.unit);
}

/** A text is formatted without becoming a number, so that long ones keep their digits. */
function isPlain(text: string): text is `${number}` {
  return PLAIN.test(text);
}
