// Which messages a panel lists, and of what.
import { NumberInput, SegmentedControl, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import type { DashboardPanel } from "../dashboard/configuration.ts";
import { messagesOptions } from "../dashboard/panel-options.ts";
import { NO_KEYS } from "./dashboard-draft.ts";
import { DeviceForm } from "./device-form.tsx";

interface MessagesFormProps {
  readonly panel: DashboardPanel;
  readonly onPanel: (change: Partial<DashboardPanel>, step: string) => void;
}

const SHOWN = choices({ refused: "Refused", passing: "All, as they pass" });
const COUNT_MAX = 100;

export function MessagesForm({ panel, onPanel }: MessagesFormProps): ReactNode {
  const { source } = panel;
  const { show, count } = messagesOptions(panel.options);
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Which messages"
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
      <Text c="dimmed">
        {show === "refused"
          ? "Kept by the platform, with the reason. Only administrators see them."
          : "While somebody looks. Nothing is recorded."}
      </Text>
      <DeviceForm
        source={source}
        label="Gateway or device"
        placeholder={show === "refused" ? "All gateways" : undefined}
        onSource={(next, step) =>
          onPanel({ source: show === "refused" && next.deviceIds?.length === 0 ? null : next }, step)
        }
      />
      <NumberInput
        label="Messages"
        description="The newest so many."
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
