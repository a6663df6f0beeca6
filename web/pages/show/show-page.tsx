// A view for a wall screen: only its name and its report, live and as large as the screen; moving the pointer shows the
// exits.
import { ActionIcon, Box, Group, Stack, Text, Title, Tooltip } from "@mantine/core";
import { useFullscreenDocument } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Maximize, Minimize, X } from "lucide-react";
import type { ReactNode } from "react";
import { SIGNED_IN } from "../../api/caller.ts";
import { read } from "../../api/client.ts";
import { usePageId } from "../../app/entity-page.tsx";
import { useIdentity } from "../../app/use-session.ts";
import type { Drawing } from "../../components/chart/drawing.ts";
import type { Report } from "../../components/chart/report-cell.ts";
import { hasPaler } from "../../components/chart/report-option.ts";
import { ColorSchemeSwitch } from "../../components/color-scheme-switch.tsx";
import { LiveBadge } from "../../components/live-badge.tsx";
import { Moment } from "../../components/moment.tsx";
import { NewestValue } from "../../components/newest-value.tsx";
import { useWakefulScreen } from "../../components/use-wakeful-screen.ts";
import { ReportContent } from "../view/report-body.tsx";
import { PartialIntervals, ReportNotices } from "../view/report-notices.tsx";
import { ReportProblem } from "../view/report-problem.tsx";
import { type ShownView, useShownView } from "../view/use-shown-view.ts";
import { words } from "../../words/words.ts";

const texts = words.show;

export function ShowPage(): ReactNode {
  const viewId = usePageId();
  const isSignedIn = useIdentity() !== null;
  const view = useQuery({
    queryKey: ["views", viewId],
    enabled: isSignedIn,
    queryFn: read("/apiAnalytics/v1/views/{viewId}", { path: { viewId } }),
  });
  if (!isSignedIn) return null;
  return (
    <Box component="main" className="afar" p={{ base: "sm", sm: "lg" }} mih="100dvh">
      {view.error !== null && <ReportProblem error={view.error} onRetry={() => void view.refetch()} />}
      {view.data !== undefined && <Screen view={view.data} />}
    </Box>
  );
}

/** Whether the picture itself says that an interval is only partly covered, as it does in a panel. */
function isSaidInPicture(report: Report, drawing: Drawing | null): boolean {
  return drawing !== null && hasPaler(report, drawing);
}

function Screen({ view }: { readonly view: ShownView }): ReactNode {
  const shown = useShownView(SIGNED_IN, view, true);
  const { run, drawing, shownAs } = shown;
  const { fullscreen, toggle } = useFullscreenDocument();
  useWakefulScreen();
  const size = fullscreen ? texts.leaveFullScreen : texts.fullScreen;
  return (
    <Stack gap="md">
      <title>{`${view.name} – Bridgehead`}</title>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Group gap="md" style={{ minWidth: 0 }}>
          <Title order={1} size="h2" className="foreign">
            {view.name}
          </Title>
          {run.live !== null && <LiveBadge state={run.live} />}
        </Group>
        <Group gap={4} wrap="nowrap">
          <ColorSchemeSwitch />
          <Tooltip label={size}>
            <ActionIcon aria-label={size} onClick={() => void toggle()}>
              {fullscreen ? <Minimize size={18} /> : <Maximize size={18} />}
            </ActionIcon>
          </Tooltip>
          <Tooltip label={texts.back}>
            <ActionIcon component={Link} to={`/views/${view.id}`} search aria-label={texts.back}>
              <X size={18} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      {run.error !== null && <ReportProblem error={run.error} onRetry={run.again} />}
      {run.report !== undefined && (
        <>
          <ReportNotices report={run.report} />
          <NewestValue ts={run.report.meta.newestTs} />
          <ReportContent shown={shown} height="calc(100dvh - 10rem)" />
          {!isSaidInPicture(run.report, shownAs === "chart" ? drawing : null) && (
            <PartialIntervals report={run.report} drawing={null} />
          )}
          <Text c="dimmed">
            <Moment ts={run.report.meta.rangeStartTs} never={texts.beginning} style="exact" /> –{" "}
            <Moment ts={run.report.meta.rangeEndTs} style="exact" />
          </Text>
        </>
      )}
    </Stack>
  );
}
