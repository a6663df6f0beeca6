// A report with what belongs to it: range and filters, notices, and the picture or the table.
import {
  Box,
  Button,
  Group,
  Loader,
  LoadingOverlay,
  SegmentedControl,
  Skeleton,
  Stack,
  Switch,
  Text,
} from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { RotateCcw } from "lucide-react";
import { choices } from "../../components/choices.ts";
import { FoldedControls } from "../../components/folded-controls.tsx";
import { LiveBadge } from "../../components/live-badge.tsx";
import { Moment } from "../../components/moment.tsx";
import { NewestValue } from "../../components/newest-value.tsx";
import { useIsNarrow } from "../../components/use-is-narrow.ts";
import type { AddressChange } from "../../app/list-state.ts";
import { useIdentity } from "../../app/use-session.ts";
import { madeOfText, tookText } from "./cost-text.ts";
import { type Run, useCost } from "./cost.ts";
import { pictureName } from "./picture-name.ts";
import { chosenWords, savedRangeWords } from "./range-words.ts";
import { type Report, withStyles } from "../../components/chart/report-cell.ts";
import { ReportChart } from "../../components/chart/report-chart.tsx";
import { PartialIntervals, ReportNotices } from "./report-notices.tsx";
import { ReportProblem } from "./report-problem.tsx";
import { ReportTable } from "./report-table.tsx";
import type { ShownReport } from "./use-shown-view.ts";
import { overridableFilters, type ViewFilter } from "./view-filter.ts";
import { FilterInputField, type Suggest } from "./filter-input.tsx";
import { RangePicker } from "./range-picker.tsx";
import { filterChange, rangeChange, rangeOfNewest, type RunSelection, savedChange } from "./view-address.ts";
import { Marked } from "../../components/marked.tsx";
import { words } from "../../words/words.ts";

const texts = words.view.report;

interface ReportBodyProps {
  readonly shown: ShownReport;
  /** Omitted if background reports are not available. */
  readonly onBackground?: () => void;
  /** For readers elsewhere, who are not told what the run took. */
  readonly isEmbedded?: boolean;
}

export function ReportBody({ shown, onBackground, isEmbedded = false }: ReportBodyProps): ReactNode {
  const { caller, view, selection, change, run, drawing, shownAs, isLive } = shown;
  const { report, request, error, isRunning, again } = run;
  const isNarrow = useIsNarrow();
  const isCustomer = useIdentity()?.role === "CUSTOMER_USER";
  const savedRange = savedRangeWords(view.timeRange);
  const filters = overridableFilters(view.filters);
  const way = drawing !== null && (
    <SegmentedControl
      aria-label={texts.showAs}
      data={choices({ chart: pictureName(drawing.kind), table: texts.table })}
      value={shownAs}
      onChange={(value) => change({ as: value, page: undefined })}
    />
  );
  const state = (
    <>
      {run.live !== null && <LiveBadge state={run.live} />}
      {isRunning && report !== undefined && <Loader size="xs" aria-label={texts.running} />}
    </>
  );
  return (
    <Stack gap="md">
      <FoldedControls
        label={words.view.filters.label}
        chosen={chosenWords(
          selection.range,
          savedRange,
          filters.map(({ name, saved }) => selection.filters.get(name) ?? saved),
        )}
        aside={
          isNarrow && (
            <>
              {way}
              {state}
            </>
          )
        }
      >
        <Stack gap="md">
          <FilterBar
            selection={selection}
            filters={filters}
            savedRange={savedRange}
            shownRange={report === undefined ? null : [report.meta.rangeStartTs, report.meta.rangeEndTs]}
            suggest={{ caller, viewId: view.id, filters: selection.filters }}
            onChange={change}
          />
          <Group gap="md">
            {!isNarrow && way}
            <Switch
              label={words.components.live.states.open}
              checked={isLive}
              onChange={(event) => change({ live: event.currentTarget.checked ? true : undefined })}
            />
            {!isNarrow && state}
          </Group>
        </Stack>
      </FoldedControls>
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
          <NewestValue ts={report.meta.newestTs} onShow={(ts) => change(rangeChange(rangeOfNewest(report.meta, ts)))} />
          <ReportContent shown={shown} />
          <PartialIntervals report={report} isBrief={isEmbedded} drawing={shownAs === "chart" ? drawing : null} />
          {!isEmbedded &&
            (isCustomer ? (
              <RangeFacts meta={report.meta} text={texts.rangeFacts(report.meta.timezone)} />
            ) : (
              <RunFacts run={{ caller, viewId: view.id, request }} report={report} />
            ))}
        </>
      )}
    </Stack>
  );
}

