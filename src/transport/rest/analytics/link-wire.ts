// Wire forms of share links, whatever they show. The token is shown once, when the link is created. Source: analytics contract 4.3, 6.3.
import { Type, type Static } from "typebox";
import type { AuditedEntity } from "../../../core/audit-trail.ts";
import type { ShareLink } from "../../../core/analytics/links/link-store.ts";
import { LinkSchema, LockedFilters } from "../../../core/analytics/links/parse-link.ts";
import { unread } from "../../../core/schema-words.ts";
import { parseNamed } from "../../../lib/json-names.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "../example-values.ts";
import { nullable, uuidText } from "../nullable.ts";

const EXAMPLE_ID = "0198a1c0-0000-7000-8000-0000000000c0";
/** Parsed together with what it shows, whose filters it names. */
export const SentLink = unread(LinkSchema);

export const LINK = {
  id: uuidText({ examples: [EXAMPLE_ID] }),
  name: Type.String({ examples: ["Screen in the lobby"] }),
  customerId: nullable(uuidText()),
  userId: nullable(uuidText({ examples: [EXAMPLE_REFS.user.id] })),
  createdTime: Type.Integer({ examples: [EXAMPLE_TIME] }),
  createdBy: uuidText({ examples: [EXAMPLE_REFS.user.id] }),
  expiresTime: Type.Integer({ examples: [EXAMPLE_TIME + 2_592_000_000] }),
  hasPassword: Type.Boolean({ examples: [false] }),
  lockedFilters: Type.Unsafe<unknown>(LockedFilters),
  origins: Type.Array(Type.String(), { examples: [[]] }),
};

/** What the answer that creates a link has besides. */
export const NEW_LINK = {
  token: Type.String({ description: "Shown this once.", examples: ["bhl_…"] }),
  url: Type.String({ examples: ["https://iot.example.com/embed/0198a1c0-0000-7000-8000-0000000000b0?link=bhl_…"] }),
};

const LinkFields = Type.Object(LINK);

/** Filter names become members one by one, so that `__proto__` is an ordinary name. */
export function linkJson(link: ShareLink): Static<typeof LinkFields> {
  const { id, name, identity, createdAt, createdBy, expiresAt, passwordHash, lockedFilters, origins } = link;
  return {
    ...{ id, name, createdTime: createdAt, createdBy, expiresTime: expiresAt },
    customerId: identity.kind === "customer" ? identity.customerId : null,
    userId: identity.kind === "user" ? identity.userId : null,
    hasPassword: passwordHash !== null,
    lockedFilters: Object.fromEntries(lockedFilters.map(({ name: filter, values }) => [filter, values])),
    origins: [...origins],
  };
}

/** Reads the answer we wrote ourselves; the token in it is not copied. */
export function createdLink(
  answer: string | undefined,
  type: "VIEW_LINK" | "DASHBOARD_LINK",
): AuditedEntity | undefined {
  if (answer === undefined) return undefined;
  const { id, name } = parseNamed(answer) as Pick<ShareLink, "id" | "name">;
  return { type, id, name };
}
