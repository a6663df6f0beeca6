// Another title for a dashboard.
import type { ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/form.tsx";
import { readDashboard, saveDashboard, type DashboardInfo } from "../dashboard/dashboard-calls.ts";
import { words } from "../../words/words.ts";

const WORDS = words.dashboards.renaming;

interface RenameDashboardProps {
  readonly dashboard: DashboardInfo;
  readonly onClose: () => void;
}

export function RenameDashboard({ dashboard, onClose }: RenameDashboardProps): ReactNode {
  const fields = useFields({ title: dashboard.title });
  const save = useAction({
    call: async () => {
      const title = fields.values.title.trim();
      return await saveDashboard(await readDashboard(dashboard.id.id), { title });
    },
    stale: ["dashboards"],
    onDone: onClose,
  });
  return (
    <FormDialog title={WORDS.title} action={WORDS.action} work={save} onSubmit={save.run} onClose={onClose}>
      <TextField {...fields.text("title")} label={words.components.common.title} required data-autofocus />
    </FormDialog>
  );
}
