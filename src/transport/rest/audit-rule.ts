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
import { NULL_UUID, type EntityRef, type SentRef } from "./entity-ids.ts";

/** `answer` is what the handler returned, undefined where it failed and when the entity is asked for beforehand. */
export interface AuditRule<Request, Answer> {
  /** One action, or how the request decides between several. */
  readonly action: AuditAction | ActionOf<Request>;
  /** Undefined where the action concerns no entity, such as the settings of the installation. */
  entity(request: Request, answer: Answer | undefined): AuditedEntity | undefined;
  /** Never passwords, tokens, keys or credentials: the log has more readers than the secret. */
  data?(request: Request, answer: Answer | undefined): AuditData;
}

// The type of a method, so that a rule which knows its request more closely can stand in a row that has forgotten it.
type ActionOf<Request> = { of(request: Request): AuditAction }["of"];

/** JSON text of a caller, to be parsed for the record only where it is short enough to be kept whole. */
export class SentJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What saving calls have in common: without an id the entity is new. */
export function savedAction(sent: { readonly id?: SentRef | null | undefined }): AuditAction {
  return idOf(sent.id) === null ? "ADDED" : "UPDATED";
}

/** The entity of a call that saves `sent` and answers with the saved one. */
export function savedEntity(
  type: AuditedType,
  sent: { readonly id?: SentRef | null | undefined },
  saved: { readonly id: EntityRef; readonly name?: string; readonly customerId?: EntityRef } | undefined,
  name: string | undefined,
): AuditedEntity {
  if (saved === undefined) return { type, id: idOf(sent.id), ...(name === undefined ? {} : { name }) };
  return {
    type,
    id: saved.id.id,
    ...(saved.name === undefined ? {} : { name: saved.name }),
    ...(saved.customerId === undefined ? {} : { customerId: idOf(saved.customerId) as CustomerId | null }),
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
