// What a device has sent last, key by key, as it arrives.
import { Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Activity, SearchX } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { textOf, useAddress } from "../../app/list-state.ts";
import { useAction } from "../../app/use-action.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { LiveBadge } from "../../components/live-badge.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import type { DeviceTabProps } from "./device-tab.ts";
import { LatestTable } from "./latest-table.tsx";
import { useLiveState, useLiveValues } from "./use-live-values.ts";
import { kindOfTyped, type ValueKind } from "./value-kind.ts";

/** More rows than anybody reads at once are shown on request. */
const ROWS_STEP = 200;

export function LatestTab({ device }: DeviceTabProps): ReactNode {
  const id = device.id.id;
  const { address, type } = useAddress();
  const navigate = useNavigate();
  const state = useLiveState();
  const { keys, isReady, problem } = useLiveValues({ entityId: id, kind: "telemetry" });
  const kinds = useKinds(id, keys.size);
  const [rowsMax, setRowsMax] = useState(ROWS_STEP);
  const text = textOf(address, "q");
  const found = useMemo(() => search([...keys.keys()], text), [keys, text]);
  const remove = useAction({
    call: (key: string) =>
      ask(
        api.DELETE("/api/plugins/telemetry/{entityType}/{entityId}/timeseries/delete", {
          params: {
            path: { entityType: "DEVICE", entityId: id },
            query: { key: [key], deleteAllDataForKeys: true },
          },
        }),
      ),
    question: (key) => ({
      title: "Delete all values of a key",
      text: (
        <>
          All values of <strong className="foreign">{key}</strong> of this device are deleted. This cannot be undone.
        </>
      ),
      action: "Delete values",
    }),
    failed: "The values were not deleted",
  });
  if (problem !== null)
    return <ProblemAlert error={new ApiProblem(problem)} title="The values of this device cannot be shown" />;
  return (
    <Stack>
      <Group justify="space-between">
        <SearchBox
          label="Search keys"
          text={text}
          pauseMillis={0}
          onText={(next) => type({ q: next === "" ? undefined : next })}
        />
        <LiveBadge state={state} />
      </Group>
      <Paper withBorder>
        {!isReady && <Skeleton height={160} aria-label="The values are being read" />}
        {isReady && keys.size === 0 && (
          <EmptyState
            icon={Activity}
            title="Nothing has arrived yet"
            action={
              <Button variant="light" onClick={() => void navigate({ to: ".", search: { tab: "credentials" } })}>
                How to connect it
              </Button>
            }
          >
            Values appear here as soon as the device sends them.
          </EmptyState>
        )}
        {isReady && keys.size > 0 && found.length === 0 && (
          <EmptyState icon={SearchX} title="No key matches">
            Search for another part of its name.
          </EmptyState>
        )}
        {found.length > 0 && (
          <LatestTable
            rows={found.slice(0, rowsMax)}
            keys={keys}
            kinds={kinds}
            onChart={(key) => void navigate({ to: ".", search: { tab: "charts", keys: key } })}
            onDelete={remove.run}
          />
        )}
      </Paper>
      {found.length > rowsMax && (
        <Button variant="default" onClick={() => setRowsMax(rowsMax + ROWS_STEP)}>
          Show more of {found.length.toLocaleString()} keys
        </Button>
      )}
      {isReady && keys.size > 0 && (
        <Text size="sm" c="dimmed">
          {keys.size.toLocaleString()} {keys.size === 1 ? "key" : "keys"}. Trends show values since this page was
          opened.
        </Text>
      )}
    </Stack>
  );
}

/** The kinds of the values by their keys; asked for again when there are other keys. */
function useKinds(id: string, keyCount: number): ReadonlyMap<string, ValueKind> {
  const typed = useQuery({
    queryKey: ["telemetry", id, "kinds", keyCount],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/plugins/telemetry/{entityType}/{entityId}/values/timeseries", {
          params: { path: { entityType: "DEVICE", entityId: id }, query: { useStrictDataTypes: true } },
          signal,
        }),
      ),
    enabled: keyCount > 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return useMemo(
    () => new Map(Object.entries(typed.data ?? {}).map(([key, points]) => [key, kindOfTyped(points[0]?.value)])),
    [typed.data],
  );
}

const NATURAL = new Intl.Collator(undefined, { numeric: true });

function search(keys: readonly string[], text: string): readonly string[] {
  const wanted = text.toLowerCase();
  return keys.filter((key) => key.toLowerCase().includes(wanted)).sort((a, b) => NATURAL.compare(a, b));
}
