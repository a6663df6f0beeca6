// Makes a dashboard the home of somebody, or takes that back.
import { Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { useUser } from "../../app/use-session.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Loaded } from "../../components/loaded.tsx";
import type { DashboardInfo } from "../dashboard/dashboard-calls.ts";
import { words } from "../../words/words.ts";
import { readHome, saveHome, type HomeOwner } from "./homes.ts";

interface MakeHomeProps {
  readonly dashboard: DashboardInfo;
  readonly onClose: () => void;
}

const WORDS = words.dashboards.homes;
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
    done: isHome ? WORDS.isUnset(title) : WORDS.isSet(title),
    stale: ["dashboards", "users", "customers"],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={WORDS.title}
      action={isHome ? WORDS.unset : WORDS.set}
      work={{ isPending: save.isPending || home.isPending, error: save.error }}
      onSubmit={save.run}
      onClose={onClose}
    >
      {role === "TENANT_ADMIN" && (
        <Select
          label={WORDS.of}
          searchable
          allowDeselect={false}
          limit={SHOWN_MAX}
          data={[
            { value: ME, label: WORDS.me },
            { value: TENANT, label: WORDS.tenant },
            {
              group: WORDS.customers,
              items: assignedCustomers.map(({ customerId, title: name }) => ({ value: customerId.id, label: name })),
            },
          ]}
          value={chosen}
          onChange={(next) => setChosen(next ?? ME)}
        />
      )}
      <Text c="dimmed">{WORDS.says[owner.kind]}</Text>
      <Loaded query={home} what={WORDS.what} height={24}>
        {(present) => present !== null && <Text>{isHome ? WORDS.isHome : WORDS.other}</Text>}
      </Loaded>
    </FormDialog>
  );
}

function ownerOf(chosen: string, userId: string): HomeOwner {
  if (chosen === ME) return { kind: "user", userId };
  return chosen === TENANT ? { kind: "tenant" } : { kind: "customer", customerId: chosen };
}
