// The periods that figures are compared with, in words.
import type { FormerPeriod } from "../../../src/core/analytics/view/view-schema.ts";
import { choices } from "../../components/choices.ts";

export const FORMER_PERIODS = choices<FormerPeriod>({
  previousPeriod: "The previous period",
  previousDay: "The day before",
  previousWeek: "The week before",
  previousMonth: "The month before",
  previousYear: "The year before",
});
