// To which customers a dashboard is assigned: their users read it, and see in it what they may see.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { useAction } from "../../app/use-action.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Warning } from "../../components/warning.tsx";
import { dashboardQuery, type DashboardInfo } from "../dashboard/dashboard-calls.ts";
import { CustomersAt } from "../view-editor/device-lists.tsx";
import { unboundPlace } from "../view-editor/place.ts";
import { words } from "../../words/words.ts";
import { ClosedViews, useClosedViews } from "./closed-views.tsx";

const WORDS = words.dashboards.assigning;

interface AssignCustomersProps {
  readonly dashboard: DashboardInfo;
  readonly onClose: () => void;
}

export function AssignCustomers({ dashboard, onClose }: AssignCustomersProps): ReactNode {
  const { id, assignedCustomers } = dashboard;
  const [chosen, setChosen] = useState(() => assignedCustomers.map(({ customerId }) => customerId.id));
  const whole = useQuery(dashboardQuery(id.id));
  const views = useClosedViews(whole.isPending ? undefined : (whole.data?.configuration ?? null), chosen);
  const assign = useAction({
    call: async () => {
      await views.share();
      return await ask(
        api.POST("/api/dashboard/{dashboardId}/customers", {
          params: { path: { dashboardId: id.id } },
          body: [...chosen],
        }),
      );
    },
    done: ({ title }) => WORDS.done(title),
    onDone: onClose,
    stale: ["dashboards", "views"],
    isPartial: true,
  });
  const isPublic = assignedCustomers.some((each) => each.public && chosen.includes(each.customerId.id));
  return (
    <FormDialog
      title={words.dashboards.assign}
      action={WORDS.action}
      work={{ ...assign, isPending: assign.isPending || views.isPending }}
      onSubmit={assign.run}
      onClose={onClose}
    >
      <CustomersAt
        at={unboundPlace<readonly string[]>(chosen, (ids) => setChosen([...(ids ?? [])]))}
        label={WORDS.label}
        placeholder={chosen.length === 0 ? words.dashboards.nobody : undefined}
      />
      <Text c="dimmed">{WORDS.says}</Text>
      <ClosedViews {...views} />
      {isPublic && <Warning>{WORDS.public}</Warning>}
    </FormDialog>
  );
}
