// A gateway: its connection and traffic, its devices, its messages as they arrive and those that were refused, and its values,
// attributes and configuration as a device. The tab is kept in the address.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Activity, Cpu, MessagesSquare, ShieldAlert } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { read } from "../../api/client.ts";
import { usePageId, EntityPage } from "../../app/entity-page.tsx";
import { PageTabs } from "../../app/page-tabs.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { StateLink } from "../../components/state-link.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { words } from "../../words/words.ts";
import { deviceQuery, type DeviceTabProps } from "../device/device-tab.ts";
import { deviceTabsFor } from "../device/tab-list.ts";
import { DevicesTab } from "./devices-tab.tsx";
import { MessagesTab } from "./messages-tab.tsx";
import { RefusalsTab } from "./refusals-tab.tsx";
import { TrafficTab, type GatewayDetails } from "./traffic-tab.tsx";

const WORDS = words.gateway;
const ABOVE = { label: WORDS.above, path: "/gateways" };
const READ_AGAIN_MILLIS = 5_000;
/** Tabs of a device that a gateway has too, with the labels that say what they are here. */
const AS_DEVICE: Readonly<Record<string, string>> = {
  latest: WORDS.tabs.latest,
  attributes: WORDS.tabs.attributes,
  details: WORDS.tabs.details,
};

export function GatewayPage(): ReactNode {
  const deviceId = usePageId();
  const query = useQuery({
    queryKey: ["gateways", "one", deviceId],
    queryFn: read("/api/gateways/{deviceId}", { path: { deviceId } }),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  return (
    <EntityPage noun="gateway" above={ABOVE} query={query}>
      {(gateway) => <Gateway gateway={gateway} />}
    </EntityPage>
  );
}

function Gateway({ gateway }: { readonly gateway: GatewayDetails }): ReactNode {
  const { name, label, online, lastConnectTime } = gateway;
  const id = gateway.id.id;
  return (
    <>
      <PageHeader
        title={name}
        above={[ABOVE]}
        badges={<StatusBadge tone={online ? "good" : "warning"} label={online ? WORDS.online : WORDS.offline} />}
        description={label === null || label === "" ? undefined : <span className="foreign">{label}</span>}
        actions={
          <>
            {lastConnectTime === null && (
              <Button component={StateLink} to="/start" state={{ gateway: id }}>
                {WORDS.connect}
              </Button>
            )}
            <Button component={Link} to={`/devices/${id}`} variant="default">
              {WORDS.openAsDevice}
            </Button>
          </>
        }
      />
      <PageTabs
        label={WORDS.tabs.label}
        tabs={[
          { id: "traffic", label: WORDS.tabs.traffic, icon: Activity, content: <TrafficTab gateway={gateway} /> },
          { id: "devices", label: WORDS.tabs.devices, icon: Cpu, content: <DevicesTab gatewayId={id} /> },
          {
            id: "messages",
            label: WORDS.tabs.messages,
            icon: MessagesSquare,
            content: <MessagesTab gatewayId={id} isOnline={online} />,
          },
          {
            id: "refusals",
            label: WORDS.tabs.refusals,
            icon: ShieldAlert,
            content: <RefusalsTab gatewayId={id} />,
          },
          ...deviceTabsFor("TENANT_ADMIN", true).flatMap(({ content, ...tab }) => {
            const label = AS_DEVICE[tab.id];
            return label === undefined ? [] : [{ ...tab, label, content: <AsDevice id={id} tab={content} /> }];
          }),
        ]}
      />
    </>
  );
}

interface AsDeviceProps {
  readonly id: string;
  readonly tab: ComponentType<DeviceTabProps>;
}

function AsDevice({ id, tab: Tab }: AsDeviceProps): ReactNode {
  const query = useQuery(deviceQuery(id));
  return (
    <Loaded query={query} what={words.app.nouns.gateway.one}>
      {(device) => <Tab device={device} />}
    </Loaded>
  );
}
