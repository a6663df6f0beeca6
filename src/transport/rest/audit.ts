// Wraps a handler with the audit log: reads the entity first, calls the handler, and stores the record before the
// answer is sent, whether the call succeeded or failed. Calls refused by the guard or a schema have touched no entity
// and are not recorded.
import type { FastifyReply, FastifyRequest } from "fastify";
import { sentJson } from "../../core/audit/audit-data.ts";
import type { AuditLog } from "../../core/audit/audit-log.ts";
import type { AuditAction, AuditData, AuditedEntity } from "../../core/audit-trail.ts";
import type { Principal } from "../../core/access/principal.ts";
import { DomainError } from "../../core/errors.ts";
import { SentJson, type AuditRule } from "./audit-rule.ts";
import { HttpError } from "./http-status.ts";
import type { RestRequest } from "./route.ts";

type Call = RestRequest<unknown, unknown, unknown>;
type Rule = AuditRule<Call, unknown>;
type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** The part of the audit log that calls of the API need. */
export type CallLog = Pick<AuditLog, "wants" | "describe" | "record" | "lose" | "dataCharsMax">;

const FAILED_STATUS = 400;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The handler with its records. Its answer or error is unchanged. */
export function audited(rule: Rule, handle: Handler, log: CallLog): Handler {
  return async (request, reply) => {
    const { principal } = request;
    const action = principal === null ? undefined : actionOf(rule, request, log);
    if (principal === null || action === undefined || !log.wants(action)) return await handle(request, reply);
    const record = await begin(rule, action, { principal, request, log });
    let answer: unknown;
    try {
      answer = await handle(request, reply);
    } catch (error) {
      await record(undefined, failureOf(error, request));
      throw error;
    }
    const isFailure = reply.statusCode >= FAILED_STATUS;
    if (isFailure || rule.onlyFailures !== true)
      await record(answer, isFailure ? `answered with status ${String(reply.statusCode)}` : null);
    return answer;
  };
}

function actionOf({ action }: Rule, request: FastifyRequest, log: CallLog): AuditAction | undefined {
  if (typeof action === "string") return action;
  try {
    return action(callOf(request));
  } catch (error) {
    log.lose("UPDATED", error);
    return undefined;
  }
}

interface Context {
  readonly principal: Principal;
  readonly request: FastifyRequest;
  readonly log: CallLog;
}

type EndOfCall = (answer: unknown, failure: string | null) => Promise<void>;

/** Reads entity and user before the call, which may rename, reassign or delete them. */
async function begin(rule: Rule, action: AuditAction, { principal, request, log }: Context): Promise<EndOfCall> {
  const { tenantId, customerId, userId } = principal;
  const call = callOf(request);
  const entityOf = (answer: unknown): AuditedEntity =>
    checked(rule.entity(call, answer)) ?? { type: "TENANT", id: tenantId };
  try {
    const before = await log.describe(entityOf(undefined), tenantId);
    const { name = null } = await log.describe({ type: "USER", id: userId }, tenantId);
    const user = { id: userId, name, customerId };
    return async (answer, failure) => {
      try {
        const entity = withKnown(entityOf(answer), before);
        const data = rule.data === undefined ? {} : readable(await rule.data(call, answer), log.dataCharsMax);
        await log.record({ tenantId, user, entity, action, data, failure });
      } catch (error) {
        log.lose(action, error);
      }
    };
  } catch (error) {
    log.lose(action, error);
    return () => Promise.resolve();
  }
}

/** The id of a path may be any text if the handler checks it. */
function checked(entity: AuditedEntity | undefined): AuditedEntity | undefined {
  if (entity?.id === undefined || entity.id === null) return entity;
  return { ...entity, id: UUID.test(entity.id) ? entity.id.toLowerCase() : null };
}

function withKnown(entity: AuditedEntity, before: AuditedEntity): AuditedEntity {
  if (entity.byName === true) return before;
  return entity.id === before.id ? { ...before, ...entity } : entity;
}

function readable(data: AuditData, charsMax: number): AuditData {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, value instanceof SentJson ? shownJson(value, charsMax) : value]),
  );
}

function shownJson({ body }: SentJson, charsMax: number): unknown {
  return typeof body === "string" ? sentJson(body, charsMax) : { cut: { bytes: body.byteLength, kept: 0 } };
}

/** Describes a failure for readers of the log; for a bug, only where to find it. */
function failureOf(error: unknown, request: FastifyRequest): string {
  if (error instanceof DomainError || error instanceof HttpError) return error.message;
  return `the call failed unexpectedly; the log of the server has it as request ${request.id}`;
}

/** The guard has set the principal, and the route's schemas have been checked. */
function callOf(request: FastifyRequest): Call {
  return request as Call;
}
