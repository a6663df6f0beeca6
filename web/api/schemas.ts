// Short names for what the platform's description calls its bodies.
import type { components } from "./api-types.ts";

export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

interface Page {
  readonly data: readonly unknown[];
  readonly totalElements: number;
}

/** Some lists answer with a page or, when asked by ids, with an array; here a page has been asked for. */
export function pageIn<Answer extends object>(answer: Answer): Extract<Answer, Page> {
  if (!isPage(answer)) throw new Error("the platform answered with something else than a page");
  return answer;
}

function isPage<Answer extends object>(answer: Answer): answer is Extract<Answer, Page> {
  return "totalElements" in answer;
}

/** "No customer" and "no tenant" have this id. */
export const NULL_ID = "13814000-1dd2-11b2-8080-808080808080";
