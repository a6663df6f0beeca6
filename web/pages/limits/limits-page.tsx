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
import { words } from "../../words/words.ts";
import { limitText } from "./limit-texts.ts";
import { rateInWords, windowInWords } from "./rate.ts";
import { Counts, MonthPanel, QuotaWarning } from "./usage-parts.tsx";

const READ_AGAIN_MILLIS = 10_000;
const WORDS = words.limits;
const PARTIES: Readonly<Record<string, string>> = WORDS.parties;

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
      <PageHeader title={WORDS.title} description={WORDS.about} />
      <Loaded query={limits} what={WORDS.whatLimits}>
        {(read) => (
          <Stack gap="md">
            {usage.data !== undefined && <QuotaWarning usage={usage.data} text={WORDS.reached} />}
            <Sections limits={read} warnFrom={usage.data?.warnThreshold} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

/** What has no limit and is not counted, or not for the viewer, fills the page with words only. */
function saysSomething({ limit, used }: Schema<"CountLimit">): boolean {
  return limit !== null || used !== null;
}

interface SectionsProps {
  readonly limits: Schema<"CallerLimits">;
  readonly warnFrom: number | undefined;
}

function Sections({ limits, warnFrom }: SectionsProps): ReactNode {
  const { month, restCalls, transport } = limits;
  const [entities, webSocket] = [limits.entities.filter(saysSomething), limits.webSocket.filter(saysSomething)];
  const traffic = transport.filter(({ limit }) => limit !== null);
  const [hasCalls, hasTraffic] = [restCalls.length > 0, traffic.length > 0];
  if (month === null && entities.length + webSocket.length === 0 && !hasCalls && !hasTraffic)
    return <Text>{WORDS.noLimits.any}</Text>;
  return (
    <>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" className="whole-rows">
        {month !== null && <MonthPanel endTs={month.endTs} counts={month.limits} warnFrom={warnFrom} />}
        {entities.length > 0 && (
          <Panel title={WORDS.groups.entities.label}>
            <Counts counts={entities} warnFrom={warnFrom} />
          </Panel>
        )}
        {hasCalls && (
          <Panel title={WORDS.apiCalls} text={WORDS.apiCallsText}>
            {restCalls.flatMap(({ party, windows }) =>
              windows.map(({ calls, seconds, remaining }) => (
                <UsageBar
                  key={`${party} ${seconds}`}
                  label={WORDS.callsOf(
                    party === "tenant" ? WORDS.allUsers : (PARTIES[party] ?? party),
                    windowInWords({ count: calls, seconds }),
                  )}
                  used={calls - remaining}
                  limit={calls}
                  unit={WORDS.calls}
                  warnFrom={warnFrom}
                />
              )),
            )}
          </Panel>
        )}
        {webSocket.length > 0 && (
          <Panel title={WORDS.liveUpdates} text={WORDS.liveUpdatesText}>
            <Counts counts={webSocket} warnFrom={warnFrom} />
          </Panel>
        )}
      </SimpleGrid>
      {hasTraffic && (
        <Panel title={WORDS.traffic} text={WORDS.trafficText}>
          <Traffic limited={traffic} />
        </Panel>
      )}
      {!hasCalls && <Text c="dimmed">{hasTraffic ? WORDS.noLimits.calls : WORDS.noLimits.both}</Text>}
      {hasCalls && !hasTraffic && <Text c="dimmed">{WORDS.noLimits.traffic}</Text>}
    </>
  );
}

function Traffic({ limited }: { readonly limited: readonly Schema<"TrafficLimit">[] }): ReactNode {
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table
        aria-label={WORDS.trafficTable}
        data={{
          head: [WORDS.appliesTo, WORDS.what, WORDS.maximum],
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
