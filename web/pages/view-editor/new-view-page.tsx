// A new view: by a template, from nothing, or from a file. How it begins stands in the address, what is in a file does not.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifications } from "@mantine/notifications";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useCallback, useState, type ReactNode } from "react";
import { isRecord, parseJson } from "../../api/json.ts";
import { ApiProblem } from "../../api/problem.ts";
import { textOf, useAddress } from "../../app/list-state.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { OpenFileButton } from "../views/open-file.tsx";
import { definitionOf, textsAt, type Json } from "./document.ts";
import { Editor } from "./editor.tsx";
import { TemplateGallery } from "./template-gallery.tsx";
import { TemplateQuestions } from "./template-questions.tsx";
import { blankView, TEMPLATES, type Answers } from "./templates.ts";
import { createView } from "./view-calls.ts";

const ABOVE = [{ label: "Table views", path: "/views" }];

export function NewViewPage(): ReactNode {
  const { address, change } = useAddress();
  const imported = useLocation({ select: ({ state }) => viewIn(state) });
  const wanted = textOf(address, "template");
  const template = TEMPLATES.find(({ id }) => id === wanted);
  const answers = answersIn(address);
  const start = wanted === "file" ? imported : wanted === "blank" ? blankView() : null;
  if (start !== null) return <NewViewEditor key={wanted} start={start} />;
  if (template === undefined)
    return (
      <>
        <PageHeader
          title="New view"
          above={ABOVE}
          description="A template asks for a value or two and gives a report at once; everything in it can be changed."
        />
        <TemplateGallery actions={<OpenFileButton />} />
      </>
    );
  const asksForKeys = template.asks.includes("keys") || template.asks.includes("key");
  const isAnswered =
    (!asksForKeys || answers.keys.length > 0) && (!template.asks.includes("state") || answers.state !== "");
  if (isAnswered) return <NewViewEditor key={template.id} start={template.build(answers)} />;
  return (
    <>
      <PageHeader title="New view" above={ABOVE} />
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

function NewViewEditor({ start }: { readonly start: Json }): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  // The template is asked once; the address may change its tab.
  const [first] = useState(start);
  const save = useMutation({
    mutationFn: ({ view }: { readonly view: Json; readonly leave: () => void }) => createView(view),
    onSuccess: async (view, { leave }) => {
      leave();
      notifications.show({ message: `“${view.name}” is saved.` });
      await queries.invalidateQueries({ queryKey: ["views"] });
      await navigate({ to: `/views/${view.id}` });
    },
  });
  const { reset } = save;
  const forget = useCallback(() => reset(), [reset]);
  return (
    <Editor
      title="New view"
      start={first}
      saved={null}
      isSaving={save.isPending}
      saveError={save.error}
      refused={save.error instanceof ApiProblem ? save.error.places : NOTHING}
      onChanged={forget}
      onSave={(view, leave) => save.mutate({ view, leave })}
    />
  );
}

const NOTHING: ApiProblem["places"] = [];

/** Keys are a list as JSON; one that somebody has typed into the address is itself. */
function answersIn(address: Json): Answers {
  const text = textOf(address, "keys");
  const listed = parseJson(text);
  const { state } = address;
  return {
    keys: (Array.isArray(listed) ? textsAt({ listed }, ["listed"]) : [text]).filter((key) => key !== ""),
    by: textOf(address, "by") || "entity.name",
    state: typeof state === "boolean" ? String(state) : textOf(address, "state"),
  };
}

/** A view that was read from a file on another page; it lives in the history of the tab. */
function viewIn(state: object): Json | null {
  const view = "view" in state ? state.view : undefined;
  return isRecord(view) ? definitionOf(view) : null;
}
