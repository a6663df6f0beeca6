// What a login hands out.

/** Both are compact JWS texts; the refresh token buys a new pair when the access token has expired. */
export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}
