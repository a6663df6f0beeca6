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
import { percentText } from "../../words/format.ts";
import { words } from "../../words/words.ts";

interface RolloutDevice extends Schema<"RolloutDevice"> {
  readonly id: string;
}

type Sort = "name" | "wave" | "state" | "progress" | "updatedTime";

const WORDS = words.rollout.devices;
const READ_AGAIN_MILLIS = 3_000;
const FILTER_NAMES = ["state"];
const ERROR_CHARS = 60;

const COLUMNS: readonly Column<RolloutDevice, Sort>[] = [
  {
    id: "name",
    label: words.components.common.device,
    sortBy: "name",
    cell: ({ deviceId, name, label }) => (
      <NameLink to={`/devices/${deviceId}?tab=details`} name={name} detail={label} />
    ),
  },
  {
    id: "wave",
    label: WORDS.wave,
    sortBy: "wave",
    isMinor: true,
    width: 100,
    cell: ({ wave }) => (wave === 0 ? WORDS.noWave : wave),
  },
  {
    id: "state",
    label: WORDS.state,
    sortBy: "state",
    cell: ({ state, error }) => (
      <>
        <UpdateBadge state={state} />
        {error !== null && (
          <Text size="xs" component="div" mt={4}>
            <Foreign text={error} label={WORDS.error} charsMax={ERROR_CHARS} />
          </Text>
        )}
      </>
    ),
  },
  {
    id: "progress",
    label: WORDS.progress,
    sortBy: "progress",
    isMinor: true,
    width: 160,
    cell: ({ name, progress }) => <Percent of={name} progress={progress} />,
  },
  timeColumn("updatedTime", WORDS.changed, ({ updatedTime }) => updatedTime, {
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
      search={WORDS.search}
      filters={
        <Select
          aria-label={WORDS.state}
          placeholder={WORDS.anyState}
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
      empty={{ title: WORDS.empty }}
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
      <Progress value={progress} flex={1} aria-label={WORDS.progressOf(of)} />
      <Text>{percentText(progress)}</Text>
    </Group>
  );
}
