// What the view gives as it is now, as a chart and as a table, with what it costs and what is wrong with it.
import { Alert, Box, Button, Group, Loader, LoadingOverlay, Paper, SegmentedControl, Stack, Text } from "@mantine/core";
import { ChartColumn, TriangleAlert } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import type { TableState } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { drawingOf, isDrawn } from "../view/drawing.ts";
import { ReportChart } from "../view/report-chart.tsx";
import { withLooks } from "../view/report-cell.ts";
import { ReportTable } from "../view/report-table.tsx";
import { CostLine } from "./cost-line.tsx";
import { listOf, recordAt, textAt, type Json } from "./document.ts";
import { fieldsOf } from "./fields.ts";
import { ProblemList } from "./problem-list.tsx";
import type { Preview } from "./use-preview.ts";

const TABLE: TableState = { page: 0, pageSize: 20, sortProperty: null, sortOrder: "ASC" };

interface PreviewPaneProps {
  readonly view: Json;
  readonly preview: Preview;
  readonly onGo: (pointer: string) => void;
  readonly onRun: () => void;
}

export function PreviewPane({ view, preview, onGo, onRun }: PreviewPaneProps): ReactNode {
  const [wished, setWished] = useState<string | null>(null);
  const { problems, warnings, cost, report, isPresent, error, isWaiting, onRetry } = preview;
  const [table, setTable] = useState(TABLE);
  const data = useMemo(
    () => (report.data === undefined ? undefined : withLooks(report.data, listOf(view["fields"]))),
    [report.data, view],
  );
  const visualization = recordAt(view, ["visualization"]);
  const drawing = data === undefined ? null : drawingOf(visualization, data.columns);
  const shown = drawing === null ? "table" : (wished ?? (isDrawn(visualization) ? "chart" : "table"));
  if (fieldsOf(view).length === 0)
    return (
      <Paper withBorder>
        <EmptyState icon={ChartColumn} title="Nothing to show yet">
          Add a column on the left; the report appears here at once.
        </EmptyState>
      </Paper>
    );
  return (
    <Stack gap="sm" component="section" aria-label="Preview" aria-busy={!isPresent}>
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={600}>Preview</Text>
          {!isPresent && problems.length === 0 && error === null && !isWaiting && (
            <Loader size={14} aria-label="The preview is being computed" />
          )}
        </Group>
        {drawing !== null && (
          <SegmentedControl
            size="xs"
            aria-label="Show the preview as"
            data={[
              { value: "chart", label: "Chart" },
              { value: "table", label: "Table" },
            ]}
            value={shown}
            onChange={setWished}
          />
        )}
      </Group>
      {problems.length > 0 && <ProblemList problems={problems} onGo={onGo} />}
      {warnings.map(({ pointer, message }) => (
        <Notice key={pointer} title="To be known" text={message} />
      ))}
      {error !== null && <ProblemAlert error={error} title="The preview could not be computed" onRetry={onRetry} />}
      {cost !== undefined && <CostLine cost={cost} />}
      {isWaiting && (
        <Alert color="yellow" title="This would take a while">
          <Button size="compact-sm" variant="default" onClick={onRun}>
            Compute it all the same
          </Button>
        </Alert>
      )}
      {data?.meta.truncated === true && isPresent && (
        <Notice title="Not all rows" text="The preview shows the first rows, and a chart of them." />
      )}
      {data !== undefined &&
        isPresent &&
        data.meta.warnings.map(({ message }) => <Notice key={message} title="To be read with care" text={message} />)}
      {data !== undefined && (
        <Box pos="relative" opacity={isPresent ? 1 : 0.55}>
          <LoadingOverlay visible={report.isFetching && !isPresent} overlayProps={{ backgroundOpacity: 0.2 }} />
          {shown === "chart" && drawing !== null ? (
            <ReportChart report={data} drawing={drawing} name={textAt(view, ["name"]) || "the view"} />
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
    <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />} title={title}>
      <span className="foreign">{text}</span>
    </Alert>
  );
}
