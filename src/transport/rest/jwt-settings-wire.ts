// Token settings as REST writes and reads them. Source: REST contract 2.5.
import { Type, type Static } from "typebox";
import type { SentTokenSettings, TokenSettings } from "../../core/access/token-settings.ts";
import { nullable } from "./nullable.ts";

const EXAMPLE = { tokenExpirationTime: 9000, refreshTokenExpTime: 604_800, tokenIssuer: "bridgehead" };
const HIDDEN = "Always null: whoever knows it can make any token.";

const TIMES = {
  tokenExpirationTime: Type.Integer({ description: "Seconds that an access token lasts, from 60." }),
  refreshTokenExpTime: Type.Integer({ description: "Seconds that a refresh token lasts, from 900." }),
  tokenIssuer: Type.String({ description: "The issuer named in tokens." }),
} as const;

export const JwtSettingsSchema = Type.Object(
  { ...TIMES, tokenSigningKey: nullable(Type.String({ description: HIDDEN })) },
  { title: "JwtSettings", examples: [{ ...EXAMPLE, tokenSigningKey: null }] },
);

/** The key is never shown. */
export function showJwtSettings(settings: TokenSettings): Static<typeof JwtSettingsSchema> {
  return {
    tokenExpirationTime: settings.accessSeconds,
    refreshTokenExpTime: settings.refreshSeconds,
    tokenIssuer: settings.issuer,
    tokenSigningKey: null,
  };
}

export const SentJwtSettings = Type.Object(
  {
    ...TIMES,
    tokenSigningKey: Type.Optional(
      nullable(Type.String({ description: "Base64 of 64 bytes or more; null or missing leaves the key as it is." })),
    ),
  },
  { title: "JwtSettingsInput", examples: [{ ...EXAMPLE, tokenSigningKey: null }] },
);

export function readJwtSettings(sent: Static<typeof SentJwtSettings>): SentTokenSettings {
  return { ...sent, tokenSigningKey: sent.tokenSigningKey ?? null };
}
