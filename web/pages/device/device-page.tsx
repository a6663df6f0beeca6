// A device: its name and state, and tabs for its data and actions. The tab is kept in the address.
import { Anchor, Badge, Box, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Cpu, RadioTower, type LucideIcon } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { usePageId, EntityPage } from "../../app/entity-page.tsx";
import { PageTabs } from "../../app/page-tabs.tsx";
import { maySee } from "../../app/roles-of-pages.ts";
import { useUser } from "../../app/use-session.ts";
import { Marked } from "../../components/marked.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ActiveBadge } from "../../components/status-badge.tsx";
import { StateLink } from "../../components/state-link.tsx";
import { words } from "../../words/words.ts";
import { deviceQuery, isGatewayDevice, type DeviceInfo } from "./device-tab.ts";
import { deviceTabsFor } from "./tab-list.ts";

const ABOVE = { label: words.device.above, path: "/devices" };
const WORDS = words.device.page;

export function DevicePage(): ReactNode {
  const deviceId = usePageId();
  const query = useQuery(deviceQuery(deviceId));
  return (
    <EntityPage noun="device" above={ABOVE} query={query}>
      {(device) => <Device device={device} />}
    </EntityPage>
  );
}

function Device({ device }: { readonly device: DeviceInfo }): ReactNode {
  const { role } = useUser();
  const isGateway = isGatewayDevice(device);
  return (
    <>
      <PageHeader
        title={device.name}
        above={[ABOVE]}
        badges={
          <Group gap="xs">
            <ActiveBadge isActive={device.active} />
            {isGateway && <GatewayBadge gatewayId={device.id.id} isLink={maySee(role, "/gateways/$id")} />}
          </Group>
        }
        description={<Summary device={device} />}
      />
      <PageTabs
        label={WORDS.tabs}
        tabs={deviceTabsFor(role, isGateway).map(({ content: Content, ...tab }) => ({
          ...tab,
          content: <Content device={device} />,
        }))}
      />
    </>
  );
}

/** Links to the gateway's page if the viewer may see it. */
function GatewayBadge({ gatewayId, isLink }: { readonly gatewayId: string; readonly isLink: boolean }): ReactNode {
  const style = { variant: "light", color: "violet", leftSection: <RadioTower size={12} /> };
  if (!isLink) return <Badge {...style}>{WORDS.gateway}</Badge>;
  return (
    <Badge {...style} component={Link} to={`/gateways/${gatewayId}`} style={{ cursor: "pointer" }}>
      {WORDS.gateway}
    </Badge>
  );
}

interface SummaryPart {
  readonly text: string | null;
  /** The page of it, which only administrators have. */
  readonly to?: string;
  readonly state?: Readonly<Record<string, string>>;
}

function Summary({ device }: { readonly device: DeviceInfo }): ReactNode {
  const { role } = useUser();
  const { label, deviceProfileId, deviceProfileName, customerId, customerTitle, customerIsPublic } = device;
  const owner = customerIsPublic ? WORDS.public : customerTitle;
  const parts: readonly SummaryPart[] = [
    { text: deviceProfileName, to: "/profiles", state: { edit: deviceProfileId.id } },
    { text: label },
    { text: owner, to: `/customers/${customerId.id}` },
  ];
  const gatewayId = device.additionalInfo?.["lastConnectedGateway"];
  return (
    <Stack component="span" gap={0} style={{ display: "inline-flex" }}>
      <Line icon={Cpu}>
        {parts
          .filter(({ text }) => text !== null && text !== "")
          .map(({ text, to, state = {} }, index) => (
            <Fragment key={index}>
              {index > 0 && "\u00a0· "}
              {to === undefined || role !== "TENANT_ADMIN" ? (
                <span className="foreign">{text}</span>
              ) : (
                <Anchor component={StateLink} to={to} state={state} className="foreign" inherit underline="always">
                  {text}
                </Anchor>
              )}
            </Fragment>
          ))}
      </Line>
      {typeof gatewayId === "string" && gatewayId !== device.id.id && (
        <ThroughGateway gatewayId={gatewayId} deviceName={device.name} />
      )}
    </Stack>
  );
}

interface ThroughGatewayProps {
  readonly gatewayId: string;
  readonly deviceName: string;
}

/** Nothing if the gateway has been deleted, or is not the viewer's to see. */
function ThroughGateway({ gatewayId, deviceName }: ThroughGatewayProps): ReactNode {
  const { role } = useUser();
  const { data: gateway } = useQuery(deviceQuery(gatewayId));
  if (gateway === undefined) return null;
  const path = `/gateways/${gatewayId}`;
  if (!maySee(role, "/gateways/$id"))
    return (
      <Line icon={RadioTower}>
        <Marked
          text={WORDS.through}
          as={() => (
            <Anchor component={Link} to={`/devices/${gatewayId}`} className="foreign" inherit underline="always">
              {gateway.name}
            </Anchor>
          )}
        />
      </Line>
    );
  return (
    <Line icon={RadioTower}>
      <Marked
        text={WORDS.through}
        as={() => (
          <Anchor component={Link} to={path} className="foreign" inherit underline="always">
            {gateway.name}
          </Anchor>
        )}
      />
      {/* On a phone the link has a line of its own, and no separator before it. */}
      <Text span inherit visibleFrom="sm">
        {"\u00a0· "}
      </Text>
      <Box component="br" hiddenFrom="sm" />
      <Anchor
        component={StateLink}
        to={path}
        state={{ tab: "refusals", device: deviceName }}
        inherit
        underline="always"
      >
        {WORDS.refusedMessages}
      </Anchor>
    </Line>
  );
}

interface LineProps {
  readonly icon: LucideIcon;
  readonly children: ReactNode;
}

/** The icon stays beside the text, however many lines that has. */
function Line({ icon: Icon, children }: LineProps): ReactNode {
  return (
    <Group component="span" gap={6} wrap="nowrap" align="flex-start">
      <Icon size={15} style={{ flexShrink: 0, marginTop: 4 }} />
      <Box component="span" miw={0}>
        {children}
      </Box>
    </Group>
  );
}
