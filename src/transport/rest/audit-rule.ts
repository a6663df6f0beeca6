// What a route writes into the audit log: the action, the entity, and further data. Rules read requests that have
// passed their schemas, and must not throw. Source: REST contract 12.
import {
  AUDITED_TYPES,
  type AuditAction,
  type AuditData,
  type AuditedEntity,
  type AuditedType,
} from "../../core/audit-trail.ts";
import type { CustomerId } from "../../core/ids.ts";
import type { SentValues } from "./large-bodies/large-body.ts";
import { NULL_UUID, type EntityRef, type SentRef } from "./entity-ids.ts";

/**
 * `answer` is the handler's result. It is undefined if the handler failed, and when the entity is needed before the
 * call.
 */
export interface AuditRule<Request, Answer> {
  /** The action, or how the request decides between several. */
  readonly action: AuditAction | ActionOf<Request>;
  /** Undefined if the action concerns no entity, such as the settings of the installation. */
  entity(request: Request, answer: Answer | undefined): AuditedEntity | undefined;
  /** The service records what has succeeded, because the request does not say what it changes. */
  readonly onlyFailures?: true;
  /** Never passwords, tokens, keys or credentials: more people read the log than may know a secret. */
  data?(request: Request, answer: Answer | undefined): AuditData | Promise<AuditData>;
}

// The type of a method, so that a rule for a specific request type fits into a row without that type.
type ActionOf<Request> = { of(request: Request): AuditAction }["of"];

/** JSON from a caller, parsed for the record only if it is short enough to be kept whole. */
export class SentJson {
  readonly body: SentValues;

  constructor(body: SentValues) {
    this.body = body;
  }
}

/** An entity in the body of a call that saves it. */
interface Sent {
  readonly id?: SentRef | null | undefined;
  readonly name?: string;
  readonly title?: string;
  readonly email?: string | null;
}

/** An entity as an answer shows it. */
interface Shown {
  readonly id: EntityRef;
  readonly name?: string;
  readonly customerId?: EntityRef;
}

/** For calls that create an entity without an id, update one with an id, and answer with the entity. */
export function auditSave(type: AuditedType): AuditRule<{ readonly body: Sent }, Shown> {
  return auditSaveOf(type, (sent) => sent);
}

/** Likewise if the entity is a part of the body. */
export function auditSaveOf<Body>(
  type: AuditedType,
  sentOf: (body: Body) => Sent,
): AuditRule<{ readonly body: Body }, Shown> {
  return {
    action: ({ body }) => (idOf(sentOf(body).id) === null ? "ADDED" : "UPDATED"),
    entity({ body }, saved) {
      if (saved !== undefined) return shownEntity(type, saved);
      const { id, name, title, email } = sentOf(body);
      // An existing entity is recorded under its stored name, not the one sent.
      const asked = name ?? title ?? email;
      return idOf(id) === null && asked !== undefined ? { type, id: null, name: asked } : { type, id: idOf(id) };
    },
    data: (_request, saved) => (saved === undefined ? {} : { entity: saved }),
  };
}

export function shownEntity(type: AuditedType, { id, name, customerId }: Shown): AuditedEntity {
  return {
    type,
    id: id.id,
    ...(name === undefined ? {} : { name }),
    ...(customerId === undefined ? {} : { customerId: idOf(customerId) as CustomerId | null }),
  };
}

/** The entity that a path names by type and id; undefined if the log does not know the type. */
export function entityOfPath(type: string, id: string): AuditedEntity | undefined {
  const found = AUDITED_TYPES.find((known) => known === type.toUpperCase());
  return found === undefined ? undefined : { type: found, id };
}

function idOf(ref: SentRef | null | undefined): string | null {
  return ref === null || ref === undefined || ref.id === NULL_UUID ? null : ref.id;
}
