// A view, run: its report as a table and, where the view says how, as a chart; over the saved range or another one.
import { Alert, Button, Group, Menu, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Download, RefreshCw, TriangleAlert } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask, fetchFile } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { choiceOf, useAddress } from "../../app/list-state.ts";
import { CopyIcon } from "../../components/copy-text.tsx";
import { exactTime } from "../../components/moment.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { drawingOf } from "./drawing.ts";
import { ReportChart } from "./report-chart.tsx";
import { ReportTable } from "./report-table.tsx";

const HOUR = 3_600_000;
const RANGES = [
  { value: "saved", label: "The saved range", millis: null },
  { value: "hour", label: "Last hour", millis: HOUR },
  { value: "day", label: "Last 24 hours", millis: 24 * HOUR },
  { value: "week", label: "Last 7 days", millis: 7 * 24 * HOUR },
  { value: "month", label: "Last 30 days", millis: 30 * 24 * HOUR },
] as const;
const FORMATS = [
  { format: "csv", label: "CSV" },
  { format: "xlsx", label: "Spreadsheet (XLSX)" },
  { format: "parquet", label: "Parquet" },
  { format: "ndjson", label: "JSON lines" },
] as const;

export function ViewPage(): ReactNode {
  const params: { readonly id?: string } = useParams({ strict: false });
  const viewId = params.id ?? "";
  const { address, change } = useAddress();
  const range =
    choiceOf(
      address,
      "range",
      RANGES.map(({ value }) => value),
    ) ?? "saved";
  const [ranAt, setRanAt] = useState(() => Date.now());
  const view = useQuery({
    queryKey: ["views", viewId],
    queryFn: ({ signal }) => ask(api.GET("/apiAnalytics/v1/views/{viewId}", { params: { path: { viewId } }, signal })),
  });
  const report = useQuery({
    queryKey: ["views", viewId, "data", range, ranAt],
    queryFn: ({ signal }) =>
      ask(
        api.POST("/apiAnalytics/v1/views/{viewId}/data", {
          params: { path: { viewId } },
          body: boundsOf(range, ranAt),
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const drawing = view.data === undefined ? null : drawingOf(view.data.visualization);
  const shown = choiceOf(address, "as", ["chart", "table"]) ?? (drawing === null ? "table" : "chart");
  if (view.error !== null) return <ProblemAlert error={view.error} title="The view could not be read" />;
  const { data } = report;
  return (
    <>
      <PageHeader
        title={view.data?.name ?? "…"}
        description={view.data?.description === "" ? undefined : view.data?.description}
        above={[{ label: "Table views", path: "/views" }]}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<RefreshCw size={16} aria-hidden />}
              loading={report.isFetching}
              onClick={() => {
                setRanAt(Date.now());
              }}
            >
              Run again
            </Button>
            <DownloadMenu viewId={viewId} body={boundsOf(range, ranAt)} />
          </>
        }
      />
      <Stack gap="md">
        <Group gap="sm">
          <Select
            aria-label="Range"
            w={190}
            allowDeselect={false}
            data={RANGES.map(({ value, label }) => ({ value, label }))}
            value={range}
            onChange={(value) => {
              setRanAt(Date.now());
              change({ range: value === "saved" || value === null ? undefined : value });
            }}
          />
          {drawing !== null && (
            <SegmentedControl
              aria-label="Show as"
              data={[
                { value: "chart", label: "Chart" },
                { value: "table", label: "Table" },
              ]}
              value={shown}
              onChange={(value) => {
                change({ as: value });
              }}
            />
          )}
          {data !== undefined && (
            <Text size="sm" c="dimmed">
              {exactTime(data.meta.rangeStartTs)} – {exactTime(data.meta.rangeEndTs)}; days and hours of{" "}
              {data.meta.timezone}
            </Text>
          )}
        </Group>
        {report.error !== null && (
          <ProblemAlert
            error={report.error}
            title="The report could not be run"
            onRetry={() => void report.refetch()}
          />
        )}
        {data?.meta.truncated === true && (
          <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />} title="This is not the whole report">
            It has more rows than its limit. Raise the limit of the view, narrow its filters, or download it.
          </Alert>
        )}
        {data !== undefined && data.meta.warnings.length > 0 && (
          <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />} title="To be read with care">
            {data.meta.warnings.map(({ message }) => (
              <Text key={message} size="sm" className="foreign">
                {message}
              </Text>
            ))}
          </Alert>
        )}
        {data !== undefined && shown === "chart" && drawing !== null && (
          <ReportChart report={data} drawing={drawing} name={view.data?.name ?? ""} />
        )}
        {data !== undefined && shown === "table" && <ReportTable report={data} isLoading={report.isPlaceholderData} />}
        <Group gap={6}>
          <Text size="xs" c="dimmed">
            The id of this view for other programs is the last part of its address: {viewId}
          </Text>
          <CopyIcon text={viewId} label="the id of the view" />
        </Group>
      </Stack>
    </>
  );
}

interface Bounds {
  readonly rangeStartTs?: number;
  readonly rangeEndTs?: number;
}

function boundsOf(range: (typeof RANGES)[number]["value"], now: number): Bounds {
  const millis = RANGES.find(({ value }) => value === range)?.millis ?? null;
  return millis === null ? {} : { rangeStartTs: now - millis, rangeEndTs: now };
}

function DownloadMenu({ viewId, body }: { readonly viewId: string; readonly body: Bounds }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const download = async (format: string): Promise<void> => {
    setBusy(true);
    try {
      const answer = await fetchFile(`/apiAnalytics/v1/views/${viewId}/export?format=${format}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      saveFile(await answer.blob(), nameIn(answer) ?? `report.${format}`);
    } catch (error) {
      notifications.show({ color: "red", title: "The file could not be made", message: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<Download size={16} aria-hidden />} loading={isBusy}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map(({ format, label }) => (
          <Menu.Item key={format} onClick={() => void download(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The name that the platform gave the file, which says so where the report is incomplete. */
function nameIn(answer: Response): string | null {
  const header = answer.headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return encoded === undefined ? (/filename="([^"]+)"/.exec(header)?.[1] ?? null) : decodeURIComponent(encoded);
}

function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
