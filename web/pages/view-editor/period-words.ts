// The periods that figures are compared with, in words.
import type { Compare } from "../../../src/core/analytics/view/table-view.ts";
import { choices } from "../../components/choices.ts";

export type FormerPeriod = Exclude<Compare["to"], "shift">;

export const FORMER_PERIODS = choices<FormerPeriod>({
  previousPeriod: "The previous period",
  previousDay: "The day before",
  previousWeek: "The week before",
  previousMonth: "The month before",
  previousYear: "The year before",
});
