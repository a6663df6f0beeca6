// What happens to accounts without a call of their own, for those who keep a record of it.
import type { User } from "../users/user.ts";

export interface SecurityEvents {
  /** Too many failed logins have disabled the account. `address` is where the last one came from. */
  accountLocked(user: User, address: string): void;
  /** A refresh token came back after its grace, so that its whole login has been ended: one of the two holders stole it. */
  refreshTokenReused(user: User): void;
}

export const nobodyRecords: SecurityEvents = { accountLocked() {}, refreshTokenReused() {} };
