// The second step: commands and files that send as the gateway, for common tools: a first message, or changing values of several
// devices until they are stopped.
import { Group, SegmentedControl, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { choiceOf, textOf, useAddress } from "../../app/list-state.ts";
import { choices } from "../../components/choices.ts";
import { ConnectWays, type ConnectWay } from "../../components/connect-ways.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Marked } from "../../components/marked.tsx";
import { words } from "../../words/words.ts";
import { OwnValuesForm } from "./own-values-form.tsx";
import { filledIn, NOTHING_OWN, type OwnValues } from "./own-values.ts";

type Transport = Schema<"GatewayConnectionExamples">["transports"][number];

const WORDS = words.start.connecting;
const SENDINGS = ["once", "continuous"] as const;

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
  const [own, setOwn] = useState(NOTHING_OWN);
  const transport = transports.find(({ protocol }) => protocol === textOf(address, "over")) ?? transports[0];
  const sending = choiceOf(address, "send", SENDINGS) ?? "once";
  if (transport === undefined) return <Text>{WORDS.noMqtt}</Text>;
  return (
    <>
      <Text>
        <Marked
          text={WORDS.about}
          as={(_, index) => <strong className="foreign">{index === 0 ? transport.host : transport.port}</strong>}
        />
      </Text>
      <Group gap="sm">
        <SegmentedControl
          aria-label={WORDS.sending}
          data={choices(WORDS.sendings)}
          value={sending}
          onChange={(next) => change({ send: next === "once" ? undefined : next })}
        />
        {transports.length > 1 && (
          <SegmentedControl
            aria-label={WORDS.protocol}
            data={transports.map(({ protocol }) => ({ value: protocol, label: WORDS.protocols[protocol] }))}
            value={transport.protocol}
            onChange={(over) => change({ over })}
          />
        )}
      </Group>
      {sending === "continuous" && (
        <>
          <Text c="dimmed">{WORDS.continuous}</Text>
          <OwnValuesForm own={own} onOwn={setOwn} />
        </>
      )}
      <ConnectWays
        ways={sending === "once" ? onceWays(transport) : continuousWays(transport, own)}
        chosen={textOf(address, "with")}
        onChosen={(program) => change({ with: program })}
      />
      <Text size="xs" c="dimmed">
        {WORDS.secret}
      </Text>
    </>
  );
}

function onceWays({ examples }: Transport): readonly ConnectWay[] {
  return examples.map(({ program, steps }) => ({ id: program, label: WORDS.programs[program], steps }));
}

function continuousWays({ examples }: Transport, own: OwnValues): readonly ConnectWay[] {
  return examples.flatMap(({ program, continuous }) => {
    const steps = continuous.map((step) => ({ ...step, text: filledIn(program, step.text, own) }));
    return steps.length === 0 ? [] : [{ id: program, label: WORDS.programs[program], steps }];
  });
}
