// The tenant's rollouts: which packages go to which devices, and their progress.
import { Button, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Rocket } from "lucide-react";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { EntityListPage } from "../../app/entity-list.tsx";
import { labelOfChoice } from "../../components/choices.ts";
import { CREATED } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { NameLink } from "../../components/name-link.tsx";
import { PACKAGE_TYPES, packageName } from "../packages/package.ts";
import { words } from "../../words/words.ts";
import { PhaseBar } from "./phase-bar.tsx";
import { RolloutBadge } from "./rollout-badge.tsx";
import { TargetText } from "./target-text.tsx";
import { isNamedAsPackage, type Rollout } from "./rollout.ts";

const WORDS = words.rollouts;
const READ_AGAIN_MILLIS = 5_000;

const COLUMNS: readonly Column<Rollout, "name" | "state" | "createdTime">[] = [
  {
    id: "name",
    label: WORDS.columns.rollout,
    sortBy: "name",
    cell: (rollout) => <NameLink to={`/rollouts/${rollout.id}`} name={rollout.name} detail={detailOf(rollout)} />,
  },
  {
    id: "state",
    label: WORDS.columns.state,
    sortBy: "state",
    width: 120,
    cell: ({ state }) => <RolloutBadge state={state} />,
  },
  {
    id: "target",
    label: WORDS.columns.target,
    isMinor: true,
    cell: ({ target }) => <Target target={target} />,
  },
  {
    id: "devices",
    label: words.components.common.devices,
    under: { column: "name" },
    width: 260,
    cell: ({ counts }) => <PhaseBar counts={counts} />,
  },
  CREATED,
];

export function RolloutsPage(): ReactNode {
  return (
    <EntityListPage
      title={WORDS.title}
      description={WORDS.says}
      mainAction={
        <Button component={Link} to="/packages" leftSection={<Rocket />}>
          {WORDS.choosePackage}
        </Button>
      }
      noun="rollout"
      icon={Rocket}
      columns={COLUMNS}
      nameOf={({ name }) => name}
      sort="createdTime"
      order="DESC"
      search={WORDS.search}
      read={(query) => ({
        queryKey: ["rollouts", "list", query],
        queryFn: read("/api/ota/rollouts", { query }),
        refetchInterval: READ_AGAIN_MILLIS,
      })}
      pathOf={({ id }) => `/rollouts/${id}`}
      empty={{
        title: WORDS.empty,
        text: WORDS.emptySays,
        action: (
          <Button component={Link} to="/packages" variant="light">
            {WORDS.choosePackage}
          </Button>
        ),
      }}
    />
  );
}

/** Firmware or software, and the package unless the rollout is called like it. */
function detailOf(rollout: Rollout): string {
  const type = labelOfChoice(PACKAGE_TYPES, rollout.type);
  return isNamedAsPackage(rollout) ? type : `${type} ${packageName(rollout)}`;
}

function Target({ target }: Pick<Rollout, "target">): ReactNode {
  return (
    <Text lineClamp={3}>
      <TargetText target={target} isAlone />
    </Text>
  );
}
