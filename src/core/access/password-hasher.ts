// The port to a slow, salted password hash. Callers bound how many run at a time (see hashing-slots.ts).

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Does the work of `verify` and says no: for names that no user has, so that the time of an answer tells nothing. */
  verifyNobody(password: string): Promise<false>;
}
