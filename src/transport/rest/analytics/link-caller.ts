// The bearer of a share link as a caller: who calls is whom the link reads as, held to its one view.
// Source: analytics contract 6.3.
import type { FastifyRequest } from "fastify";
import type { Principal } from "../../../core/access/principal.ts";
import { AnalyticsError } from "../../../core/analytics/analytics-error.ts";
import type { Reader } from "../../../core/analytics/reader.ts";
import type { PresentedLink } from "../../../core/analytics/views/share-links.ts";

export interface LinkAuthenticator {
  /** Throws `LINK_INVALID`, `LINK_PASSWORD`, `FORBIDDEN`. */
  open(link: PresentedLink): Promise<Reader>;
}

/**
 * What a request presents in the header X-Share-Link or the parameter `link`, where an event stream of a browser can put it;
 * undefined where it presents none. Throws `LINK_INVALID` for several.
 */
export function presentedLink(request: FastifyRequest, baseUrl: string | undefined): PresentedLink | undefined {
  const { headers, query } = request;
  const header = headers["x-share-link"];
  const parameter = typeof query === "object" && query !== null && "link" in query ? query.link : undefined;
  if (Array.isArray(header) || Array.isArray(parameter))
    throw new AnalyticsError("LINK_INVALID", "a call presents one share link, this one has several");
  const token = header ?? (typeof parameter === "string" ? parameter : undefined);
  if (token === undefined || token === "") return undefined;
  const password = headers["x-share-password"];
  return { token, password: typeof password === "string" ? password : null, origin: foreignOrigin(request, baseUrl) };
}

/**
 * The site whose page calls, unless it is a page of the platform: in a frame of another site it is the platform's own page
 * that calls, and the page itself tells the browser which sites may frame it.
 */
function foreignOrigin(
  { headers: { origin }, protocol, host }: FastifyRequest,
  baseUrl: string | undefined,
): string | null {
  if (origin === undefined) return null;
  const own = [`${protocol}://${host}`, ...(baseUrl === undefined ? [] : [baseUrl])];
  return own.some((address) => URL.canParse(address) && new URL(address).origin === origin) ? null : origin;
}

export async function linkPrincipal(links: LinkAuthenticator, link: PresentedLink): Promise<Principal> {
  const { tenantId, customerId, userId, sharedView } = await links.open(link);
  const caller = { userId, sessionId: null, tenantId, ...(sharedView === undefined ? {} : { sharedView }) };
  return customerId === null
    ? { ...caller, authority: "TENANT_ADMIN", customerId }
    : { ...caller, authority: "CUSTOMER_USER", customerId };
}
