// How tokens are signed and how long they are valid. The configuration applies until a system administrator saves other
// settings, which then take precedence. Source: REST contract 2.3 and 2.5.
import type { EpochMillis } from "../../lib/clock.ts";
import { parseTitle } from "../entity-text.ts";
import { invalid } from "../errors.ts";

/**
 * The result of checking a token's signature: "malformed" is not a token at all, "foreign" is one that we have not
 * signed.
 */
export type VerifiedToken =
  | { readonly kind: "verified"; readonly claims: unknown }
  | { readonly kind: "malformed" }
  | { readonly kind: "foreign" };

/** The port to signed tokens: compact JWS with HS512 only. It does not interpret the claims. */
export interface TokenSigner {
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>;
  verify(token: string): Promise<VerifiedToken>;
}

export interface TokenSettings {
  readonly issuer: string;
  readonly accessSeconds: number;
  /** Must be greater than `accessSeconds`. */
  readonly refreshSeconds: number;
}

/** The current settings. */
export interface TokenTerms extends TokenSettings {
  readonly signer: TokenSigner;
  /** When they were saved, which ended every earlier token; null if none have been saved. */
  readonly savedAt: EpochMillis | null;
}

export interface TokenTermsSource {
  /** May change while the platform runs. */
  current(): TokenTerms;
}

export interface SavedTokenSettings extends TokenSettings {
  readonly savedAt: EpochMillis;
  /** Null if none has been saved: the key is then that of the configuration or of the first start. */
  readonly signingKey: Uint8Array | null;
}

export interface TokenSettingsStore {
  /** Undefined if none have been saved. */
  findTokenSettings(): Promise<SavedTokenSettings | undefined>;
  /**
   * Ends all sessions in the same transaction. A `signingKey` of null keeps the saved one; keys are encrypted at rest.
   */
  saveTokenSettings(settings: SavedTokenSettings): Promise<void>;
}

export const SIGNING_KEY_BYTES_MIN = 64;
const SIGNING_KEY_BYTES_MAX = 1024;
const ACCESS_SECONDS_MIN = 60;
const REFRESH_SECONDS_MIN = 900;
const SECONDS_MAX = 2_147_483_647;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Settings as a client sends them. */
export interface SentTokenSettings {
  readonly tokenExpirationTime: number;
  readonly refreshTokenExpTime: number;
  readonly tokenIssuer: string;
  /** Base64; null keeps the key. */
  readonly tokenSigningKey: string | null;
}

/** Throws `invalid` for the first setting out of bounds. The text never contains a key. */
export function parseTokenSettings(sent: SentTokenSettings): Omit<SavedTokenSettings, "savedAt"> {
  const { tokenExpirationTime: accessSeconds, refreshTokenExpTime: refreshSeconds } = sent;
  within("tokenExpirationTime", accessSeconds, ACCESS_SECONDS_MIN);
  within("refreshTokenExpTime", refreshSeconds, REFRESH_SECONDS_MIN);
  if (accessSeconds >= refreshSeconds)
    throw invalid(
      `tokenExpirationTime must be less than refreshTokenExpTime, got ${String(accessSeconds)} and ${String(refreshSeconds)} seconds`,
    );
  const issuer = parseTitle(sent.tokenIssuer, "tokenIssuer");
  return { issuer, accessSeconds, refreshSeconds, signingKey: parseKey(sent.tokenSigningKey) };
}

function within(name: string, seconds: number, min: number): void {
  if (Number.isSafeInteger(seconds) && seconds >= min && seconds <= SECONDS_MAX) return;
  throw invalid(
    `${name} must be an integer from ${String(min)} to ${String(SECONDS_MAX)} seconds, got ${String(seconds)}`,
  );
}

function parseKey(encoded: string | null): Uint8Array | null {
  if (encoded === null) return null;
  if (!BASE64.test(encoded)) throw invalid("tokenSigningKey must be base64, got other text");
  const key = Uint8Array.from(Buffer.from(encoded, "base64"));
  if (key.length < SIGNING_KEY_BYTES_MIN || key.length > SIGNING_KEY_BYTES_MAX)
    throw invalid(
      `tokenSigningKey must be base64 of ${String(SIGNING_KEY_BYTES_MIN)} to ${String(SIGNING_KEY_BYTES_MAX)} bytes, got ${String(key.length)}`,
    );
  return key;
}
