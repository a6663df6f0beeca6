// One dashboard or several in turn for a wall screen: the panels alone, over the whole screen, with a narrow bar for the title, the time
// and the buttons. Only the dashboard that is shown is computed.
import { Box, Skeleton } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { PanelsTopLeft } from "lucide-react";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { ask, api } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { useAddress } from "../../app/list-state.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { useWakefulScreen } from "../../components/use-wakeful-screen.ts";
import { configurationOf } from "../dashboard/configuration.ts";
import { readDashboard, type DashboardInfo } from "../dashboard/dashboard-calls.ts";
import { words } from "../../words/words.ts";
import { useFullScreenLeft } from "./full-screen.ts";
import { useRotation, type Rotation } from "./rotation.ts";
import { turnsOf } from "./wall-address.ts";
import { WallBar } from "./wall-bar.tsx";
import { useWallKeys } from "./wall-keys.ts";
import { useUsualTextAfterwards, WALL_PADDING, WallPanels } from "./wall-panels.tsx";

/** Interval at which the screen learns that a dashboard was saved, deleted, or is shared again. */
const HEADS_MILLIS = 15_000;
const WORDS = words.wall;

export function WallPage(): ReactNode {
  const { address } = useAddress();
  const { turns, beyond } = turnsOf(address);
  const heads = useHeads(turns.map(({ dashboardId }) => dashboardId));
  const headOf = (id: string | undefined): DashboardInfo | undefined => heads.data?.find((head) => head.id.id === id);
  const rotation = useRotation(turns, ({ dashboardId }) => headOf(dashboardId) !== undefined);
  const { place } = rotation;
  const head = place === null ? undefined : headOf(turns[place]?.dashboardId);
  const skipped = heads.data === undefined ? 0 : turns.filter(({ dashboardId }) => !headOf(dashboardId)).length;
  const leave = useLeave(head);
  const [liveSlot, setLiveSlot] = useState<HTMLElement | null>(null);
  useWakefulScreen();
  useUsualTextAfterwards();
  useWallKeys({ ...rotation, leave });
  return (
    <Box component="main" mih="100dvh">
      <title>{`${head?.title ?? WORDS.title} – Bridgehead`}</title>
      <WallBar
        title={head?.title ?? WORDS.title}
        places={turns.length}
        {...{ rotation, skipped, beyond, leave }}
        liveRef={setLiveSlot}
      />
      <Box p={WALL_PADDING} pt={0}>
        {head !== undefined ? (
          <WallBoard key={place} {...{ head, rotation, liveSlot }} onGone={() => void heads.refetch()} />
        ) : heads.error !== null && heads.data === undefined ? (
          <ProblemAlert error={heads.error} title={WORDS.notRead} onRetry={() => void heads.refetch()} />
        ) : heads.isLoading ? (
          <Skeleton height={320} role="status" aria-label={words.components.common.loading} />
        ) : (
          <EmptyState icon={PanelsTopLeft} title={WORDS.nothing.title}>
            {WORDS.nothing.text}
          </EmptyState>
        )}
      </Box>
    </Box>
  );
}

/** Those that the viewer may read: the platform leaves out the others. */
function useHeads(ids: readonly string[]) {
  const dashboardIds = [...new Set(ids)];
  return useQuery({
    queryKey: ["dashboards", "heads", dashboardIds],
    enabled: ids.length > 0,
    queryFn: ({ signal }) => ask(api.GET("/api/dashboards", { params: { query: { dashboardIds } }, signal })),
    refetchInterval: HEADS_MILLIS,
  });
}

/** To the page of the dashboard, with the range and filters of the address. */
function useLeave(head: DashboardInfo | undefined): () => void {
  const navigate = useNavigate();
  const goToPage = (): void =>
    void navigate({
      to: head === undefined ? "/dashboards" : `/dashboards/${head.id.id}`,
      search: (present: object) => ({ ...present, ids: undefined, every: undefined }),
    });
  useFullScreenLeft(goToPage);
  return () => {
    if (document.fullscreenElement === null) goToPage();
    else void document.exitFullscreen();
  };
}

interface WallBoardProps {
  readonly head: DashboardInfo;
  readonly rotation: Rotation;
  /** In the bar, for whether values arrive. */
  readonly liveSlot: HTMLElement | null;
  readonly onGone: () => void;
}

function WallBoard({ head: { id, version }, rotation, liveSlot, onGone }: WallBoardProps): ReactNode {
  const dashboard = useQuery({
    queryKey: ["dashboards", "one", id.id, version],
    queryFn: ({ signal }) => readDashboard(id.id, signal),
    staleTime: Infinity,
    // One that was saved meanwhile replaces the former when it has been read.
    placeholderData: keepPreviousData,
  });
  const { data, error } = dashboard;
  const isGone = error instanceof ApiProblem && error.status >= 400 && error.status < 500;
  useEffect(() => {
    if (isGone) onGone();
    // oxlint-disable-next-line react/exhaustive-deps -- once, with whichever callback
  }, [isGone]);
  const configuration = useMemo(() => configurationOf(data?.configuration), [data]);
  if (data === undefined)
    return error === null ? (
      <Skeleton height={320} role="status" aria-label={words.components.common.loading} />
    ) : (
      <ProblemAlert error={error} title={WORDS.oneNotRead} onRetry={() => void dashboard.refetch()} />
    );
  return <WallPanels dashboard={{ id: id.id, version: data.version }} {...{ configuration, rotation, liveSlot }} />;
}
