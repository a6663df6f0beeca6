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
import { count } from "../../components/figures.ts";
import { Moment } from "../../components/moment.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { Warning } from "../../components/warning.tsx";
import { packageName } from "../packages/package.ts";
import { PhaseBar } from "../rollouts/phase-bar.tsx";
import { RolloutBadge } from "../rollouts/rollout-badge.tsx";
import { targetWords, type Rollout } from "../rollouts/rollout.ts";
import { RolloutDevices } from "./rollout-devices.tsx";

const ABOVE = { label: "Rollouts", path: "/rollouts" };
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
  const [before, targetName] = targetWords(target);
  return (
    <>
      <PageHeader
        title={name}
        above={[ABOVE]}
        badges={<RolloutBadge state={state} />}
        description={
          <>
            <span className="foreign">{packageName(rollout)}</span> for {before}
            <span className="foreign">{targetName}</span>
          </>
        }
        actions={<Buttons rollout={rollout} />}
      />
      <Stack gap="lg">
        {reason !== null && <Warning title="Rollout stopped">{reason}</Warning>}
        <Panel
          title="Progress"
          facts={[
            {
              label: "Devices",
              value: hadIt === 0 ? count(devices) : `${count(devices)}, ${count(hadIt)} of them already up to date`,
            },
            {
              label: "Failure rate",
              value: failureRate(rollout),
            },
            { label: "Started", value: <Moment ts={rollout.createdTime} /> },
            { label: "Ended", value: <Moment ts={rollout.endedTime} never="not yet" /> },
          ]}
        >
          <PhaseBar counts={rollout.counts} />
        </Panel>
        <Panel title="Waves">
          {rollout.waves.map((wave) => (
            <Wave key={wave.wave} wave={wave} />
          ))}
        </Panel>
        <Title order={2} size="h4">
          Devices
        </Title>
        <RolloutDevices rolloutId={id} />
      </Stack>
    </>
  );
}

function failureRate({ failurePercent, failurePercentMax, endedTime }: Rollout): string {
  const isRunning = endedTime === null;
  const failed =
    failurePercent === null
      ? `no update has finished${isRunning ? " yet" : ""}`
      : `${failurePercent} % of finished updates`;
  return isRunning ? `${failed}; stops above ${failurePercentMax} %` : `${failed}; limit ${failurePercentMax} %`;
}

function Buttons({ rollout }: RolloutProps): ReactNode {
  const { id, state } = rollout;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { path: { rolloutId: id } };
  const stale = ["rollouts"];
  const pause = useAction({
    call: () => ask(api.POST("/api/ota/rollouts/{rolloutId}/pause", { params })),
    failed: "The rollout was not paused",
    isPartial: true,
    stale,
  });
  const resume = useAction({
    call: () => ask(api.POST("/api/ota/rollouts/{rolloutId}/resume", { params })),
    failed: "The rollout was not resumed",
    isPartial: true,
    stale,
  });
  const stop = useAction({
    call: () => ask(api.POST("/api/ota/rollouts/{rolloutId}/stop", { params })),
    question: () => ({
      title: "Stop this rollout?",
      text: "A stopped rollout cannot be resumed. Devices that have not started to install get their previous package back. The others continue.",
      action: "Stop rollout",
    }),
    failed: "The rollout was not stopped",
    isPartial: true,
    stale,
  });
  const remove = useAction({
    call: () => ask(api.DELETE("/api/ota/rollouts/{rolloutId}", { params })),
    question: () => ({
      title: "Delete this rollout?",
      text: "The rollout and the progress of its devices are deleted. Devices keep the package they have. This cannot be undone.",
      action: "Delete rollout",
    }),
    failed: "The rollout was not deleted",
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
        Delete
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
        {isPaused ? "Resume" : "Pause"}
      </BusyButton>
      <BusyButton
        variant="light"
        color="red"
        leftSection={<CircleStop />}
        isBusy={stop.isPending}
        onClick={() => stop.run()}
      >
        Stop
      </BusyButton>
    </>
  );
}

function Wave({ wave }: { readonly wave: Rollout["waves"][number] }): ReactNode {
  const { wave: number, percent, devices, counts, beganTime, endedTime, endsTime } = wave;
  return (
    <Stack gap={4} role="group" aria-label={`Wave ${number}`}>
      <Group justify="space-between" gap="xs">
        <Text fw={500}>
          Wave {number}: up to {percent} %, {count(devices)} {devices === 1 ? "device" : "devices"}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {beganTime === null ? (
            "not started"
          ) : endedTime !== null ? (
            <>
              ended <Moment ts={endedTime} />
            </>
          ) : (
            <>
              started <Moment ts={beganTime} />
              {endsTime !== null && (
                <>
                  , ends <Moment ts={endsTime} /> at the latest
                </>
              )}
            </>
          )}
        </Text>
      </Group>
      <PhaseBar counts={counts} />
    </Stack>
  );
}
