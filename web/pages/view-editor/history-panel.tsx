// Earlier revisions of the view: who saved them, the differences from now, and a way to restore one.
import { Button, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode } from "react";
import { api, ask, read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { useAction } from "../../app/use-action.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { ChangeLines, RevisionList, restoreWords } from "../../components/revision-list.tsx";
import { OwnerName } from "../views/owner-name.tsx";
import { DifferenceTable } from "./difference-table.tsx";
import { useEditing } from "./editing.ts";
import type { SavedView } from "./view-calls.ts";
import { viewChanges } from "./view-changes.ts";
import { definitionOf } from "./view-draft.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.history;

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
    ...restoreWords(texts.unsavedLost),
    onDone: (view) => queries.setQueryData(["views", viewId], view),
    stale: ["views"],
  });
  return (
    <Stack gap="xs">
      <Text c="dimmed">{texts.about}</Text>
      {restore.error !== null && <ProblemAlert error={restore.error} title={texts.notRestored} />}
      <Loaded query={revisions} what={words.viewEditor.loaded.history}>
        {(all) => (
          <RevisionList
            revisions={all}
            present={saved.revision}
            nameOf={({ name }) => name}
            savedBy={({ savedBy }) => <OwnerName userId={savedBy} />}
            changes={(revision, before) => before !== undefined && <Changes before={before} after={revision} />}
            look={(revision) => (
              <Button size="compact-sm" variant="default" onClick={() => setCompared(revision)}>
                {texts.compare}
              </Button>
            )}
            restore={restore}
          />
        )}
      </Loaded>
      {compared !== null && (
        <Dialog
          size="xl"
          title={words.components.revisions.revision(compared.revision)}
          onClose={() => setCompared(null)}
        >
          <Stack>
            <DifferenceTable
              before={compared.definition}
              after={definitionOf(saved)}
              labels={[texts.inRevision(compared.revision), texts.savedNow]}
            />
            <Button
              w="fit-content"
              variant="default"
              onClick={() => {
                change(() => compared.definition);
                setCompared(null);
              }}
            >
              {texts.load}
            </Button>
          </Stack>
        </Dialog>
      )}
    </Stack>
  );
}

function Changes({ before, after }: { readonly before: Revision; readonly after: Revision }): ReactNode {
  const lines = useMemo(() => viewChanges(before.definition, after.definition), [before, after]);
  return <ChangeLines lines={lines} />;
}
