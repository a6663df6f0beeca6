// What the description of the API says about one status of errors: a shared answer with an example of each case.
import type { TSchema } from "typebox";

export interface ErrorCase {
  /** As a key in the description: what generators and the page call it. */
  readonly name: string;
  readonly summary: string;
  readonly schema: TSchema;
  readonly example: unknown;
}

export interface ErrorStatus {
  /** Its key among the answers that many operations share. */
  readonly name: string;
  readonly description: string;
  readonly cases: readonly ErrorCase[];
}
