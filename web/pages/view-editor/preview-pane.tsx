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
import { NewestValue } from "../../components/newest-value.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { drawingOf, isDrawn } from "../../components/chart/drawing.ts";
import { ReportChart } from "../../components/chart/report-chart.tsx";
import { withStyles } from "../../components/chart/report-cell.ts";
import { amountText } from "../view/cost-text.ts";
import { ReportTable } from "../view/report-table.tsx";
import { pictureName } from "../view/picture-name.ts";
import { choices } from "../../components/choices.ts";
import { fieldsOf } from "./fields.ts";
import type { Preview } from "./use-preview.ts";
import type { ViewProblem } from "./place.ts";
import { More } from "../../components/more.tsx";
import { placeText } from "../../api/problem.ts";
import { warningText } from "../../components/warning-text.ts";
import { Warning } from "../../components/warning.tsx";
import type { Explanation } from "./view-calls.ts";
import type { ViewDraft } from "./view-draft.ts";
import { numberFormat } from "../../words/format.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.preview;

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
        <EmptyState icon={ChartColumn} title={texts.emptyTitle}>
          {texts.empty}
        </EmptyState>
      </Paper>
    );
  return (
    <Stack gap="sm" component="section" aria-label={texts.title} aria-busy={!isPresent}>
      <Group justify="space-between">
        <Group gap="xs">
          <Text size="md" fw={600}>
            {texts.title}
          </Text>
          {!isPresent && problems.length === 0 && error === null && !isWaiting && (
            <Loader size={14} aria-label={texts.computing} />
          )}
        </Group>
        {drawing !== null && (
          <SegmentedControl
            size="xs"
            aria-label={texts.showAs}
            data={choices({ chart: pictureName(drawing.kind), table: texts.table })}
            value={shown}
            onChange={setPreferred}
          />
        )}
      </Group>
      {problems.length > 0 && <ProblemList problems={problems} onGo={onGo} />}
      {warnings.map((warning) => (
        <Notice key={warning.pointer} title={texts.note} text={warningText({ ...warning, values: {} })} />
      ))}
      {error !== null && <ProblemAlert error={error} title={texts.notComputed} onRetry={onRetry} />}
      {cost !== undefined && <CostLine cost={cost} />}
      {isWaiting && (
        <Alert color="yellow" title={texts.slow}>
          <Button size="compact-sm" variant="default" onClick={onRun}>
            {texts.anyway}
          </Button>
        </Alert>
      )}
      {data?.meta.truncated === true && isPresent && <Notice title={texts.cutTitle} text={texts.cut} />}
      {data !== undefined &&
        isPresent &&
        data.meta.warnings.map((warning) => (
          <Notice key={warning.message} title={texts.note} text={warningText(warning)} />
        ))}
      {data !== undefined && isPresent && <NewestValue ts={data.meta.newestTs} />}
      {data !== undefined && (
        <Box pos="relative" opacity={isPresent ? 1 : 0.55}>
          <LoadingOverlay visible={report.isFetching && !isPresent} overlayProps={{ backgroundOpacity: 0.2 }} />
          {shown === "chart" && drawing !== null ? (
            <ReportChart report={data} drawing={drawing} name={name || texts.view} hasHelp />
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
  return (
    <Alert color="yellow" title={texts.problems(problems.length)} icon={<CircleAlert size={18} />}>
      <List size="sm" spacing={2}>
        {problems.map(({ pointer, message, problem }) => (
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
              {placeText({ message, problem })}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

const SECOND = 1000;
const PLAIN = numberFormat();
const SECONDS = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The data and time that a run of the view would take, against its limits. */
function CostLine({ cost }: { readonly cost: Explanation }): ReactNode {
  const { devices, series, estimatedSamples, estimatedRows, estimatedMs, limits, warnings } = cost;
  const share = Math.min(100, (100 * estimatedSamples) / limits.samples);
  return (
    <Stack gap={6} role="group" aria-label={texts.costs}>
      <More
        words={[texts.showPlan, texts.hidePlan]}
        aside={
          <Text c="dimmed">
            {texts.cost(devices, estimatedSamples, amountText(estimatedSamples), timeText(estimatedMs))}
          </Text>
        }
      >
        <List size="sm" className="foreign">
          {cost.plan.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
          <List.Item>
            {texts.planned(series, estimatedRows)}{" "}
            {texts.limits(limits.samples, limits.rows, PLAIN.format(limits.timeoutMs / SECOND))}
          </List.Item>
        </List>
      </More>
      {share >= 1 && (
        <Progress
          value={share}
          size="sm"
          color={share > 80 ? "red" : "tide"}
          aria-label={texts.share(Math.round(share))}
        />
      )}
      {warnings.map((warning) => (
        <Warning key={warning.code} title={texts.slowWarning}>
          <span className="foreign">{warningText(warning)}</span>
        </Warning>
      ))}
    </Stack>
  );
}

function timeText(millis: number): string {
  return millis < SECOND ? `${PLAIN.format(millis)} ms` : `${SECONDS.format(millis / SECOND)} s`;
}
