// A new view: from a template, blank, or from a file. The choice is in the address, the contents of a file are not.
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Alert, Button, Group, Loader, MultiSelect, Paper, Select, Stack, Text, TextInput } from "@mantine/core";
import { parseJson } from "../../api/json.ts";
import { textOf, useAddress, type Address } from "../../app/list-state.ts";
import { useProfileFormats } from "../../app/key-formats.ts";
import { useAction } from "../../app/use-action.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { OpenFileButton } from "../views/open-file.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { formatsAmong } from "../../components/chart/key-format.ts";
import { choices, labelOfChoice } from "../../components/choices.ts";
import { Editor } from "./editor.tsx";
import { TemplateGallery } from "./template-gallery.tsx";
import { type Answers, blankView, type Template, TEMPLATES } from "./templates.ts";
import { createView } from "./view-calls.ts";
import { definitionOf, type ViewDraft } from "./view-draft.ts";
import { isDraft, misfitOf } from "./view-shape.ts";
import { KeySelect } from "./key-select.tsx";
import { isNumeric } from "./key-words.ts";
import { type KnownKey, useKnownKeys } from "./known-keys.ts";
import { SCOPES } from "./source-words.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.newView;
const { common } = words.components;

const ABOVE = [{ label: words.views.title, path: "/views" }];

export function NewViewPage(): ReactNode {
  const { address, change } = useAddress();
  // A view read from a file on another page; it is kept in the tab's history state.
  const imported = useLocation({ select: ({ state }) => state.view });
  const wanted = textOf(address, "template");
  const template = TEMPLATES.find(({ id }) => id === wanted);
  const answers = answersIn(address);
  const profiles = useProfileFormats();
  if (wanted === "blank") return <NewViewEditor key={wanted} start={blankView()} />;
  if (wanted === "file" && isDraft(imported)) return <NewViewEditor key={wanted} start={definitionOf(imported)} />;
  if (template === undefined)
    return (
      <>
        <PageHeader title={words.viewEditor.editor.newView} above={ABOVE} description={texts.about} />
        {wanted === "file" && imported !== undefined && (
          <Alert color="red" title={texts.badFile} mb="md" className="foreign">
            {misfitOf(imported)}
          </Alert>
        )}
        <TemplateGallery actions={<OpenFileButton />} />
      </>
    );
  if (isAnswered(template, answers) && profiles === undefined)
    return <Loader size="sm" aria-label={words.viewEditor.keys.loading} />;
  if (isAnswered(template, answers))
    return <NewViewEditor key={template.id} start={template.build(answers, formatsAmong(profiles ?? [], null))} />;
  return (
    <>
      <PageHeader title={words.viewEditor.editor.newView} above={ABOVE} />
      <TemplateQuestions
        template={template}
        onAnswers={({ keys, by, state }) =>
          change({
            keys: JSON.stringify(keys),
            ...(template.asks.includes("by") ? { by } : {}),
            ...(template.asks.includes("state") ? { state } : {}),
          })
        }
      />
    </>
  );
}

function NewViewEditor({ start }: { readonly start: ViewDraft }): ReactNode {
  const navigate = useNavigate();
  // The template is built once; the address may still change its tab.
  const [first] = useState(start);
  const save = useAction({
    call: createView,
    done: (view) => words.viewEditor.editor.saved(view.name),
    onDone: (view) => navigate({ to: `/views/${view.id}` }),
    stale: ["views"],
  });
  return (
    <Editor
      title={words.viewEditor.editor.newView}
      start={first}
      saved={null}
      work={save}
      onChanged={save.reset}
      onSave={save.run}
    />
  );
}

/** Keys are a JSON list; a plain text typed into the address is a single key. */
function answersIn(address: Address): Answers {
  const text = textOf(address, "keys");
  const listed = parseJson(text);
  const { state } = address;
  return {
    keys: (Array.isArray(listed) ? listed : [text]).filter((key) => typeof key === "string" && key !== ""),
    by: textOf(address, "by") || "entity.name",
    state: typeof state === "boolean" ? String(state) : textOf(address, "state"),
  };
}

function isAnswered({ asks }: Template, { keys, state }: Answers): boolean {
  return asks.every((question) => (question === "state" ? state !== "" : question === "by" || keys.length > 0));
}

interface TemplateQuestionsProps {
  readonly template: Template;
  readonly onAnswers: (answers: Answers) => void;
}

const GROUPS = choices({
  "entity.name": common.device,
  "entity.profile": common.profile,
  "entity.customer": common.customer,
  "entity.gateway": common.gateway,
});

/** The questions of a template: which keys, what a row stands for, and which state. */
function TemplateQuestions({ template, onAnswers }: TemplateQuestionsProps): ReactNode {
  const { asks, title, says } = template;
  const [text, setText] = useState("");
  const [keys, setKeys] = useState<readonly string[]>([]);
  const [by, setBy] = useState("entity.name");
  const [state, setState] = useState("");
  const known = useKnownKeys("", null);
  const found = useKnownKeys(text, "telemetry");
  const telemetry = (found.data ?? []).filter(({ kind }) => kind === "telemetry");
  const fits = asks.includes("state") || template.id === "latest" ? () => true : isNumeric;
  const fitting = telemetry.filter(fits);
  const attributes = (known.data ?? []).filter(({ kind }) => kind === "attribute");
  const answers = { keys, by, state };
  return (
    <Paper withBorder p="lg" maw={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isAnswered(template, answers)) onAnswers(answers);
        }}
      >
        <Stack>
          <Text size="md" fw={600}>
            {title}
          </Text>
          <Text c="dimmed">{says}</Text>
          {found.error !== null && <ProblemAlert error={found.error} onRetry={() => void found.refetch()} />}
          {found.isPending && <Loader size="sm" aria-label={words.viewEditor.keys.loading} />}
          {found.isSuccess && fitting.length === 0 && text === "" && <Text>{texts.nothingFits}</Text>}
          {asks.includes("keys") && (
            <MultiSelect
              label={texts.keys}
              searchable
              required
              data={options(fitting, keys)}
              value={[...keys]}
              onChange={setKeys}
              onSearchChange={setText}
              nothingFoundMessage={words.viewEditor.inputs.noKeyMatch}
            />
          )}
          {asks.includes("key") && (
            <KeySelect
              label={template.id === "consumption" ? texts.counter : texts.key}
              isRequired
              value={keys[0] ?? ""}
              onValue={(key) => setKeys(key === "" ? [] : [key])}
              fits={fits}
            />
          )}
          {asks.includes("by") && (
            <Select
              label={texts.by}
              searchable
              data={[
                { group: common.devices, items: GROUPS },
                {
                  group: words.viewEditor.sources.attributes,
                  items: attributes.map(({ key, scope }) => ({
                    value: `attr.${scope ?? "server"}.${key}`,
                    label: `${key} (${labelOfChoice(SCOPES, scope ?? "server")})`,
                  })),
                },
              ]}
              value={by}
              onChange={(value) => setBy(value ?? by)}
            />
          )}
          {asks.includes("state") && (
            <TextInput
              label={texts.state}
              description={texts.stateSays}
              required
              maxLength={100}
              value={state}
              onChange={(event) => setState(event.currentTarget.value)}
            />
          )}
          <Group justify="flex-end">
            <Button component={Link} to="/views/new" variant="default">
              {texts.others}
            </Button>
            <Button type="submit" disabled={!isAnswered(template, answers)}>
              {texts.next}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

function options(keys: readonly KnownKey[], chosen: readonly string[]): string[] {
  return [...new Set([...keys.map(({ key }) => key), ...chosen])];
}
