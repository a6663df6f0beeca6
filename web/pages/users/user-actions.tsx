// What an administrator does about one user.
import { Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { KeyRound, Link as LinkIcon, Pencil, ScrollText, Trash2, UserCheck, UserX } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { useUser } from "../../app/use-session.ts";
import { useConfirm } from "../../components/confirm.tsx";
import { RowMenu, type RowAction } from "../../components/row-menu.tsx";
import { EditUserDialog } from "./user-dialog.tsx";
import { updateUser, type Account, type User, type UserFields } from "./user.ts";

interface UserActionsProps {
  readonly user: User;
  /** Undefined while it is on its way. */
  readonly account: Account | undefined;
  readonly onLink: () => void;
}

export function UserActions({ user, account, onLink }: UserActionsProps): ReactNode {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { userId: own, role } = useUser();
  const [isEditing, setIsEditing] = useState(false);
  const userId = user.id.id;
  const path = { userId };
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ["users"] });
  const tell = (error: unknown): void => {
    notifications.show({ color: "red", title: user.email, message: messageOf(error) });
  };
  const enable = useMutation({
    mutationFn: (userCredentialsEnabled: boolean) =>
      ask(
        api.POST("/api/user/{userId}/userCredentialsEnabled", { params: { path, query: { userCredentialsEnabled } } }),
      ),
    onSuccess: refresh,
    onError: tell,
  });
  const remove = useMutation({
    mutationFn: () => ask(api.DELETE("/api/user/{userId}", { params: { path } })),
    onSuccess: refresh,
    onError: tell,
  });
  const save = useMutation({
    // Read anew: somebody else may have changed it since the list was read.
    mutationFn: async (fields: UserFields) =>
      updateUser(await ask(api.GET("/api/user/{userId}", { params: { path } })), fields),
    onSuccess: async () => {
      setIsEditing(false);
      await refresh();
    },
  });

  const name = <strong className="foreign">{user.email}</strong>;
  const disable = async (): Promise<void> => {
    const text = <>All sessions and API keys of {name} stop working at once. You can enable the account again.</>;
    if (await confirm({ title: "Disable this account?", text, action: "Disable account" })) enable.mutate(false);
  };
  const deleteUser = async (): Promise<void> => {
    const text = (
      <>
        <Text size="sm">{name} is deleted with all sessions and API keys. This cannot be undone.</Text>
        <Text size="sm" mt="xs">
          What the person has done stays in the audit log.
        </Text>
      </>
    );
    if (await confirm({ title: "Delete this user?", text, action: "Delete user" })) remove.mutate();
  };

  const isOwn = userId === own;
  const actions: readonly RowAction[] = [
    {
      label: "Edit",
      icon: Pencil,
      onChosen: () => setIsEditing(true),
    },
    ...(account?.state === "invited" ? [{ label: "Activation link", icon: LinkIcon, onChosen: onLink }] : []),
    { label: "API keys", icon: KeyRound, onChosen: () => void navigate({ to: "/api-keys", search: { user: userId } }) },
    ...(role === "TENANT_ADMIN"
      ? [
          {
            label: "What the user has done",
            icon: ScrollText,
            onChosen: () => void navigate({ to: "/audit", search: { user: userId } }),
          },
        ]
      : []),
    ...(account?.state === "active" && !isOwn
      ? [{ label: "Disable account", icon: UserX, onChosen: () => void disable() }]
      : []),
    ...(account?.state === "disabled"
      ? [
          {
            label: "Enable account",
            icon: UserCheck,
            onChosen: () => enable.mutate(true),
          },
        ]
      : []),
    ...(isOwn ? [] : [{ label: "Delete user", icon: Trash2, isDangerous: true, onChosen: () => void deleteUser() }]),
  ];
  return (
    <>
      <RowMenu label={user.email} actions={actions} />
      {isEditing && (
        <EditUserDialog
          user={user}
          isBusy={save.isPending}
          error={save.error}
          onSave={(fields) => save.mutate(fields)}
          onClose={() => {
            save.reset();
            setIsEditing(false);
          }}
        />
      )}
    </>
  );
}
