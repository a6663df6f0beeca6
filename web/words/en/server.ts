// English words of what the platform tells as data: its own, so that pages and other clients read the same.
import { WARNINGS } from "../../../src/core/analytics/report/warning-words.ts";
import { FOUND, REMEDIES } from "../../../src/core/installation/finding-words.ts";
import { PROBLEMS } from "../../../src/core/problem-words.ts";

export const server = {
  findings: { found: FOUND, remedies: REMEDIES },
  /** About a report. */
  warnings: WARNINGS,
  /** With a value that was sent. */
  problems: PROBLEMS,
};
