// A rollout: the progress of its waves, buttons that pause, resume and stop it, and its devices.
import { Group, Stack, Text, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CircleStop, Pause, Play, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask, read } from "../../api/client.ts";
import { EntityPage, usePageId } from "../../app/entity-page.tsx";
import { useAction } from "../../app/use-action.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { labelOfChoice } from "../../components/choices.ts";
import { Facts } from "../../components/facts.tsx";
import { Marked } from "../../components/marked.tsx";
import { Moment } from "../../components/moment.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { Warning } from "../../components/warning.tsx";
import { PACKAGE_TYPES, packageName } from "../packages/package.ts";
import { PhaseBar } from "../rollouts/phase-bar.tsx";
import { RolloutBadge } from "../rollouts/rollout-badge.tsx";
import { isNamedAsPackage, type Rollout } from "../rollouts/rollout.ts";
import { TargetText } from "../rollouts/target-text.tsx";
import { words } from "../../words/words.ts";
import { RolloutDevices } from "./rollout-devices.tsx";
import { countText } from "../../words/format.ts";

const WORDS = words.rollout;
const ABOVE = { label: words.rollouts.title, path: "/rollouts" };
const READ_AGAIN_MILLIS = 3_000;

export function RolloutPage(): ReactNode {
  const rolloutId = usePageId();
  const query = useQuery({
    queryKey: ["rollouts", "one", rolloutId],
    queryFn: read("/api/ota/rollouts/{rolloutId}", { path: { rolloutId } }),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  return (
    <EntityPage noun="rollout" above={ABOVE} query={query}>
      {(rollout) => <RolloutParts rollout={rollout} />}
    </EntityPage>
  );
}

interface RolloutProps {
  readonly rollout: Rollout;
}

function RolloutParts({ rollout }: RolloutProps): ReactNode {
  const { id, name, state, reason, target, devices, hadIt } = rollout;
  const type = labelOfChoice(PACKAGE_TYPES, rollout.type);
  return (
    <>
      <PageHeader
        title={name}
        above={[ABOVE]}
        badges={<RolloutBadge state={state} />}
        description={
          isNamedAsPackage(rollout) ? (
            <Marked text={WORDS.typeFor(type)} as={() => <TargetText target={target} />} />
          ) : (
            <Marked
              text={WORDS.packageFor(type)}
              as={(_, index) =>
                index === 0 ? <span className="foreign">{packageName(rollout)}</span> : <TargetText target={target} />
              }
            />
          )
        }
        actions={<Buttons rollout={rollout} />}
      />
      <Stack gap="lg">
        {reason !== null && <Warning title={WORDS.stopped}>{reason}</Warning>}
        <Panel title={WORDS.progress}>
          <PhaseBar counts={rollout.counts} />
          <Facts
            facts={[
              {
                label: words.components.common.devices,
                value: hadIt === 0 ? countText(devices) : WORDS.devicesUpToDate(devices, hadIt),
              },
              {
                label: WORDS.failureRate,
                value: failureRate(rollout),
              },
              { label: WORDS.started, value: <Moment ts={rollout.createdTime} /> },
              { label: WORDS.ended, value: <Moment ts={rollout.endedTime} never={WORDS.notYet} /> },
            ]}
          />
        </Panel>
        <Panel title={WORDS.waves}>
          {rollout.waves.map((wave) => (
            <Wave key={wave.wave} wave={wave} isOnly={rollout.waves.length === 1} />
          ))}
        </Panel>
        <Title order={2} size="h4">
          {words.components.common.devices}
        </Title>
        <RolloutDevices rolloutId={id} />
      </Stack>
    </>
  );
}

function failureRate({ failurePercent, failurePercentMax, endedTime }: Rollout): string {
  const isRunning = endedTime === null;
  const noneFinished = isRunning ? WORDS.noneFinishedYet : WORDS.noneFinished;
  const failed = failurePercent === null ? noneFinished : WORDS.failed(failurePercent);
  return isRunning ? WORDS.stopsAbove(failed, failurePercentMax) : WORDS.limit(failed, failurePercentMax);
}

function Buttons({ rollout }: RolloutProps): ReactNode {
  const { id, state } = rollout;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { path: { rolloutId: id } };
  const stale = ["rollouts"];
  const pause = useAction({
    call: () => ask(api.POST("/api/ota/rollouts/{rolloutId}/pause", { params })),
    failed: WORDS.notPaused,
    isPartial: true,
    stale,
  });
  const resume = useAction({
    call: () => ask(api.POST("/api/ota/rollouts/{rolloutId}/resume", { params })),
    failed: WORDS.notResumed,
    isPartial: true,
    stale,
  });
  const stop = useAction({
    call: () => ask(api.POST("/api/ota/rollouts/{rolloutId}/stop", { params })),
    question: () => ({
      title: WORDS.stopping.question,
      text: WORDS.stopping.text,
      action: WORDS.stopping.action,
    }),
    failed: WORDS.notStopped,
    isPartial: true,
    stale,
  });
  const remove = useAction({
    call: () => ask(api.DELETE("/api/ota/rollouts/{rolloutId}", { params })),
    question: () => ({
      title: WORDS.deletion.question,
      text: WORDS.deletion.text,
      action: WORDS.deletion.action,
    }),
    failed: WORDS.notDeleted,
    onDone: async () => {
      await navigate({ to: ABOVE.path });
      queries.removeQueries({ queryKey: ["rollouts", "one", id] });
    },
    stale,
  });
  if (state === "STOPPED" || state === "DONE")
    return (
      <BusyButton
        variant="light"
        color="red"
        leftSection={<Trash2 />}
        isBusy={remove.isPending}
        onClick={() => remove.run()}
      >
        {words.components.common.delete}
      </BusyButton>
    );
  const isPaused = state === "PAUSED";
  const hold = isPaused ? resume : pause;
  return (
    <>
      {/* One button for both, so that it keeps the focus. */}
      <BusyButton
        variant="default"
        leftSection={isPaused ? <Play /> : <Pause />}
        isBusy={hold.isPending}
        onClick={() => hold.run()}
      >
        {isPaused ? WORDS.resume : WORDS.pause}
      </BusyButton>
      <BusyButton
        variant="light"
        color="red"
        leftSection={<CircleStop />}
        isBusy={stop.isPending}
        onClick={() => stop.run()}
      >
        {WORDS.stop}
      </BusyButton>
    </>
  );
}

interface WaveProps {
  readonly wave: Rollout["waves"][number];
  /** Its bar would be that of the rollout again. */
  readonly isOnly: boolean;
}

function Wave({ wave, isOnly }: WaveProps): ReactNode {
  const { wave: number, percent, devices, counts, beganTime, endedTime, endsTime } = wave;
  return (
    <Stack gap={4} role="group" aria-label={WORDS.wave.label(number)}>
      <Group justify="space-between" gap="xs">
        <Text fw={500}>{WORDS.wave.text(number, percent, devices)}</Text>
        <Text size="xs" c="dimmed" component="div">
          {beganTime === null ? (
            WORDS.wave.notStarted
          ) : endedTime !== null ? (
            <Marked text={WORDS.wave.ended} as={() => <Moment ts={endedTime} isInSentence />} />
          ) : (
            <Marked
              text={endsTime === null ? WORDS.wave.started : WORDS.wave.startedWithEnd}
              as={(_, index) => <Moment ts={index === 0 ? beganTime : endsTime} isInSentence />}
            />
          )}
        </Text>
      </Group>
      {!isOnly && <PhaseBar counts={counts} />}
    </Stack>
  );
}
