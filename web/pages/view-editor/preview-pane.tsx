// The result of the present view, as a chart and a table, with its cost and its problems.
import {
  Alert,
  Anchor,
  Box,
  Button,
  Group,
  List,
  Loader,
  LoadingOverlay,
  Paper,
  Progress,
  SegmentedControl,
  Stack,
  Text,
} from "@mantine/core";
import { ChartColumn, CircleAlert } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { TableState } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { drawingOf, isDrawn } from "../../components/chart/drawing.ts";
import { ReportChart } from "../../components/chart/report-chart.tsx";
import { withStyles } from "../../components/chart/report-cell.ts";
import { ReportTable } from "../view/report-table.tsx";
import { choices } from "../../components/choices.ts";
import { fieldsOf } from "./fields.ts";
import type { Preview } from "./use-preview.ts";
import type { ViewProblem } from "./place.ts";
import { More } from "../../components/more.tsx";
import { Warning } from "../../components/warning.tsx";
import type { Explanation } from "./view-calls.ts";
import type { ViewDraft } from "./view-draft.ts";

const TABLE: TableState = { page: 0, pageSize: 20, sortProperty: null, sortOrder: "ASC" };

interface PreviewPaneProps {
  readonly view: ViewDraft;
  readonly preview: Preview;
  readonly onGo: (pointer: string) => void;
  readonly onRun: () => void;
}

export function PreviewPane({ view, preview, onGo, onRun }: PreviewPaneProps): ReactNode {
  const [preferred, setPreferred] = useState<string | null>(null);
  const { problems, warnings, cost, report, isPresent, error, isWaiting, onRetry } = preview;
  const [table, setTable] = useState(TABLE);
  const data = useMemo(
    () => (report.data === undefined ? undefined : withStyles(report.data, fieldsOf(view))),
    [report.data, view],
  );
  const { name = "", visualization = {} } = view;
  const drawing = data === undefined ? null : drawingOf(visualization, data.columns);
  const shown = drawing === null ? "table" : (preferred ?? (isDrawn(visualization) ? "chart" : "table"));
  if (fieldsOf(view).length === 0)
    return (
      <Paper withBorder>
        <EmptyState icon={ChartColumn} title="Nothing to show yet">
          Add a column on the left. The report appears here at once.
        </EmptyState>
      </Paper>
    );
  return (
    <Stack gap="sm" component="section" aria-label="Preview" aria-busy={!isPresent}>
      <Group justify="space-between">
        <Group gap="xs">
          <Text size="md" fw={600}>
            Preview
          </Text>
          {!isPresent && problems.length === 0 && error === null && !isWaiting && (
            <Loader size={14} aria-label="Computing the preview" />
          )}
        </Group>
        {drawing !== null && (
          <SegmentedControl
            size="xs"
            aria-label="Show the preview as"
            data={choices({ chart: "Chart", table: "Table" })}
            value={shown}
            onChange={setPreferred}
          />
        )}
      </Group>
      {problems.length > 0 && <ProblemList problems={problems} onGo={onGo} />}
      {warnings.map(({ pointer, message }) => (
        <Notice key={pointer} title="Good to know" text={message} />
      ))}
      {error !== null && <ProblemAlert error={error} title="The preview could not be computed" onRetry={onRetry} />}
      {cost !== undefined && <CostLine cost={cost} />}
      {isWaiting && (
        <Alert color="yellow" title="This would take a while">
          <Button size="compact-sm" variant="default" onClick={onRun}>
            Compute it anyway
          </Button>
        </Alert>
      )}
      {data?.meta.truncated === true && isPresent && (
        <Notice title="Not all rows" text="The preview shows the first rows, and a chart of them." />
      )}
      {data !== undefined &&
        isPresent &&
        data.meta.warnings.map(({ message }) => <Notice key={message} title="Read with care" text={message} />)}
      {data !== undefined && (
        <Box pos="relative" opacity={isPresent ? 1 : 0.55}>
          <LoadingOverlay visible={report.isFetching && !isPresent} overlayProps={{ backgroundOpacity: 0.2 }} />
          {shown === "chart" && drawing !== null ? (
            <ReportChart report={data} drawing={drawing} name={name || "the view"} />
          ) : (
            <ReportTable report={data} isLoading={false} state={table} onState={setTable} />
          )}
        </Box>
      )}
    </Stack>
  );
}

function Notice({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  return (
    <Warning title={title}>
      <span className="foreign">{text}</span>
    </Warning>
  );
}

interface ProblemListProps {
  readonly problems: readonly ViewProblem[];
  readonly onGo: (pointer: string) => void;
}

/** All problems that keep the view from running, each with a link to its part. */
function ProblemList({ problems, onGo }: ProblemListProps): ReactNode {
  const title =
    problems.length === 1 ? "One thing is missing or wrong" : `${problems.length} things are missing or wrong`;
  return (
    <Alert color="yellow" title={title} icon={<CircleAlert size={18} />}>
      <List size="sm" spacing={2}>
        {problems.map(({ pointer, message }) => (
          <List.Item key={`${pointer} ${message}`}>
            <Anchor
              component="button"
              type="button"
              ta="left"
              c="var(--mantine-color-text)"
              td="underline"
              className="foreign"
              onClick={() => onGo(pointer)}
            >
              {message}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

const SECOND = 1000;

/** The data and time that a run of the view would take, against its limits. */
function CostLine({ cost }: { readonly cost: Explanation }): ReactNode {
  const { devices, series, estimatedSamples, estimatedRows, estimatedMs, limits, warnings } = cost;
  const share = Math.min(100, (100 * estimatedSamples) / limits.samples);
  return (
    <Stack gap={6} role="group" aria-label="Cost of a run">
      <Text c="dimmed">
        {devices.toLocaleString()} {devices === 1 ? "device" : "devices"} · reads about{" "}
        {estimatedSamples.toLocaleString()} values · {timeText(estimatedMs)}
      </Text>
      {share >= 1 && (
        <Progress
          value={share}
          size="sm"
          color={share > 80 ? "red" : "tide"}
          aria-label={`${share.toFixed(0)} % of the values that a report can read`}
        />
      )}
      {warnings.map(({ code, message }) => (
        <Warning key={code} title="This can take a while">
          <span className="foreign">{message}</span>
        </Warning>
      ))}
      <More words={["Show the plan", "Hide the plan"]}>
        <List size="sm" className="foreign">
          {cost.plan.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
          <List.Item>
            {series.toLocaleString()} series, about {estimatedRows.toLocaleString()} rows. At most{" "}
            {limits.samples.toLocaleString()} values, {limits.rows.toLocaleString()} rows and{" "}
            {(limits.timeoutMs / SECOND).toLocaleString()} s.
          </List.Item>
        </List>
      </More>
    </Stack>
  );
}

function timeText(millis: number): string {
  return millis < SECOND ? `${millis.toLocaleString()} ms` : `${(millis / SECOND).toFixed(1)} s`;
}
