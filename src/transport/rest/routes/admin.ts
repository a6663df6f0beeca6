// Settings of the installation that system administrators change at runtime. Source: REST contract 2.5.
import type { LoginService } from "../../../core/access/login-service.ts";
import { permit } from "../../../core/access/permissions.ts";
import type { StoredSecuritySettings } from "../../../core/access/stored-security-settings.ts";
import type { StoredTokenSettings } from "../../../core/access/stored-token-settings.ts";
import {
  TokenPairSchema,
  JwtSettingsSchema,
  readJwtSettings,
  SentJwtSettings,
  showJwtSettings,
  readSecuritySettings,
  SecuritySettingsSchema,
  SentSecuritySettings,
} from "../access-wire.ts";
import { SYSTEM, resource, type RestRoute } from "../route.ts";

const api = resource("admin", SYSTEM);

const PATH = "/api/admin/securitySettings";
const JWT_PATH = "/api/admin/jwtSettings";

export function adminRoutes(
  security: StoredSecuritySettings,
  tokens: StoredTokenSettings,
  logins: LoginService,
): readonly RestRoute[] {
  return [
    api.get(PATH, "getSecuritySettings", {
      summary: "The rules for passwords and logins",
      answer: SecuritySettingsSchema,
      handle({ principal }) {
        permit<"ADMIN_SETTINGS">(principal, "read", { kind: "ADMIN_SETTINGS" });
        return security.current();
      },
    }),
    api.post(PATH, "saveSecuritySettings", {
      summary: "Replace the rules for passwords and logins; in force at once",
      body: SentSecuritySettings,
      answer: SecuritySettingsSchema,
      audit: { action: "UPDATED", entity: () => undefined, data: ({ body }) => ({ securitySettings: body }) },
      handle({ principal, body }) {
        permit<"ADMIN_SETTINGS">(principal, "write", { kind: "ADMIN_SETTINGS" });
        return security.save(readSecuritySettings(body));
      },
    }),
    api.get(JWT_PATH, "getJwtSettings", {
      summary: "Lifetimes of tokens and the issuer they name",
      answer: JwtSettingsSchema,
      handle({ principal }) {
        permit<"ADMIN_SETTINGS">(principal, "read", { kind: "ADMIN_SETTINGS" });
        return showJwtSettings(tokens.current());
      },
    }),
    api.post(JWT_PATH, "saveJwtSettings", {
      summary: "Replace them; all earlier tokens end at once, and the caller gets a new pair",
      body: SentJwtSettings,
      answer: TokenPairSchema,
      audit: {
        action: "UPDATED",
        entity: () => undefined,
        // Renamed, because the log masks members with the body's names as secrets.
        data: ({ body }) => ({
          accessSeconds: body.tokenExpirationTime,
          refreshSeconds: body.refreshTokenExpTime,
          issuer: body.tokenIssuer,
          signedWith: typeof body.tokenSigningKey === "string" ? "another key" : "the same key",
        }),
      },
      async handle({ principal, body }) {
        permit<"ADMIN_SETTINGS">(principal, "write", { kind: "ADMIN_SETTINGS" });
        await tokens.save(readJwtSettings(body));
        return logins.newSession(principal);
      },
    }),
  ];
}
