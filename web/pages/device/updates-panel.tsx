// The progress of a device's updates as it reports them: the target, what it has, and the state in between.
import { Group, Progress, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { labelOfChoice } from "../../components/choices.ts";
import { Facts, type Fact } from "../../components/facts.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { Moment } from "../../components/moment.tsx";
import { Panel } from "../../components/panel.tsx";
import { PACKAGE_TYPES, type PackageType } from "../packages/package.ts";
import { percentText } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { UpdateBadge } from "../packages/update-badge.tsx";
import { updateOf, UPDATE_KEYS, type Update } from "./update.ts";
import { useLiveValues } from "./use-live-values.ts";

const WORDS = words.device.updates;

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
    <Panel title={WORDS.title} text={updates.length === 0 ? WORDS.none : undefined}>
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
    { label: WORDS.target, value: target === null ? WORDS.noTarget : <Foreign text={target} label={WORDS.target} /> },
    {
      label: WORDS.installed,
      value: present === null ? WORDS.notReported : <Foreign text={present} label={WORDS.installedVersion} />,
    },
    ...(since === null ? [] : [{ label: WORDS.since, value: <Moment ts={since} /> }]),
    ...(error === null ? [] : [{ label: WORDS.error, value: <Foreign text={error} label={WORDS.error} /> }]),
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
          <Progress value={progress} size="lg" flex={1} aria-label={WORDS.progress(name)} />
          <Text>{percentText(progress)}</Text>
        </Group>
      )}
    </Stack>
  );
}
