// A gateway: its connection and traffic, its devices, and its messages as they arrive. The tab is kept in the address.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Activity, Cpu, MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { usePageId, EntityPage } from "../../app/entity-page.tsx";
import { PageTabs } from "../../app/page-tabs.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { StateLink } from "../../components/state-link.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { DevicesTab } from "./devices-tab.tsx";
import { MessagesTab } from "./messages-tab.tsx";
import { TrafficTab, type GatewayDetails } from "./traffic-tab.tsx";

const ABOVE = { label: "Gateways", path: "/gateways" };
const READ_AGAIN_MILLIS = 5_000;

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
        badges={<StatusBadge tone={online ? "good" : "warning"} label={online ? "Online" : "Offline"} />}
        description={label === null || label === "" ? undefined : <span className="foreign">{label}</span>}
        actions={
          <>
            {lastConnectTime === null && (
              <Button component={StateLink} to="/start" state={{ gateway: id }}>
                Connect it
              </Button>
            )}
            <Button component={Link} to={`/devices/${id}`} variant="default">
              Open as a device
            </Button>
          </>
        }
      />
      <PageTabs
        label="Parts of the gateway"
        tabs={[
          { id: "traffic", label: "Traffic", icon: Activity, content: <TrafficTab gateway={gateway} /> },
          { id: "devices", label: "Devices", icon: Cpu, content: <DevicesTab gatewayId={id} /> },
          {
            id: "messages",
            label: "Messages",
            icon: MessagesSquare,
            content: <MessagesTab gatewayId={id} isOnline={online} />,
          },
        ]}
      />
    </>
  );
}
