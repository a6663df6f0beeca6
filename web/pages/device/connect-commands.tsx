// Commands that send a first value in the name of a device, ready to be pasted; with its real credentials, so they are shown
// on request.
import { Button, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { CopyText } from "../../components/copy-text.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";

interface ConnectCommandsProps {
  readonly deviceId: string;
  /** Of the credentials: others give other commands. */
  readonly version: number;
}

export function ConnectCommands({ deviceId, version }: ConnectCommandsProps): ReactNode {
  const [isShown, setShown] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const commands = useQuery({
    queryKey: ["devices", "commands", deviceId, version],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/device-connectivity/{deviceId}", { params: { path: { deviceId } }, signal })),
    enabled: isShown,
  });
  const ways = waysOf(commands.data ?? {});
  const way = ways.find(({ label }) => label === chosen) ?? ways[0];
  return (
    <Paper withBorder p="md">
      <Stack>
        <div>
          <Title order={2} size="h4">
            Connect it
          </Title>
          <Text size="sm" c="dimmed">
            Commands that send a first value in the name of this device. They contain its credentials.
          </Text>
        </div>
        {!isShown && (
          <Button
            variant="light"
            style={{ alignSelf: "flex-start" }}
            onClick={() => {
              setShown(true);
            }}
          >
            Show the commands
          </Button>
        )}
        {isShown && commands.isPending && <Skeleton height={80} aria-label="The commands are being read" />}
        {commands.isError && <ProblemAlert error={commands.error} onRetry={() => void commands.refetch()} />}
        {commands.isSuccess && way === undefined && (
          <Text size="sm">There are no commands for these credentials: use the program of the device.</Text>
        )}
        {way !== undefined && (
          <>
            <SegmentedControl
              aria-label="Way to connect"
              style={{ alignSelf: "flex-start" }}
              data={ways.map(({ label }) => label)}
              value={way.label}
              onChange={setChosen}
            />
            {way.commands.map((command, index) => (
              <CopyText key={command} text={command} label={`command ${String(index + 1)}`} block />
            ))}
          </>
        )}
      </Stack>
    </Paper>
  );
}

interface Way {
  readonly label: string;
  readonly commands: readonly string[];
}

function waysOf({ http, mqtt }: Schema<"ConnectivityCommands">): readonly Way[] {
  const ways: readonly (readonly [string, string | readonly string[] | undefined])[] = [
    ["MQTT", mqtt?.mqtt],
    ["MQTT over TLS", mqtt?.mqtts],
    ["HTTP", http?.http],
    ["HTTPS", http?.https],
    ["Docker", mqtt?.docker.mqtt ?? mqtt?.docker.mqtts],
  ];
  return ways.flatMap(([label, commands]) =>
    commands === undefined ? [] : [{ label, commands: typeof commands === "string" ? [commands] : commands }],
  );
}
