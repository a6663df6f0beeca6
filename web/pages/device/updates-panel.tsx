// The progress of a device's updates as it reports them: the target, what it has, and the state in between.
import { Group, Progress, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { labelOfChoice } from "../../components/choices.ts";
import { Facts, type Fact } from "../../components/facts.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { Moment } from "../../components/moment.tsx";
import { Panel } from "../../components/panel.tsx";
import { PACKAGE_TYPES, type PackageType } from "../packages/package.ts";
import { UpdateBadge } from "../packages/update-badge.tsx";
import { updateOf, UPDATE_KEYS, type Update } from "./update.ts";
import { useLiveValues } from "./use-live-values.ts";

interface UpdatesPanelProps {
  readonly deviceId: string;
  /** Shown even if there is nothing to show. */
  readonly isAlwaysShown: boolean;
}

export function UpdatesPanel({ deviceId, isAlwaysShown }: UpdatesPanelProps): ReactNode {
  const { keys } = useLiveValues({ entityId: deviceId, kind: "telemetry", keys: UPDATE_KEYS });
  const updates = PACKAGE_TYPES.flatMap(({ value }) => {
    const update = updateOf(value, keys);
    return update === null ? [] : [{ type: value, update }];
  });
  if (updates.length === 0 && !isAlwaysShown) return null;
  return (
    <Panel title="Updates" text={updates.length === 0 ? "No package has been assigned to the device yet." : undefined}>
      {updates.map(({ type, update }) => (
        <UpdateOf key={type} type={type} update={update} />
      ))}
    </Panel>
  );
}

interface UpdateOfProps {
  readonly type: PackageType;
  readonly update: Update;
}

function UpdateOf({ type, update: { target, present, state, since, progress, error } }: UpdateOfProps): ReactNode {
  const name = labelOfChoice(PACKAGE_TYPES, type);
  const facts: readonly Fact[] = [
    { label: "Target version", value: target === null ? "none" : <Foreign text={target} label="Target version" /> },
    {
      label: "Installed",
      value: present === null ? "not reported" : <Foreign text={present} label="Installed version" />,
    },
    ...(since === null ? [] : [{ label: "Since", value: <Moment ts={since} /> }]),
    ...(error === null ? [] : [{ label: "Error", value: <Foreign text={error} label="Error" /> }]),
  ];
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Title order={3} size="h6">
          {name}
        </Title>
        {state !== null && <UpdateBadge state={state} />}
      </Group>
      <Facts facts={facts} />
      {progress !== null && (
        <Group gap="sm" wrap="nowrap">
          <Progress value={progress} size="lg" flex={1} aria-label={`Progress of the ${name.toLowerCase()}`} />
          <Text>{progress} %</Text>
        </Group>
      )}
    </Stack>
  );
}
