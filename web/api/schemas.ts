// Short names for the body types in the platform's API description.
import type { components } from "./api-types.ts";
import { words } from "../words/words.ts";

export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/**
 * A body while it is being edited: any member may be missing, and a union may have members of several alternatives,
 * such as a source whose kind has been changed.
 */
export type Draft<Body> = unknown extends Body ? unknown : DraftOf<NonNullable<Body>> | Extract<Body, null>;
type DraftOf<Body> = [Body] extends [readonly (infer Entry)[]]
  ? readonly Draft<Entry>[]
  : [Body] extends [Readonly<Record<string, infer Member>>]
    ? string extends keyof Body
      ? Readonly<Record<string, Draft<Member>>>
      : { readonly [Name in NameIn<Body>]?: Draft<MemberOf<Body, Name>> }
    : Body;
type NameIn<Body> = Body extends unknown ? keyof Body : never;
type MemberOf<Body, Name> = Body extends unknown ? (Name extends keyof Body ? Body[Name] : never) : never;

interface Page {
  readonly data: readonly unknown[];
  readonly totalElements: number;
}

/** Some lists answer with a page or, when requested by ids, with an array; here a page was requested. */
export function pageIn<Answer extends object>(answer: Answer): Extract<Answer, Page> {
  if (!isPage(answer)) throw new Error(words.components.api.noPage);
  return answer;
}

function isPage<Answer extends object>(answer: Answer): answer is Extract<Answer, Page> {
  return "totalElements" in answer;
}

/** "No customer" and "no tenant" have this id. */
export const NULL_ID = "13814000-1dd2-11b2-8080-808080808080";
