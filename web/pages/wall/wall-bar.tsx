// The narrow bar of a wall screen: what is shown, the time, and the buttons, which stay small.
import { ActionIcon, Box, Group, Text, Title, Tooltip } from "@mantine/core";
import { ChevronLeft, ChevronRight, Maximize, Pause, Play, X, type LucideIcon } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { ColorSchemeSwitch } from "../../components/color-scheme-switch.tsx";
import { useNow } from "../../components/use-now.ts";
import { timeFormat } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { enterFullScreen, useIsFullScreen } from "./full-screen.ts";
import type { Rotation } from "./rotation.ts";
import { DASHBOARDS_MAX } from "./wall-address.ts";

/** Pixels, with text of the usual size. */
export const BAR_HEIGHT = 48;

const CLOCK = timeFormat({ timeStyle: "short" });
const WORDS = words.wall;
const TICK_MILLIS = 1_000;
/** Above the panels while they are scrolled. */
const STAYING = { position: "sticky", top: 0, zIndex: 100, background: "var(--mantine-color-body)" } as const;

interface WallBarProps {
  readonly title: string;
  /** How many dashboards the address names. */
  readonly places: number;
  readonly rotation: Rotation;
  /** Named dashboards that cannot be shown. */
  readonly skipped: number;
  /** Named ones that are too many. */
  readonly beyond: number;
  readonly leave: () => void;
  readonly liveRef: Ref<HTMLDivElement>;
}

export function WallBar({ title, places, rotation, skipped, beyond, leave, liveRef }: WallBarProps): ReactNode {
  const { place, part, parts, isPaused, pause, go } = rotation;
  const isStepping = places > 1 && place !== null;
  const isFull = useIsFullScreen();
  return (
    <Group h={BAR_HEIGHT} px={12} gap="sm" wrap="nowrap" justify="space-between" style={STAYING}>
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Title
          order={1}
          size="h4"
          className="foreign"
          fz={{ base: "h5", xs: "h4" }}
          lh={1.2}
          lineClamp={2}
          title={title}
        >
          {title}
        </Title>
        <Box ref={liveRef} visibleFrom="xs" style={{ flexShrink: 0 }} />
        {parts > 1 && (
          <Text size="sm" c="dimmed" style={{ flexShrink: 0 }}>
            {WORDS.part(part + 1, parts)}
          </Text>
        )}
        <Text size="sm" c="dimmed" role="status" lineClamp={2}>
          {noticeOf(skipped, places, beyond)}
        </Text>
      </Group>
      <Group gap={4} wrap="nowrap" style={{ flexShrink: 0 }}>
        {isStepping && (
          <>
            <Text size="sm" c="dimmed" mr={4} visibleFrom="xs">
              {WORDS.place(place + 1, places)}
            </Text>
            <BarButton label={WORDS.previous} icon={ChevronLeft} onPress={() => go(-1)} />
          </>
        )}
        {(isStepping || parts > 1) && (
          <BarButton
            label={isPaused ? WORDS.resume : WORDS.pause}
            icon={isPaused ? Play : Pause}
            onPress={() => pause(!isPaused)}
          />
        )}
        {isStepping && <BarButton label={WORDS.next} icon={ChevronRight} onPress={() => go(1)} />}
        <Box visibleFrom="xs">
          <Clock />
        </Box>
        <Box visibleFrom="xs">
          <ColorSchemeSwitch />
        </Box>
        {!isFull && (
          <BarButton label={words.dashboard.fullScreen} icon={Maximize} onPress={() => void enterFullScreen()} />
        )}
        <BarButton label={WORDS.leave} icon={X} onPress={leave} />
      </Group>
    </Group>
  );
}

function noticeOf(skipped: number, places: number, beyond: number): string {
  const skips = skipped > 0 ? WORDS.skipped(skipped, places) : "";
  const bound = beyond > 0 ? WORDS.tooMany(places + beyond, DASHBOARDS_MAX) : "";
  return `${skips} ${bound}`.trim();
}

interface BarButtonProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onPress: () => void;
}

function BarButton({ label, icon: Icon, onPress }: BarButtonProps): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onPress}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

function Clock(): ReactNode {
  const now = new Date(useNow(TICK_MILLIS));
  return (
    <Text component="time" dateTime={now.toISOString()} size="sm" fw={600} mx="xs" style={{ whiteSpace: "nowrap" }}>
      {CLOCK.format(now)}
    </Text>
  );
}
