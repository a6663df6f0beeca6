// The port to signed tokens: compact JWS with HS512 and nothing else. What the claims mean is none of its business.

/** A token as far as its signature goes: "malformed" is no token at all, "foreign" one that we have not signed. */
export type VerifiedToken =
  | { readonly kind: "verified"; readonly claims: unknown }
  | { readonly kind: "malformed" }
  | { readonly kind: "foreign" };

export interface TokenSigner {
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>;
  verify(token: string): Promise<VerifiedToken>;
}
