// The last hour of a device's keys as lines.
import { Loader, MultiSelect, Paper, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartLine } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { textOf, useAddress } from "../../app/list-state.ts";
import { TimeChart } from "../../components/chart/time-chart.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import type { DeviceTabProps } from "./device-tab.ts";

const HOUR = 3_600_000;
const KEYS_MAX = 6;
const POINTS_MAX = 5_000;

export function ChartsTab({ device }: DeviceTabProps): ReactNode {
  const path = { entityType: "DEVICE" as const, entityId: device.id.id };
  const { address, change } = useAddress();
  const known = useQuery({
    queryKey: ["telemetry", path.entityId, "keys"],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/plugins/telemetry/{entityType}/{entityId}/keys/timeseries", { params: { path }, signal })),
  });
  const chosen = textOf(address, "keys")
    .split(",")
    .filter((key) => known.data?.includes(key) === true);
  const keys = chosen.length > 0 ? chosen : (known.data ?? []).slice(0, 1);
  const points = useQuery({
    queryKey: ["telemetry", path.entityId, "hour", keys],
    queryFn: ({ signal }) => {
      const endTs = Date.now();
      const query = { key: keys, startTs: endTs - HOUR, endTs, limit: POINTS_MAX };
      return ask(
        api.GET("/api/plugins/telemetry/{entityType}/{entityId}/values/timeseries", {
          params: { path, query },
          signal,
        }),
      );
    },
    enabled: keys.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  });
  if (known.isError) return <ProblemAlert error={known.error} onRetry={() => void known.refetch()} />;
  if (known.data?.length === 0)
    return (
      <Paper withBorder>
        <EmptyState icon={ChartLine} title="Nothing to draw yet">
          As soon as the device sends values, they can be seen over time here.
        </EmptyState>
      </Paper>
    );
  return (
    <Stack>
      <MultiSelect
        label="Keys"
        searchable
        maxValues={KEYS_MAX}
        data={known.data ?? []}
        value={keys}
        onChange={(next) => {
          change({ keys: next.length === 0 ? undefined : next.join(",") });
        }}
      />
      {points.isError && <ProblemAlert error={points.error} onRetry={() => void points.refetch()} />}
      {points.data === undefined ? (
        <Loader aria-label="The values are being read" />
      ) : (
        <TimeChart series={keys.map((name) => ({ name, points: seriesOf(points.data[name] ?? []) }))} />
      )}
    </Stack>
  );
}

/** Oldest first; what is no number is left out. */
function seriesOf(points: readonly { readonly ts: number; readonly value?: unknown }[]) {
  return points
    .map(({ ts, value }) => [ts, Number(value)] as const)
    .filter(([, value]) => Number.isFinite(value))
    .reverse();
}
