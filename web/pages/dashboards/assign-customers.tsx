// To which customers a dashboard is assigned: their users read it, and see in it what they may see.
import { Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { useAction } from "../../app/use-action.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Warning } from "../../components/warning.tsx";
import type { DashboardInfo } from "../dashboard/dashboard-calls.ts";
import { CustomersAt } from "../view-editor/device-lists.tsx";
import { unboundPlace } from "../view-editor/place.ts";

interface AssignCustomersProps {
  readonly dashboard: DashboardInfo;
  readonly onClose: () => void;
}

export function AssignCustomers({ dashboard, onClose }: AssignCustomersProps): ReactNode {
  const { id, assignedCustomers } = dashboard;
  const [chosen, setChosen] = useState(() => assignedCustomers.map(({ customerId }) => customerId.id));
  const assign = useAction({
    call: () =>
      ask(
        api.POST("/api/dashboard/{dashboardId}/customers", {
          params: { path: { dashboardId: id.id } },
          body: [...chosen],
        }),
      ),
    done: ({ title }) => `The customers of “${title}” are saved.`,
    onDone: onClose,
    stale: ["dashboards"],
  });
  const isPublic = assignedCustomers.some((each) => each.public && chosen.includes(each.customerId.id));
  return (
    <FormDialog
      title="Assign to customers"
      action="Save customers"
      work={assign}
      onSubmit={assign.run}
      onClose={onClose}
    >
      <CustomersAt
        at={unboundPlace<readonly string[]>(chosen, (ids) => setChosen([...(ids ?? [])]))}
        label="Customers"
        placeholder={chosen.length === 0 ? "Nobody" : undefined}
      />
      <Text c="dimmed">
        Their users can read the dashboard. It shows them only their own devices and the views shared with them.
      </Text>
      {isPublic && (
        <Warning>The public customer is among them: anyone can read this dashboard without signing in.</Warning>
      )}
    </FormDialog>
  );
}
