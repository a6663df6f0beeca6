// Earlier revisions of the view: who saved them, the differences from now, and a way to restore one.
import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { api, ask, read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { useAction } from "../../app/use-action.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Moment } from "../../components/moment.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { OwnerName } from "../views/owner-name.tsx";
import { DifferenceTable } from "./difference-table.tsx";
import { useEditing } from "./editing.ts";
import type { SavedView } from "./view-calls.ts";
import { definitionOf } from "./view-draft.ts";

type Revision = Schema<"ViewRevision">;

export function HistoryPanel({ saved }: { readonly saved: SavedView }): ReactNode {
  const { change } = useEditing();
  const queries = useQueryClient();
  const [compared, setCompared] = useState<Revision | null>(null);
  const viewId = saved.id;
  const revisions = useQuery({
    queryKey: ["views", viewId, "revisions"],
    queryFn: read("/apiAnalytics/v1/views/{viewId}/revisions", { path: { viewId } }),
  });
  const restore = useAction({
    call: (revision: number) => {
      const params = { path: { viewId, revision } };
      return ask(api.POST("/apiAnalytics/v1/views/{viewId}/revisions/{revision}/restore", { params }));
    },
    question: (revision) => ({
      title: `Restore revision ${revision}?`,
      text: "It becomes the newest revision. Your unsaved changes are lost.",
      action: "Restore",
    }),
    done: (_, revision) => `Revision ${revision} is restored.`,
    onDone: (view) => queries.setQueryData(["views", viewId], view),
    stale: ["views"],
  });
  return (
    <Stack gap="xs">
      <Text c="dimmed">The last 50 revisions are kept. Restoring one makes it the newest. Sharing stays the same.</Text>
      {restore.error !== null && <ProblemAlert error={restore.error} title="The revision was not restored" />}
      <Loaded query={revisions} what="history">
        {(all) => (
          <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: "none" }} aria-label="Revisions">
            {all.map((revision) => (
              <RevisionRow
                key={revision.revision}
                revision={revision}
                isPresent={revision.revision === saved.revision}
                isBusy={restore.isPending && restore.input === revision.revision}
                onCompare={() => setCompared(revision)}
                onRestore={() => restore.run(revision.revision)}
              />
            ))}
          </Stack>
        )}
      </Loaded>
      {compared !== null && (
        <Dialog size="xl" title={`Revision ${compared.revision}`} onClose={() => setCompared(null)}>
          <Stack>
            <DifferenceTable
              before={compared.definition}
              after={definitionOf(saved)}
              labels={[`In revision ${compared.revision}`, "Saved now"]}
            />
            <Button
              w="fit-content"
              variant="default"
              onClick={() => {
                change(() => compared.definition);
                setCompared(null);
              }}
            >
              Load into the editor
            </Button>
          </Stack>
        </Dialog>
      )}
    </Stack>
  );
}

interface RevisionRowProps {
  readonly revision: Revision;
  readonly isPresent: boolean;
  readonly isBusy: boolean;
  readonly onCompare: () => void;
  readonly onRestore: () => void;
}

function RevisionRow({ revision, isPresent, isBusy, onCompare, onRestore }: RevisionRowProps): ReactNode {
  const name = `Revision ${revision.revision}`;
  return (
    <Paper component="li" withBorder p="sm" aria-label={name}>
      <Group justify="space-between" gap="xs">
        <Stack gap={0} miw={0}>
          <Text fw={600}>{isPresent ? `${name} (now)` : name}</Text>
          <Text size="xs" c="dimmed" component="div" className="foreign">
            <Moment ts={revision.savedTime} /> · <OwnerName userId={revision.savedBy} />
          </Text>
        </Stack>
        <Group gap={4}>
          <Button size="compact-sm" variant="default" onClick={onCompare}>
            Compare
          </Button>
          {!isPresent && (
            <BusyButton size="compact-sm" variant="light" isBusy={isBusy} onClick={onRestore}>
              Restore
            </BusyButton>
          )}
        </Group>
      </Group>
    </Paper>
  );
}
