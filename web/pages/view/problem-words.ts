// Advice for a report that the platform refused or could not complete. Source: analytics contract 4.2, 5.
import { ApiProblem } from "../../api/problem.ts";
import { words } from "../../words/words.ts";

export interface Advice {
  readonly title: string;
  readonly text: string;
  /** The actions that help here. */
  readonly offers: readonly ("retry" | "background" | "cost" | "views")[];
}

const { advice, problem } = words.view;

const ADVICE: ReadonlyMap<string, Advice> = new Map(
  Object.entries({
    LIMIT_REACHED: { ...advice.LIMIT_REACHED, offers: ["retry", "background"] },
    QUEUE_TIMEOUT: { ...advice.QUEUE_TIMEOUT, offers: ["retry", "background"] },
    REPORT_TIMEOUT: { ...advice.REPORT_TIMEOUT, offers: ["background", "retry"] },
    REPORT_TOO_EXPENSIVE: { ...advice.REPORT_TOO_EXPENSIVE, offers: ["cost"] },
    REPORT_TOO_LARGE: { ...advice.REPORT_TOO_LARGE, offers: [] },
    TOO_MANY_BUCKETS: { ...advice.TOO_MANY_BUCKETS, offers: [] },
    FILTER_REQUIRED: { ...advice.FILTER_REQUIRED, offers: [] },
    RANGE_INVALID: { ...advice.RANGE_INVALID, offers: [] },
    FILTER_UNKNOWN: { ...advice.FILTER_UNKNOWN, offers: [] },
    FILTER_LOCKED: { ...advice.FILTER_LOCKED, offers: [] },
    VIEW_NOT_FOUND: { ...advice.VIEW_NOT_FOUND, offers: ["views"] },
    VIEW_INVALID: { ...advice.VIEW_INVALID, offers: ["views"] },
    ENGINE_UNAVAILABLE: { ...advice.ENGINE_UNAVAILABLE, offers: ["retry"] },
  } satisfies Readonly<Record<keyof typeof advice, Advice>>),
);

const PLAIN: Advice = { title: problem.plain, text: "", offers: ["retry"] };

export function adviceFor(error: unknown): Advice {
  if (!(error instanceof ApiProblem)) return PLAIN;
  const known = ADVICE.get(error.code ?? "");
  if (known !== undefined) return known;
  if (error.status === 413) return { title: problem.tooLargeTitle, text: problem.tooLarge, offers: [] };
  return PLAIN;
}
