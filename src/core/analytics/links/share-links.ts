// Share links, through which people without an account see a view or a dashboard: administrators create them, anyone with the secret
// can use them, and revoking takes effect at once. The bearer sees what the link's user or customer may see at that
// time. Source: analytics contract 6.3. Reasons: docs/decisions/0032-share-links.md.
import { createHash, randomBytes } from "node:crypto";
import { millis, type Clock, type EpochMillis } from "../../../lib/clock.ts";
import { remember } from "../../../lib/remember.ts";
import { DAY_MILLIS } from "../../../lib/units.ts";
import type { AuditTrail } from "../../audit-trail.ts";
import type { MessageBus, Subscription } from "../../bus/message-bus.ts";
import { newId, type CustomerId, type ShareLinkId, type TenantId, type UserId } from "../../ids.ts";
import type { LinkTarget } from "../../shared-by-link.ts";
import { AnalyticsError } from "../analytics-error.ts";
import type { Reader } from "../reader.ts";
import type { LinkIdentity, LinkStore, ShareLink } from "./link-store.ts";
import { parseLink, type FixableFilters } from "./parse-link.ts";

/** Slow password hashing, and verification that slows down with every wrong attempt. */
export interface LinkPasswords {
  hash(password: string): Promise<string>;
  /**
   * Throws `rate-limited` if too many attempts are already waiting because of wrong passwords for this account or from
   * this address.
   */
  verify(
    hash: string,
    attempt: { readonly account: string; readonly password: string; readonly address: string },
  ): Promise<boolean>;
}

/** The current rights of users. */
export interface ReaderRights {
  /** Undefined if the user was deleted or may not log in. */
  readerOf(tenantId: TenantId, userId: UserId): Promise<Reader | undefined>;
  hasCustomer(tenantId: TenantId, customerId: CustomerId): Promise<boolean>;
}

/** What links show. */
export interface LinkTargets {
  /** Throws what reading it throws, if the reader may not see it. */
  require(target: LinkTarget, reader: Reader): Promise<void>;
  /** As `require`, and throws if it cannot be shown as it is saved. */
  filtersOf(target: LinkTarget, reader: Reader): Promise<FixableFilters>;
}

export interface ShareLinkDeps {
  readonly store: LinkStore;
  readonly targets: LinkTargets;
  readonly rights: ReaderRights;
  readonly passwords: LinkPasswords;
  readonly audit: AuditTrail;
  readonly bus: MessageBus;
  readonly clock: Clock;
}

export interface ShareLinkOptions {
  /** Most links of one view or dashboard that have not expired. */
  readonly perViewMax: number;
  readonly defaultDays: number;
  readonly maxDays: number;
}

export interface PresentedLink {
  readonly token: string;
  readonly password: string | null;
  /** The site of the calling page, from the Origin header; null if there is none. */
  readonly origin: string | null;
  /** The address of the client, as reported by trusted proxies. */
  readonly address: string;
}

/** Makes tokens recognisable wherever they appear, especially in a log that should not contain them. */
const TOKEN_PREFIX = "bhl_";
const TOKEN_BYTES = 32;
const TOKEN = /^bhl_[A-Za-z0-9_-]{43}$/;

/** How long a correct password is remembered instead of hashed again, because a page calls every few seconds. */
const VERIFIED_MILLIS = 600_000;
const VERIFIED_MAX = 1_000;

/** A page calls every few seconds; the audit log records the use of a link once per this time. */
const NOTED_MILLIS = 3_600_000;
const NOTED_MAX = 10_000;

export class ShareLinks {
  readonly #deps: ShareLinkDeps;
  readonly #options: ShareLinkOptions;
  /** Expiry of each verified password, by a digest of link and password. */
  readonly #verified = new Map<string, EpochMillis>();
  /** When the use of each link was last recorded. */
  readonly #noted = new Map<ShareLinkId, EpochMillis>();
  #subscription: Subscription | undefined;

