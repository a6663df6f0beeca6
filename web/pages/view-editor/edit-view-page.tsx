// A saved view in the editor: read, saved anew, and what happens when somebody else has been faster.
import { Loader } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { useCallback, useState, type ReactNode } from "react";
import { ApiProblem } from "../../api/problem.ts";
import { useUser } from "../../app/use-session.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { CopyViewButton } from "../views/copy-view.tsx";
import { mayChange } from "../views/view-rights.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { definitionOf, textAt, type Json } from "./document.ts";
import { Editor } from "./editor.tsx";
import { createView, readView, replaceView, type SavedView } from "./view-calls.ts";

export function EditViewPage(): ReactNode {
  const params: { readonly id?: string } = useParams({ strict: false });
  const viewId = params.id ?? "";
  const user = useUser();
  const view = useQuery({
    queryKey: ["views", viewId, "edited"],
    queryFn: ({ signal }) => readView(viewId, signal),
    // A view that changes under somebody's hands would be lost; saving tells of it.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (view.error !== null)
    return <ProblemAlert error={view.error} title="The view could not be read" onRetry={() => void view.refetch()} />;
  if (view.data === undefined) return <Loader aria-label="The view is being read" />;
  if (!mayChange(view.data, user))
    return (
      <>
        <PageHeader title={view.data.name} above={[{ label: "Table views", path: "/views" }]} />
        <EmptyState
          icon={Lock}
          title="This view is shared with you for reading"
          action={<CopyViewButton view={view.data} />}
        >
          You can run it, but not change it. A copy is your own.
        </EmptyState>
      </>
    );
  return <SavedViewEditor key={view.data.revision} saved={view.data} />;
}

function SavedViewEditor({ saved }: { readonly saved: SavedView }): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [start] = useState(() => definitionOf(saved));
  const [theirs, setTheirs] = useState<SavedView | null>(null);
  const show = async (view: SavedView): Promise<void> => {
    notifications.show({ message: `“${view.name}” is saved as revision ${view.revision}.` });
    await queries.invalidateQueries({ queryKey: ["views"], refetchType: "none" });
    await navigate({ to: `/views/${view.id}` });
  };
  const save = useMutation({
    mutationFn: async ({ view, revision }: Saving) => {
      try {
        return await replaceView(saved.id, view, revision);
      } catch (error) {
        if (isConflict(error)) setTheirs(await readView(saved.id));
        throw error;
      }
    },
    onSuccess: async (view, { leave }) => {
      leave();
      await show(view);
    },
  });
  const copy = useMutation({
    mutationFn: ({ view }: Saving) => createView({ ...view, name: `${textAt(view, ["name"])} (copy)` }),
    onSuccess: async (view, { leave }) => {
      leave();
      await show(view);
    },
  });
  const { reset } = save;
  const forget = useCallback(() => reset(), [reset]);
  const error = isConflict(save.error) ? copy.error : save.error;
  const { variables } = save;
  return (
    <>
      <Editor
        title={`Edit ${saved.name}`}
        start={start}
        saved={saved}
        isSaving={save.isPending}
        saveError={error}
        refused={error instanceof ApiProblem ? error.places : NOTHING}
        onChanged={forget}
        onSave={(view, leave) => save.mutate({ view, leave, revision: saved.revision })}
      />
      {theirs !== null && variables !== undefined && (
        <ConflictDialog
          mine={variables.view}
          base={saved}
          theirs={theirs}
          isBusy={save.isPending || copy.isPending}
          onClose={() => setTheirs(null)}
          onCopy={() => copy.mutate(variables)}
          onKeepMine={() => save.mutate({ ...variables, revision: theirs.revision })}
          onTakeTheirs={() => queries.setQueryData(["views", saved.id, "edited"], theirs)}
        />
      )}
    </>
  );
}

interface Saving {
  readonly view: Json;
  readonly revision: number;
  readonly leave: () => void;
}

const NOTHING: ApiProblem["places"] = [];

/** The other refusal with this status is of a name that is taken, which names its place. */
function isConflict(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 409 && error.places.length === 0;
}
