// The state of the installation.
import { Anchor, Box, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment, type CSSProperties, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { Facts, type Fact } from "../../components/facts.tsx";
import { bytes, duration, millis } from "../../components/figures.ts";
import { Loaded, type Query } from "../../components/loaded.tsx";
import { Marked } from "../../components/marked.tsx";
import { Moment } from "../../components/moment.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { UsageBar } from "../../components/usage-bar.tsx";
import { useIsNarrow } from "../../components/use-is-narrow.ts";
import { words } from "../../words/words.ts";
import { worded } from "../../words/worded.ts";
import { countText } from "../../words/format.ts";

type Health = Schema<"HealthDetails">;
type Finding = Schema<"Posture">["findings"][number];

const READ_AGAIN_MILLIS = 5_000;
const WORDS = words.health;
const { found: FOUND, remedies: REMEDIES } = words.server.findings;
/** By the places of the links in the sentence. */
const MONITORING = ["/metrics", "/swagger-ui/"];

export function HealthPage(): ReactNode {
  const health = useQuery({
    queryKey: ["health"],
    queryFn: read("/api/health/details"),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  const posture = useQuery({ queryKey: ["posture"], queryFn: read("/api/system/posture") });
  return (
    <>
      <PageHeader
        title={WORDS.title}
        description={
          <Marked
            text={WORDS.says}
            as={(part, index) => (
              <Anchor href={MONITORING[index]} inherit underline="always">
                {part}
              </Anchor>
            )}
          />
        }
        badges={
          health.data === undefined ? undefined : (
            <Status isUp={health.data.status === "UP" && !health.isError} findings={posture.data?.findings ?? []} />
          )
        }
      />
      <Stack gap="md">
        <Posture query={posture} />
        <Loaded query={health} what={WORDS.what} height={320}>
          {(read) => <Sections health={read} />}
        </Loaded>
      </Stack>
    </>
  );
}

const SEVERITIES: Readonly<
  Record<Finding["severity"], { readonly label: string; readonly tone: "bad" | "warning" | "neutral" }>
> = {
  critical: { label: WORDS.posture.severities.critical, tone: "bad" },
  warning: { label: WORDS.posture.severities.warning, tone: "warning" },
  advice: { label: WORDS.posture.severities.advice, tone: "neutral" },
};

/** The findings whose remedy is there. */
const IN_TENANT_PROFILES: ReadonlySet<string> = new Set<Finding["kind"]>(["no-device-limit", "no-rate-limit"]);

/** The texts start at one line, however wide the severity is; on a phone they are below it. */
const FINDINGS: CSSProperties = {
  display: "grid",
  columnGap: "var(--mantine-spacing-sm)",
  rowGap: "var(--mantine-spacing-sm)",
  alignItems: "start",
  justifyItems: "start",
};

/** Risks of the installation, with remedies; then what runs, and how it keeps what it acknowledges. */
function Posture({ query }: { readonly query: Query<Schema<"Posture">> }): ReactNode {
  return (
    <Panel title={WORDS.posture.title}>
      <Loaded query={query} what={WORDS.posture.what} height={120}>
        {(posture) => (
          <>
            <Findings findings={posture.findings} />
            <Part title={WORDS.posture.durability} facts={durabilityOf(posture)} />
            <Part
              title={WORDS.posture.versions}
              facts={posture.versions.map(({ name, version }) => ({ label: name, value: version }))}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Findings({ findings }: Pick<Schema<"Posture">, "findings">): ReactNode {
  const isNarrow = useIsNarrow();
  if (findings.length === 0) return <Text>{WORDS.posture.noProblems}</Text>;
  return (
    <Box style={{ ...FINDINGS, gridTemplateColumns: isNarrow ? "1fr" : "max-content 1fr" }}>
      {findings.map(({ kind, severity, found, remedy, values, tenants }) => (
        <Fragment key={`${kind} ${found}`}>
          <StatusBadge {...SEVERITIES[severity]} />
          <div>
            <Text size="sm">
              <Breakable text={worded(FOUND, kind, values) ?? found} />
            </Text>
            <Text size="sm" c="dimmed">
              <Breakable text={worded(REMEDIES, kind, values) ?? remedy} />
            </Text>
            {tenants !== null && <TenantsFound tenants={tenants} />}
            {IN_TENANT_PROFILES.has(kind) && (
              <Anchor component={Link} to="/tenant-profiles" size="sm">
                {WORDS.posture.tenantProfiles}
              </Anchor>
            )}
          </div>
        </Fragment>
      ))}
    </Box>
  );
}

/** Those with the most devices are named. */
function TenantsFound({ tenants: { named, total } }: TenantsFoundProps): ReactNode {
  const more = total - named.length;
  return (
    <Text size="sm">
      {named.map(({ id, title }, index) => (
        <Fragment key={id.id}>
          {index > 0 && ", "}
          <Anchor component={Link} to={`/tenants/${id.id}`} inherit underline="always" className="foreign finger-row">
            {title}
          </Anchor>
        </Fragment>
      ))}
      {more > 0 && (
        <>
          {", "}
          <Anchor component={Link} to="/tenants" inherit underline="always" className="finger-row">
            {WORDS.posture.moreTenants(more)}
          </Anchor>
        </>
      )}
    </Text>
  );
}

interface TenantsFoundProps {
  readonly tenants: NonNullable<Finding["tenants"]>;
}

/** Names of settings are longer than the lines of a phone, and break after an underscore. */
function Breakable({ text }: { readonly text: string }): ReactNode {
  return text.split(/(?<=_)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

function Part({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }): ReactNode {
  return (
    <Stack gap="xs">
      <Title order={3} size="h6">
        {title}
      </Title>
      <Facts facts={facts} />
    </Stack>
  );
}

function durabilityOf({ sync }: Schema<"Posture">): readonly Fact[] {
  return sync.map(({ store, how }) => ({
    label: WORDS.posture.sync[store],
    // The platform tells how in English.
    value: <span lang="en">{how}</span>,
  }));
}

interface StatusProps {
  readonly isUp: boolean;
  readonly findings: readonly Finding[];
}

/** The worst is named first. Advice is no reason to worry. */
function Status({ isUp, findings }: StatusProps): ReactNode {
  if (!isUp) return <StatusBadge tone="bad" label={WORDS.down} />;
  const count = (of: Finding["severity"]): number => findings.filter(({ severity }) => severity === of).length;
  const [critical, warnings] = [count("critical"), count("warning")];
  if (critical > 0) return <StatusBadge tone="bad" label={WORDS.upButCritical(critical, warnings)} />;
  return warnings === 0 ? (
    <StatusBadge tone="good" label={WORDS.up} />
  ) : (
    <StatusBadge tone="warning" label={WORDS.upWithWarnings(warnings)} />
  );
}

function Sections({ health }: { readonly health: Health }): ReactNode {
  const { memory, eventLoopDelay, stores, disk, mqtt, live, queues, failures, reports } = health;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" className="whole-rows">
      <Panel
        title={WORDS.process.title}
        facts={[
          { label: WORDS.process.started, value: <Moment ts={health.startTs} /> },
          { label: WORDS.process.uptime, value: duration(health.uptimeSeconds) },
          { label: WORDS.process.memory, value: bytes(memory.residentBytes) },
          { label: WORDS.process.heap, value: bytes(memory.heapBytes) },
          { label: WORDS.process.cpu, value: duration(health.cpuSeconds) },
          {
            label: WORDS.process.delay,
            value: [eventLoopDelay.p50Millis, eventLoopDelay.p99Millis, eventLoopDelay.maxMillis]
              .map(millis)
              .join(" / "),
          },
        ]}
      />
      <Panel
        title={WORDS.storage.title}
        facts={[
          ...stores.map(({ name, healthy, bytes: size }) => ({
            label: WORDS.stores[name],
            value: (
              <Group gap={6}>
                {bytes(size)}
                <StatusBadge tone={healthy ? "good" : "bad"} label={healthy ? WORDS.up : WORDS.down} />
              </Group>
            ),
          })),
          {
            label: WORDS.storage.points,
            value: health.points === null ? WORDS.storage.notCounted : countText(health.points),
          },
          { label: WORDS.storage.free, value: bytes(disk.freeBytes) },
        ]}
      >
        <UsageBar
          label={WORDS.storage.disk}
          used={Math.round((disk.bytes - disk.freeBytes) / GIB)}
          limit={Math.max(1, Math.round(disk.bytes / GIB))}
          unit="GiB"
        />
      </Panel>
      <Panel
        title={WORDS.mqtt.title}
        facts={[
          { label: WORDS.mqtt.connections, value: countText(mqtt.connections) },
          { label: WORDS.mqtt.sessions, value: countText(mqtt.sessions) },
          { label: WORDS.mqtt.connectsRefused, value: countText(mqtt.connectsRefused) },
          { label: WORDS.mqtt.publishesRefused, value: countText(mqtt.publishesRefused) },
          { label: WORDS.mqtt.protocolErrors, value: countText(mqtt.protocolErrors) },
          { label: WORDS.mqtt.overflows, value: countText(mqtt.overflows) },
        ]}
      />
      <Panel
        title={WORDS.live.title}
        facts={[
          { label: WORDS.live.connections, value: countText(live.connections) },
          { label: WORDS.live.subscriptions, value: countText(live.subscriptions) },
          { label: WORDS.live.unsent, value: bytes(live.unsentBytes) },
        ]}
      />
      <Panel
        title={WORDS.queues.title}
        facts={[
          { label: WORDS.queues.mails, value: countText(queues.mailsWaiting) },
          { label: WORDS.queues.calls, value: countText(queues.callsPending) },
          { label: WORDS.queues.polls, value: countText(queues.devicePolls) },
          { label: WORDS.queues.telemetry, value: countText(queues.telemetryWaits) },
        ]}
      />
      <Panel
        title={WORDS.failures.title}
        facts={[
          failed(WORDS.failures.telemetry, failures.telemetryBatches),
          failed(WORDS.failures.attributes, failures.attributeBatches),
          failed(WORDS.failures.mails, failures.mails),
          failed(WORDS.failures.audit, failures.auditRecords),
          failed(WORDS.failures.retention, failures.retentionRuns),
        ]}
      />
      <Panel title={WORDS.reports.title}>
        {reports.length === 0 ? (
          <Text>{WORDS.reports.none}</Text>
        ) : (
          reports.map(({ pool, running, waiting, slots, capacity }) => (
            <Stack key={pool} gap={2}>
              <UsageBar label={WORDS.reports.pools[pool]} used={running} limit={slots} unit={WORDS.reports.running} />
              <Text size="xs" c="dimmed">
                {WORDS.reports.queue(countText(waiting), countText(capacity))}
              </Text>
            </Stack>
          ))
        )}
      </Panel>
    </SimpleGrid>
  );
}

const GIB = 2 ** 30;

function failed(label: string, failures: number): Fact {
  return {
    label,
    value:
      failures === 0 ? (
        WORDS.failures.none
      ) : (
        <Text span fw={600} c="red">
          {countText(failures)}
        </Text>
      ),
  };
}