interface ReportContentProps {
  readonly shown: ShownReport;
  /** That the picture fills, as it does in a panel: on a wall screen, nobody chooses a part of it. */
  readonly height?: string;
}

/** Only the picture or the table. */
export function ReportContent({ shown, height }: ReportContentProps): ReactNode {
  const { view, run, drawing, shownAs, list } = shown;
  const hasHelp = useIdentity() !== null;
  const report = useMemo(
    () => (run.report === undefined ? undefined : withStyles(run.report, view.fields)),
    [run.report, view.fields],
  );
  if (report === undefined) return null;
  const hasRows = report.rows.length > 0;
  if (shownAs === "chart" && drawing !== null && hasRows)
    return (
      <Box pos="relative" h={height}>
        <LoadingOverlay visible={run.isStale && run.isRunning} overlayProps={{ backgroundOpacity: 0.35 }} />
        <ReportChart
          report={report}
          drawing={drawing}
          name={view.name}
          asked={`${view.id} ${run.asked}`}
          isBare={height !== undefined}
          isLive={run.live === "open"}
          hasHelp={hasHelp}
        />
      </Box>
    );
  return (
    <ReportTable report={report} isLoading={run.isStale && run.isRunning} state={list.table} onState={list.onTable} />
  );
}

function Waiting(): ReactNode {
  return (
    <Stack gap="sm" role="status" aria-label={texts.running}>
      <Skeleton height={28} radius="sm" />
      <Skeleton height={320} radius="md" />
    </Stack>
  );
}

interface RunFactsProps {
  readonly run: Run;
  readonly report: Report;
}

/** The time range, the number of rows, from how many values they are computed, and the time it took. */
function RunFacts({ run, report: { meta, rows } }: RunFactsProps): ReactNode {
  const cost = useCost(run);
  const madeOf = cost.data === undefined ? null : madeOfText(cost.data);
  return <RangeFacts meta={meta} text={texts.facts(meta.timezone, rows.length, madeOf, tookText(meta.durationMs))} />;
}

interface RangeFactsProps {
  readonly meta: Report["meta"];
  /** With a place for each end of the range. */
  readonly text: string;
}

function RangeFacts({ meta, text }: RangeFactsProps): ReactNode {
  return (
    <Text c="dimmed" component="div">
      <Marked
        text={text}
        as={(_, index) => (
          <Moment ts={index === 0 ? meta.rangeStartTs : meta.rangeEndTs} never={texts.beginning} style="exact" />
        )}
      />
    </Text>
  );
}

interface FilterBarProps {
  readonly selection: RunSelection;
  readonly filters: readonly ViewFilter[];
  readonly savedRange: string;
  readonly shownRange: readonly [startTs: number, endTs: number] | null;
  readonly suggest: Suggest;
  readonly onChange: (change: AddressChange) => void;
}

/** Range and filters of a run, from the address, or as saved in the view. */
function FilterBar({ selection, filters, savedRange, shownRange, suggest, onChange }: FilterBarProps): ReactNode {
  const isChanged = selection.range.kind !== "saved" || selection.filters.size > 0;
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label={words.view.filters.label}>
      <RangePicker range={selection.range} saved={savedRange} shown={shownRange} onChange={onChange} />
      {filters.map((filter) => (
        <FilterInputField
          key={filter.name}
          filter={filter}
          values={selection.filters.get(filter.name) ?? filter.saved}
          onValues={(values) => onChange(filterChange(filter.name, values))}
          suggest={suggest}
        />
      ))}
      {isChanged && (
        <Button variant="subtle" leftSection={<RotateCcw />} onClick={() => onChange(savedChange(selection))}>
          {words.view.filters.asSaved}
        </Button>
      )}
    </Group>
  );
}
