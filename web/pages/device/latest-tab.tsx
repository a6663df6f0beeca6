// The latest values of a device by key, updated live.
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Activity } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { api, ask, read } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { useKeyFormats } from "../../app/key-formats.ts";
import { useAction } from "../../app/use-action.ts";
import { useUser } from "../../app/use-session.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { LiveBadge } from "../../components/live-badge.tsx";
import { Marked } from "../../components/marked.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { StateLink } from "../../components/state-link.tsx";
import { region } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { TITLE_CHARS_MAX } from "../dashboard/panel-kinds.ts";
import { NO_KEYS, type AddedPanel } from "../dashboard-editor/dashboard-draft.ts";
import { AddToDashboard } from "../dashboards/add-to-dashboard.tsx";
import { isGatewayDevice, type DeviceTabProps } from "./device-tab.ts";
import { KeyList, KeySearch, useKeySearch } from "./key-table.tsx";
import { LatestTable } from "./latest-table.tsx";
import { useLiveState, useLiveValues } from "./use-live-values.ts";
import { ownKeysFirst } from "./update-keys.ts";
import { kindOfTyped, type ValueKind } from "./value-kind.ts";

/** Rows shown at first, and added on request: one or two screens. */
const ROWS_STEP = 200;
const WORDS = words.device.latest;

export function LatestTab({ device }: DeviceTabProps): ReactNode {
  const id = device.id.id;
  const navigate = useNavigate();
  const { role } = useUser();
  const state = useLiveState();
  const { keys, isReady, problem } = useLiveValues({ entityId: id, kind: "telemetry" });
  const kinds = useKinds(id, keys.size);
  const formats = useKeyFormats(device.deviceProfileId.id);
  const [added, setAdded] = useState<AddedPanel | null>(null);
  const [rowsMax, setRowsMax] = useState(ROWS_STEP);
  const matches = useKeySearch();
  const found = ownKeysFirst([...keys.keys()].filter(matches).sort((a, b) => NATURAL.compare(a, b)));
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
      title: WORDS.deleteTitle,
      text: <Marked text={WORDS.deleteText} as={() => <strong className="foreign">{key}</strong>} />,
      action: WORDS.deleteAction,
    }),
    failed: WORDS.deleteFailed,
  });
  if (problem !== null) return <ProblemAlert error={new ApiProblem(problem)} title={WORDS.failed} />;
  const isEmpty = isReady && keys.size === 0;
  return (
    <Stack>
      {!(isEmpty && isGatewayDevice(device)) && (
        <Group justify="space-between">
          {!isEmpty && <KeySearch label={WORDS.search} />}
          <Group gap="sm" ml="auto">
            {role === "TENANT_ADMIN" && keys.size > 0 && (
              <Anchor
                component={StateLink}
                to="/profiles"
                state={{ edit: device.deviceProfileId.id, part: "keys" }}
                size="sm"
              >
                {WORDS.units}
              </Anchor>
            )}
            <LiveBadge state={state} newestTs={newestOf([...keys.values()])} />
          </Group>
        </Group>
      )}
      <KeyList
        texts={WORDS}
        total={isReady ? keys.size : null}
        found={found.length}
        empty={
          isGatewayDevice(device) ? <NothingOwn gatewayId={role === "TENANT_ADMIN" ? id : null} /> : <NothingYet />
        }
      >
        <LatestTable
          rows={found.slice(0, rowsMax)}
          keys={keys}
          kinds={kinds}
          formats={formats}
          // The page of a gateway has no charts.
          onChart={(key) => void navigate({ to: `/devices/${id}`, search: { tab: "charts", keys: key } })}
          onDashboard={role === "TENANT_ADMIN" ? (key, kind) => setAdded(panelOfValue(device, key, kind)) : undefined}
          onDelete={remove.run}
        />
      </KeyList>
      {found.length > rowsMax && (
        <Button variant="default" onClick={() => setRowsMax(rowsMax + ROWS_STEP)}>
          {WORDS.showMore(found.length)}
        </Button>
      )}
      {isReady && keys.size > 0 && <Text c="dimmed">{WORDS.count(keys.size)}</Text>}
      {added !== null && <AddToDashboard panel={added} timeRange={null} onClose={() => setAdded(null)} />}
    </Stack>
  );
}

/** A number is large, and a text has the room of a table. */
function panelOfValue({ id, name }: DeviceTabProps["device"], key: string, kind: ValueKind): AddedPanel {
  return {
    kind: kind === "number" ? "figure" : "table",
    title: `${name}: ${key}`.slice(0, TITLE_CHARS_MAX),
    source: { ...NO_KEYS, keys: [key], deviceIds: [id.id] },
  };
}

function NothingYet(): ReactNode {
  const navigate = useNavigate();
  return (
    <EmptyState
      icon={Activity}
      title={WORDS.empty}
      action={
        <Button variant="light" onClick={() => void navigate({ to: ".", search: { tab: "credentials" } })}>
          {WORDS.howToConnect}
        </Button>
      }
    >
      {WORDS.emptyText}
    </EmptyState>
  );
}

/** Most gateways only carry the values of others, so that nothing is to be done. The id is null for those who cannot open its page. */
function NothingOwn({ gatewayId }: { readonly gatewayId: string | null }): ReactNode {
  return (
    <EmptyState icon={Activity} title={WORDS.emptyGateway}>
      <Marked
        text={WORDS.emptyOfGateway}
        as={(devices) =>
          gatewayId === null ? (
            devices
          ) : (
            <Anchor
              component={StateLink}
              to={`/gateways/${gatewayId}`}
              state={{ tab: "devices" }}
              inherit
              underline="always"
            >
              {devices}
            </Anchor>
          )
        }
      />
    </EmptyState>
  );
}

/** The kinds of the values by key; read again when the number of keys changes. */
function useKinds(id: string, keyCount: number): ReadonlyMap<string, ValueKind> {
  const typed = useQuery({
    queryKey: ["telemetry", id, "kinds", keyCount],
    queryFn: read("/api/plugins/telemetry/{entityType}/{entityId}/values/timeseries", {
      path: { entityType: "DEVICE", entityId: id },
      query: { useStrictDataTypes: true },
    }),
    enabled: keyCount > 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return useMemo(
    () => new Map(Object.entries(typed.data ?? {}).map(([key, points]) => [key, kindOfTyped(points[0]?.value)])),
    [typed.data],
  );
}

function newestOf(points: readonly { readonly ts: number }[]): number | null {
  return points.reduce<number | null>((newest, { ts }) => Math.max(newest ?? ts, ts), null);
}

const NATURAL = new Intl.Collator(region.dateLocale, { numeric: true });
