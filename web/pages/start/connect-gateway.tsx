// The second step: commands and files that send a first message as the gateway, for common tools.
import { SegmentedControl, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { textOf, useAddress } from "../../app/list-state.ts";
import { ConnectWays, type ConnectWay } from "../../components/connect-ways.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Marked } from "../../components/marked.tsx";
import { words } from "../../words/words.ts";

type Transport = Schema<"GatewayConnectionExamples">["transports"][number];

const WORDS = words.start.connecting;

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
    <Loaded query={examples} what={WORDS.commands} height={160}>
      {({ transports }) => <Commands transports={transports} />}
    </Loaded>
  );
}

function Commands({ transports }: { readonly transports: readonly Transport[] }): ReactNode {
  const { address, change } = useAddress();
  const transport = transports.find(({ protocol }) => protocol === textOf(address, "over")) ?? transports[0];
  if (transport === undefined) return <Text>{WORDS.noMqtt}</Text>;
  return (
    <>
      <Text>
        <Marked
          text={WORDS.about}
          as={(_, index) => <strong className="foreign">{index === 0 ? transport.host : transport.port}</strong>}
        />
      </Text>
      {transports.length > 1 && (
        <SegmentedControl
          aria-label={WORDS.protocol}
          style={{ alignSelf: "flex-start" }}
          data={transports.map(({ protocol }) => ({ value: protocol, label: WORDS.protocols[protocol] }))}
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
        {WORDS.secret}
      </Text>
    </>
  );
}

function waysOf({ examples }: Transport): readonly ConnectWay[] {
  return examples.map(({ program, steps }) => ({ id: program, label: WORDS.programs[program], steps }));
}
