// The one device that a panel acts on, and whether its reader may act. The platform checks each call as it does those of the device's
// page: a panel allows nothing that the page of the device does not.
import { Anchor, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiProblem, messageOf } from "../../api/problem.ts";
import { useUser } from "../../app/use-session.ts";
import { deviceQuery, type DeviceInfo } from "../device/device-tab.ts";
import { words } from "../../words/words.ts";
import type { DashboardPanel } from "./configuration.ts";
import { panelName } from "./panel-kinds.ts";
import { PanelRefusal, PanelWords } from "./panel-words.tsx";

const WORDS = words.dashboard.panel;

interface PanelDeviceProps {
  readonly panel: DashboardPanel;
  readonly children: (device: DeviceInfo) => ReactNode;
}

export function PanelDevice({ panel, children }: PanelDeviceProps): ReactNode {
  const { source } = panel;
  const id = source?.type === "keys" ? (source.deviceIds?.[0] ?? "") : "";
  const { data: device, error } = useQuery(deviceQuery(id));
  if (error instanceof ApiProblem && (error.status === 404 || error.status === 403))
    return <PanelRefusal>{WORDS.noDevice}</PanelRefusal>;
  if (device !== undefined) return children(device);
  if (error !== null) return <PanelWords>{messageOf(error)}</PanelWords>;
  return (
    <Skeleton m="sm" style={{ flex: 1 }} width="auto" role="status" aria-label={WORDS.loading(panelName(panel))} />
  );
}

/** Why the reader cannot act on a device that they see; null if they can. */
export function useReasonNotToAct(isInert: boolean): string | null {
  const { isPublic } = useUser();
  if (isInert) return WORDS.inert;
  return isPublic ? WORDS.publicSession : null;
}

export function DeviceLink({ device }: { readonly device: DeviceInfo }): ReactNode {
  return (
    <Anchor component={Link} to={`/devices/${device.id.id}`} size="xs" className="foreign" lineClamp={1}>
      {device.name}
    </Anchor>
  );
}

export function ReasonNotToAct({ reason }: { readonly reason: string | null }): ReactNode {
  return reason === null ? null : (
    <Text size="xs" c="dimmed">
      {reason}
    </Text>
  );
}
