// Every limit that holds for the viewer, with how much of it is used.
import { SimpleGrid, Skeleton, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { useUser } from "../../app/use-session.ts";
import { Moment } from "../../components/moment.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { UsageBar } from "../../components/usage-bar.tsx";
import { limitText } from "./limit-texts.ts";
import { rateInWords, windowInWords } from "./rate.ts";
import { Counts, QuotaWarning, Section } from "./usage-parts.tsx";

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
    queryFn: () => ask(api.GET("/api/limits")),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  const usage = useQuery({
    queryKey: ["usage"],
    queryFn: () => ask(api.GET("/api/usage")),
    enabled: role === "TENANT_ADMIN",
    refetchInterval: READ_AGAIN_MILLIS,
  });
  return (
    <>
      <PageHeader
        title="Limits and usage"
        description="What you may use, and how much of it is used. The limits are set by the operator of this platform."
      />
      {limits.isError ? (
        <ProblemAlert error={limits.error} title="The limits could not be read" onRetry={() => void limits.refetch()} />
      ) : limits.data === undefined ? (
        <Skeleton height={320} />
      ) : (
        <Stack gap="md">
          {usage.data !== undefined && (
            <QuotaWarning usage={usage.data} remedy="until the operator of this platform raises the limit" />
          )}
          <Sections limits={limits.data} warnFrom={usage.data?.warnThreshold} />
        </Stack>
      )}
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
        {month !== null && (
          <Section
            title="This month"
            text={
              <>
                Counts start at 0 on <Moment ts={month.endTs} style="exact" />.
              </>
            }
          >
            <Counts counts={month.limits} warnFrom={warnFrom} />
          </Section>
        )}
        <Section title="Devices, customers, users">
          <Counts counts={entities} warnFrom={warnFrom} />
        </Section>
        <Section title="Calls of the API" text="Pages in the browser call it too.">
          {restCalls.length === 0 ? (
            <Text size="sm">No limit.</Text>
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
        </Section>
        <Section title="Live updates" text="Connections that follow values as they change.">
          <Counts counts={webSocket} warnFrom={warnFrom} />
        </Section>
      </SimpleGrid>
      <Section title="Traffic" text="What is above a rate is refused, and the sender is told.">
        <Traffic rates={transport} />
      </Section>
    </>
  );
}

function Traffic({ rates }: { readonly rates: readonly Schema<"TrafficLimit">[] }): ReactNode {
  const limited = rates.filter(({ limit }) => limit !== null);
  if (limited.length === 0) return <Text size="sm">No limit on messages or data points.</Text>;
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table aria-label="limits of traffic">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Whose</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th>At most</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {limited.map(({ party, name, limit }) => (
            <Table.Tr key={name}>
              <Table.Td>{PARTIES[party] ?? party}</Table.Td>
              <Table.Td>{limitText(name).label}</Table.Td>
              <Table.Td>{rateInWords(limit)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
