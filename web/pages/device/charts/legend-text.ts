// The value of a series in the legend of its chart: the latest one, or that at the pointer.
import {
  decimalsBetween,
  figureText,
  steadyFigure,
  withDecimalsAtMost,
  withUnit,
} from "../../../components/chart/figure-text.ts";
import type { ReadableSeries } from "./readable-series.ts";
import { valueAt } from "./shown-series.ts";

const TEXT_MAX = 40;
/** As many of the newest values decide how wide each is. */
const STEADY_OF = 100;

export function legendText(series: ReadableSeries, pointer: number | null): string {
  const found = valueAt(series, pointer);
  if (found === undefined) return "";
  if ("value" in found) {
    const { unit, decimals } = series.format;
    const bounded = (value: number): number => withDecimalsAtMost(value, series.decimalsMax);
    const value = bounded(found.value);
    const text = decimals === null ? steadyText(series, value, bounded) : figureText(value, decimals);
    if (found.low === undefined || found.high === undefined) return withUnit(text, unit);
    const [low, high] = [found.low, found.high].map((end) => figureText(bounded(end), decimals));
    const range = pointer === null ? "" : ` (${low ?? ""} – ${high ?? ""})`;
    return withUnit(`${text}${range}`, unit);
  }
  return found.text.length <= TEXT_MAX ? found.text : `${found.text.slice(0, TEXT_MAX)}…`;
}

/** An average has more digits than what was measured: values that arrive after averages are as wide as they are. */
function steadyText({ numbers }: ReadableSeries, value: number, bounded: (value: number) => number): string {
  if (numbers.some(({ low }) => low !== undefined))
    return figureText(value, decimalsBetween(numbers.map((one) => one.value)));
  return steadyFigure(
    value,
    numbers.slice(-STEADY_OF).map((one) => bounded(one.value)),
  );
}
