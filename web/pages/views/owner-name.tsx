// Who owns a view or has saved it: oneself, or somebody by email, as far as one may know.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { useUser } from "../../app/use-session.ts";

export function OwnerName({ userId }: { readonly userId: string }): ReactNode {
  const { userId: ownId, role } = useUser();
  const isOwn = userId === ownId;
  const user = useQuery({
    queryKey: ["users", "name", userId],
    queryFn: ({ signal }) => ask(api.GET("/api/user/{userId}", { params: { path: { userId } }, signal })),
    enabled: !isOwn && role === "TENANT_ADMIN",
    staleTime: Infinity,
    // Whoever has gone is not asked for again.
    retry: false,
  });
  if (isOwn) return <span>you</span>;
  return <span className="foreign">{user.data?.email ?? "somebody else"}</span>;
}
