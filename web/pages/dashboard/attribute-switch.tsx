// A switch for a shared attribute of a device. It shows the stored value, also while another one is on its way, and follows
// others who change it.
import { Group, Loader, Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, type ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { Marked } from "../../components/marked.tsx";
import { attributesQuery, saveAttribute, type Attribute } from "../device/attributes.ts";
import type { DeviceInfo } from "../device/device-tab.ts";
import { useLiveValues, type LiveFeed } from "../device/use-live-values.ts";
import { words } from "../../words/words.ts";
import type { DashboardPanel } from "./configuration.ts";
import { DeviceLink, ReasonNotToAct, useReasonNotToAct } from "./panel-device.tsx";
import { panelName } from "./panel-kinds.ts";
import { switchOptions } from "./panel-options.ts";

const SCOPE = "SHARED_SCOPE";
const WORDS = words.dashboard.switchPanel;

interface AttributeSwitchProps {
  readonly panel: DashboardPanel;
  readonly device: DeviceInfo;
  readonly isInert: boolean;
}

export function AttributeSwitch({ panel, device, isInert }: AttributeSwitchProps): ReactNode {
  const { source, options } = panel;
  const { on, off, onLabel, offLabel, confirm } = switchOptions(options);
  const key = source?.type === "keys" ? (source.keys[0] ?? "") : "";
  const deviceId = device.id.id;
  const keys = useMemo(() => [key], [key]);
  const saved = useQuery(attributesQuery(deviceId, SCOPE));
  const feed = useLiveValues({ entityId: deviceId, kind: "attributes", scope: SCOPE, keys });
  const stored = storedText(key, saved.data, feed);
  const isOn = stored === textOf(on);
  const labels = { on: onLabel || WORDS.on, off: offLabel || WORDS.off };
  const reason = useReasonNotToAct(isInert);
  const about = useId();
  const turn = useAction({
    call: (next: boolean) => saveAttribute(deviceId, SCOPE, key, JSON.stringify(next ? on : off)),
    failed: WORDS.failed,
    // Until they are read again, the switch is as it was.
    stale: ["attributes"],
    isPartial: true,
    ...(confirm
      ? {
          question: (next: boolean) => ({
            title: WORDS.question(panelName(panel), next ? labels.on : labels.off),
            text: (
              <Marked
                text={WORDS.consequence}
                as={(_, index) => (
                  <strong className="foreign">{[key, device.name, textOf(next ? on : off)][index]}</strong>
                )}
              />
            ),
            action: WORDS.action,
          }),
        }
      : {}),
  });
  const isKnown = saved.data !== undefined || feed.isReady;
  return (
    <Group gap="md" wrap="nowrap" px="sm" pb="sm" pt={4} mih={0}>
      <Switch
        size="xl"
        aria-label={panelName(panel)}
        aria-describedby={about}
        aria-busy={turn.isPending || undefined}
        checked={isOn}
        disabled={reason !== null || !isKnown || turn.isPending}
        onChange={() => turn.run(!isOn)}
      />
      <Stack gap={2} miw={0} id={about} aria-live="polite">
        <Group gap="xs" wrap="nowrap">
          <Text fw={600} className="foreign" lineClamp={1}>
            {stateWords(isKnown ? stored : undefined, { isOn, isOff: stored === textOf(off) }, labels)}
          </Text>
          {turn.isPending && <Loader size="xs" aria-label={WORDS.storing} />}
        </Group>
        <DeviceLink device={device} />
        <ReasonNotToAct reason={reason} />
      </Stack>
    </Group>
  );
}

interface Labels {
  readonly on: string;
  readonly off: string;
}

function stateWords(
  stored: string | null | undefined,
  { isOn, isOff }: { readonly isOn: boolean; readonly isOff: boolean },
  { on, off }: Labels,
): string {
  if (stored === undefined) return "…";
  if (isOn) return on;
  if (isOff) return off;
  return stored === null ? WORDS.notSet : WORDS.stored(stored);
}

/** Null if the device has no such attribute. */
function storedText(key: string, saved: readonly Attribute[] | undefined, feed: LiveFeed): string | null {
  if (feed.isReady && feed.problem === null) return feed.keys.get(key)?.text ?? null;
  const found = saved?.find((attribute) => attribute.key === key);
  return found === undefined ? null : textOf(found.value);
}

/** As live values spell it. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
