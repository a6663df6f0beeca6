// How far devices of a rollout are, as a bar and in words.
import { Box, Group, Progress, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { count } from "../../components/figures.ts";
import { inPhase, PHASES, type RolloutCounts } from "./rollout.ts";

/** The same in the bar and next to the words: shades of the theme are darker in one than in the other. */
const SHADE = 6;

export function PhaseBar({ counts }: { readonly counts: RolloutCounts }): ReactNode {
  const phases = PHASES.map((phase) => ({ ...phase, devices: inPhase(counts, phase) }));
  const total = phases.reduce((sum, { devices }) => sum + devices, 0);
  // Rare phases are shown only where there are any.
  const shown = phases.filter(({ id, devices }) => devices > 0 || id !== "left out");
  return (
    <Stack gap={4} miw={0}>
      <Progress.Root size="lg" aria-hidden>
        {phases.map(({ id, color, devices }) => (
          <Progress.Section
            key={id}
            withAria={false}
            value={total === 0 ? 0 : (100 * devices) / total}
            color={`${color}.${SHADE}`}
          />
        ))}
      </Progress.Root>
      <Group gap="sm" style={{ rowGap: 0 }}>
        {shown.map(({ id, color, devices }) => (
          <Group key={id} gap={4} wrap="nowrap">
            <Box w={8} h={8} bg={`${color}.${SHADE}`} style={{ borderRadius: "50%" }} />
            <Text size="xs">
              {count(devices)} {id}
            </Text>
          </Group>
        ))}
      </Group>
    </Stack>
  );
}
