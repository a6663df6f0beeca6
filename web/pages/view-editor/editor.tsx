// The editor of a view: its parts on the left, what it gives on the right, at once. What is not saved is guarded.
import { ActionIcon, Box, Grid, SegmentedControl, Stack, Tabs, TextInput, Tooltip } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { Redo2, Save, Undo2 } from "lucide-react";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { choiceOf, useAddress } from "../../app/list-state.ts";
import { useUser } from "../../app/use-session.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { useConfirm } from "../../components/confirm.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { pointerOf, textAt, withValue, type Json } from "./document.ts";
import { EditingContext, problemsBelow, type Editing, type ViewProblem } from "./editing.ts";
import { asJson } from "./fields.ts";
import { PartPanel } from "./part-panel.tsx";
import { PARTS, placeOf } from "./parts.ts";
import { PreviewPane } from "./preview-pane.tsx";
import { useUndoable } from "./use-history.ts";
import { usePreview } from "./use-preview.ts";
import type { SavedView } from "./view-calls.ts";

interface EditorProps {
  readonly title: string;
  /** What it begins with. */
  readonly start: Json;
  /** What is kept of it; null for a new one. */
  readonly saved: SavedView | null;
  readonly isSaving: boolean;
  readonly saveError: unknown;
  /** Places that the service refused when the view was saved. */
  readonly refused: readonly ViewProblem[];
  /** `leave` goes elsewhere although something has changed, which has just been kept. */
  readonly onSave: (view: Json, leave: () => void) => void;
  readonly onChanged: () => void;
}

export function Editor(props: EditorProps): ReactNode {
  const { title, start, saved, isSaving, saveError, refused, onSave, onChanged } = props;
  const { role } = useUser();
  const { address, change: changeAddress } = useAddress();
  const { present: view, change, undo, redo } = useUndoable(start);
  const [typed, setTyped] = useState<string | null>(null);
  const [asked, setAsked] = useState<Json | null>(null);
  const [open, setOpen] = useState<{ readonly columns: number | null; readonly filters: number | null }>({
    columns: null,
    filters: null,
  });
  const [isNameMissing, setNameMissing] = useState(false);
  const isLeaving = useRef(false);
  const nameInput = useRef<HTMLInputElement>(null);
  const preview = usePreview(view, asked);
  const parts = PARTS.filter(({ id }) => id !== "history" || saved !== null);
  const ids = parts.map(({ id }) => id);
  const part = choiceOf(address, "part", ids) ?? "columns";
  const pane = choiceOf(address, "pane", ["form", "preview"]) ?? "form";
  const isChanged = useMemo(() => JSON.stringify(view) !== JSON.stringify(start), [view, start]);
  useGuard(isChanged || typed !== null, isLeaving);
  // A view without a name can be looked at; the name is asked for when it is saved.
  const problems = useMemo(
    () => [...preview.problems.filter(({ pointer }) => pointer !== "/name"), ...refused],
    [preview.problems, refused],
  );

  const editing = useMemo<Editing>(
    () => ({
      view,
      problems,
      isAdministrator: role === "TENANT_ADMIN",
      set: (path, value) => {
        onChanged();
        setTyped(null);
        change((present) => asJson(withValue(present, path, value)), pointerOf(path));
      },
      change: (next) => {
        onChanged();
        setTyped(null);
        change(next, null);
      },
    }),
    [view, problems, role, change, onChanged],
  );

  const goTo = (pointer: string): void => {
    const { part: wanted, entry } = placeOf(pointer);
    if (wanted === null) nameInput.current?.focus();
    else changeAddress({ part: wanted, pane: undefined });
    if (entry !== null) setOpen({ ...open, [wanted === "filters" ? "filters" : "columns"]: entry });
  };
  const isUnnamed = textAt(view, ["name"]).trim() === "";
  const nameProblem =
    isNameMissing && isUnnamed ? "Give the view a name." : problemsBelow(problems, ["name"])[0]?.message;

  return (
    <EditingContext value={editing}>
      <PageHeader
        title={title}
        above={[
          { label: "Table views", path: "/views" },
          ...(saved === null ? [] : [{ label: saved.name, path: `/views/${saved.id}` }]),
        ]}
        actions={
          <>
            <Step icon={Undo2} label="Undo" onStep={undo} />
            <Step icon={Redo2} label="Redo" onStep={redo} />
            <BusyButton
              leftSection={<Save size={16} aria-hidden />}
              isBusy={isSaving}
              disabled={typed !== null}
              onClick={() => {
                if (isUnnamed) {
                  setNameMissing(true);
                  nameInput.current?.focus();
                  return;
                }
                onSave(view, () => {
                  isLeaving.current = true;
                });
              }}
            >
              Save view
            </BusyButton>
          </>
        }
      />
      <Stack gap="md">
        {saveError !== null && <ProblemAlert error={saveError} title="It was not saved" />}
        <SegmentedControl
          hiddenFrom="lg"
          aria-label="Show"
          data={[
            { value: "form", label: "Edit" },
            { value: "preview", label: "Preview" },
          ]}
          value={pane}
          onChange={(next) => changeAddress({ pane: next === "form" ? undefined : next })}
        />
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 5 }} visibleFrom={pane === "form" ? undefined : "lg"}>
            <Stack gap="md">
              <TextInput
                ref={nameInput}
                label="Name"
                placeholder="Daily consumption per building"
                required
                maxLength={255}
                value={textAt(view, ["name"])}
                error={nameProblem}
                onChange={(event) => editing.set(["name"], event.currentTarget.value)}
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
  return (
    <Tabs
      value={part}
      variant="pills"
      keepMounted={false}
      onChange={(next) => {
        if (next !== null) onPart(next);
      }}
    >
      <Tabs.List aria-label="Parts of the view" style={{ flexWrap: "wrap" }}>
        {parts.map(({ id, label }) => {
          const wrong = problems.filter(({ pointer }) => placeOf(pointer).part === id).length;
          return (
            <Tabs.Tab key={id} value={id} px="xs" py={6}>
              {wrong === 0 ? label : `${label} (${wrong} wrong)`}
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

interface StepProps {
  readonly icon: typeof Undo2;
  readonly label: string;
  readonly onStep: (() => void) | null;
}

function Step({ icon: Icon, label, onStep }: StepProps): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon size="lg" variant="default" aria-label={label} disabled={onStep === null} onClick={() => onStep?.()}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Asks before what is not saved is left; other parts of the same page are no other page. */
function useGuard(isChanged: boolean, isLeaving: { readonly current: boolean }): void {
  const confirm = useConfirm();
  useBlocker({
    enableBeforeUnload: () => isChanged && !isLeaving.current,
    shouldBlockFn: async ({ current, next }) => {
      if (!isChanged || isLeaving.current || current.pathname === next.pathname) return false;
      const isSure = await confirm({
        title: "Leave without saving?",
        text: "What you have changed in this view is lost.",
        action: "Leave",
      });
      return !isSure;
    },
  });
}
