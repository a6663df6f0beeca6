// The editor of a view: its parts on the left, a live preview on the right. Unsaved changes are guarded.
import { Box, Grid, Group, SegmentedControl, Stack, Tabs, TextInput } from "@mantine/core";
import { Save } from "lucide-react";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { ApiProblem } from "../../api/problem.ts";
import { choiceOf, useAddress } from "../../app/list-state.ts";
import { useUser } from "../../app/use-session.ts";
import { useIsNarrow } from "../../components/use-is-narrow.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { UndoRedo } from "../../components/undo-redo.tsx";
import { choices } from "../../components/choices.ts";
import type { Work } from "../../components/form.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { useUnsaved } from "../../components/use-unsaved.ts";
import { EditingContext, type Editing } from "./editing.ts";
import { PartPanel, type Open } from "./part-panel.tsx";
import { partAt, PARTS } from "./parts.ts";
import { placeOf, type ViewProblem } from "./place.ts";
import { PreviewPane } from "./preview-pane.tsx";
import { useUndoable } from "./use-history.ts";
import { usePreview } from "./use-preview.ts";
import type { SavedView } from "./view-calls.ts";
import type { ViewDraft } from "./view-draft.ts";
import { VIEW_SHAPES } from "./view-shape.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.editor;

interface EditorProps {
  readonly title: string;
  /** The initial view. */
  readonly start: ViewDraft;
  /** The saved view; null for a new one. */
  readonly saved: SavedView | null;
  readonly work: Work;
  readonly onSave: (view: ViewDraft) => void;
  /** Must stay the same function. */
  readonly onChanged: () => void;
}

const PANES = choices(texts.panes);