  constructor(deps: ShareLinkDeps, options: ShareLinkOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  start(): void {
    this.#subscription = this.#deps.bus.subscribe("link-used", ({ linkId, at }) => {
      this.#keepNoted(linkId, at);
    });
  }

  stop(): void {
    this.#subscription?.cancel();
  }

  /**
   * The link with its token, which cannot be retrieved later. Throws `BODY_INVALID` with every problem,
   * `VIEW_NOT_FOUND` or `not-found`, `FORBIDDEN` for users of customers, and `LINKS_MAX`.
   */
  async create(
    target: LinkTarget,
    json: unknown,
    reader: Reader,
  ): Promise<{ readonly link: ShareLink; readonly token: string }> {
    requireAdministrator(reader);
    const { targets, store, clock, passwords } = this.#deps;
    const sent = parseLink(json, await targets.filtersOf(target, reader));
    const now = clock.now();
    const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString("base64url");
    const link: ShareLink = {
      id: newId<ShareLinkId>(),
      target,
      tenantId: reader.tenantId,
      name: sent.name,
      identity: await this.#identity(sent.customerId, reader),
      createdAt: now,
      createdBy: reader.userId,
      expiresAt: this.#end(sent.expiresTime, now),
      passwordHash: sent.password === null ? null : await passwords.hash(sent.password),
      lockedFilters: sent.lockedFilters,
      origins: sent.origins,
    };
    const { perViewMax } = this.#options;
    switch (await store.createLink(link, digestOf(token), perViewMax)) {
      case "created":
        return { link, token };
      case "unknown":
        throw await this.#gone(target, reader);
      case "too-many":
        throw new AnalyticsError(
          "LINKS_MAX",
          `a ${target.kind} may have ${String(perViewMax)} links, and this one has that many: revoke one first`,
          [],
          { entityType: linkType(target), limit: { name: "analytics.links.perViewMax", value: perViewMax } },
        );
    }
  }

  /**
   * In order of creation. Expired links are listed until the next link is created. Throws `VIEW_NOT_FOUND`,
   * `FORBIDDEN`.
   */
  async list(target: LinkTarget, reader: Reader): Promise<readonly ShareLink[]> {
    requireAdministrator(reader);
    await this.#deps.targets.require(target, reader);
    return this.#deps.store.listLinks(reader.tenantId, target);
  }

  /** The link is refused from now on. Throws `LINK_NOT_FOUND`, `VIEW_NOT_FOUND`, `FORBIDDEN`. */
  async revoke(target: LinkTarget, id: ShareLinkId, reader: Reader): Promise<void> {
    requireAdministrator(reader);
    await this.#deps.targets.require(target, reader);
    if (!(await this.#deps.store.deleteLink(reader.tenantId, target, id)))
      throw new AnalyticsError("LINK_NOT_FOUND", `${target.kind} ${target.id} has no link ${id}`);
    this.#deps.bus.publish({ kind: "link-revoked", linkId: id });
  }

  /**
   * The reader whose permissions the bearer gets. Throws `LINK_INVALID` if the link does not exist or is no longer
   * valid, `LINK_PASSWORD` if it needs another password, `rate-limited` after many wrong passwords, and `FORBIDDEN` for
   * a page of a site that the link does not allow.
   */
  async open(presented: PresentedLink): Promise<Reader> {
    const { token, origin } = presented;
    const link = TOKEN.test(token) ? await this.#deps.store.findLink(digestOf(token)) : undefined;
    if (link === undefined || link.expiresAt <= this.#deps.clock.now()) throw notGood();
    if (origin !== null && link.origins.length > 0 && !link.origins.includes(origin))
      throw new AnalyticsError("FORBIDDEN", `this link is not for pages of ${origin.slice(0, 255)}`);
    await this.#requirePassword(link, presented);
    const reader = await this.#readerOf(link);
    if (reader === undefined) throw notGood();
    await this.#note(link, reader);
    return {
      ...reader,
      shared: {
        linkId: link.id,
        target: link.target,
        lockedFilters: new Map(link.lockedFilters.map(({ name, values }) => [name, values])),
        expiresAt: link.expiresAt,
      },
    };
  }

  /** The sites that may embed this in a frame; none if the link is invalid or shows something else. */
  async originsOf(token: string, { kind, id }: LinkTarget): Promise<readonly string[]> {
    const link = TOKEN.test(token) ? await this.#deps.store.findLink(digestOf(token)) : undefined;
    const isGood = link?.target.kind === kind && link.target.id === id && link.expiresAt > this.#deps.clock.now();
    return isGood ? link.origins : [];
  }

  async #identity(customerId: CustomerId | null, { tenantId, userId }: Reader): Promise<LinkIdentity> {
    if (customerId === null) return { kind: "user", userId };
    if (await this.#deps.rights.hasCustomer(tenantId, customerId)) return { kind: "customer", customerId };
    const message = `Customer "${customerId}" does not exist.`;
    throw new AnalyticsError("BODY_INVALID", message, [{ pointer: "/customerId", code: "SCOPE_UNKNOWN", message }]);
  }

  #end(expiresTime: EpochMillis | null, now: EpochMillis): EpochMillis {
    const { defaultDays, maxDays } = this.#options;
    if (expiresTime === null) return millis(now + Math.min(defaultDays, maxDays) * DAY_MILLIS);
    const most = now + maxDays * DAY_MILLIS;
    if (expiresTime > now && expiresTime <= most) return expiresTime;
    const message = `expiresTime must lie in the next ${String(maxDays)} days, until ${String(most)}, not ${String(expiresTime)}.`;
    throw new AnalyticsError("BODY_INVALID", message, [{ pointer: "/expiresTime", code: "BODY_INVALID", message }]);
  }

  /** Why a link names what is no longer there: the target, or else the customer. */
  async #gone(target: LinkTarget, reader: Reader): Promise<Error> {
    await this.#deps.targets.require(target, reader);
    return new AnalyticsError("BODY_INVALID", "the customer has been deleted meanwhile");
  }

  async #requirePassword({ id, passwordHash }: ShareLink, { password, address }: PresentedLink): Promise<void> {
    if (passwordHash === null) return;
    if (password === null)
      throw new AnalyticsError("LINK_PASSWORD", "this link has a password: send it as the header X-Share-Password");
    const { clock, passwords } = this.#deps;
    const key = createHash("sha256").update(`${id}\n${passwordHash}\n${password}`).digest("base64url");
    if ((this.#verified.get(key) ?? 0) > clock.now()) return;
    this.#verified.delete(key);
    if (!(await passwords.verify(passwordHash, { account: `link ${id}`, password, address })))
      throw new AnalyticsError("LINK_PASSWORD", "the password of the link is wrong");
    remember(this.#verified, key, millis(clock.now() + VERIFIED_MILLIS), VERIFIED_MAX);
  }

  async #note({ id, name, target, tenantId }: ShareLink, { userId, customerId }: Reader): Promise<void> {
    const now = this.#deps.clock.now();
    if (now - (this.#noted.get(id) ?? -NOTED_MILLIS) < NOTED_MILLIS) return;
    this.#keepNoted(id, now);
    this.#deps.bus.publish({ kind: "link-used", linkId: id, at: now });
    await this.#deps.audit.record({
      tenantId,
      user: { id: userId, customerId },
      entity: { type: linkType(target), id, name },
      action: "LINK_USED",
      data: target.kind === "view" ? { viewId: target.id } : { dashboardId: target.id },
      failure: null,
    });
  }

  #keepNoted(id: ShareLinkId, at: EpochMillis): void {
    this.#noted.delete(id);
    remember(this.#noted, id, at, NOTED_MAX);
  }

  #readerOf({ tenantId, identity, createdBy }: ShareLink): Promise<Reader | undefined> {
    switch (identity.kind) {
      case "user":
        return this.#deps.rights.readerOf(tenantId, identity.userId);
      case "customer":
        return Promise.resolve({ tenantId, customerId: identity.customerId, userId: createdBy });
    }
  }
}

function linkType({ kind }: LinkTarget): "VIEW_LINK" | "DASHBOARD_LINK" {
  return kind === "view" ? "VIEW_LINK" : "DASHBOARD_LINK";
}

function digestOf(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}

function requireAdministrator({ customerId, shared }: Reader): void {
  if (customerId !== null || shared !== undefined)
    throw new AnalyticsError("FORBIDDEN", "links are made and managed by administrators of the tenant");
}

function notGood(): AnalyticsError {
  return new AnalyticsError("LINK_INVALID", "the link is not valid, has expired or was revoked");
}
