// The credentials of a device, and commands that send a first value with them. The audit log may record each read, so
// credentials are read only once.
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { useState, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { useUser } from "../../app/use-session.ts";
import { CopyIcon, CopyText } from "../../components/copy-text.tsx";
import { Facts, type Fact } from "../../components/facts.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Moment } from "../../components/moment.tsx";
import { Panel } from "../../components/panel.tsx";
import { words } from "../../words/words.ts";
import { ConnectCommands } from "./connect-commands.tsx";
import { basicOf, isCredentialsType } from "./credentials.ts";
import { isGatewayDevice, type DeviceTabProps } from "./device-tab.ts";
import { ReplaceCredentialsDialog } from "./replace-credentials-dialog.tsx";

type Credentials = Schema<"DeviceCredentials">;
const WORDS = words.device.credentials;

export function CredentialsTab({ device }: DeviceTabProps): ReactNode {
  const deviceId = device.id.id;
  const isAdmin = useUser().role === "TENANT_ADMIN";
  const [isReplacing, setReplacing] = useState(false);
  const credentials = useQuery({
    queryKey: ["credentials", deviceId],
    queryFn: read("/api/device/{deviceId}/credentials", { path: { deviceId } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <Stack gap="lg" maw={820}>
      <Panel
        title={WORDS.title}
        actions={
          isAdmin &&
          credentials.data !== undefined && (
            <Button variant="light" onClick={() => setReplacing(true)}>
              {WORDS.replace}
            </Button>
          )
        }
      >
        <Loaded query={credentials} what={WORDS.what} height={60}>
          {(present) => <Shown credentials={present} />}
        </Loaded>
      </Panel>
      {credentials.data !== undefined && (
        <ConnectCommands
          deviceId={deviceId}
          version={credentials.data.version}
          isGateway={isAdmin && isGatewayDevice(device) && credentials.data.credentialsType === "ACCESS_TOKEN"}
        />
      )}
      {isReplacing && credentials.data !== undefined && (
        <ReplaceCredentialsDialog present={credentials.data} onClose={() => setReplacing(false)} />
      )}
    </Stack>
  );
}

function Shown({ credentials }: { readonly credentials: Credentials }): ReactNode {
  const { credentialsType, createdTime } = credentials;
  const type = isCredentialsType(credentialsType) ? WORDS.types[credentialsType] : credentialsType;
  const facts: readonly Fact[] = [
    { label: WORDS.type, value: type },
    { label: WORDS.since, value: <Moment ts={createdTime} style="exact" /> },
    ...secretsOf(credentials),
  ];
  return <Facts facts={facts} />;
}

function secretsOf({ credentialsType, credentialsId, credentialsValue }: Credentials): readonly Fact[] {
  switch (credentialsType) {
    case "ACCESS_TOKEN":
      return [{ label: WORDS.accessToken, value: <Secret text={credentialsId} label={WORDS.copied.accessToken} /> }];
    case "MQTT_BASIC": {
      const { clientId, userName, password } = basicOf(credentialsValue);
      return [
        {
          label: WORDS.clientId,
          value: clientId === "" ? WORDS.any : <CopyText text={clientId} label={WORDS.copied.clientId} />,
        },
        {
          label: WORDS.userName,
          value: userName === "" ? WORDS.any : <CopyText text={userName} label={WORDS.copied.userName} />,
        },
        {
          label: WORDS.password,
          value: password === "" ? WORDS.none : <Secret text={password} label={WORDS.copied.password} />,
        },
      ];
    }
    case "X509_CERTIFICATE":
      return [{ label: WORDS.digest, value: <CopyText text={credentialsId} label={WORDS.copied.digest} /> }];
    default:
      return [];
  }
}

function Secret({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Group gap={6} wrap="nowrap">
      {isShown ? (
        <CopyText text={text} label={label} />
      ) : (
        <>
          <Text span aria-label={WORDS.hidden(label)}>
            ••••••••••••
          </Text>
          <CopyIcon text={text} label={label} />
        </>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<Icon size={14} />}
        style={{ flexShrink: 0 }}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? WORDS.hide : WORDS.show}
      </Button>
    </Group>
  );
}
