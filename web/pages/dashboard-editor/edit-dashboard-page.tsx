// A saved dashboard in the editor: reading, saving, and resolving the conflict if somebody else has saved it meanwhile.
import { Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { PanelsTopLeft } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { EntityPage, usePageId } from "../../app/entity-page.tsx";
import { useAction } from "../../app/use-action.ts";
import { ConflictChoices, type ConflictChoicesProps } from "../../components/conflict-choices.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { configurationOf, type Configuration } from "../dashboard/configuration.ts";
import {
  createDashboard,
  dashboardQuery,
  isConflict,
  readDashboard,
  saveDashboard,
  type Dashboard,
} from "../dashboard/dashboard-calls.ts";
import { ABOVE } from "../dashboard/dashboard-page.tsx";
import { copyTitle } from "../dashboard/panel-kinds.ts";
import { words } from "../../words/words.ts";
import type { DashboardDraft } from "./dashboard-draft.ts";
import { DashboardEditor } from "./editor.tsx";

const WORDS = words.dashboardEditor;

export function EditDashboardPage(): ReactNode {
  const dashboardId = usePageId();
  const query = useQuery({
    queryKey: ["dashboards", "edited", dashboardId],
    queryFn: ({ signal }) => readDashboard(dashboardId, signal),
    // What is being edited does not change by itself; a save reports changes by others.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <EntityPage noun="dashboard" above={ABOVE} query={query}>
      {(dashboard) => <Edited key={dashboard.version} saved={dashboard} />}
    </EntityPage>
  );
}

function Edited({ saved }: { readonly saved: Dashboard }): ReactNode {
  const configuration = useMemo(() => configurationOf(saved.configuration), [saved.configuration]);
  if (configuration !== null) return <SavedEditor saved={saved} configuration={configuration} />;
  return (
    <>
      <PageHeader title={saved.title} above={[ABOVE]} />
      <EmptyState icon={PanelsTopLeft} title={words.dashboard.foreign.title}>
        {WORDS.foreign}
      </EmptyState>
    </>
  );
}

interface Saving {
  readonly draft: DashboardDraft;
  readonly present: Dashboard;
}

interface SavedEditorProps {
  readonly saved: Dashboard;
  readonly configuration: Configuration;
}

function SavedEditor({ saved, configuration }: SavedEditorProps): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [start] = useState<DashboardDraft>(() => ({ title: saved.title, configuration }));
  const [theirs, setTheirs] = useState<Dashboard | null>(null);
  const after = {
    done: ({ title }: Dashboard) => WORDS.saved(title),
    onDone: async (dashboard: Dashboard) => {
      queries.setQueryData(dashboardQuery(dashboard.id.id).queryKey, dashboard);
      await navigate({ to: `/dashboards/${dashboard.id.id}` });
    },
    stale: ["dashboards"],
  };
  const save = useAction({
    ...after,
    call: async ({ draft, present }: Saving) => {
      try {
        return await saveDashboard(present, draft);
      } catch (error) {
        if (isConflict(error)) setTheirs(await readDashboard(saved.id.id));
        throw error;
      }
    },
  });
  const copy = useAction({
    ...after,
    call: ({ draft }: Saving) => createDashboard(copyTitle(draft.title), draft.configuration),
  });
  const { input } = save;
  const isPending = save.isPending || copy.isPending;
  return (
    <>
      <DashboardEditor
        saved={saved}
        start={start}
        work={{ isPending, error: isConflict(save.error) ? copy.error : save.error }}
        onChanged={save.reset}
        onSave={(draft) => save.run({ draft, present: saved })}
      />
      {theirs !== null && input !== undefined && (
        <ConflictDialog
          isBusy={isPending}
          onClose={() => setTheirs(null)}
          onCopy={() => copy.run(input)}
          onKeepMine={() => save.run({ ...input, present: theirs })}
          onTakeTheirs={() => queries.setQueryData(["dashboards", "edited", saved.id.id], theirs)}
        />
      )}
    </>
  );
}

/** Somebody else has saved the dashboard meanwhile: the ways to continue. */
function ConflictDialog(choices: ConflictChoicesProps): ReactNode {
  return (
    <Dialog size="lg" title={WORDS.conflict.title} onClose={choices.onClose}>
      <Stack>
        <Text>{WORDS.conflict.text}</Text>
        <ConflictChoices {...choices} />
      </Stack>
    </Dialog>
  );
}
