// The overview of a customer's user: the devices, and the table views that have been shared.
import { count } from "../../components/figures.ts";
import { Anchor, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartColumn, Cpu } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { useUser } from "../../app/use-session.ts";
import { ActiveBadge } from "../../components/active-badge.tsx";
import { FigureTile } from "../../components/figure-tile.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import type { Overview } from "./figures.ts";

const SHOWN = 6;
const READ_AGAIN_MILLIS = 15_000;

export function CustomerOverview({ overview }: { readonly overview: Overview }): ReactNode {
  const { customerId } = useUser();
  const devices = useQuery({
    queryKey: ["devices", "overview", customerId],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/customer/{customerId}/deviceInfos", {
          params: {
            path: { customerId },
            query: { page: 0, pageSize: SHOWN, sortProperty: "name", sortOrder: "ASC" },
          },
          signal,
        }),
      ),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  const views = useQuery({
    queryKey: ["views", "overview"],
    queryFn: ({ signal }) =>
      ask(api.GET("/apiAnalytics/v1/views", { params: { query: { page: 0, pageSize: SHOWN } }, signal })),
  });
  const viewTotal = views.data?.totalElements;
  return (
    <>
      <SimpleGrid cols={2} spacing="md">
        <FigureTile
          label="Devices active"
          icon={Cpu}
          value={count(overview.devices.active)}
          unit={`of ${count(overview.devices.total)}`}
          to="/devices"
        />
        <FigureTile
          label="Table views shared with you"
          icon={ChartColumn}
          value={viewTotal === undefined ? "–" : count(viewTotal)}
          to="/views"
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Panel
          title="Devices"
          all="/devices"
          query={devices}
          empty="No device is yours yet. Your provider gives devices to you, or you claim one on the devices page."
        >
          {devices.data?.data.map(({ id, name, label, active }) => (
            <Row
              key={id.id}
              to={`/devices/${id.id}`}
              name={name}
              detail={label}
              beside={<ActiveBadge isActive={active} />}
            />
          ))}
        </Panel>
        <Panel
          title="Table views"
          all="/views"
          query={views}
          empty="No table view has been shared with you yet. Your provider shares them; they appear here by themselves."
        >
          {views.data?.data.map(({ id, name, description }) => (
            <Row key={id} to={`/views/${id}`} name={name} detail={description} />
          ))}
        </Panel>
      </SimpleGrid>
    </>
  );
}

interface PanelProps {
  readonly title: string;
  /** Where the rest is. */
  readonly all: string;
  readonly query: {
    readonly data: { readonly totalElements: number } | undefined;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  readonly empty: string;
  readonly children: ReactNode;
}

function Panel({ title, all, query, empty, children }: PanelProps): ReactNode {
  const total = query.data?.totalElements;
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        {total !== undefined && total > SHOWN && (
          <Anchor component={Link} to={all} size="sm">
            All {count(total)}
          </Anchor>
        )}
      </Group>
      {total === undefined && query.error === null && <Skeleton height={120} />}
      {total === undefined && query.error !== null && (
        <ProblemAlert error={query.error} title="The list could not be read" onRetry={() => void query.refetch()} />
      )}
      {total === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      <Stack gap="sm">{children}</Stack>
    </Paper>
  );
}

interface RowProps {
  readonly to: string;
  readonly name: string;
  readonly detail: string | null;
  readonly beside?: ReactNode;
}

function Row({ to, name, detail, beside }: RowProps): ReactNode {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div style={{ minWidth: 0 }}>
        <Anchor component={Link} to={to} size="sm" fw={500} className="foreign" lineClamp={2}>
          {name}
        </Anchor>
        {detail !== null && detail !== "" && (
          <Text size="xs" c="dimmed" className="foreign" lineClamp={1}>
            {detail}
          </Text>
        )}
      </div>
      {beside}
    </Group>
  );
}
