// A device's newest value or attribute as people read it in a line or a list.
import { drawnNumber } from "../../components/chart/drawn-number.ts";
import { shortFigure, withDecimalsAtMost, withUnit } from "../../components/chart/figure-text.ts";
import { formattedFigure, type KeyFormat } from "../../components/chart/key-format.ts";
import { decimalsMaxAfter, divisorOf, unitAfter } from "../../components/chart/readable-units.ts";
import { words } from "../../words/words.ts";

/** `step`: how many thousands further than that of the key its unit is. */
export function newestText(text: string, format: KeyFormat, step = 0): string {
  if (text === "true") return words.charts.yes;
  if (text === "false") return words.charts.no;
  const number = drawnNumber(text);
  if (number === null) return text;
  if (step === 0) return formattedFigure(number, format);
  const { decimalsMax } = decimalsMaxAfter(format.decimals, step);
  const value = withDecimalsAtMost(number / divisorOf(step), decimalsMax);
  return withUnit(shortFigure(value), unitAfter(format.unit, step));
}
