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
import { Moment } from "../../components/moment.tsx";
import { OwnerName } from "../views/owner-name.tsx";
import { Editor } from "./editor.tsx";
import { createView, readView, replaceView, type SavedView } from "./view-calls.ts";
import { definitionOf, type ViewDraft } from "./view-draft.ts";
import { DifferenceTable } from "./difference-table.tsx";

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
    <Loaded query={view} what="view">
      {(saved) =>
        mayChange(saved, user) ? <SavedViewEditor key={saved.revision} saved={saved} /> : <Foreign view={saved} />
      }
    </Loaded>
  );
}

function Foreign({ view }: { readonly view: SavedView }): ReactNode {
  return (
    <>
      <PageHeader title={view.name} above={[{ label: "Table views", path: "/views" }]} />
      <EmptyState icon={Lock} title="This view is shared with you for reading" action={<CopyViewButton view={view} />}>
        You can run it, but not change it. Make a copy to edit it.
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
    done: (view: SavedView) => `“${view.name}” is saved as revision ${view.revision}.`,
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
    call: ({ view }: Saving) => createView({ ...view, name: `${view.name ?? ""} (copy)` }),
  });
  const { input } = save;
  const isPending = save.isPending || copy.isPending;
  return (
    <>
      <Editor
        title={`Edit ${saved.name}`}
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
    <Dialog size="xl" title="Somebody else has saved this view" onClose={choices.onClose}>
      <Stack>
        <Text component="div">
          <OwnerName userId={theirs.updatedBy} /> saved revision {theirs.revision} <Moment ts={theirs.updatedTime} />;
          you started from revision {base.revision}.
        </Text>
        <Text fw={600}>What they changed</Text>
        <DifferenceTable before={definitionOf(base)} after={definitionOf(theirs)} labels={["Before", "Theirs"]} />
        <Text fw={600}>How yours differs from theirs</Text>
        <DifferenceTable before={definitionOf(theirs)} after={mine} labels={["Theirs", "Yours"]} />
        <ConflictChoices {...choices} />
      </Stack>
    </Dialog>
  );
}
