// Every limit that applies to the viewer, with its usage.
import { SimpleGrid, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { useUser } from "../../app/use-session.ts";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { UsageBar } from "../../components/usage-bar.tsx";
import { limitText } from "./limit-texts.ts";
import { rateInWords, windowInWords } from "./rate.ts";
import { Counts, MonthPanel, QuotaWarning } from "./usage-parts.tsx";

const READ_AGAIN_MILLIS = 10_000;
const PARTIES: Readonly<Record<string, string>> = {
  tenant: "All devices together",
  device: "Each device",
  gateway: "Each gateway",
  "gateway device": "Each device behind a gateway",
  session: "Each live connection",
  customer: "Your customer",
  user: "You",
};

export function LimitsPage(): ReactNode {
  const { role } = useUser();
  const limits = useQuery({
    queryKey: ["limits"],
    queryFn: read("/api/limits"),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  const usage = useQuery({
    queryKey: ["usage"],
    queryFn: read("/api/usage"),
    enabled: role === "TENANT_ADMIN",
    refetchInterval: READ_AGAIN_MILLIS,
  });
  return (
    <>
      <PageHeader
        title="Limits and usage"
        description="What you can use, and how much of it you use. The operator of this platform sets the limits."
      />
      <Loaded query={limits} what="limits">
        {(read) => (
          <Stack gap="md">
            {usage.data !== undefined && (
              <QuotaWarning usage={usage.data} remedy="until the operator of this platform raises the limit" />
            )}
            <Sections limits={read} warnFrom={usage.data?.warnThreshold} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

interface SectionsProps {
  readonly limits: Schema<"CallerLimits">;
  readonly warnFrom: number | undefined;
}

function Sections({ limits, warnFrom }: SectionsProps): ReactNode {
  const { month, entities, restCalls, transport, webSocket } = limits;
  return (
    <>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        {month !== null && <MonthPanel endTs={month.endTs} counts={month.limits} warnFrom={warnFrom} />}
        <Panel title="Devices, customers, users, dashboards">
          <Counts counts={entities} warnFrom={warnFrom} />
        </Panel>
        <Panel title="API calls" text="Pages in the browser count too.">
          {restCalls.length === 0 ? (
            <Text>No limit.</Text>
          ) : (
            restCalls.flatMap(({ party, windows }) =>
              windows.map(({ calls, seconds, remaining }) => (
                <UsageBar
                  key={`${party} ${seconds}`}
                  label={`${party === "tenant" ? "All users together" : (PARTIES[party] ?? party)}, ${windowInWords({ count: calls, seconds })}`}
                  used={calls - remaining}
                  limit={calls}
                  unit="calls"
                  warnFrom={warnFrom}
                />
              )),
            )
          )}
        </Panel>
        <Panel title="Live updates" text="Connections that receive values as they change.">
          <Counts counts={webSocket} warnFrom={warnFrom} />
        </Panel>
      </SimpleGrid>
      <Panel title="Traffic" text="Messages above a rate are refused, with a reason code for the sender.">
        <Traffic rates={transport} />
      </Panel>
    </>
  );
}

function Traffic({ rates }: { readonly rates: readonly Schema<"TrafficLimit">[] }): ReactNode {
  const limited = rates.filter(({ limit }) => limit !== null);
  if (limited.length === 0) return <Text>No limit on messages or data points.</Text>;
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table
        aria-label="limits of traffic"
        data={{
          head: ["Whose", "What", "At most"],
          body: limited.map(({ party, name, limit }) => [
            PARTIES[party] ?? party,
            limitText(name).label,
            rateInWords(limit),
          ]),
        }}
      />
    </Table.ScrollContainer>
  );
}
