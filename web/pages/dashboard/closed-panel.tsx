// A panel of a dashboard that is seen through a share link, whose bearer has no account to act or to read messages with.
import { Button, Stack, Switch, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { words } from "../../words/words.ts";
import type { DashboardPanel, PanelKind } from "./configuration.ts";
import { panelName } from "./panel-kinds.ts";
import { PanelRefusal } from "./panel-words.tsx";
import classes from "./panel-grid.module.css";

export function isClosedToBearers(kind: PanelKind): boolean {
  return kind === "attributeSwitch" || kind === "rpcButton" || kind === "messages";
}

export function ClosedPanel({ panel }: { readonly panel: DashboardPanel }): ReactNode {
  if (panel.kind === "messages") return <PanelRefusal>{words.dashboard.messages.signIn}</PanelRefusal>;
  const name = panelName(panel);
  return (
    <Stack className={classes["body"]} gap={6} px="sm" pb="sm" pt={4} tabIndex={0} role="group" aria-label={name}>
      {panel.kind === "attributeSwitch" ? (
        <Switch disabled aria-label={name} />
      ) : (
        <Button disabled style={{ alignSelf: "flex-start" }}>
          <span className="foreign">{name}</span>
        </Button>
      )}
      <Text size="xs" c="dimmed">
        {words.dashboard.panel.shareLink}
      </Text>
    </Stack>
  );
}
