// A saved view in the editor: reading, saving, and resolving the conflict if somebody else has saved it meanwhile.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Stack, Text } from "@mantine/core";
import { ApiProblem } from "../../api/problem.ts";
import { usePageId } from "../../app/entity-page.tsx";
import { useAction } from "../../app/use-action.ts";
import { useUser } from "../../app/use-session.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { CopyViewButton } from "../views/copy-view.tsx";
import { mayChange } from "../views/owner-name.tsx";
import { ConflictChoices, type ConflictChoicesProps } from "../../components/conflict-choices.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Marked } from "../../components/marked.tsx";
import { Moment } from "../../components/moment.tsx";
import { OwnerName } from "../views/owner-name.tsx";
import { Editor } from "./editor.tsx";
import { createView, readView, replaceView, type SavedView } from "./view-calls.ts";
import { definitionOf, type ViewDraft } from "./view-draft.ts";
import { DifferenceTable } from "./difference-table.tsx";
import { words } from "../../words/words.ts";

const texts = words.viewEditor;

export function EditViewPage(): ReactNode {
  const viewId = usePageId();
  const user = useUser();
  const view = useQuery({
    queryKey: ["views", viewId, "edited"],
    queryFn: ({ signal }) => readView(viewId, signal),
    // A view that is being edited does not change by itself; a save reports changes by others.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Loaded query={view} what={texts.loaded.view}>
      {(saved) =>
        mayChange(saved, user) ? <SavedViewEditor key={saved.revision} saved={saved} /> : <Foreign view={saved} />
      }
    </Loaded>
  );
}

function Foreign({ view }: { readonly view: SavedView }): ReactNode {
  return (
    <>
      <PageHeader title={view.name} above={[{ label: words.views.title, path: "/views" }]} />
      <EmptyState icon={Lock} title={texts.readOnly.title} action={<CopyViewButton view={view} />}>
        {texts.readOnly.text}
      </EmptyState>
    </>
  );
}

interface Saving {
  readonly view: ViewDraft;
  readonly revision: number;
}

function SavedViewEditor({ saved }: { readonly saved: SavedView }): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [start] = useState(() => definitionOf(saved));
  const [theirs, setTheirs] = useState<SavedView | null>(null);
  const after = {
    done: (view: SavedView) => texts.editor.savedAs(view.name, view.revision),
    onDone: (view: SavedView) => navigate({ to: `/views/${view.id}` }),
    stale: ["views"],
  };
  const save = useAction({
    ...after,
    call: async ({ view, revision }: Saving) => {
      try {
        return await replaceView(saved.id, view, revision);
      } catch (error) {
        if (isConflict(error)) setTheirs(await readView(saved.id));
        throw error;
      }
    },
  });
  const copy = useAction({
    ...after,
    call: ({ view }: Saving) => createView({ ...view, name: texts.editor.copyName(view.name ?? "") }),
  });
  const { input } = save;
  const isPending = save.isPending || copy.isPending;
  return (
    <>
      <Editor
        title={texts.editor.editView(saved.name)}
        start={start}
        saved={saved}
        work={{ isPending, error: isConflict(save.error) ? copy.error : save.error }}
        onChanged={save.reset}
        onSave={(view) => save.run({ view, revision: saved.revision })}
      />
      {theirs !== null && input !== undefined && (
        <ConflictDialog
          mine={input.view}
          base={saved}
          theirs={theirs}
          isBusy={isPending}
          onClose={() => setTheirs(null)}
          onCopy={() => copy.run(input)}
          onKeepMine={() => save.run({ ...input, revision: theirs.revision })}
          onTakeTheirs={() => queries.setQueryData(["views", saved.id, "edited"], theirs)}
        />
      )}
    </>
  );
}

/** The other 409 is for a name that is taken; that one includes its place. */
function isConflict(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 409 && error.places.length === 0;
}

interface ConflictDialogProps extends ConflictChoicesProps {
  readonly mine: ViewDraft;
  readonly base: SavedView;
  readonly theirs: SavedView;
}

/** Somebody else has saved the view meanwhile: shows their changes, and the ways to continue. */
function ConflictDialog({ mine, base, theirs, ...choices }: ConflictDialogProps): ReactNode {
  return (
    <Dialog size="xl" title={texts.conflict.title} onClose={choices.onClose}>
      <Stack>
        <Text component="div">
          <Marked
            text={texts.conflict.saved(theirs.revision, base.revision)}
            as={(_, index) =>
              index === 0 ? <OwnerName userId={theirs.updatedBy} /> : <Moment ts={theirs.updatedTime} isInSentence />
            }
          />
        </Text>
        <Text fw={600}>{texts.conflict.theirChanges}</Text>
        <DifferenceTable
          before={definitionOf(base)}
          after={definitionOf(theirs)}
          labels={[texts.conflict.before, texts.conflict.theirs]}
        />
        <Text fw={600}>{texts.conflict.yourDifferences}</Text>
        <DifferenceTable
          before={definitionOf(theirs)}
          after={mine}
          labels={[texts.conflict.theirs, texts.conflict.yours]}
        />
        <ConflictChoices {...choices} />
      </Stack>
    </Dialog>
  );
}
