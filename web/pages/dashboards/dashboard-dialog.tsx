// The title of a new or existing dashboard.
import type { ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/form.tsx";
import { EMPTY_CONFIGURATION } from "../dashboard/configuration.ts";
import {
  createDashboard,
  readDashboard,
  saveDashboard,
  type Dashboard,
  type DashboardInfo,
} from "../dashboard/dashboard-calls.ts";

interface DashboardDialogProps {
  /** Omitted for a new one. */
  readonly dashboard?: DashboardInfo;
  readonly onSaved: (dashboard: Dashboard) => unknown;
  readonly onClose: () => void;
}

export function DashboardDialog({ dashboard, onSaved, onClose }: DashboardDialogProps): ReactNode {
  const fields = useFields({ title: dashboard?.title ?? "" });
  const save = useAction({
    call: async () => {
      const title = fields.values.title.trim();
      if (dashboard === undefined) return await createDashboard(title, EMPTY_CONFIGURATION);
      return await saveDashboard(await readDashboard(dashboard.id.id), { title });
    },
    stale: ["dashboards"],
    onDone: onSaved,
  });
  return (
    <FormDialog
      title={dashboard === undefined ? "New dashboard" : "Rename the dashboard"}
      action={dashboard === undefined ? "Create dashboard" : "Save title"}
      work={save}
      onSubmit={save.run}
      onClose={onClose}
    >
      <TextField {...fields.text("title")} label="Title" placeholder="Boiler room" required data-autofocus />
    </FormDialog>
  );
}
