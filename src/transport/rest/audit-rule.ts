// What a row says about its audit record: the action, the entity it was done to, and what else is worth keeping. The rules
// look at requests that have passed their schemas, and must not throw. Source: REST contract 12.
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

/** `answer` is what the handler returned, undefined where it failed and when the entity is asked for beforehand. */
export interface AuditRule<Request, Answer> {
  /** One action, or how the request decides between several. */
  readonly action: AuditAction | ActionOf<Request>;
  /** Undefined where the action concerns no entity, such as the settings of the installation. */
  entity(request: Request, answer: Answer | undefined): AuditedEntity | undefined;
  /** Never passwords, tokens, keys or credentials: the log has more readers than the secret. */
  data?(request: Request, answer: Answer | undefined): AuditData | Promise<AuditData>;
}

// The type of a method, so that a rule which knows its request more closely can stand in a row that has forgotten it.
type ActionOf<Request> = { of(request: Request): AuditAction }["of"];

/** JSON of a caller, to be parsed for the record only where it is short enough to be kept whole. */
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

/** For calls that create what has no id and update what has one, and answer with the entity. */
export function auditSave(type: AuditedType): AuditRule<{ readonly body: Sent }, Shown> {
  return auditSaveOf(type, (sent) => sent);
}

/** The same where the entity is a part of the body. */
export function auditSaveOf<Body>(
  type: AuditedType,
  sentOf: (body: Body) => Sent,
): AuditRule<{ readonly body: Body }, Shown> {
  return {
    action: ({ body }) => (idOf(sentOf(body).id) === null ? "ADDED" : "UPDATED"),
    entity({ body }, saved) {
      if (saved !== undefined) return shownEntity(type, saved);
      const { id, name, title, email } = sentOf(body);
      // The name of an entity that exists is the one it has, not the one that was sent.
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

/** The entity that a path names by type and id; undefined where that is no type the log knows. */
export function entityOfPath(type: string, id: string): AuditedEntity | undefined {
  const found = AUDITED_TYPES.find((known) => known === type.toUpperCase());
  return found === undefined ? undefined : { type: found, id };
}

function idOf(ref: SentRef | null | undefined): string | null {
  return ref === null || ref === undefined || ref.id === NULL_UUID ? null : ref.id;
}
