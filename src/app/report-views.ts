// Views and the links to them put together: kept in SQLite, checked against what the tenant has, with the rights that their
// readers have now.
import type { PasswordCheck } from "../core/access/password-check.ts";
import type { Readers } from "../core/analytics/readers.ts";
import type { ViewDirectory } from "../core/analytics/view/view-directory.ts";
import { LinkPasswords } from "../core/analytics/views/link-passwords.ts";
import { ShareLinks } from "../core/analytics/views/share-links.ts";
import { ViewService } from "../core/analytics/views/view-service.ts";
import type { AuditTrail } from "../core/audit-trail.ts";
import type { MessageBus } from "../core/bus/message-bus.ts";
import type { Clock } from "../lib/clock.ts";
import { SECOND_MILLIS } from "../lib/units.ts";
import type { Config } from "./config.ts";
import type { Storage } from "./storage.ts";

export interface ReportViews {
  readonly views: ViewService;
  readonly links: ShareLinks;
}

export interface ReportViewParts {
  readonly directory: ViewDirectory;
  readonly readers: Readers;
  readonly passwords: Pick<PasswordCheck, "hash" | "matchesAny">;
  readonly audit: AuditTrail;
  readonly bus: MessageBus;
  readonly clock: Clock;
}

export function buildReportViews({ analytics }: Config, { sqlite }: Storage, parts: ReportViewParts): ReportViews {
  const { stores } = sqlite;
  const { directory, readers, bus, clock } = parts;
  const views = new ViewService(
    {
      store: stores.views,
      directory,
      zoneOfTenant: (tenantId) => readers.ofTenant(tenantId),
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
  const { perViewMax, defaultDays, maxDays, password } = analytics.links;
  const links = new ShareLinks(
    {
      store: stores.viewLinks,
      views,
      rights: readers,
      passwords: new LinkPasswords(parts, {
        triesMax: password.triesMax,
        windowMillis: password.windowSeconds * SECOND_MILLIS,
        linksMax: password.linksMax,
      }),
      audit: parts.audit,
      clock,
    },
    { perViewMax, defaultDays, maxDays },
  );
  return { views, links };
}
