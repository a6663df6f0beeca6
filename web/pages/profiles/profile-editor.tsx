// Reads and saves the profile of the form; addressed by its id, so that a link can open it.
import { Skeleton } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { ProfileDialog } from "./profile-dialog.tsx";
import { saveProfile, type ProfileFields } from "./profile.ts";

interface ProfileEditorProps {
  /** Null for a new one. */
  readonly id: string | null;
  readonly onClose: () => void;
}

export function ProfileEditor({ id, onClose }: ProfileEditorProps): ReactNode {
  const queries = useQueryClient();
  const profile = useQuery({
    queryKey: ["device-profiles", "one", id],
    queryFn: () =>
      ask(api.GET("/api/deviceProfile/{deviceProfileId}", { params: { path: { deviceProfileId: id ?? "" } } })),
    enabled: id !== null,
    // The form begins with what the platform has now, and what somebody types into it stays.
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const save = useMutation({
    mutationFn: (fields: ProfileFields) => saveProfile(fields, profile.data),
    onSuccess: async ({ name }) => {
      onClose();
      notifications.show({ color: "teal", message: `The profile ${name} is saved.` });
      await queries.invalidateQueries({ queryKey: ["device-profiles"] });
    },
  });
  if (id !== null && profile.data === undefined)
    return (
      <Dialog centered title="Edit device profile" size="lg" onClose={onClose}>
        {profile.isError ? (
          <ProblemAlert error={profile.error} title="The profile could not be read" />
        ) : (
          <Skeleton height={240} />
        )}
      </Dialog>
    );
  return (
    <ProfileDialog
      profile={profile.data}
      isBusy={save.isPending}
      error={save.error}
      onClose={onClose}
      onSave={(fields) => save.mutate(fields)}
    />
  );
}
