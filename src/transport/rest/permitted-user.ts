// The user that a path names, for a caller who may do to it what he is about to do. Source: REST contract 1.7 and 4.
import { permit, permitRole, type OperationOn, type ResourceOf } from "../../core/access/permissions.ts";
import type { Principal } from "../../core/access/principal.ts";
import { parseId, type UserId } from "../../core/ids.ts";
import type { UserService } from "../../core/users/user-service.ts";
import type { User } from "../../core/users/user.ts";

/** Throws `forbidden`, `not-found`, or `invalid` for what is no id; a role that may never do this learns nothing else. */
export async function permittedUser(
  users: UserService,
  principal: Principal,
  id: string,
  operation: OperationOn<"USER">,
): Promise<User> {
  permitRole(principal, operation, "USER");
  const user = await users.require(parseId<UserId>(id, "userId"));
  permit<"USER">(principal, operation, userResource(user));
  return user;
}

export function userResource(user: User): ResourceOf<"USER"> {
  return {
    kind: "USER",
    userId: user.id,
    authority: user.authority,
    tenantId: user.tenantId,
    customerId: user.customerId,
  };
}
