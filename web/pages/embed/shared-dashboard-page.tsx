// A dashboard for bearers of its share link, alone, in a frame of another site or on a wall screen: no sign-in, no menu, only this
// dashboard. With `wall=true` in the address it fills the screen.
import { Box, Button, Group, Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Maximize } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { useAddress } from "../../app/list-state.ts";
import { useWakefulScreen } from "../../components/use-wakeful-screen.ts";
import { Board } from "../dashboard/board.tsx";
import { configurationOf } from "../dashboard/configuration.ts";
import { FilterBar } from "../dashboard/filter-bar.tsx";
import { panelCallerOf, PanelCallerContext } from "../dashboard/panel-caller.ts";
import { enterFullScreen, useFullScreenLeft } from "../wall/full-screen.ts";
import { useRotation } from "../wall/rotation.ts";
import { SECONDS_USUAL } from "../wall/wall-address.ts";
import { WallBar } from "../wall/wall-bar.tsx";
import { useWallKeys } from "../wall/wall-keys.ts";
import { useUsualTextAfterwards, WALL_PADDING, WallPanels } from "../wall/wall-panels.tsx";
import { isAboutLink, LinkGate, Refused, type Bearer } from "./link-gate.tsx";
import { words } from "../../words/words.ts";

/** Interval at which the page learns that the dashboard was saved, or the link revoked. */
const READ_AGAIN_MILLIS = 15_000;

export function SharedDashboardPage(): ReactNode {
  const params: { readonly id?: string } = useParams({ strict: false });
  const { address } = useAddress();
  const isWall = address["wall"] === true;
  return (
    <Box component="main" mih="100dvh" {...(isWall ? {} : { p: { base: "xs", sm: "md" } })}>
      <LinkGate>
        {(bearer) => <SharedDashboard dashboardId={params.id ?? ""} bearer={bearer} isWall={isWall} />}
      </LinkGate>
    </Box>
  );
}

interface SharedDashboardProps {
  readonly dashboardId: string;
  readonly bearer: Bearer;
  readonly isWall: boolean;
}

function SharedDashboard({ dashboardId, bearer, isWall }: SharedDashboardProps): ReactNode {
  const { caller } = bearer;
  const path = { dashboardId };
  const read = useQuery({
    queryKey: ["shared-dashboard", caller.key, dashboardId],
    retry: false,
    queryFn: ({ signal }) =>
      ask(caller.api.GET("/apiAnalytics/v1/dashboards/{dashboardId}", { params: { path }, signal })),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  const { data, error } = read;
  const again = (): void => void read.refetch();
  const panels = useMemo(() => (data === undefined ? null : panelCallerOf(caller, data.views)), [caller, data]);
  // A link may be revoked while its dashboard is open; then nothing of it is shown any more.
  if (error !== null && (data === undefined || isAboutLink(error)))
    return <Refused noun="dashboard" error={error} bearer={bearer} onRetry={again} />;
  if (data === undefined || panels === null)
    return <Skeleton height={320} role="status" aria-label={words.components.common.loading} />;
  const Shown = isWall ? OnWall : OnPage;
  return (
    <PanelCallerContext value={panels}>
      <title>{data.title}</title>
      <Shown key={caller.key} dashboard={data} onSaved={again} />
    </PanelCallerContext>
  );
}

interface ShownProps {
  readonly dashboard: Schema<"SharedDashboard">;
  readonly onSaved: () => void;
}

function OnPage({ dashboard, onSaved }: ShownProps): ReactNode {
  const { id, version, title } = dashboard;
  const { change } = useAddress();
  const configuration = useMemo(() => configurationOf(dashboard.configuration), [dashboard.configuration]);
  const fill = (): void => {
    void enterFullScreen();
    change({ wall: true });
  };
  return (
    <>
      <Group justify="space-between" mb="md" wrap="nowrap">
        <Title order={1} size="h3" className="foreign" miw={0}>
          {title}
        </Title>
        <Button leftSection={<Maximize />} variant="default" onClick={fill} style={{ flexShrink: 0 }}>
          {words.embed.fullScreen}
        </Button>
      </Group>
      <Board dashboard={{ id, version }} configuration={configuration} onSaved={onSaved}>
        {(board) => <FilterBar {...board} />}
      </Board>
    </>
  );
}

function OnWall({ dashboard, onSaved }: ShownProps): ReactNode {
  const { id, version, title } = dashboard;
  const { change } = useAddress();
  const [liveSlot, setLiveSlot] = useState<HTMLElement | null>(null);
  const configuration = useMemo(() => configurationOf(dashboard.configuration), [dashboard.configuration]);
  const goToPage = (): void => change({ wall: undefined });
  useFullScreenLeft(goToPage);
  useWakefulScreen();
  useUsualTextAfterwards();
  const leave = (): void => {
    if (document.fullscreenElement === null) goToPage();
    else void document.exitFullscreen();
  };
  const rotation = useRotation([{ dashboardId: id, seconds: SECONDS_USUAL }], () => true);
  useWallKeys({ ...rotation, leave });
  return (
    <>
      <WallBar places={1} skipped={0} beyond={0} {...{ title, rotation, leave }} liveRef={setLiveSlot} />
      <Box p={WALL_PADDING} pt={0}>
        <WallPanels dashboard={{ id, version }} {...{ configuration, rotation, liveSlot, onSaved }} />
      </Box>
    </>
  );
}
