// The devices of a rollout, each with its progress.
import { Group, Progress, Select, Text } from "@mantine/core";
import { Cpu } from "lucide-react";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { EntityList } from "../../app/entity-list.tsx";
import { choiceOf, useAddress } from "../../app/list-state.ts";
import { timeColumn } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { NameLink } from "../../components/name-link.tsx";
import { STATE_CHOICES, UpdateBadge } from "../packages/update-badge.tsx";

interface RolloutDevice extends Schema<"RolloutDevice"> {
  readonly id: string;
}

type Sort = "name" | "wave" | "state" | "progress" | "updatedTime";

const READ_AGAIN_MILLIS = 3_000;
const FILTER_NAMES = ["state"];
const ERROR_CHARS = 60;

const COLUMNS: readonly Column<RolloutDevice, Sort>[] = [
  {
    id: "name",
    label: "Device",
    sortBy: "name",
    cell: ({ deviceId, name, label }) => (
      <NameLink to={`/devices/${deviceId}?tab=details`} name={name} detail={label} />
    ),
  },
  {
    id: "wave",
    label: "Wave",
    sortBy: "wave",
    isMinor: true,
    width: 100,
    cell: ({ wave }) => (wave === 0 ? "none" : wave),
  },
  {
    id: "state",
    label: "State",
    sortBy: "state",
    cell: ({ state, error }) => (
      <>
        <UpdateBadge state={state} />
        {error !== null && (
          <Text size="xs" component="div" mt={4}>
            <Foreign text={error} label="Error" charsMax={ERROR_CHARS} />
          </Text>
        )}
      </>
    ),
  },
  {
    id: "progress",
    label: "Progress",
    sortBy: "progress",
    isMinor: true,
    width: 160,
    cell: ({ name, progress }) => <Percent of={name} progress={progress} />,
  },
  timeColumn("updatedTime", "Changed", ({ updatedTime }) => updatedTime, {
    sortBy: "updatedTime",
    isMinor: true,
    width: 160,
  }),
];

export function RolloutDevices({ rolloutId }: { readonly rolloutId: string }): ReactNode {
  const { address, change } = useAddress();
  const state = choiceOf(address, "state", STATES);
  return (
    <EntityList<RolloutDevice, Sort>
      noun="device"
      icon={Cpu}
      columns={COLUMNS}
      nameOf={({ name }) => name}
      sort="wave"
      search="Search by name or label"
      filters={
        <Select
          aria-label="State"
          placeholder="Any state"
          clearable
          w={180}
          data={STATE_CHOICES}
          value={state}
          onChange={(next) => change({ state: next ?? undefined, page: undefined })}
        />
      }
      filterNames={FILTER_NAMES}
      read={(list) => {
        const query = { ...list, ...(state === null ? {} : { state }) };
        const readPage = read("/api/ota/rollouts/{rolloutId}/devices", { path: { rolloutId }, query });
        return {
          queryKey: ["rollouts", "devices", rolloutId, query],
          queryFn: async (context) => {
            const page = await readPage(context);
            return { ...page, data: page.data.map((device) => ({ ...device, id: device.deviceId })) };
          },
          refetchInterval: READ_AGAIN_MILLIS,
        };
      }}
      empty={{ title: "No devices" }}
    />
  );
}

const STATES = STATE_CHOICES.map(({ value }) => value);

interface PercentProps {
  readonly of: string;
  /** Null if the device does not report it. */
  readonly progress: number | null;
}

function Percent({ of, progress }: PercentProps): ReactNode {
  if (progress === null) return <Text>–</Text>;
  return (
    <Group gap={6} wrap="nowrap">
      <Progress value={progress} flex={1} aria-label={`Progress of ${of}`} />
      <Text>{progress} %</Text>
    </Group>
  );
}
