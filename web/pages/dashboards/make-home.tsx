// Makes a dashboard the home of somebody, or takes that back.
import { Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { useUser } from "../../app/use-session.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Loaded } from "../../components/loaded.tsx";
import type { DashboardInfo } from "../dashboard/dashboard-calls.ts";
import { readHome, saveHome, type HomeOwner } from "./homes.ts";

interface MakeHomeProps {
  readonly dashboard: DashboardInfo;
  readonly onClose: () => void;
}

const ME = "me";
const TENANT = "tenant";
const SHOWN_MAX = 50;

export function MakeHome({ dashboard: { id, title, assignedCustomers }, onClose }: MakeHomeProps): ReactNode {
  const { role, userId } = useUser();
  const [chosen, setChosen] = useState(ME);
  const owner = ownerOf(chosen, userId);
  const home = useQuery({
    queryKey: ["dashboards", "home", owner],
    queryFn: ({ signal }) => readHome(owner, signal),
  });
  const isHome = home.data === id.id;
  const save = useAction({
    call: () => saveHome(owner, isHome ? null : id.id),
    done: isHome ? `“${title}” is the home no longer.` : `“${title}” is the home now.`,
    stale: ["dashboards", "users", "customers"],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Home dashboard"
      action={isHome ? "Take it back" : "Make it the home"}
      work={{ isPending: save.isPending || home.isPending, error: save.error }}
      onSubmit={save.run}
      onClose={onClose}
    >
      {role === "TENANT_ADMIN" && (
        <Select
          label="Home of"
          searchable
          allowDeselect={false}
          limit={SHOWN_MAX}
          data={[
            { value: ME, label: "Me" },
            { value: TENANT, label: "Everybody in the tenant" },
            {
              group: "Users of a customer it is assigned to",
              items: assignedCustomers.map(({ customerId, title: name }) => ({ value: customerId.id, label: name })),
            },
          ]}
          value={chosen}
          onChange={(next) => setChosen(next ?? ME)}
        />
      )}
      <Text c="dimmed">{SAYS[owner.kind]}</Text>
      <Loaded query={home} what="home" height={24}>
        {(present) =>
          present !== null && (
            <Text>
              {isHome ? "This dashboard is the home." : "Another dashboard is the home now; this one replaces it."}
            </Text>
          )
        }
      </Loaded>
    </FormDialog>
  );
}

const SAYS: Readonly<Record<HomeOwner["kind"], string>> = {
  user: "You see it first when you sign in, and when you click Bridgehead at the top.",
  customer: "Its users see it first, unless they have a home of their own.",
  tenant:
    "All users see it first, unless they or their customer have another home. Users of customers it is not assigned to see the overview.",
};

function ownerOf(chosen: string, userId: string): HomeOwner {
  if (chosen === ME) return { kind: "user", userId };
  return chosen === TENANT ? { kind: "tenant" } : { kind: "customer", customerId: chosen };
}
