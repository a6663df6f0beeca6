// A row of the route table for a call of the analytics service: who may make it is checked by the edge, and what it reads is
// read with the eyes of a member of a tenant. Source: analytics contract 4.3, 6.
import type { TSchema } from "typebox";
import type { Authority, Principal } from "../../../core/access/principal.ts";
import { AnalyticsError } from "../../../core/analytics/analytics-error.ts";
import type { Reader } from "../../../core/analytics/reader.ts";
import type { AuditRule } from "../audit-rule.ts";
import {
  route,
  type AnswerOf,
  type BodyForm,
  type BodyOf,
  type Description,
  type Parts,
  type RestReply,
  type RestRequest,
  type RestRoute,
  type Result,
  type StaticOf,
  type TextAnswer,
} from "../route.ts";
import type { AnalyticsEdge } from "./analytics-edge.ts";

/** Everybody who lives in a tenant; a system administrator gets 403 NO_TENANT. */
export const MEMBERS = ["TENANT_ADMIN", "CUSTOMER_USER"] as const satisfies readonly Authority[];

/** Bytes that a body may have: a view has at most 256 KiB. Source: analytics contract 4.1. */
const ANALYTICS_BODY_BYTES_MAX = 1_048_576;

/**
 * `errors` are the statuses besides 400, 403, 404, 413, 415, 429, 500 and 503. Rows that give several reports, or change
 * nothing although they are no GET, say `readsOnly`: public sessions may make those calls.
 */
export function analyticsRoute<
  Params extends TSchema | undefined = undefined,
  Query extends TSchema | undefined = undefined,
  const Body extends BodyForm | undefined = undefined,
  Answer extends TSchema | TextAnswer | undefined = undefined,
>(
  row: Omit<Description, "tag" | "errors"> & { readonly tag?: string; readonly errors?: readonly number[] } & Parts<
      Params,
      Query,
      Body,
      Answer
    > & {
      readonly edge: AnalyticsEdge;
      readonly access?: readonly Authority[];
      /** True where the bearer of a share link may call; what he sees is narrowed by the reader that he is. */
      readonly forSharedViews?: true;
      readonly audit?: AuditRule<RestRequest<StaticOf<Params>, StaticOf<Query>, BodyOf<Body>>, AnswerOf<Answer>>;
      handle(
        request: RestRequest<StaticOf<Params>, StaticOf<Query>, BodyOf<Body>>,
        reply: RestReply,
      ): Result<AnswerOf<Answer>>;
    },
): RestRoute {
  const { edge, access = MEMBERS, tag = "analytics", errors = [], forSharedViews, ...rest } = row;
  const bodyBytesMax = rest.bodyBytesMax ?? ANALYTICS_BODY_BYTES_MAX;
  const made = { ...route({ ...rest, tag, errors, access, bodyBytesMax }), edge };
  if (forSharedViews === true) return made;
  return {
    ...made,
    handle(request: RestRequest<StaticOf<Params>, StaticOf<Query>, BodyOf<Body>>, reply) {
      requireOwnCaller(request.principal);
      return rest.handle(request, reply);
    },
  };
}

/** The bearer of a share link sees that view and nothing else. */
function requireOwnCaller({ sharedView }: Principal): void {
  if (sharedView !== undefined)
    throw new AnalyticsError("FORBIDDEN", "a share link shows its view and nothing beside it");
}

/** With whose eyes a call looks. Throws `NO_TENANT` for a system administrator, whom the edge has turned away before. */
export function readerOf({ tenantId, customerId, userId, sharedView }: Principal): Reader {
  if (tenantId === null) throw new AnalyticsError("NO_TENANT", "a system administrator has no tenant");
  return { tenantId, customerId, userId, ...(sharedView === undefined ? {} : { sharedView }) };
}
