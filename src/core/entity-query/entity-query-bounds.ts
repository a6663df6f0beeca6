// The bounds of entity queries, and the errors of queries that exceed them. Source: REST contract 13.
import { DomainError, invalid } from "../errors.ts";

export interface EntityQueryBounds {
  /** Rows that a sorting query may skip and return in total. */
  readonly sortedRowsMax: number;
  /** Characters of the values in one answer. */
  readonly answerCharsMax: number;
  /** Characters that the conditions may compare with one value. */
  readonly comparedCharsMax: number;
  /**
   * Characters of one value that conditions examine, of all latest values that the query examines, and twice the
   * characters of the values by which rows are sorted; setting `entityQuery.maxHeldMebibytes`.
   */
  readonly heldCharsMax: number;
}

/** Seconds until a refused query may be retried. */
const RETRY_AFTER_SECONDS = 1;

export function sortTooFar({ sortedRowsMax }: EntityQueryBounds, page: number, size: number): DomainError {
  return invalid(
    `a sorted query may reach ${String(sortedRowsMax)} rows (entityQuery.maxSortedRows), page ${String(page)} of ${String(size)} rows reaches ${String((page + 1) * size)}; narrow the query or sort by id`,
  );
}

/** Characters of the sort values up to the page. */
export function sortCharsMax({ heldCharsMax }: EntityQueryBounds): number {
  return Math.floor(heldCharsMax / 2);
}

export function sortTooLong(bounds: EntityQueryBounds, chars: number): DomainError {
  return invalid(
    `the values that a query sorts by may have ${String(sortCharsMax(bounds))} characters up to its page (half of entityQuery.maxHeldMebibytes), got ${String(chars)}; narrow the query, or sort by another key`,
  );
}

export function valueTooLong({ heldCharsMax }: EntityQueryBounds, id: string): DomainError {
  return invalid(
    `the values of one entity that a query looks at may have ${String(heldCharsMax)} characters (entityQuery.maxHeldMebibytes), those of ${id} have more; use fewer keys`,
  );
}

export function latestTooLong({ heldCharsMax }: EntityQueryBounds): DomainError {
  return invalid(
    `the latest values that a query looks at may have ${String(heldCharsMax)} characters together (entityQuery.maxHeldMebibytes), these have more; narrow the query`,
  );
}

export function comparedTooLong(
  { comparedCharsMax }: EntityQueryBounds,
  key: string,
  length: number,
  chars: number,
): DomainError {
  return invalid(
    `the conditions may compare ${String(comparedCharsMax)} characters with one value (entityQuery.maxComparedMebibytes), ` +
      `a value of "${key.slice(0, 64)}" with ${String(length)} characters makes ${String(chars)}; use fewer conditions`,
  );
}

export function answerTooLong({ answerCharsMax }: EntityQueryBounds): DomainError {
  return invalid(
    `the values of an answer may have ${String(answerCharsMax)} characters (entityQuery.maxAnswerMebibytes), these have more; ask for fewer keys or a smaller page`,
  );
}

export function tooManyKeys(max: number): DomainError {
  return invalid(`the entities have more than ${String(max)} different keys, which is the most one answer gives`);
}

export function tooManyWait(value: number): DomainError {
  return new DomainError(
    "rate-limited",
    `the limit entityQuery.waitingMax of ${String(value)} entity queries of the tenant that wait is reached; retry in ${String(RETRY_AFTER_SECONDS)} s`,
    { limit: { name: "entityQuery.waitingMax", value }, retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
