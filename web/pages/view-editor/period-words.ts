// The periods that figures are compared with, in words.
import type { FormerPeriod } from "../../../src/core/analytics/view/view-schema.ts";
import { choices } from "../../components/choices.ts";
import { words } from "../../words/words.ts";

export const FORMER_PERIODS = choices<FormerPeriod>(words.viewEditor.time.formerPeriods);