export function Editor(props: EditorProps): ReactNode {
  const { title, start, saved, work, onSave, onChanged } = props;
  const { role } = useUser();
  const { address, change: changeAddress } = useAddress();
  const { present: view, change, undo, redo } = useUndoable(start);
  const [typed, setTyped] = useState<string | null>(null);
  const [asked, setAsked] = useState<ViewDraft | null>(null);
  const [open, setOpen] = useState<Open>({ columns: null, filters: null });
  const [isNameMissing, setNameMissing] = useState(false);
  const nameInput = useRef<HTMLInputElement>(null);
  const preview = usePreview(view, asked);
  const parts = PARTS.filter(({ id }) => id !== "history" || saved !== null);
  const ids = parts.map(({ id }) => id);
  const part = choiceOf(address, "part", ids) ?? "columns";
  const pane = choiceOf(address, "pane", ["form", "preview"]) ?? "form";
  const isChanged = useMemo(() => JSON.stringify(view) !== JSON.stringify(start), [view, start]);
  // A view that is being saved is not lost.
  useUnsaved(() => (isChanged || typed !== null) && !work.isPending);
  // A view without a name still has a preview; the name is required when it is saved.
  const problems = useMemo(
    () => [
      ...preview.problems.filter(({ pointer }) => pointer !== "/name"),
      ...(work.error instanceof ApiProblem ? work.error.places : []),
    ],
    [preview.problems, work.error],
  );

  const editing = useMemo<Editing>(() => {
    const edit = (update: (present: ViewDraft) => ViewDraft, pointer: string | null): void => {
      onChanged();
      setTyped(null);
      change(update, pointer);
    };
    const place = placeOf<ViewDraft>({
      pointer: "",
      value: view,
      shapes: VIEW_SHAPES,
      problems,
      change: (update, pointer) => edit((present) => update(present) ?? {}, pointer),
    });
    return { view, at: place.at, change: (update) => edit(update, null), isAdministrator: role === "TENANT_ADMIN" };
  }, [view, problems, role, change, onChanged]);
  const name = editing.at("name");

  const goTo = (pointer: string): void => {
    const { part: wanted, entry } = partAt(pointer);
    if (wanted === null) nameInput.current?.focus();
    else changeAddress({ part: wanted, pane: undefined });
    if (entry !== null) setOpen({ ...open, [wanted === "filters" ? "filters" : "columns"]: entry });
  };
  const isUnnamed = (view.name ?? "").trim() === "";
  const saveButton = (
    <BusyButton
      leftSection={<Save />}
      isBusy={work.isPending}
      disabled={typed !== null}
      onClick={() => {
        if (isUnnamed) {
          setNameMissing(true);
          nameInput.current?.focus();
          return;
        }
        onSave(view);
      }}
    >
      {texts.save}
    </BusyButton>
  );

  return (
    <EditingContext value={editing}>
      <PageHeader
        title={title}
        above={[
          { label: words.views.title, path: "/views" },
          ...(saved === null ? [] : [{ label: saved.name, path: `/views/${saved.id}` }]),
        ]}
        actions={
          <>
            <UndoRedo undo={undo} redo={redo} />
            {saveButton}
          </>
        }
      />
      <Stack gap="md">
        {work.error !== null && <ProblemAlert error={work.error} title={texts.notSaved} />}
        <SegmentedControl
          hiddenFrom="lg"
          aria-label={texts.show}
          data={PANES}
          value={pane}
          onChange={(next) => changeAddress({ pane: next === "form" ? undefined : next })}
        />
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 5 }} visibleFrom={pane === "form" ? undefined : "lg"}>
            <Stack gap="md">
              <TextInput
                ref={nameInput}
                label={words.components.common.name}
                placeholder={texts.namePlaceholder}
                required
                maxLength={name.shape.maxLength}
                value={name.value ?? ""}
                error={isNameMissing && isUnnamed ? texts.nameMissing : name.error}
                onChange={(event) => name.set(event.currentTarget.value)}
              />
              <EditorTabs
                part={part}
                parts={parts}
                problems={problems}
                onPart={(next) => changeAddress({ part: next === "columns" ? undefined : next })}
              >
                <PartPanel
                  part={part}
                  open={open}
                  onOpen={setOpen}
                  devices={preview.cost?.devices ?? null}
                  saved={saved}
                  typed={typed}
                  onTyped={setTyped}
                />
              </EditorTabs>
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 7 }} visibleFrom={pane === "preview" ? undefined : "lg"}>
            <Box pos={{ lg: "sticky" }} top={{ lg: 72 }}>
              <PreviewPane view={view} preview={{ ...preview, problems }} onGo={goTo} onRun={() => setAsked(view)} />
            </Box>
          </Grid.Col>
        </Grid>
        {/* Where the preview is below the form, the page is long. */}
        <Group hiddenFrom="lg" justify="flex-end">
          {saveButton}
        </Group>
      </Stack>
    </EditingContext>
  );
}

interface EditorTabsProps {
  readonly part: string;
  readonly parts: typeof PARTS;
  readonly problems: readonly ViewProblem[];
  readonly onPart: (part: string) => void;
  readonly children: ReactNode;
}

function EditorTabs({ part, parts, problems, onPart, children }: EditorTabsProps): ReactNode {
  const isNarrow = useIsNarrow();
  const list = useRef<HTMLDivElement>(null);
  // On a phone they are one line, in which the part of a link or a problem may be out of view.
  useEffect(() => {
    // Browsers may return a promise, which must not be returned as a cleanup.
    list.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [part]);
  return (
    <Tabs
      value={part}
      keepMounted={false}
      onChange={(next) => {
        if (next !== null) onPart(next);
      }}
    >
      {/* Beside the preview there is little room, and with a mouse those that are scrolled away would not be found. */}
      <Tabs.List ref={list} aria-label={texts.parts} style={isNarrow ? undefined : { flexWrap: "wrap" }}>
        {parts.map(({ id }) => {
          const wrong = problems.filter(({ pointer }) => partAt(pointer).part === id).length;
          return (
            <Tabs.Tab key={id} value={id} px="xs">
              {wrong === 0 ? texts.partLabels[id] : texts.partWithProblems(texts.partLabels[id], wrong)}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      <Tabs.Panel value={part} pt="md">
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}
