// Advice for a report that the platform refused or could not complete. Source: analytics contract 4.2, 5.
import { ApiProblem } from "../../api/problem.ts";

export interface Advice {
  readonly title: string;
  readonly text: string;
  /** The actions that help here. */
  readonly offers: readonly ("retry" | "background" | "cost" | "views")[];
}

const SHORTER = "Choose a shorter range or fewer devices";

const ADVICE: ReadonlyMap<string, Advice> = new Map(
  Object.entries({
    LIMIT_REACHED: {
      title: "Too many reports are running",
      text: "Try again when other reports have finished, or run this one in the background.",
      offers: ["retry", "background"],
    },
    QUEUE_TIMEOUT: {
      title: "The report waited too long for its turn",
      text: "Try again when other reports have finished, or run this one in the background.",
      offers: ["retry", "background"],
    },
    REPORT_TIMEOUT: {
      title: "The report took too long",
      text: `${SHORTER}, or longer steps of time, or run it in the background, where it has more time.`,
      offers: ["background", "retry"],
    },
    REPORT_TOO_EXPENSIVE: {
      title: "The report would read too much",
      text: `${SHORTER}, or longer steps of time.`,
      offers: ["cost"],
    },
    REPORT_TOO_LARGE: {
      title: "The report has more rows than its view allows",
      text: "Narrow it with a filter or a shorter range, or raise the row limit of the view.",
      offers: [],
    },
    TOO_MANY_BUCKETS: {
      title: "The range has too many steps of time",
      text: "Choose a shorter range, or set longer steps in the view.",
      offers: [],
    },
    FILTER_REQUIRED: {
      title: "A filter needs a value",
      text: "Choose at least one value for the filter marked as required.",
      offers: [],
    },
    RANGE_INVALID: {
      title: "The range is not valid",
      text: "The start must be before the end.",
      offers: [],
    },
    FILTER_UNKNOWN: {
      title: "The address names a filter that the view does not have",
      text: "The view may have changed since the address was shared. Reset the filters to continue.",
      offers: [],
    },
    FILTER_LOCKED: {
      title: "The address sets a filter that the link fixes",
      text: "Reset the filters to continue.",
      offers: [],
    },
    VIEW_NOT_FOUND: {
      title: "There is no such view",
      text: "It may have been deleted, or it is not shared with you.",
      offers: ["views"],
    },
    VIEW_INVALID: {
      title: "This view cannot run",
      text: "Something it needs no longer exists. Edit the view to fix it.",
      offers: ["views"],
    },
    ENGINE_UNAVAILABLE: {
      title: "Reports are not available at the moment",
      text: "Try again in a moment.",
      offers: ["retry"],
    },
  } satisfies Readonly<Record<string, Advice>>),
);

const PLAIN: Advice = { title: "The report could not be run", text: "", offers: ["retry"] };

export function adviceFor(error: unknown): Advice {
  if (!(error instanceof ApiProblem)) return PLAIN;
  const known = ADVICE.get(error.code ?? "");
  if (known !== undefined) return known;
  if (error.status === 413)
    return { ...PLAIN, title: "The request is too large", text: "Choose fewer values.", offers: [] };
  return PLAIN;
}
