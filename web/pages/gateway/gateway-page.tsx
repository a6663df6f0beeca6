// A gateway: its connection and traffic, the devices behind it, and its messages as they come. The tab is kept in the
// address.
import { Button, Loader, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Activity, Cpu, MessagesSquare, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { choiceOf, useAddress } from "../../app/list-state.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { StateLink } from "../../components/state-link.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { DevicesTab } from "./devices-tab.tsx";
import type { GatewayDetails } from "./gateway.ts";
import { MessagesTab } from "./messages-tab.tsx";
import { TrafficTab } from "./traffic-tab.tsx";

const ABOVE = [{ label: "Gateways", path: "/gateways" }];
const READ_AGAIN_MILLIS = 5_000;
const TABS = ["traffic", "devices", "messages"] as const;

export function GatewayPage(): ReactNode {
  const { id = "" }: { readonly id?: string } = useParams({ strict: false });
  const gateway = useQuery({
    queryKey: ["gateways", "one", id],
    queryFn: ({ signal }) => ask(api.GET("/api/gateways/{deviceId}", { params: { path: { deviceId: id } }, signal })),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  if (gateway.data !== undefined) return <Gateway key={id} gateway={gateway.data} />;
  if (gateway.isError) return <NoGateway error={gateway.error} onRetry={() => void gateway.refetch()} />;
  return (
    <>
      <PageHeader title="Gateway" above={ABOVE} />
      <Loader aria-label="The gateway is being read" />
    </>
  );
}

function Gateway({ gateway }: { readonly gateway: GatewayDetails }): ReactNode {
  const { id, name, label, online, devices } = gateway;
  const { address } = useAddress();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={name}
        above={ABOVE}
        beside={<StatusBadge tone={online ? "good" : "warning"} label={online ? "Online" : "Offline"} />}
        {...(label === null || label === "" ? {} : { description: <span className="foreign">{label}</span> })}
        actions={
          <>
            {gateway.lastConnectTime === null && (
              <Button component={StateLink} to="/start" state={{ gateway: id.id }}>
                Connect it
              </Button>
            )}
            <Button component={Link} to={`/devices/${id.id}`} variant="default">
              Open as a device
            </Button>
          </>
        }
      />
      <Tabs
        value={choiceOf(address, "tab", TABS) ?? TABS[0]}
        keepMounted={false}
        onChange={(tab) => {
          // What belongs to the tab before is left out.
          if (tab !== null) void navigate({ to: ".", search: { tab } });
        }}
      >
        <Tabs.List aria-label="Parts of the gateway">
          <Tabs.Tab value="traffic" leftSection={<Activity size={16} aria-hidden />}>
            Traffic
          </Tabs.Tab>
          <Tabs.Tab value="devices" leftSection={<Cpu size={16} aria-hidden />}>
            Devices ({devices.toLocaleString()})
          </Tabs.Tab>
          <Tabs.Tab value="messages" leftSection={<MessagesSquare size={16} aria-hidden />}>
            Messages
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="traffic" pt="lg">
          <TrafficTab gateway={gateway} />
        </Tabs.Panel>
        <Tabs.Panel value="devices" pt="lg">
          <DevicesTab gatewayId={id.id} />
        </Tabs.Panel>
        <Tabs.Panel value="messages" pt="lg">
          <MessagesTab gatewayId={id.id} isOnline={online} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function NoGateway({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactNode {
  const isGone = error instanceof ApiProblem && (error.status === 404 || error.status === 400);
  return (
    <>
      <PageHeader title="Gateway" above={ABOVE} />
      {isGone ? (
        <EmptyState
          icon={SearchX}
          title="This gateway does not exist"
          action={
            <Button component={Link} to="/gateways" variant="light">
              To all gateways
            </Button>
          }
        >
          It may have been deleted, or it is a device that is no gateway.
        </EmptyState>
      ) : (
        <ProblemAlert error={error} title="The gateway could not be read" onRetry={onRetry} />
      )}
    </>
  );
}
