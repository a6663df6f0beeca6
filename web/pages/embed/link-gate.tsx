// What stands before anything that a share link shows: the link of the address, its password, and why it shows nothing.
import { Alert, Button, PasswordInput, Stack, Title } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { Link2Off, LockKeyhole } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { bearerOf, type Caller } from "../../api/caller.ts";
import { ApiProblem, messageOf } from "../../api/problem.ts";
import { textOf, type Address } from "../../app/list-state.ts";
import { ReportProblem } from "../view/report-problem.tsx";
import { words } from "../../words/words.ts";

const texts = words.embed;

export interface Bearer {
  readonly caller: Caller;
  /** A password has been given before, so it was wrong if it is asked for again. */
  readonly isAsked: boolean;
  readonly onPassword: (password: string) => void;
}

export function LinkGate({ children }: { readonly children: (bearer: Bearer) => ReactNode }): ReactNode {
  const address: Address = useSearch({ strict: false });
  const link = textOf(address, "link");
  const [password, setPassword] = useState<string | null>(null);
  const caller = useMemo(() => bearerOf(link, password), [link, password]);
  if (link === "") return <NoGoodLink text={texts.link.incomplete} />;
  return children({ caller, isAsked: password !== null, onPassword: setPassword });
}

interface RefusedProps {
  readonly noun: "view" | "dashboard";
  readonly error: Error;
  readonly bearer: Bearer;
  readonly onRetry: () => void;
}

/** In the place of what could not be read: the password is asked for, or the reason is told. */
export function Refused({ noun, error, bearer: { isAsked, onPassword }, onRetry }: RefusedProps): ReactNode {
  const code = error instanceof ApiProblem ? error.code : null;
  if (code === "LINK_PASSWORD")
    return <PasswordForm noun={noun} problem={isAsked ? texts.password.wrong : null} onPassword={onPassword} />;
  if (isAsked && code === "LIMIT_REACHED")
    return <PasswordForm noun={noun} problem={messageOf(error)} onPassword={onPassword} />;
  return <LinkProblem noun={noun} error={error} onRetry={onRetry} />;
}

interface LinkProblemProps {
  readonly noun: "view" | "dashboard";
  readonly error: unknown;
  readonly onRetry: () => void;
}

export function LinkProblem({ noun, error, onRetry }: LinkProblemProps): ReactNode {
  if (!isAboutLink(error)) return <ReportProblem error={error} onRetry={onRetry} />;
  const code = error instanceof ApiProblem ? error.code : null;
  return <NoGoodLink text={code === "FORBIDDEN" ? texts.link.other[noun] : texts.link.ended} />;
}

const ABOUT_LINK: readonly string[] = ["LINK_INVALID", "FORBIDDEN", "VIEW_NOT_FOUND", "VIEW_ID_INVALID", "NOT_FOUND"];

export function isAboutLink(error: unknown): boolean {
  return error instanceof ApiProblem && ABOUT_LINK.includes(error.code ?? "");
}

function NoGoodLink({ text }: { readonly text: string }): ReactNode {
  return (
    <Alert color="yellow" icon={<Link2Off size={18} />} title={texts.link.title} role="alert">
      <title>{texts.link.pageTitle}</title>
      {text}
    </Alert>
  );
}

interface PasswordFormProps {
  readonly noun: "view" | "dashboard";
  readonly problem: string | null;
  readonly onPassword: (password: string) => void;
}

function PasswordForm({ noun, problem, onPassword }: PasswordFormProps): ReactNode {
  const [typed, setTyped] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onPassword(typed);
      }}
    >
      <Stack maw={360} mx="auto" mt="10vh">
        <title>{words.components.common.password}</title>
        <Title order={1} size="h3">
          {texts.password.title[noun]}
        </Title>
        <PasswordInput
          label={words.components.common.password}
          description={texts.password.says}
          leftSection={<LockKeyhole />}
          autoComplete="off"
          error={problem}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" disabled={typed === ""}>
          {texts.password.show[noun]}
        </Button>
      </Stack>
    </form>
  );
}
