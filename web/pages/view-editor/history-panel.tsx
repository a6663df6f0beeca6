// Earlier states of the view: who saved them, what differs from now, and the way back to one of them.
import { Button, Group, Loader, Paper, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { useConfirm } from "../../components/confirm.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Moment } from "../../components/moment.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { OwnerName } from "../views/owner-name.tsx";
import { DifferenceTable } from "./difference-table.tsx";
import { definitionOf } from "./document.ts";
import { useEditing } from "./editing.ts";
import type { SavedView } from "./view-calls.ts";

type Revision = Schema<"ViewRevision">;

export function HistoryPanel({ saved }: { readonly saved: SavedView }): ReactNode {
  const { change } = useEditing();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const [looked, setLooked] = useState<Revision | null>(null);
  const viewId = saved.id;
  const revisions = useQuery({
    queryKey: ["views", viewId, "revisions"],
    queryFn: ({ signal }) =>
      ask(api.GET("/apiAnalytics/v1/views/{viewId}/revisions", { params: { path: { viewId } }, signal })),
  });
  const restore = useMutation({
    mutationFn: (revision: number) =>
      ask(
        api.POST("/apiAnalytics/v1/views/{viewId}/revisions/{revision}/restore", {
          params: { path: { viewId, revision } },
        }),
      ),
    onSuccess: async (view, revision) => {
      notifications.show({ message: `The view is as it was in revision ${revision}.` });
      queries.setQueryData(["views", viewId], view);
      await queries.invalidateQueries({ queryKey: ["views"] });
    },
  });
  if (revisions.error !== null)
    return (
      <ProblemAlert
        error={revisions.error}
        title="The history could not be read"
        onRetry={() => void revisions.refetch()}
      />
    );
  if (revisions.data === undefined) return <Loader size="sm" aria-label="The history is being read" />;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        The last 50 states are kept. Restoring one makes it the newest; with whom the view is shared stays.
      </Text>
      {restore.error !== null && <ProblemAlert error={restore.error} title="It was not restored" />}
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: "none" }} aria-label="Revisions">
        {revisions.data.map((revision) => (
          <Paper key={revision.revision} component="li" withBorder p="sm" aria-label={`Revision ${revision.revision}`}>
            <Group justify="space-between" gap="xs">
              <Stack gap={0} miw={0}>
                <Text size="sm" fw={600}>
                  Revision {revision.revision}
                  {revision.revision === saved.revision && " (now)"}
                </Text>
                <Text size="xs" c="dimmed" component="div" className="foreign">
                  <Moment ts={revision.savedTime} /> · <OwnerName userId={revision.savedBy} />
                </Text>
              </Stack>
              <Group gap={4}>
                <Button size="compact-sm" variant="default" onClick={() => setLooked(revision)}>
                  Look
                </Button>
                {revision.revision !== saved.revision && (
                  <BusyButton
                    size="compact-sm"
                    variant="light"
                    isBusy={restore.isPending && restore.variables === revision.revision}
                    onClick={() =>
                      void confirm({
                        title: `Restore revision ${revision.revision}?`,
                        text: "It is saved as the newest one. What you have not saved here is lost.",
                        action: "Restore",
                      }).then((isSure) => {
                        if (isSure) restore.mutate(revision.revision);
                      })
                    }
                  >
                    Restore
                  </BusyButton>
                )}
              </Group>
            </Group>
          </Paper>
        ))}
      </Stack>
      {looked !== null && (
        <Dialog size="xl" title={`Revision ${looked.revision}`} onClose={() => setLooked(null)}>
          <Stack>
            <DifferenceTable
              before={looked.definition}
              after={definitionOf(saved)}
              labels={[`In revision ${looked.revision}`, "As it is kept now"]}
            />
            <Button
              w="fit-content"
              variant="default"
              onClick={() => {
                const { definition } = looked;
                change(() => definition);
                setLooked(null);
              }}
            >
              Take it into the editor
            </Button>
          </Stack>
        </Dialog>
      )}
    </Stack>
  );
}
