// A view for bearers of its share link, alone or in a frame of another site: no sign-in, no menu, only this view.
// Source: analytics contract 4.3, 6.3.
import { Alert, Box, Button, Group, PasswordInput, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { Link2Off, LockKeyhole } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { bearerOf, type Caller } from "../../api/caller.ts";
import { ask } from "../../api/client.ts";
import { ApiProblem, messageOf } from "../../api/problem.ts";
import { textOf, type Address } from "../../app/list-state.ts";
import { DownloadMenu, DownloadProgress, useDownload } from "../view/download-menu.tsx";
import { ReportBody } from "../view/report-body.tsx";
import { ReportProblem } from "../view/report-problem.tsx";
import { useShownView, type ShownView } from "../view/use-shown-view.ts";

export function EmbedPage(): ReactNode {
  const params: { readonly id?: string } = useParams({ strict: false });
  const address: Address = useSearch({ strict: false });
  const link = textOf(address, "link");
  const [password, setPassword] = useState<string | null>(null);
  const caller = useMemo(() => bearerOf(link, password), [link, password]);
  return (
    <Box component="main" p={{ base: "xs", sm: "md" }} mih="100dvh">
      {link === "" ? (
        <NoGoodLink text="The address is incomplete. Copy the whole link you were given." />
      ) : (
        <SharedView viewId={params.id ?? ""} caller={caller} isAsked={password !== null} onPassword={setPassword} />
      )}
    </Box>
  );
}

interface SharedViewProps {
  readonly viewId: string;
  readonly caller: Caller;
  /** A password has been given before, so it was wrong if it is asked for again. */
  readonly isAsked: boolean;
  readonly onPassword: (password: string) => void;
}

function SharedView({ viewId, caller, isAsked, onPassword }: SharedViewProps): ReactNode {
  const view = useQuery({
    queryKey: ["shared-view", caller.key, viewId],
    retry: false,
    queryFn: ({ signal }) =>
      ask(caller.api.GET("/apiAnalytics/v1/views/{viewId}", { params: { path: { viewId } }, signal })),
  });
  if (view.error !== null) {
    const code = view.error instanceof ApiProblem ? view.error.code : null;
    if (code === "LINK_PASSWORD" || (isAsked && code === "LIMIT_REACHED"))
      return <PasswordForm problem={isAsked ? messageOf(view.error) : null} onPassword={onPassword} />;
    return <LinkProblem error={view.error} onRetry={() => void view.refetch()} />;
  }
  if (view.data === undefined) return <Skeleton height={320} role="status" aria-label="Loading" />;
  return <OpenView key={caller.key} view={view.data} caller={caller} />;
}

function OpenView({ view, caller }: { readonly view: ShownView; readonly caller: Caller }): ReactNode {
  const shown = useShownView(caller, view);
  const { run } = shown;
  const [fileError, setFileError] = useState<unknown>(null);
  const downloading = useDownload({ caller, viewId: view.id, request: run.request, onError: setFileError });
  // A link may be revoked while its view is open; then nothing of the view is shown any more.
  if (isAboutLink(run.error)) return <LinkProblem error={run.error} onRetry={run.again} />;
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
      <ReportBody shown={shown} />
    </Stack>
  );
}

function LinkProblem({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactNode {
  if (!isAboutLink(error)) return <ReportProblem error={error} onRetry={onRetry} />;
  const code = error instanceof ApiProblem ? error.code : null;
  return (
    <NoGoodLink
      text={
        code === "FORBIDDEN"
          ? "This link opens another view, or is not meant for this page. Copy the whole link you were given."
          : "The link has expired, was revoked or is incomplete. Ask the sender for a new one."
      }
    />
  );
}

function isAboutLink(error: unknown): boolean {
  return (
    error instanceof ApiProblem &&
    ["LINK_INVALID", "FORBIDDEN", "VIEW_NOT_FOUND", "VIEW_ID_INVALID"].includes(error.code ?? "")
  );
}

function NoGoodLink({ text }: { readonly text: string }): ReactNode {
  return (
    <Alert color="yellow" icon={<Link2Off size={18} />} title="This link shows nothing" role="alert">
      <title>Link</title>
      {text}
    </Alert>
  );
}

interface PasswordFormProps {
  readonly problem: string | null;
  readonly onPassword: (password: string) => void;
}

function PasswordForm({ problem, onPassword }: PasswordFormProps): ReactNode {
  const [typed, setTyped] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onPassword(typed);
      }}
    >
      <Stack maw={360} mx="auto" mt="10vh">
        <title>Password</title>
        <Title order={1} size="h3">
          This view has a password
        </Title>
        <PasswordInput
          label="Password"
          description="Ask the sender of the link for it."
          leftSection={<LockKeyhole />}
          autoComplete="off"
          error={problem}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" disabled={typed === ""}>
          Show the view
        </Button>
      </Stack>
    </form>
  );
}
