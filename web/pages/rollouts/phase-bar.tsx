// The progress of a rollout's devices, as a bar and in words.
import { Box, Group, Progress, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { words } from "../../words/words.ts";
import { inPhase, PHASES, type RolloutCounts } from "./rollout.ts";

export function PhaseBar({ counts }: { readonly counts: RolloutCounts }): ReactNode {
  const phases = PHASES.map((phase) => ({ ...phase, devices: inPhase(counts, phase) }));
  const total = phases.reduce((sum, { devices }) => sum + devices, 0);
  // The rare phase is shown only if it has devices.
  const shown = phases.filter(({ id, devices }) => devices > 0 || id !== "leftOut");
  return (
    <Stack gap={4} miw={0}>
      <Progress.Root size="lg" aria-hidden>
        {phases.map(({ id, background, devices }) => (
          <Progress.Section
            key={id}
            withAria={false}
            value={total === 0 ? 0 : (100 * devices) / total}
            bg={background}
          />
        ))}
      </Progress.Root>
      <Group gap="sm" style={{ rowGap: 0 }}>
        {shown.map(({ id, background, devices }) => (
          <Group key={id} gap={4} wrap="nowrap">
            <Box w={8} h={8} bg={background} style={{ borderRadius: "50%", flexShrink: 0 }} />
            <Text size="xs">{words.rollouts.phases[id](devices, total)}</Text>
          </Group>
        ))}
      </Group>
    </Stack>
  );
}
