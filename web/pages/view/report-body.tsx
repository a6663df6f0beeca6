// A report with everything around it: range and filters, what to know of it, the picture or the table.
import { Box, Group, Loader, LoadingOverlay, SegmentedControl, Skeleton, Stack, Switch } from "@mantine/core";
import { useMemo, type ReactNode } from "react";
import { LiveBadge } from "../../components/live-badge.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { savedRangeWords } from "./range-words.ts";
import { withLooks } from "./report-cell.ts";
import { ReportChart } from "./report-chart.tsx";
import { ReportNotices } from "./report-notices.tsx";
import { ReportProblem } from "./report-problem.tsx";
import { ReportTable } from "./report-table.tsx";
import { RunFacts } from "./run-facts.tsx";
import type { ShownReport } from "./use-shown-view.ts";
import { overridableFilters } from "./view-filter.ts";

interface ReportBodyProps {
  readonly shown: ShownReport;
  /** Left out where there is no background. */
  readonly onBackground?: () => void;
}

export function ReportBody({ shown, onBackground }: ReportBodyProps): ReactNode {
  const { caller, view, wish, change, run, drawing, shownAs, isLive } = shown;
  const { report, request, error, isRunning, again } = run;
  return (
    <Stack gap="md">
      <FilterBar
        wish={wish}
        filters={overridableFilters(view.filters)}
        savedRange={savedRangeWords(view.timeRange)}
        shownRange={report === undefined ? null : [report.meta.rangeStartTs, report.meta.rangeEndTs]}
        suggest={{ caller, viewId: view.id, filters: wish.filters }}
        onChange={change}
      />
      <Group gap="md">
        {drawing !== null && (
          <SegmentedControl
            aria-label="Show as"
            data={[
              { value: "chart", label: drawing.kind === "figures" ? "Figures" : "Chart" },
              { value: "table", label: "Table" },
            ]}
            value={shownAs}
            onChange={(value) => change({ as: value, page: undefined })}
          />
        )}
        <Switch
          label="Live"
          checked={isLive}
          onChange={(event) => change({ live: event.currentTarget.checked ? true : undefined })}
        />
        {run.live !== null && <LiveBadge state={run.live} />}
        {isRunning && report !== undefined && <Loader size="xs" aria-label="The report is running" />}
      </Group>
      {error !== null && (
        <ReportProblem
          error={error}
          onRetry={again}
          onBackground={onBackground}
          run={{ caller, viewId: view.id, request }}
        />
      )}
      {report === undefined && error === null && <Waiting />}
      {report !== undefined && (error === null || isLive) && (
        <>
          <ReportNotices report={report} />
          <ReportContent shown={shown} />
          <RunFacts caller={caller} viewId={view.id} request={request} report={report} />
        </>
      )}
    </Stack>
  );
}

/** The picture or the table alone. */
export function ReportContent({ shown, height }: { readonly shown: ShownReport; readonly height?: string }): ReactNode {
  const { view, run, drawing, shownAs, list } = shown;
  const report = useMemo(
    () => (run.report === undefined ? undefined : withLooks(run.report, view.fields)),
    [run.report, view.fields],
  );
  if (report === undefined) return null;
  const hasRows = report.rows.length > 0;
  if (shownAs === "chart" && drawing !== null && hasRows)
    return (
      <Box pos="relative">
        <LoadingOverlay visible={run.isStale && run.isRunning} overlayProps={{ backgroundOpacity: 0.35 }} />
        <ReportChart report={report} drawing={drawing} name={view.name} height={height} />
      </Box>
    );
  return (
    <ReportTable report={report} isLoading={run.isStale && run.isRunning} state={list.table} onState={list.onTable} />
  );
}

function Waiting(): ReactNode {
  return (
    <Stack gap="sm" role="status" aria-label="The report is running">
      <Skeleton height={28} radius="sm" />
      <Skeleton height={320} radius="md" />
    </Stack>
  );
}
