// Reads the activation link of a user, which the platform notes in its audit log, and mails it on request.
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { ActivationDialog } from "./activation-dialog.tsx";
import type { User } from "./user.ts";

export function UserActivation({ user, onClose }: { readonly user: User; readonly onClose: () => void }): ReactNode {
  const link = useQuery({
    queryKey: ["users", "activation", user.id.id],
    queryFn: () => ask(api.GET("/api/user/{userId}/activationLinkInfo", { params: { path: { userId: user.id.id } } })),
    // A secret does not stay in memory for longer than it is looked at.
    gcTime: 0,
    staleTime: Infinity,
  });
  const mail = useMutation({
    mutationFn: () => ask(api.POST("/api/user/sendActivationMail", { params: { query: { email: user.email } } })),
  });
  return (
    <ActivationDialog
      email={user.email}
      link={link.data}
      readAt={link.dataUpdatedAt}
      error={link.error}
      mail={mail.isPending ? "sending" : mail.isSuccess ? "sent" : "none"}
      mailError={mail.error}
      onMail={() => mail.mutate()}
      onClose={onClose}
    />
  );
}
