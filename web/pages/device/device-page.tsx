// A device: what it is, and tabs for what can be seen of it and done with it. The tab is kept in the address.
import { Badge, Button, Group, Loader, Stack, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Cpu, RadioTower, SearchX } from "lucide-react";
import { Suspense, useEffect, useRef, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { textOf, useAddress } from "../../app/list-state.ts";
import { maySee } from "../../app/roles-of-pages.ts";
import { useUser } from "../../app/use-session.ts";
import { ActiveBadge } from "../../components/active-badge.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import type { DeviceInfo } from "./device-tab.ts";
import { deviceTabsFor } from "./tab-list.ts";

const ABOVE = [{ label: "Devices", path: "/devices" }];
const REFRESH_MILLIS = 10_000;

export function DevicePage(): ReactNode {
  const { id = "" }: { readonly id?: string } = useParams({ strict: false });
  const device = useQuery({
    queryKey: ["devices", "one", id],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/device/info/{deviceId}", { params: { path: { deviceId: id } }, signal })),
    refetchInterval: REFRESH_MILLIS,
  });
  if (device.data !== undefined) return <Device key={id} device={device.data} />;
  if (device.isError) return <NoDevice error={device.error} onRetry={() => void device.refetch()} />;
  return (
    <>
      <PageHeader title="Device" above={ABOVE} />
      <Loader aria-label="The device is being read" />
    </>
  );
}

function NoDevice({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactNode {
  const isGone = error instanceof ApiProblem && (error.status === 404 || error.status === 400);
  return (
    <>
      <PageHeader title="Device" above={ABOVE} />
      {isGone ? (
        <EmptyState
          icon={SearchX}
          title="This device does not exist"
          action={
            <Button component={Link} to="/devices" variant="light">
              To all devices
            </Button>
          }
        >
          It may have been deleted, or the address is incomplete.
        </EmptyState>
      ) : (
        <ProblemAlert error={error} title="The device could not be read" onRetry={onRetry} />
      )}
    </>
  );
}

function Device({ device }: { readonly device: DeviceInfo }): ReactNode {
  const { role } = useUser();
  const { address } = useAddress();
  const navigate = useNavigate();
  const tabs = deviceTabsFor(role);
  const present = tabs.find(({ id }) => id === textOf(address, "tab")) ?? tabs[0];
  const list = useRef<HTMLDivElement>(null);
  // On a narrow screen the tab of a link may lie outside what can be seen.
  useEffect(() => {
    list.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [present?.id]);
  const isGateway = device.additionalInfo?.["gateway"] === true;
  return (
    <>
      <PageHeader
        title={device.name}
        above={ABOVE}
        beside={
          <Group gap="xs">
            <ActiveBadge isActive={device.active} />
            {isGateway && <GatewayBadge gatewayId={device.id.id} isLink={maySee(role, "/gateways/$id")} />}
          </Group>
        }
        description={<Summary device={device} />}
      />
      <Tabs
        value={present?.id ?? null}
        keepMounted={false}
        onChange={(tab) => {
          // What belongs to the tab before is left out.
          if (tab !== null) void navigate({ to: ".", search: { tab } });
        }}
      >
        <Tabs.List ref={list} aria-label="Parts of the device">
          {tabs.map(({ id, label, icon: Icon, fetchAhead }) => (
            <Tabs.Tab
              key={id}
              value={id}
              leftSection={<Icon size={16} strokeWidth={1.75} aria-hidden />}
              onPointerEnter={fetchAhead}
              onFocus={fetchAhead}
            >
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ id, content: Content }) => (
          <Tabs.Panel key={id} value={id} pt="lg">
            <Suspense fallback={<Loader aria-label="The tab is being opened" />}>
              <Content device={device} />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

/** Leads to the page of the gateway for those who may see it. */
function GatewayBadge({ gatewayId, isLink }: { readonly gatewayId: string; readonly isLink: boolean }): ReactNode {
  const looks = { variant: "light", color: "violet", leftSection: <RadioTower size={12} aria-hidden /> };
  if (!isLink) return <Badge {...looks}>Gateway</Badge>;
  return (
    <Badge {...looks} component={Link} to={`/gateways/${gatewayId}`} style={{ cursor: "pointer" }}>
      Gateway
    </Badge>
  );
}

function Summary({ device }: { readonly device: DeviceInfo }): ReactNode {
  const { label, deviceProfileName, customerTitle, customerIsPublic } = device;
  const owner = customerIsPublic ? "public" : customerTitle;
  return (
    <Stack component="span" gap={0} style={{ display: "inline-flex" }}>
      <Group component="span" gap={6}>
        <Cpu size={15} aria-hidden />
        <Text span inherit className="foreign">
          {deviceProfileName}
        </Text>
        {label !== null && label !== "" && (
          <Text span inherit className="foreign">
            · {label}
          </Text>
        )}
        {owner !== null && (
          <Text span inherit className="foreign">
            · {owner}
          </Text>
        )}
      </Group>
    </Stack>
  );
}
