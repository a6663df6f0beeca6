// A view for bearers of its share link, alone or in a frame of another site: no sign-in, no menu, only this view.
// Source: analytics contract 4.3, 6.3.
import { Box, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { Caller } from "../../api/caller.ts";
import { ask } from "../../api/client.ts";
import { DownloadMenu, DownloadProgress, useDownload } from "../view/download-menu.tsx";
import { ReportBody } from "../view/report-body.tsx";
import { ReportProblem } from "../view/report-problem.tsx";
import { useShownView, type ShownView } from "../view/use-shown-view.ts";
import { isAboutLink, LinkGate, LinkProblem, Refused, type Bearer } from "./link-gate.tsx";
import { words } from "../../words/words.ts";

export function EmbedPage(): ReactNode {
  const params: { readonly id?: string } = useParams({ strict: false });
  return (
    <Box component="main" p={{ base: "xs", sm: "md" }} mih="100dvh">
      <LinkGate>{(bearer) => <SharedView viewId={params.id ?? ""} bearer={bearer} />}</LinkGate>
    </Box>
  );
}

function SharedView({ viewId, bearer }: { readonly viewId: string; readonly bearer: Bearer }): ReactNode {
  const { caller } = bearer;
  const view = useQuery({
    queryKey: ["shared-view", caller.key, viewId],
    retry: false,
    queryFn: ({ signal }) =>
      ask(caller.api.GET("/apiAnalytics/v1/views/{viewId}", { params: { path: { viewId } }, signal })),
  });
  if (view.error !== null)
    return <Refused noun="view" error={view.error} bearer={bearer} onRetry={() => void view.refetch()} />;
  if (view.data === undefined)
    return <Skeleton height={320} role="status" aria-label={words.components.common.loading} />;
  return <OpenView key={caller.key} view={view.data} caller={caller} />;
}

function OpenView({ view, caller }: { readonly view: ShownView; readonly caller: Caller }): ReactNode {
  const shown = useShownView(caller, view);
  const { run } = shown;
  const [fileError, setFileError] = useState<unknown>(null);
  const downloading = useDownload({ caller, viewId: view.id, request: run.request, onError: setFileError });
  // A link may be revoked while its view is open; then nothing of the view is shown any more.
  if (isAboutLink(run.error)) return <LinkProblem noun="view" error={run.error} onRetry={run.again} />;
  return (
    <Stack gap="md">
      <title>{view.name}</title>
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Title order={1} size="h3" className="foreign">
            {view.name}
          </Title>
          {view.description !== "" && (
            <Text c="dimmed" className="foreign">
              {view.description}
            </Text>
          )}
        </div>
        <DownloadMenu {...downloading} />
      </Group>
      <DownloadProgress running={downloading.running} />
      {fileError !== null && <ReportProblem error={fileError} onRetry={() => setFileError(null)} />}
      <ReportBody shown={shown} isEmbedded />
    </Stack>
  );
}
