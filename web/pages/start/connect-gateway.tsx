// The second step: commands and files that send a first message as the gateway, for common tools.
import { SegmentedControl, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { textOf, useAddress } from "../../app/list-state.ts";
import { ConnectWays, type ConnectWay } from "../../components/connect-ways.tsx";
import { Loaded } from "../../components/loaded.tsx";

type Transport = Schema<"GatewayConnectionExamples">["transports"][number];

const PROTOCOLS: Readonly<Record<Transport["protocol"], string>> = { mqtt: "MQTT", mqtts: "MQTT over TLS" };
const PROGRAMS: Readonly<Record<Transport["examples"][number]["program"], string>> = {
  mosquitto: "Mosquitto",
  mqttjs: "MQTT.js",
  paho: "Python",
  "tb-gateway": "ThingsBoard gateway",
};

export function ConnectGateway({ gatewayId }: { readonly gatewayId: string }): ReactNode {
  // The audit log may record each read of credentials, so they are read only once.
  const examples = useQuery({
    queryKey: ["credentials", "examples", gatewayId],
    queryFn: read("/api/device-connectivity/gateway-launch/{deviceId}", { path: { deviceId: gatewayId } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <Loaded query={examples} what="commands" height={160}>
      {({ transports }) => <Commands transports={transports} />}
    </Loaded>
  );
}

function Commands({ transports }: { readonly transports: readonly Transport[] }): ReactNode {
  const { address, change } = useAddress();
  const transport = transports.find(({ protocol }) => protocol === textOf(address, "over")) ?? transports[0];
  if (transport === undefined)
    return <Text>This installation does not offer MQTT. Ask its operator for the address.</Text>;
  return (
    <>
      <Text>
        Choose what you have at hand. Everything is filled in: the platform address{" "}
        <strong className="foreign">{transport.host}</strong>, port <strong>{transport.port}</strong>, and the token of
        this gateway.
      </Text>
      {transports.length > 1 && (
        <SegmentedControl
          aria-label="Protocol"
          style={{ alignSelf: "flex-start" }}
          data={transports.map(({ protocol }) => ({ value: protocol, label: PROTOCOLS[protocol] }))}
          value={transport.protocol}
          onChange={(over) => change({ over })}
        />
      )}
      <ConnectWays
        ways={waysOf(transport)}
        chosen={textOf(address, "with")}
        onChosen={(program) => change({ with: program })}
      />
      <Text size="xs" c="dimmed">
        Anyone with the token can send data as this gateway. The device page of the gateway shows these commands again,
        under Credentials.
      </Text>
    </>
  );
}

function waysOf({ examples }: Transport): readonly ConnectWay[] {
  return examples.map(({ program, steps }) => ({ id: program, label: PROGRAMS[program], steps }));
}
