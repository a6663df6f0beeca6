// Commands that send a first value as a device, ready to be pasted. They contain its real credentials, so they are
// shown on request.
import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { ConnectWays, type ConnectStep, type ConnectWay } from "../../components/connect-ways.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Panel } from "../../components/panel.tsx";
import { words } from "../../words/words.ts";
import { ConnectGateway } from "../start/connect-gateway.tsx";

interface ConnectCommandsProps {
  readonly deviceId: string;
  /** Version of the credentials: a change of them changes the commands. */
  readonly version: number;
  /** It connects with a token and sends for others: the commands are those of the guided start, with the topics of gateways. */
  readonly isGateway: boolean;
}

const WORDS = words.device.commands;

export function ConnectCommands({ deviceId, version, isGateway }: ConnectCommandsProps): ReactNode {
  const [isShown, setShown] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const commands = useQuery({
    queryKey: ["devices", "commands", deviceId, version],
    queryFn: read("/api/device-connectivity/{deviceId}", { path: { deviceId } }),
    enabled: isShown && !isGateway,
  });
  return (
    <Panel title={WORDS.title} text={WORDS.text}>
      {isShown && isGateway ? (
        <ConnectGateway gatewayId={deviceId} />
      ) : isShown ? (
        <Loaded query={commands} what={WORDS.what} height={80}>
          {(read) => {
            const ways = waysOf(read);
            if (ways.length === 0) return <Text>{WORDS.none}</Text>;
            return <ConnectWays ways={ways} chosen={chosen} onChosen={setChosen} />;
          }}
        </Loaded>
      ) : (
        <Button variant="light" style={{ alignSelf: "flex-start" }} onClick={() => setShown(true)}>
          {WORDS.show}
        </Button>
      )}
    </Panel>
  );
}

function waysOf({ http, mqtt }: Schema<"ConnectivityCommands">): readonly ConnectWay[] {
  const ways: readonly (readonly [keyof typeof WORDS.ways, string | readonly string[] | undefined])[] = [
    ["mqtt", mqtt?.mqtt],
    ["mqtts", mqtt?.mqtts],
    ["http", http?.http],
    ["https", http?.https],
    ["docker", mqtt?.docker.mqtt ?? mqtt?.docker.mqtts],
  ];
  return ways.flatMap(([id, commands]) =>
    commands === undefined ? [] : [{ id, label: WORDS.ways[id], steps: stepsOf(commands) }],
  );
}

function stepsOf(commands: string | readonly string[]): readonly ConnectStep[] {
  const texts = typeof commands === "string" ? [commands] : commands;
  return texts.map((text) => ({ kind: "command", file: null, text }));
}
