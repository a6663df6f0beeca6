// Views and the links to them put together: kept in SQLite, checked against what the tenant has, with the rights that their
// readers have now.
import { FailureWindows } from "../lib/failure-windows.ts";
import type { PasswordCheck } from "../core/access/password-check.ts";
import type { ReaderZones } from "../core/analytics/report/report.ts";
import type { ViewDirectory } from "../core/analytics/view/view-directory.ts";
import { ShareLinks, type LinkPasswords, type ReaderRights } from "../core/analytics/views/share-links.ts";
import { ViewService } from "../core/analytics/views/view-service.ts";
import type { AuditTrail } from "../core/audit-trail.ts";
import type { MessageBus } from "../core/bus/message-bus.ts";
import { DomainError } from "../core/errors.ts";
import type { Clock } from "../lib/clock.ts";
import { SECOND_MILLIS } from "../lib/units.ts";
import type { Config } from "./config.ts";
import type { Storage } from "./storage.ts";

export interface ReportViews {
  readonly views: ViewService;
  readonly links: ShareLinks;
  readonly rights: ReaderRights;
}

export interface ReportViewParts {
  readonly directory: ViewDirectory;
  readonly readerZones: Pick<ReaderZones, "ofTenant">;
  readonly passwords: Pick<PasswordCheck, "hash" | "matchesAny">;
  readonly audit: AuditTrail;
  readonly bus: MessageBus;
  readonly clock: Clock;
}

export function buildReportViews({ analytics }: Config, { sqlite }: Storage, parts: ReportViewParts): ReportViews {
  const { stores } = sqlite;
  const { directory, readerZones, bus, clock } = parts;
  const views = new ViewService(
    {
      store: stores.views,
      directory,
      zoneOfTenant: (tenantId) => readerZones.ofTenant(tenantId),
      bus,
      clock,
    },
    {
      rowsMax: analytics.reports.rowsMax,
      viewsMax: analytics.views.perTenantMax,
      revisionsMax: analytics.views.revisionsMax,
      customersMayCreate: analytics.views.customersMayCreate,
    },
  );
  const rights = readerRights(stores);
  const { perViewMax, defaultDays, maxDays } = analytics.links;
  const links = new ShareLinks(
    {
      store: stores.viewLinks,
      views,
      rights,
      passwords: linkPasswords(analytics.links, parts),
      audit: parts.audit,
      clock,
    },
    { perViewMax, defaultDays, maxDays },
  );
  return { views, links, rights };
}

function readerRights({ users, customers }: Storage["sqlite"]["stores"]): ReaderRights {
  return {
    async readerOf(tenantId, userId) {
      const [user, account] = await Promise.all([users.findUser(userId), users.findAccountState(userId)]);
      if (user?.tenantId !== tenantId || account?.enabled !== true) return undefined;
      return { tenantId, customerId: user.customerId, userId };
    },
    async hasCustomer(tenantId, customerId) {
      return (await customers.findCustomer(customerId))?.tenantId === tenantId;
    },
  };
}

function linkPasswords(
  { password }: Config["analytics"]["links"],
  { passwords, clock }: ReportViewParts,
): LinkPasswords {
  const tries = new FailureWindows({
    failuresMax: password.triesMax,
    windowMillis: password.windowSeconds * SECOND_MILLIS,
    keysMax: password.linksMax,
  });
  return {
    hash: (text) => passwords.hash(text),
    async verify(id, hash, text) {
      requireTries(tries.waitMillis(id, clock.now()), password.triesMax);
      // Counted before it is known to be wrong: a burst of attempts would pass otherwise before the first has failed.
      tries.add(id, clock.now());
      const isRight = await passwords.matchesAny(text, [hash]);
      if (isRight) tries.forget(id);
      return isRight;
    },
  };
}

function requireTries(waitMillis: number, triesMax: number): void {
  if (waitMillis > 0)
    throw new DomainError("rate-limited", "too many wrong passwords for this link; try again later", {
      retryAfterSeconds: Math.ceil(waitMillis / SECOND_MILLIS),
      limit: { name: "analytics.links.password.triesMax", value: triesMax },
    });
}
