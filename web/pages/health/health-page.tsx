// The state of the installation.
import { Anchor, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import type { Fact } from "../../components/facts.tsx";
import { bytes, count, duration, millis } from "../../components/figures.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Moment } from "../../components/moment.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { UsageBar } from "../../components/usage-bar.tsx";

type Health = Schema<"HealthDetails">;
type Finding = Schema<"Posture">["findings"][number];
type Sync = Schema<"Posture">["sync"][number];

const READ_AGAIN_MILLIS = 5_000;
const STORES: Readonly<Record<Sync["store"], string>> = {
  telemetry: "Telemetry",
  entities: "Devices, users and settings",
};
const POOLS: Readonly<Record<Schema<"ReportLoad">["pool"], string>> = {
  reports: "Reports of programs",
  ui: "Reports in browsers",
  jobs: "Background reports",
};

export function HealthPage(): ReactNode {
  const health = useQuery({
    queryKey: ["health"],
    queryFn: read("/api/health/details"),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  return (
    <>
      <PageHeader
        title="System health"
        description={
          <>
            Refreshed every few seconds. For monitoring, use the{" "}
            <Anchor href="/metrics" inherit underline="always">
              metrics
            </Anchor>{" "}
            in Prometheus format and the{" "}
            <Anchor href="/swagger-ui/" inherit underline="always">
              API documentation
            </Anchor>
            .
          </>
        }
        badges={
          health.data === undefined ? undefined : <Status isUp={health.data.status === "UP" && !health.isError} />
        }
      />
      <Stack gap="md">
        <Posture />
        <Loaded query={health} what="state" height={320}>
          {(read) => <Sections health={read} />}
        </Loaded>
      </Stack>
    </>
  );
}

const SEVERITIES: Readonly<
  Record<Finding["severity"], { readonly label: string; readonly tone: "bad" | "warning" | "neutral" }>
> = {
  critical: { label: "Critical", tone: "bad" },
  warning: { label: "Warning", tone: "warning" },
  advice: { label: "Advice", tone: "neutral" },
};

/** Risks of the installation, with remedies; what runs, and how it keeps what it acknowledges. */
function Posture(): ReactNode {
  const posture = useQuery({ queryKey: ["posture"], queryFn: read("/api/system/posture") });
  return (
    <Panel title="Security and operation" facts={posture.data === undefined ? [] : factsOf(posture.data)}>
      <Loaded query={posture} what="findings" height={120}>
        {({ findings }) =>
          findings.length === 0 ? (
            <Text>No problems found.</Text>
          ) : (
            <Stack gap="sm">
              {findings.map(({ kind, severity, found, remedy }) => (
                <Group key={`${kind} ${found}`} gap="sm" align="flex-start" wrap="nowrap">
                  <StatusBadge {...SEVERITIES[severity]} />
                  <div>
                    <Text size="sm">{found}</Text>
                    <Text size="sm" c="dimmed">
                      {remedy}
                    </Text>
                  </div>
                </Group>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Panel>
  );
}

function factsOf({ versions, sync }: Schema<"Posture">): readonly Fact[] {
  return [
    { label: "Versions", value: versions.map(({ name, version }) => `${name} ${version}`).join(", ") },
    ...sync.map(({ store, how }) => ({ label: `${STORES[store]}, before an acknowledgement`, value: how })),
  ];
}

function Status({ isUp }: { readonly isUp: boolean }): ReactNode {
  return <StatusBadge tone={isUp ? "good" : "bad"} label={isUp ? "Up" : "Down"} />;
}

function Sections({ health }: { readonly health: Health }): ReactNode {
  const { memory, eventLoopDelay, stores, disk, mqtt, live, queues, failures, reports } = health;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <Panel
        title="Process"
        facts={[
          { label: "Version", value: health.version },
          { label: "Runtime", value: health.runtime },
          { label: "Started", value: <Moment ts={health.startTs} /> },
          { label: "Uptime", value: duration(health.uptimeSeconds) },
          { label: "Memory", value: bytes(memory.residentBytes) },
          { label: "JavaScript heap", value: bytes(memory.heapBytes) },
          { label: "CPU time", value: duration(health.cpuSeconds) },
          {
            label: "Event loop delay, median / 99 % / maximum",
            value: [eventLoopDelay.p50Millis, eventLoopDelay.p99Millis, eventLoopDelay.maxMillis]
              .map(millis)
              .join(" / "),
          },
        ]}
      />
      <Panel
        title="Storage"
        facts={[
          ...stores.map(({ name, healthy, bytes: size }) => ({
            label: STORES[name],
            value: (
              <Group gap={6}>
                {bytes(size)}
                <StatusBadge tone={healthy ? "good" : "bad"} label={healthy ? "Up" : "Down"} />
              </Group>
            ),
          })),
          { label: "Points", value: health.points === null ? "not counted" : count(health.points) },
          { label: "Free on the disk", value: bytes(disk.freeBytes) },
        ]}
      >
        <UsageBar
          label="Disk"
          used={Math.round((disk.bytes - disk.freeBytes) / GIB)}
          limit={Math.max(1, Math.round(disk.bytes / GIB))}
          unit="GiB"
        />
      </Panel>
      <Panel
        title="Gateways and devices"
        facts={[
          { label: "MQTT connections", value: count(mqtt.connections) },
          { label: "MQTT sessions", value: count(mqtt.sessions) },
          { label: "Connections refused", value: count(mqtt.connectsRefused) },
          { label: "Messages refused", value: count(mqtt.publishesRefused) },
          { label: "Protocol errors", value: count(mqtt.protocolErrors) },
          { label: "Slow connections closed", value: count(mqtt.overflows) },
        ]}
      />
      <Panel
        title="Live updates"
        facts={[
          { label: "Connections", value: count(live.connections) },
          { label: "Subscriptions", value: count(live.subscriptions) },
          { label: "Waiting to be sent", value: bytes(live.unsentBytes) },
        ]}
      />
      <Panel
        title="Queues"
        facts={[
          { label: "Mails", value: count(queues.mailsWaiting) },
          { label: "Calls to devices", value: count(queues.callsPending) },
          { label: "Devices that poll over HTTP", value: count(queues.devicePolls) },
          { label: "Telemetry waiting for the store", value: count(queues.telemetryWaits) },
        ]}
      />
      <Panel
        title="Failures since start"
        facts={[
          failed("Batches of telemetry", failures.telemetryBatches),
          failed("Batches of attributes", failures.attributeBatches),
          failed("Mails", failures.mails),
          failed("Audit records", failures.auditRecords),
          failed("Retention runs", failures.retentionRuns),
        ]}
      />
      <Panel title="Reports">
        {reports.length === 0 ? (
          <Text>This process does not run reports.</Text>
        ) : (
          reports.map(({ pool, running, waiting, slots, capacity }) => (
            <Stack key={pool} gap={2}>
              <UsageBar label={POOLS[pool]} used={running} limit={slots} unit="running" />
              <Text size="xs" c="dimmed">
                {count(waiting)} of {count(capacity)} queue places used
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
        "none"
      ) : (
        <Text span fw={600} c="red">
          {count(failures)}
        </Text>
      ),
  };
}
