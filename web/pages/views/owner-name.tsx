// The owner or last editor of a view: "you", or an email address if the viewer may see it.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { useUser } from "../../app/use-session.ts";
import type { Identity } from "../../api/session.ts";
import type { Schema } from "../../api/schemas.ts";
import { words } from "../../words/words.ts";

export function OwnerName({ userId }: { readonly userId: string }): ReactNode {
  const { userId: ownId, role } = useUser();
  const isOwn = userId === ownId;
  const user = useQuery({
    queryKey: ["users", "name", userId],
    queryFn: read("/api/user/{userId}", { path: { userId } }),
    enabled: !isOwn && role === "TENANT_ADMIN",
    staleTime: Infinity,
    // A deleted user is not requested again.
    retry: false,
  });
  if (isOwn) return <span>{words.views.you}</span>;
  return <span className="foreign">{user.data?.email ?? words.views.somebodyElse}</span>;
}

/** Administrators of the tenant may change all views, users of customers their own. Source: analytics contract 6.1. */
export function mayChange({ owner }: Pick<Schema<"ViewInfo">, "owner">, { role, userId }: Identity): boolean {
  return role === "TENANT_ADMIN" || owner.userId === userId;
}
