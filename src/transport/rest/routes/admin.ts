// Settings of the installation that system administrators change while it runs. Source: REST contract 2.5.
import { permit } from "../../../core/access/permissions.ts";
import type { StoredSecuritySettings } from "../../../core/access/stored-security-settings.ts";
import { E1, E3, route, type RestRoute } from "../route.ts";
import { readSecuritySettings, SecuritySettingsSchema, SentSecuritySettings } from "../security-settings-wire.ts";

const PATH = "/api/admin/securitySettings";

export function adminRoutes(security: StoredSecuritySettings): readonly RestRoute[] {
  return [
    route({
      method: "GET",
      path: PATH,
      operationId: "getSecuritySettings",
      summary: "What is demanded of passwords and logins",
      tag: "admin",
      errors: E1,
      access: ["SYS_ADMIN"],
      answer: SecuritySettingsSchema,
      handle({ principal }) {
        permit<"ADMIN_SETTINGS">(principal, "read", { kind: "ADMIN_SETTINGS" });
        return security.current();
      },
    }),
    route({
      method: "POST",
      path: PATH,
      operationId: "saveSecuritySettings",
      summary: "Replace what is demanded of passwords and logins; in force at once",
      tag: "admin",
      errors: E3,
      access: ["SYS_ADMIN"],
      body: SentSecuritySettings,
      answer: SecuritySettingsSchema,
      audit: { action: "UPDATED", entity: () => undefined, data: ({ body }) => ({ securitySettings: body }) },
      handle({ principal, body }) {
        permit<"ADMIN_SETTINGS">(principal, "write", { kind: "ADMIN_SETTINGS" });
        return security.save(readSecuritySettings(body));
      },
    }),
  ];
}
