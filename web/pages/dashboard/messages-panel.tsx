// The newest messages: those that were refused, of all gateways or of one, or those that pass on a connection while the panel is seen.
import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { messageOf } from "../../api/problem.ts";
import { useUser } from "../../app/use-session.ts";
import { Marked } from "../../components/marked.tsx";
import { Moment } from "../../components/moment.tsx";
import { isGatewayDevice, type DeviceInfo } from "../device/device-tab.ts";
import { MessageRow } from "../gateway/message-row.tsx";
import { readRefusals, RefusedMessage } from "../gateway/refused-message.tsx";
import { messageKey, useTraffic } from "../gateway/use-traffic.ts";
import { words } from "../../words/words.ts";
import type { DashboardPanel } from "./configuration.ts";
import { PanelDevice } from "./panel-device.tsx";
import { panelName } from "./panel-kinds.ts";
import { messagesOptions } from "./panel-options.ts";
import { PanelRefusal, PanelWords } from "./panel-words.tsx";
import lists from "../gateway/messages.module.css";
import classes from "./panel-grid.module.css";

const READ_AGAIN_MILLIS = 5_000;
const WORDS = words.dashboard.messages;

interface MessagesPanelProps {
  readonly panel: DashboardPanel;
}

export function MessagesPanel({ panel }: MessagesPanelProps): ReactNode {
  const { role } = useUser();
  const { show } = messagesOptions(panel.options);
  const isAdministrator = role === "TENANT_ADMIN";
  if (show === "refused" && !isAdministrator) return <PanelRefusal>{WORDS.administrators}</PanelRefusal>;
  if (panel.source === null) return <Refused panel={panel} of={null} />;
  return (
    <PanelDevice panel={panel}>
      {(device) =>
        show === "refused" ? (
          <Refused panel={panel} of={device} />
        ) : isGatewayDevice(device) && !isAdministrator ? (
          <PanelRefusal>{WORDS.administrators}</PanelRefusal>
        ) : (
          <Passing key={device.id.id} panel={panel} device={device} />
        )
      }
    </PanelDevice>
  );
}

interface RefusedProps extends MessagesPanelProps {
  /** Null for all gateways. */
  readonly of: DeviceInfo | null;
}

function Refused({ panel, of }: RefusedProps): ReactNode {
  const { count } = messagesOptions(panel.options);
  const gatewayId = of !== null && isGatewayDevice(of) ? of.id.id : undefined;
  const list = {
    ...{ page: 0, pageSize: count, sortProperty: "ts" as const, sortOrder: "DESC" as const },
    ...(of === null || gatewayId !== undefined ? {} : { device: of.name }),
  };
  const { data, error } = useQuery({
    queryKey: ["refusals", gatewayId ?? "all", "panel", list],
    queryFn: ({ signal }) => readRefusals(gatewayId, list, signal),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  if (error !== null && data === undefined) return <PanelWords>{messageOf(error)}</PanelWords>;
  if (data === undefined) return null;
  if (data.data.length === 0) return <PanelWords>{WORDS.noneRefused}</PanelWords>;
  return (
    <List panel={panel}>
      {data.data.map((refusal) => (
        <li key={refusal.id} className={lists["row"]} style={{ padding: "8px 12px" }}>
          <Text size="xs" c="dimmed" component="div">
            <Moment ts={refusal.ts} style="exact" />
            {gatewayId === undefined && (
              <>
                {" · "}
                <Anchor component={Link} to={`/gateways/${refusal.gateway.id.id}`} className="foreign" inherit>
                  {refusal.gateway.name}
                </Anchor>
              </>
            )}
          </Text>
          <RefusedMessage refusal={refusal} />
        </li>
      ))}
    </List>
  );
}

interface PassingProps extends MessagesPanelProps {
  readonly device: DeviceInfo;
}

function Passing({ panel, device }: PassingProps): ReactNode {
  const { count } = messagesOptions(panel.options);
  const { feed } = useTraffic(device.id.id, false);
  if (feed.problem !== null) return <PanelWords>{feed.problem}</PanelWords>;
  if (feed.messages.length === 0)
    return (
      <PanelWords>
        <Marked text={WORDS.nonePassed} as={() => <span className="foreign">{device.name}</span>} />
      </PanelWords>
    );
  return (
    <List panel={panel}>
      {feed.messages.slice(0, count).map((message) => (
        <MessageRow key={messageKey(message)} message={message} />
      ))}
    </List>
  );
}

function List({ panel, children }: MessagesPanelProps & { readonly children: ReactNode }): ReactNode {
  return (
    <div className={classes["body"]} tabIndex={0} role="group" aria-label={panelName(panel)}>
      <ul className={lists["list"]} aria-label={WORDS.list}>
        {children}
      </ul>
    </div>
  );
}
