// The tenant's rollouts: which packages go to which devices, and their progress.
import { Button, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Rocket } from "lucide-react";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { EntityListPage } from "../../app/entity-list.tsx";
import { CREATED } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { NameLink } from "../../components/name-link.tsx";
import { packageName } from "../packages/package.ts";
import { PhaseBar } from "./phase-bar.tsx";
import { RolloutBadge } from "./rollout-badge.tsx";
import { targetWords, type Rollout } from "./rollout.ts";

const READ_AGAIN_MILLIS = 5_000;

const COLUMNS: readonly Column<Rollout, "name" | "state" | "createdTime">[] = [
  {
    id: "name",
    label: "Rollout",
    sortBy: "name",
    cell: (rollout) => (
      <NameLink
        to={`/rollouts/${rollout.id}`}
        name={rollout.name}
        detail={rollout.name === packageName(rollout) ? null : packageName(rollout)}
      />
    ),
  },
  { id: "state", label: "State", sortBy: "state", width: 120, cell: ({ state }) => <RolloutBadge state={state} /> },
  {
    id: "target",
    label: "For",
    isMinor: true,
    cell: ({ target }) => <Target target={target} />,
  },
  { id: "devices", label: "Devices", isMinor: true, width: 260, cell: ({ counts }) => <PhaseBar counts={counts} /> },
  CREATED,
];

export function RolloutsPage(): ReactNode {
  return (
    <EntityListPage
      title="Rollouts"
      description="A rollout gives a package to many devices in waves, and stops when too many fail. Start one from the menu of a package."
      noun="rollout"
      icon={Rocket}
      columns={COLUMNS}
      nameOf={({ name }) => name}
      sort="createdTime"
      order="DESC"
      search="Search by name, title or version"
      read={(query) => ({
        queryKey: ["rollouts", "list", query],
        queryFn: read("/api/ota/rollouts", { query }),
        refetchInterval: READ_AGAIN_MILLIS,
      })}
      pathOf={({ id }) => `/rollouts/${id}`}
      empty={{
        title: "No rollouts yet",
        text: "Choose “Roll out” in the menu of a package.",
        action: (
          <Button component={Link} to="/packages" variant="light">
            All packages
          </Button>
        ),
      }}
    />
  );
}

function Target({ target }: Pick<Rollout, "target">): ReactNode {
  const [before, name] = targetWords(target);
  return (
    <Text lineClamp={3}>
      {before}
      <span className="foreign">{name}</span>
    </Text>
  );
}
