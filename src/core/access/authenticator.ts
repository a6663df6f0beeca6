// The port through which an edge learns who is asking. Edges find the token in their own protocol; what it means is
// decided here.
import type { Principal } from "./principal.ts";

export interface Authenticator {
  /**
   * The principal of an access token. Throws `unauthenticated`, with reason `token-expired` where the token was ours or
   * could have been and is no longer (or not) good, without a reason where it is not a token. A token that this node has
   * seen before costs one look into memory.
   */
  authenticateToken(token: string): Promise<Principal>;
}
