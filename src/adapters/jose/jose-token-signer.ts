// Tokens as compact JWS with HS512. The algorithm is fixed here and never taken from a token.
import { CompactSign, compactVerify, errors } from "jose";
import type { CryptoKey } from "jose";
import type { TokenSigner, VerifiedToken } from "../../core/access/token-settings.ts";
import { parseNamed } from "../../lib/json-names.ts";

const ALGORITHM = "HS512";
const KEY_BYTES_MIN = 64;
const COMPACT_JWS = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/;

export class JoseTokenSigner implements TokenSigner {
  readonly #key: CryptoKey;

  private constructor(key: CryptoKey) {
    this.#key = key;
  }

  /** Throws a RangeError for fewer than 64 bytes. */
  static async create(key: Uint8Array): Promise<JoseTokenSigner> {
    if (key.length < KEY_BYTES_MIN)
      throw new RangeError(`a signing key has at least ${String(KEY_BYTES_MIN)} bytes, got ${String(key.length)}`);
    // Imported once: importing the bytes for each token would cost more than the signature.
    const imported = await crypto.subtle.importKey(
      "raw",
      Uint8Array.from(key),
      { name: "HMAC", hash: "SHA-512" },
      false,
      ["sign", "verify"],
    );
    return new JoseTokenSigner(imported);
  }

  sign(claims: Readonly<Record<string, unknown>>): Promise<string> {
    return new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader({ alg: ALGORITHM }).sign(this.#key);
  }

  async verify(token: string): Promise<VerifiedToken> {
    if (!COMPACT_JWS.test(token)) return { kind: "malformed" };
    try {
      const { payload } = await compactVerify(token, this.#key, { algorithms: [ALGORITHM] });
      return { kind: "verified", claims: parseNamed(Buffer.from(payload).toString("utf8")) };
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed)
        return { kind: "foreign" };
      if (error instanceof errors.JOSEError || error instanceof SyntaxError) return { kind: "malformed" };
      throw error;
    }
  }
}
