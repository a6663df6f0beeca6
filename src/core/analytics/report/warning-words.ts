// The English words of the warnings about a report, each made of values that are sent, too.
import type { NoValues, WordedValues, WordsOf } from "../../worded.ts";

/** By the code of the warning. */
export interface WarningValues {
  readonly TYPE_MISMATCH: { readonly column: string; readonly type: string; readonly count: number };
  readonly VALUES_SKIPPED: { readonly column: string; readonly count: number };
  /** `samplesMax`: null while it is not exceeded; `amount`: of the bucket that is quick enough, null if there is none. */
  readonly REPORT_EXPENSIVE: {
    readonly samples: number;
    readonly samplesMax: number | null;
    readonly amount: number | null;
    readonly bucket: string;
  };
  readonly ZONE_OF_READER: NoValues;
}

export const WARNINGS: WordsOf<WarningValues> = {
  TYPE_MISMATCH: ({ column, type, count }) =>
    `Column "${column}" is declared as ${type}; ${String(count)} of its values are of another type and are missing.`,
  VALUES_SKIPPED: ({ column, count }) =>
    `Column "${column}" counts numbers only, and none of its samples is one (${String(count)} skipped).`,
  REPORT_EXPENSIVE: ({ samples, samplesMax, amount, bucket }) => {
    const limit = samplesMax === null ? "" : `, and at most ${String(samplesMax)} are allowed`;
    const larger = amount === null ? "" : `a bucket of ${String(amount)} ${bucket}${amount === 1 ? "" : "s"}, `;
    return `The report reads about ${String(samples)} samples${limit}; ${larger}a shorter range or fewer devices make it quicker.`;
  },
  ZONE_OF_READER: () => 'The zone "viewer" makes this view show each reader other figures.',
};

export interface Warning {
  readonly code: string;
  readonly message: string;
  /** What the message is made of. */
  readonly values: WordedValues;
}

export function warning<Code extends keyof WarningValues>(code: Code, values: WarningValues[Code]): Warning {
  return { code, message: WARNINGS[code](values), values };
}
