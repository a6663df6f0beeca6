// What a tenant uses, and which limits hold for the caller. Source: REST contract 17 and 1.6.
import { Type } from "typebox";
import { permit, permitMember, permitRole } from "../../../core/access/permissions.ts";
import { parseId, type TenantId } from "../../../core/ids.ts";
import type { CallerLimitsReports } from "../../../core/usage/caller-limits.ts";
import type { UsageReports } from "../../../core/usage/usage-report.ts";
import { UuidParam } from "../entity-ids.ts";
import { E1, E2, route, type RestRoute } from "../route.ts";
import { LimitsSchema, showLimits, showUsage, UsageSchema } from "../usage-wire.ts";

export interface UsageRouteParts {
  readonly usage: Pick<UsageReports, "of">;
  readonly limits: Pick<CallerLimitsReports, "of">;
}

export function usageRoutes({ usage, limits }: UsageRouteParts): readonly RestRoute[] {
  return [
    route({
      method: "GET",
      path: "/api/usage",
      operationId: "getTenantUsageInfo",
      summary: "What the tenant uses and may use",
      description:
        "Messages, data points and mails are counted by calendar month in UTC. A state is DISABLED when a monthly limit has been reached: then devices are refused until the month turns or the profile changes.",
      tag: "usage",
      errors: E1,
      access: ["TENANT_ADMIN"],
      answer: UsageSchema,
      async handle({ principal }) {
        permitMember(principal, "read", "USAGE");
        permit<"USAGE">(principal, "read", { kind: "USAGE", tenantId: principal.tenantId });
        return showUsage(await usage.of(principal.tenantId));
      },
    }),
    route({
      method: "GET",
      path: "/api/tenant/:tenantId/usage",
      operationId: "getUsageOfTenant",
      summary: "What a tenant uses and may use, for the operator of the platform",
      tag: "usage",
      errors: E2,
      access: ["SYS_ADMIN"],
      params: Type.Object({ tenantId: UuidParam }),
      answer: UsageSchema,
      async handle({ principal, params }) {
        permitRole(principal, "list", "TENANT");
        const tenantId = parseId<TenantId>(params.tenantId, "tenantId");
        permit<"USAGE">(principal, "read", { kind: "USAGE", tenantId });
        return showUsage(await usage.of(tenantId));
      },
    }),
    route({
      method: "GET",
      path: "/api/limits",
      operationId: "getCallerLimits",
      summary: "Every limit that holds for the caller, with what is left of it",
      description:
        "Limits of REST calls with the calls that are left in each window, rate limits of devices, counts of entities and of WebSocket sessions, and the limits of the month. A refusal with status 429 names one of them and says in Retry-After when to call again. What the whole tenant uses is shown to its administrators alone; a system administrator has no limits.",
      tag: "limits",
      errors: E1,
      access: ["SYS_ADMIN", "TENANT_ADMIN", "CUSTOMER_USER"],
      answer: LimitsSchema,
      async handle({ principal }) {
        permitRole(principal, "read", "OWN_LIMITS");
        return showLimits(await limits.of(principal));
      },
    }),
  ];
}
