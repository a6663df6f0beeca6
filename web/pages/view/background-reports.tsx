// Reports of this view that run in the background: started, watched, and fetched later. They continue when the page is
// closed, and are kept for a day.
import { ActionIcon, Button, Group, Menu, Paper, Progress, Stack, Text, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Download as DownloadIcon, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { SIGNED_IN } from "../../api/caller.ts";
import type { Schema } from "../../api/schemas.ts";
import { useAction } from "../../app/use-action.ts";
import { useUser } from "../../app/use-session.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { bytes } from "../../components/figures.ts";
import { Moment } from "../../components/moment.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { saveFile } from "../../components/save-file.ts";
import { download } from "./download.ts";
import { keepReports, keptReports } from "./kept-reports.ts";
import type { RunRequest } from "./view-address.ts";
import { Marked } from "../../components/marked.tsx";
import { words } from "../../words/words.ts";

const texts = words.view.background;

type Job = Schema<"ReportJob">;

const FORMATS = ["csv", "xlsx", "ndjson", "json"] as const;
type Format = (typeof FORMATS)[number];

const TONES = { queued: "neutral", running: "accent", done: "good", failed: "bad", cancelled: "neutral" } as const;
const REREAD_MILLIS = 1_000;
const RESULT_MILLIS_MAX = 600_000;

interface BackgroundReportsProps {
  readonly viewId: string;
  readonly request: RunRequest;
  readonly onClose: () => void;
}

export function BackgroundReports({ viewId, request, onClose }: BackgroundReportsProps): ReactNode {
  const { userId } = useUser();
  const [ids, setIds] = useState(() => keptReports(localStorage, userId, viewId));
  const keep = (next: readonly string[]): void => {
    keepReports(localStorage, userId, viewId, next);
    setIds(next);
  };
  const add = useAction({
    call: (format: Format) => ask(api.POST("/apiAnalytics/v1/reports", { body: { viewId, format, ...request } })),
    onDone: ({ id }) => keep([id, ...ids]),
  });
  return (
    <Dialog onClose={onClose} title={words.view.backgroundReports} size="lg">
      <Stack>
        <Text>{texts.about}</Text>
        <Menu position="bottom-start">
          <Menu.Target>
            <BusyButton isBusy={add.isPending} style={{ alignSelf: "flex-start" }}>
              {words.view.runInBackground}
            </BusyButton>
          </Menu.Target>
          <Menu.Dropdown>
            {FORMATS.map((format) => (
              <Menu.Item key={format} onClick={() => add.run(format)}>
                {words.view.formats[format]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {add.error !== null && <ProblemAlert error={add.error} title={texts.notStarted} />}
        {ids.length === 0 ? (
          <EmptyState icon={DownloadIcon} title={texts.emptyTitle}>
            {texts.empty}
          </EmptyState>
        ) : (
          ids.map((id) => <JobRow key={id} id={id} onGone={() => keep(ids.filter((other) => other !== id))} />)
        )}
      </Stack>
    </Dialog>
  );
}

function JobRow({ id, onGone }: { readonly id: string; readonly onGone: () => void }): ReactNode {
  const job = useQuery({
    queryKey: ["report-job", id],
    queryFn: ({ signal }) =>
      ask(api.GET("/apiAnalytics/v1/reports/{jobId}", { params: { path: { jobId: id } }, signal })),
    refetchInterval: ({ state }) => (state.data !== undefined && hasEnded(state.data) ? false : REREAD_MILLIS),
  });
  const remove = useAction({
    call: () => ask(api.DELETE("/apiAnalytics/v1/reports/{jobId}", { params: { path: { jobId: id } } })),
    onDone: onGone,
  });
  const fetchResult = useAction({
    call: async () => {
      const signal = AbortSignal.timeout(RESULT_MILLIS_MAX);
      const file = await download(SIGNED_IN, `/apiAnalytics/v1/reports/${id}/result`, { name: "report", signal });
      saveFile(file.blob, file.name);
    },
  });
  if (job.error instanceof ApiProblem && job.error.status === 404)
    return (
      <Paper withBorder p="sm">
        <Group justify="space-between">
          <Text>{texts.gone}</Text>
          <Button size="compact-sm" variant="subtle" onClick={onGone}>
            {texts.forget}
          </Button>
        </Group>
      </Paper>
    );
  if (job.error !== null) return <ProblemAlert error={job.error} onRetry={() => void job.refetch()} />;
  if (job.data === undefined) return null;
  const { data } = job;
  const isActive = !hasEnded(data);
  const removal = isActive ? texts.stop : texts.remove;
  return (
    <Paper withBorder p="sm">
      <Stack gap={6}>
        <Group justify="space-between">
          <Group gap="xs">
            <StatusBadge label={texts.states[data.state]} tone={TONES[data.state]} />
            <Text>
              {words.view.formats[data.format]}, <Moment ts={data.createdTime} isInSentence />
            </Text>
          </Group>
          <Group gap={4}>
            {data.state === "done" && (
              <BusyButton
                size="compact-sm"
                variant="light"
                leftSection={<DownloadIcon size={14} />}
                isBusy={fetchResult.isPending}
                onClick={() => fetchResult.run()}
              >
                {words.components.common.download}
              </BusyButton>
            )}
            <Tooltip label={removal}>
              <ActionIcon aria-label={removal} loading={remove.isPending} onClick={() => remove.run()}>
                <Trash2 />
              </ActionIcon>
            </Tooltip>
          </Group>
        </Group>
        {isActive && <Progress value={data.progress} animated size="sm" aria-label={texts.progress} />}
        <Outcome job={data} />
        {fetchResult.error !== null && <ProblemAlert error={fetchResult.error} title={texts.notDownloaded} />}
        {remove.error !== null && <ProblemAlert error={remove.error} />}
      </Stack>
    </Paper>
  );
}

function Outcome({ job: { state, rows, bytes: size, truncated, error, expiresAt } }: { readonly job: Job }): ReactNode {
  if (error !== null)
    return (
      <Text c="dimmed" className="foreign">
        {error.message}
      </Text>
    );
  if (state !== "done") return null;
  return (
    <Text c="dimmed">
      <Marked
        text={texts.result(rows ?? 0, bytes(size ?? 0), truncated === true)}
        as={() => <Moment ts={expiresAt} style="exact" />}
      />
    </Text>
  );
}

function hasEnded({ state }: Job): boolean {
  return state === "done" || state === "failed" || state === "cancelled";
}
