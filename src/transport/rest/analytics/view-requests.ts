// What calls about a view say of it: its id in the path, and the revision that a save is meant to replace.
// Source: analytics contract 4.2, 4.3.
import { AnalyticsError } from "../../../core/analytics/analytics-error.ts";
import { DomainError } from "../../../core/errors.ts";
import { parseId, type AnyId, type ViewId } from "../../../core/ids.ts";
import type { OpenRequest } from "../route.ts";

/** Throws `VIEW_ID_INVALID` for what is no UUID. */
export function parseViewId(text: string): ViewId {
  return parseIdAs<ViewId>(text, "the id of a view");
}

export function parseIdAs<Id extends AnyId>(text: string, what: string): Id {
  try {
    return parseId<Id>(text, what);
  } catch (error) {
    if (error instanceof DomainError) throw new AnalyticsError("VIEW_ID_INVALID", error.message, [], { cause: error });
    throw error;
  }
}

const TAG = /^(?:W\/)?"([0-9]{1,15})"$|^([0-9]{1,15})$/;

export function etagOf({ revision }: { readonly revision: number }): string {
  return `"${String(revision)}"`;
}

/**
 * The revision of the header If-Match or of the body; "any" for `If-Match: *`. Throws `REVISION_REQUIRED` where neither
 * says it, or the two differ.
 */
export function expectedRevision({
  headers,
  body,
}: Pick<OpenRequest<unknown, unknown, unknown>, "headers" | "body">): number | "any" {
  const header = headers["if-match"];
  const member =
    typeof body === "object" && body !== null && "revision" in body ? (body.revision ?? undefined) : undefined;
  if (header !== undefined) {
    const wanted = header.trim() === "*" ? "any" : revisionOfTag(header.trim());
    if (member !== undefined && wanted !== "any" && member !== wanted)
      throw required(`If-Match says ${String(wanted)}, the body says ${shown(member)}`);
    return wanted;
  }
  if (typeof member === "number" && Number.isSafeInteger(member) && member >= 1) return member;
  throw required(
    member === undefined
      ? 'send the revision that you have read, as the header If-Match: "3" or as revision in the body'
      : `revision must be a whole number from 1, got ${shown(member)}`,
  );
}

function revisionOfTag(tag: string): number {
  const [, quoted, plain] = TAG.exec(tag) ?? [];
  const digits = quoted ?? plain;
  if (digits === undefined) throw required(`If-Match must be a revision as "3" or *, got ${tag.slice(0, 64)}`);
  return Number(digits);
}

function required(message: string): AnalyticsError {
  return new AnalyticsError("REVISION_REQUIRED", message);
}

function shown(json: unknown): string {
  return typeof json === "string" || typeof json === "number" ? `"${String(json).slice(0, 64)}"` : `a ${typeof json}`;
}
