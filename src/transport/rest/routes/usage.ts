// What a tenant uses, and which limits hold for the caller. Source: REST contract 17 and 1.6.
import { permit, permitMember, permitRole } from "../../../core/access/permissions.ts";
import { parseId, type TenantId } from "../../../core/ids.ts";
import type { CallerLimitsReports } from "../../../core/usage/caller-limits.ts";
import type { UsageReports } from "../../../core/usage/usage-report.ts";
import { ANYBODY, SYSTEM, TENANT, resource, type RestRoute } from "../route.ts";
import { LimitsSchema, showLimits, showUsage, UsageSchema } from "../usage-wire.ts";

const api = resource("usage", TENANT);
const ofCaller = resource("limits", ANYBODY);

export interface UsageRouteDeps {
  readonly usage: Pick<UsageReports, "of">;
  readonly limits: Pick<CallerLimitsReports, "of">;
}

export function usageRoutes({ usage, limits }: UsageRouteDeps): readonly RestRoute[] {
  return [
    api.get("/api/usage", "getTenantUsageInfo", {
      summary: "What the tenant uses and may use",
      description:
        "Messages, data points and mails are counted by calendar month in UTC. A state is DISABLED when a monthly limit has been reached: then devices are refused until the month turns or the profile changes.",
      answer: UsageSchema,
      async handle({ principal }) {
        permitMember(principal, "read", "USAGE");
        permit<"USAGE">(principal, "read", { kind: "USAGE", tenantId: principal.tenantId });
        return showUsage(await usage.of(principal.tenantId));
      },
    }),
    api.get("/api/tenant/:tenantId/usage", "getUsageOfTenant", {
      summary: "What a tenant uses and may use, for the operator of the platform",
      access: SYSTEM,
      answer: UsageSchema,
      async handle({ principal, params }) {
        permitRole(principal, "list", "TENANT");
        const tenantId = parseId<TenantId>(params.tenantId, "tenantId");
        permit<"USAGE">(principal, "read", { kind: "USAGE", tenantId });
        return showUsage(await usage.of(tenantId));
      },
    }),
    ofCaller.get("/api/limits", "getCallerLimits", {
      summary: "Every limit that holds for the caller, with what is left of it",
      description:
        "Limits of REST calls with the calls that are left in each window, rate limits of devices, counts of entities and of WebSocket sessions, and the limits of the month. A refusal with status 429 names one of them and says in Retry-After when to call again. What the whole tenant uses is shown to its administrators alone; a system administrator has no limits.",
      answer: LimitsSchema,
      async handle({ principal }) {
        permitRole(principal, "read", "OWN_LIMITS");
        return showLimits(await limits.of(principal));
      },
    }),
  ];
}
