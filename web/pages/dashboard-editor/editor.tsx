// The editor of a dashboard: its panels with their present values, moved and resized in the grid, and a form for each. Nothing is
// saved until the button is pressed.
import { ActionIcon, Box, Button, Menu, SimpleGrid, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { ArrowDown, ArrowUp, Copy, PanelsTopLeft, Move, Pencil, Plus, Save, Settings2, Trash2 } from "lucide-react";
import { useEffect, useId, useMemo, useState, type ReactNode } from "react";
import { BusyButton } from "../../components/busy-button.tsx";
import { UndoRedo } from "../../components/undo-redo.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import type { Work } from "../../components/form.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { useUnsaved } from "../../components/use-unsaved.ts";
import { Warning } from "../../components/warning.tsx";
import type { DashboardPanel, PanelKind } from "../dashboard/configuration.ts";
import type { Dashboard } from "../dashboard/dashboard-calls.ts";
import { ABOVE } from "../dashboard/dashboard-page.tsx";
import { PanelBody } from "../dashboard/panel-body.tsx";
import { PanelFrame, PanelGrid } from "../dashboard/panel-grid.tsx";
import { PANEL_KINDS, computedPart, distinctName, isComputed, panelName, titled } from "../dashboard/panel-kinds.ts";
import { usePanelViews } from "../dashboard/use-panel-views.ts";
import { usePanels } from "../dashboard/use-panels.ts";
import { useVisiblePanels } from "../dashboard/use-visible.ts";
import { Act } from "../view-editor/entry-list.tsx";
import { useUndoable } from "../view-editor/use-history.ts";
import { words } from "../../words/words.ts";
import {
  lackOf,
  likelyModel,
  newPanelId,
  PANELS_MAX,
  withConfiguration,
  withCopy,
  withNewPanel,
  withPanel,
  type DashboardDraft,
} from "./dashboard-draft.ts";
import { PanelForm } from "./panel-form.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { useArranging } from "./use-arranging.ts";
import { useSourceProfiles } from "./use-source-profiles.ts";
import classes from "../dashboard/panel-grid.module.css";

interface EditorProps {
  readonly saved: Dashboard;
  readonly start: DashboardDraft;
  readonly work: Work;
  readonly onSave: (draft: DashboardDraft) => void;
  readonly onChanged: () => void;
}

const WORDS = words.dashboardEditor;
const MOVES = words.viewEditor.entries;
const REFRESH = { type: "interval", millis: 10_000 } as const;
/** Of typing, before panels are computed again. */
const PAUSE_MILLIS = 400;

type Open = { readonly kind: "panel"; readonly id: string } | { readonly kind: "settings" };

export function DashboardEditor({ saved, start, work, onSave, onChanged }: EditorProps): ReactNode {
  const { present: draft, change, undo, redo } = useUndoable(start);
  const [open, setOpen] = useState<Open | null>(null);
  const [editedId, setEditedId] = useState<string | null>(null);
  const [incomplete, setIncomplete] = useState<DashboardPanel | null>(null);
  const isChanged = useMemo(() => JSON.stringify(draft) !== JSON.stringify(start), [draft, start]);
  // What is being saved is not lost.
  useUnsaved(() => isChanged && !work.isPending);
  const { panels, grid } = draft.configuration;
  // A new panel has the devices of the one that it begins like.
  const model = likelyModel(panels, editedId);
  const profiles = useSourceProfiles(model?.source ?? null);
  const edit = (update: (present: DashboardDraft) => DashboardDraft, step: string | null): void => {
    onChanged();
    setIncomplete(null);
    change(update, step);
  };

  const { ref, visible, isUnknown } = useVisiblePanels(panels.map(({ id }) => id));
  const views = usePanelViews(panels);
  const viewOf = ({ source }: DashboardPanel) => (source?.type === "view" ? views.get(source.viewId) : null);
  const arranging = useArranging({
    ...{ gridRef: ref, grid, panels },
    nameOf: (panel) => panelName(named(panel)),
    onArranged: (next, step) => edit((present) => withConfiguration(present, { panels: next }), step),
  });
  const [typed] = useDebouncedValue(draft, PAUSE_MILLIS);
  const request = useMemo(() => {
    const ready = typed.configuration.panels.filter((panel) => lackOf(panel) === null);
    return { configuration: computedPart({ ...typed.configuration, panels: ready }) };
  }, [typed]);
  const computedIds = new Set(request.configuration.panels.map(({ id }) => id));
  const isSeen = (id: string): boolean => visible.has(id) || (open?.kind === "panel" && open.id === id);
  const shown = usePanels({
    ...{ dashboardId: saved.id.id, version: saved.version, request },
    panels: panels
      .filter((panel) => isComputed(panel) && computedIds.has(panel.id) && isSeen(panel.id))
      .map(({ id }) => ({ id, refresh: REFRESH, newest: null })),
  });
  const named = (panel: DashboardPanel) => titled(panel, viewOf(panel), shown.results.get(panel.id)?.report);
  const bodyOf = (panel: DashboardPanel): ReactNode => {
    const lack = lackOf(panel);
    if (lack !== null)
      return (
        <Text c="dimmed" ta="center" p="md" m="auto">
          {WORDS.notReady(lack)}
        </Text>
      );
    const result = shown.results.get(panel.id);
    const view = viewOf(panel);
    return (
      <PanelBody
        panel={named(panel)}
        result={result}
        asked={result?.asked ?? ""}
        view={view}
        isVisible={isUnknown || isSeen(panel.id)}
        isInert
        onPlaces={(places) =>
          edit(
            (present) => withPanel(present, { ...panel, options: { ...panel.options, places } }, profiles),
            `${panel.id} places`,
          )
        }
      />
    );
  };

  const openPanel = (id: string): void => {
    setEditedId(id);
    setOpen({ kind: "panel", id });
  };
  const add = (kind: PanelKind): void => {
    const id = newPanelId(panels);
    edit((present) => withNewPanel(present, { id, kind, like: model }, profiles), null);
    openPanel(id);
  };
  const [copied, setCopied] = useState<{ readonly id: string } | null>(null);
  const duplicate = (panel: DashboardPanel): void => {
    const id = newPanelId(panels);
    edit((present) => withCopy(present, id, panel), null);
    setCopied({ id });
  };
  useEffect(() => {
    // Where one goes on, also with keys alone: a free place may be further down.
    if (copied !== null)
      ref.current?.querySelector<HTMLElement>(`[data-panel="${copied.id}"] [data-edit] button`)?.focus();
  }, [copied, ref]);
  const remove = (panel: DashboardPanel): void => {
    edit((present) => {
      const left = present.configuration.panels.filter(({ id }) => id !== panel.id);
      return withConfiguration(present, { panels: left });
    }, null);
    setOpen(null);
  };
  const save = (): void => {
    const unfinished = panels.find((panel) => lackOf(panel) !== null);
    if (unfinished === undefined) onSave(draft);
    else setIncomplete(unfinished);
  };
  const opened = open?.kind === "panel" ? panels.find(({ id }) => id === open.id) : undefined;
  const hint = useId();

  return (
    <>
      <PageHeader
        title={WORDS.title(draft.title)}
        isKept
        above={[ABOVE, { label: saved.title, path: `/dashboards/${saved.id.id}` }]}
        actions={
          <>
            <UndoRedo undo={undo} redo={redo} />
            <Button variant="default" leftSection={<Settings2 />} onClick={() => setOpen({ kind: "settings" })}>
              {WORDS.settings}
            </Button>
            <AddPanel onAdd={add} isFull={panels.length >= PANELS_MAX} />
            <BusyButton leftSection={<Save />} isBusy={work.isPending} disabled={!isChanged} onClick={save}>
              {WORDS.save}
            </BusyButton>
          </>
        }
      />
      <Stack gap="md">
        {work.error !== null && <ProblemAlert error={work.error} title={WORDS.notSaved} />}
        {incomplete !== null && (
          <Warning title={WORDS.unfinished.title}>
            <Text className="foreign">{WORDS.unfinished.text(panelName(incomplete), lackOf(incomplete) ?? "")}</Text>
            <Button mt="xs" size="compact-sm" variant="default" onClick={() => openPanel(incomplete.id)}>
              {WORDS.unfinished.edit}
            </Button>
          </Warning>
        )}
        {shown.error !== null && (
          <ProblemAlert error={shown.error} title={words.dashboard.notComputed} onRetry={shown.again} />
        )}
        {panels.length === 0 && (
          <EmptyState
            icon={PanelsTopLeft}
            title={words.dashboard.noPanels}
            action={<AddPanel onAdd={add} isFull={false} label={WORDS.addFirst} />}
          >
            {WORDS.aboutPanels}
          </EmptyState>
        )}
        {panels.length > 0 && (
          <Text c="dimmed" visibleFrom="sm">
            {WORDS.howToArrange}
          </Text>
        )}
        <VisuallyHidden id={hint}>{WORDS.keys}</VisuallyHidden>
        <VisuallyHidden role="status" aria-live="polite">
          {arranging.said}
        </VisuallyHidden>
        <PanelGrid ref={ref} grid={grid} panels={arranging.ordered}>
          {(panel) => {
            const shownPanel = named(panel);
            return (
              <PanelFrame
                key={panel.id}
                panel={shownPanel}
                isHeld={arranging.heldId === panel.id}
                onDragStart={arranging.handles(panel, "move").onPointerDown}
                mover={
                  <ActionIcon
                    size="sm"
                    data-mover
                    className={classes["mover"] ?? ""}
                    aria-label={WORDS.arrange(distinctName(shownPanel))}
                    aria-describedby={hint}
                    onKeyDown={arranging.handles(panel, "move").onKeyDown}
                    onBlur={arranging.handles(panel, "move").onBlur}
                    style={{ cursor: "grab" }}
                  >
                    <Move size={15} />
                  </ActionIcon>
                }
                actions={
                  <Box style={{ whiteSpace: "nowrap" }}>
                    <span className={classes["steps"]}>
                      <Act
                        icon={ArrowUp}
                        label={MOVES.moveUp(distinctName(shownPanel))}
                        isDisabled={arranging.ordered[0] === panel}
                        onAct={() => arranging.stepBy(panel, -1)}
                      />
                      <Act
                        icon={ArrowDown}
                        label={MOVES.moveDown(distinctName(shownPanel))}
                        isDisabled={arranging.ordered.at(-1) === panel}
                        onAct={() => arranging.stepBy(panel, 1)}
                      />
                    </span>
                    <Box component="span" data-edit>
                      <Act
                        icon={Pencil}
                        label={WORDS.edit(distinctName(shownPanel))}
                        onAct={() => openPanel(panel.id)}
                      />
                    </Box>
                    <Act
                      icon={Copy}
                      label={WORDS.duplicate(distinctName(shownPanel))}
                      isDisabled={panels.length >= PANELS_MAX}
                      onAct={() => duplicate(panel)}
                    />
                    <Act
                      icon={Trash2}
                      label={WORDS.remove(distinctName(shownPanel))}
                      isApart
                      onAct={() => remove(panel)}
                    />
                  </Box>
                }
                corner={
                  <div
                    className={classes["corner"]}
                    data-corner={panel.id}
                    onPointerDown={arranging.handles(panel, "resize").onPointerDown}
                  />
                }
              >
                {bodyOf(panel)}
              </PanelFrame>
            );
          }}
        </PanelGrid>
      </Stack>
      {opened !== undefined && (
        <PanelForm
          key={opened.id}
          panel={opened}
          view={viewOf(opened)}
          report={shown.results.get(opened.id)?.report}
          filters={draft.configuration.filters}
          preview={bodyOf(opened)}
          onPanel={(panel, step) => edit((present) => withPanel(present, panel, profiles), `${panel.id} ${step}`)}
          onRemove={() => remove(opened)}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === "settings" && (
        <SettingsForm
          draft={draft}
          onDraft={(next, step) => edit(() => next, `settings ${step}`)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** As high as there is room for, and scrolled where that is not enough. */
const IN_SIGHT = { flip: true, shift: true, size: { padding: 8 } };

interface AddPanelProps {
  readonly onAdd: (kind: PanelKind) => void;
  readonly isFull: boolean;
  readonly label?: string;
}

function AddPanel({ onAdd, isFull, label = WORDS.addPanel }: AddPanelProps): ReactNode {
  return (
    <Menu middlewares={IN_SIGHT}>
      <Menu.Target>
        <Button variant="light" leftSection={<Plus />} disabled={isFull}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown style={{ overflowY: "auto" }}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={0} verticalSpacing={0}>
          {(Object.keys(PANEL_KINDS) as PanelKind[]).map((kind) => {
            const { label: name, says, icon: Icon } = PANEL_KINDS[kind];
            return (
              <Menu.Item key={kind} leftSection={<Icon />} onClick={() => onAdd(kind)}>
                {name}
                <Text size="xs" c="dimmed">
                  {says}
                </Text>
              </Menu.Item>
            );
          })}
        </SimpleGrid>
      </Menu.Dropdown>
    </Menu>
  );
}
