// Which messages a panel lists, and of what.
import { NumberInput, SegmentedControl, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import type { DashboardPanel } from "../dashboard/configuration.ts";
import { messagesOptions } from "../dashboard/panel-options.ts";
import { words } from "../../words/words.ts";
import { NO_KEYS } from "./dashboard-draft.ts";
import { DeviceForm } from "./device-form.tsx";

interface MessagesFormProps {
  readonly panel: DashboardPanel;
  readonly onPanel: (change: Partial<DashboardPanel>, step: string) => void;
}

const WORDS = words.dashboardEditor.messages;
const SHOWN = choices(WORDS.shown);
const COUNT_MAX = 100;

export function MessagesForm({ panel, onPanel }: MessagesFormProps): ReactNode {
  const { source } = panel;
  const { show, count } = messagesOptions(panel.options);
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={WORDS.which}
        data={SHOWN}
        value={show}
        onChange={(next) =>
          onPanel(
            {
              options: { ...panel.options, show: next },
              ...(next === "passing" ? { source: source ?? NO_KEYS } : {}),
            },
            "show",
          )
        }
      />
      <Text c="dimmed">{show === "refused" ? WORDS.refusedSay : WORDS.passingSay}</Text>
      <DeviceForm
        source={source}
        label={WORDS.of}
        placeholder={show === "refused" ? WORDS.ofAll : undefined}
        onSource={(next, step) =>
          onPanel({ source: show === "refused" && next.deviceIds?.length === 0 ? null : next }, step)
        }
      />
      <NumberInput
        label={WORDS.count}
        description={WORDS.countSays}
        min={1}
        max={COUNT_MAX}
        allowDecimal={false}
        clampBehavior="blur"
        value={count}
        onChange={(next) => {
          if (typeof next === "number" && next >= 1 && next <= COUNT_MAX)
            onPanel({ options: { ...panel.options, count: next } }, "count");
        }}
      />
    </Stack>
  );
}
