// A button that calls a device, as its page does: the outcome is that of the last such call in this session.
import { Button, Group, Stack, Text } from "@mantine/core";
import { Send } from "lucide-react";
import { useId, type ReactNode } from "react";
import { BusyButton } from "../../components/busy-button.tsx";
import { useConfirm } from "../../components/confirm.tsx";
import { Marked } from "../../components/marked.tsx";
import { ActiveBadge } from "../../components/status-badge.tsx";
import type { DeviceInfo } from "../device/device-tab.ts";
import { CallAnswer, OutcomeBadge } from "../device/rpc-history.tsx";
import type { Call } from "../device/rpc.ts";
import { useCalls } from "../device/use-calls.ts";
import { words } from "../../words/words.ts";
import type { DashboardPanel } from "./configuration.ts";
import { DeviceLink, ReasonNotToAct, useReasonNotToAct } from "./panel-device.tsx";
import { panelName } from "./panel-kinds.ts";
import { rpcOptions } from "./panel-options.ts";
import classes from "./panel-grid.module.css";

const WORDS = words.dashboard.button;

interface RpcButtonProps {
  readonly panel: DashboardPanel;
  readonly device: DeviceInfo;
  readonly isInert: boolean;
}

export function RpcButton({ panel, device, isInert }: RpcButtonProps): ReactNode {
  const { method, params, oneWay, timeoutSeconds, label, confirm } = rpcOptions(panel.options);
  const call: Call = {
    ...{ method, params, isOneWay: oneWay },
    ...{ timeoutMillis: timeoutSeconds * 1_000, expirationTime: null },
  };
  const calls = useCalls(device.id.id);
  const last = calls.records.find((record) => JSON.stringify(record.call) === JSON.stringify(call));
  const reason = useReasonNotToAct(isInert);
  const ask = useConfirm();
  const about = useId();
  const shown = label === "" ? method : label;
  const send = async (): Promise<void> => {
    const question = {
      title: WORDS.question(shown),
      text: (
        <Marked
          text={WORDS.consequence}
          as={(_, index) => <strong className="foreign">{[device.name, method][index]}</strong>}
        />
      ),
      action: WORDS.action,
    };
    if (!confirm || (await ask(question))) calls.send(call);
  };
  return (
    <Stack
      className={classes["body"]}
      gap={6}
      px="sm"
      pb="sm"
      pt={4}
      tabIndex={0}
      role="group"
      aria-label={panelName(panel)}
    >
      <Group gap="sm">
        <BusyButton
          leftSection={<Send />}
          isBusy={calls.isPending}
          disabled={reason !== null}
          aria-describedby={about}
          onClick={() => void send()}
        >
          <span className="foreign">{shown}</span>
        </BusyButton>
        {calls.isPending && (
          <Button variant="default" onClick={calls.stop}>
            {WORDS.stop}
          </Button>
        )}
      </Group>
      <Group gap="xs" id={about}>
        <DeviceLink device={device} />
        <ActiveBadge isActive={device.active} />
        <ReasonNotToAct reason={reason} />
      </Group>
      <div aria-live="polite">
        {last !== undefined && (
          <>
            <Group gap="xs">
              <OutcomeBadge outcome={last.outcome} isOneWay={oneWay} />
              {last.outcome.kind === "waiting" && <Text size="xs">{WORDS.waiting(timeoutSeconds)}</Text>}
            </Group>
            <CallAnswer outcome={last.outcome} />
          </>
        )}
      </div>
    </Stack>
  );
}
