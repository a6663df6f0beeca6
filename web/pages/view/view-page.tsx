// A view with its report as a picture and a table, over the saved range and filters or others; with files, links, and
// the call for programs.
import { ActionIcon, Button, Menu, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Code, EllipsisVertical, Hourglass, Link2, PanelsTopLeft, Pencil, Presentation, RefreshCw } from "lucide-react";
import { useState, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import { SIGNED_IN } from "../../api/caller.ts";
import type { Schema } from "../../api/schemas.ts";
import { usePageId } from "../../app/entity-page.tsx";
import { useUser } from "../../app/use-session.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { CopyIcon } from "../../components/copy-text.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { useIsNarrow } from "../../components/use-is-narrow.ts";
import type { Configuration } from "../dashboard/configuration.ts";
import { keptRange } from "../dashboard/kept-range.ts";
import { kindOfView } from "../dashboard/panel-picture.ts";
import type { AddedPanel } from "../dashboard-editor/dashboard-draft.ts";
import { AddToDashboard } from "../dashboards/add-to-dashboard.tsx";
import { BackgroundReports } from "./background-reports.tsx";
import { CallPanel } from "./call-panel.tsx";
import { DownloadMenu, DownloadProgress, useDownload } from "./download-menu.tsx";
import { ReportBody } from "./report-body.tsx";
import { ReportProblem } from "./report-problem.tsx";
import { linksOfView, type FixableFilter } from "../share/link-calls.ts";
import { ShareLinks } from "../share/share-links.tsx";
import { FilterInputField } from "./filter-input.tsx";
import { overridableFilters } from "./view-filter.ts";
import { useShownView, type ShownView } from "./use-shown-view.ts";
import type { FilterValues, RunRange } from "./view-address.ts";
import { words } from "../../words/words.ts";

const texts = words.view;
const { common } = words.components;

export function ViewPage(): ReactNode {
  const viewId = usePageId();
  const view = useQuery({
    queryKey: ["views", viewId],
    queryFn: read("/apiAnalytics/v1/views/{viewId}", { path: { viewId } }),
  });
  if (view.error !== null) return <ReportProblem error={view.error} onRetry={() => void view.refetch()} />;
  if (view.data === undefined) return <Skeleton height={320} role="status" aria-label={common.loading} />;
  // A new key for each view id, so that its state starts fresh.
  return <OpenView key={viewId} view={toView(view.data)} />;
}

type TableView = Schema<"TableView">;

/** With a session the answer is the view itself; the API description also allows the answer for bearers of links. */
function toView(answer: TableView | Schema<"SharedTableView">): TableView {
  if (!("owner" in answer)) throw new Error("the platform answered with a view for bearers of links");
  return answer;
}

function panelOfView({ id, name, visualization }: TableView): AddedPanel {
  return { kind: kindOfView(visualization), title: name, source: { type: "view", viewId: id } };
}

/** Over which its report is shown. */
function rangeOf({ timeRange }: TableView, range: RunRange): Configuration["timeRange"] {
  return range.kind === "saved" ? (timeRange as Configuration["timeRange"]) : keptRange(range, Date.now());
}

type Panel = "call" | "background" | "links" | "dashboard";

function OpenView({ view }: { readonly view: TableView }): ReactNode {
  const { role, userId } = useUser();
  const shown = useShownView(SIGNED_IN, view);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [fileError, setFileError] = useState<unknown>(null);
  const { run, selection } = shown;
  const downloading = useDownload({ caller: SIGNED_IN, viewId: view.id, request: run.request, onError: setFileError });
  const isAdmin = role === "TENANT_ADMIN";
  const mayEdit = isAdmin || view.owner.userId === userId;
  const editor = mayEdit ? `/views/${view.id}/edit` : null;
  const isNarrow = useIsNarrow();
  const close = (): void => setPanel(null);
  return (
    <>
      <PageHeader
        title={view.name}
        description={view.description === "" ? undefined : <span className="foreign">{view.description}</span>}
        above={[{ label: words.views.title, path: "/views" }]}
        badges={<CopyIcon text={view.links.editor} label={texts.link} />}
        actions={
          <>
            <BusyButton
              variant="default"
              leftSection={<RefreshCw />}
              isBusy={run.isRunning && run.live === null}
              onClick={run.again}
            >
              {common.refresh}
            </BusyButton>
            <DownloadMenu {...downloading} />
            {!isNarrow && isAdmin && (
              <Button variant="default" leftSection={<Link2 />} onClick={() => setPanel("links")}>
                {texts.share}
              </Button>
            )}
            {!isNarrow && editor !== null && (
              <Button variant="default" component={Link} to={editor} leftSection={<Pencil />}>
                {common.edit}
              </Button>
            )}
            <More onPanel={setPanel} show={`/show/${view.id}`} mayAdd={isAdmin}>
              {isNarrow && isAdmin && (
                <Menu.Item leftSection={<Link2 />} onClick={() => setPanel("links")}>
                  {texts.share}
                </Menu.Item>
              )}
              {isNarrow && editor !== null && (
                <Menu.Item component={Link} to={editor} leftSection={<Pencil />}>
                  {common.edit}
                </Menu.Item>
              )}
            </More>
          </>
        }
      />
      <DownloadProgress running={downloading.running} />
      {fileError !== null && (
        <ReportProblem
          error={fileError}
          onRetry={() => setFileError(null)}
          onBackground={() => {
            setFileError(null);
            setPanel("background");
          }}
          run={{ caller: SIGNED_IN, viewId: view.id, request: run.request }}
        />
      )}
      <ReportBody shown={shown} onBackground={() => setPanel("background")} />
      {panel === "call" && (
        <CallPanel viewId={view.id} address={view.links.editor} request={run.request} onClose={close} />
      )}
      {panel === "background" && <BackgroundReports viewId={view.id} request={run.request} onClose={close} />}
      {panel === "dashboard" && (
        <AddToDashboard panel={panelOfView(view)} timeRange={rangeOf(view, selection.range)} onClose={close} />
      )}
      {panel === "links" && <ViewLinks view={view} present={selection.filters} onClose={close} />}
    </>
  );
}

interface MoreProps {
  readonly onPanel: (panel: Panel) => void;
  /** The path of the page for wall screens. */
  readonly show: string;
  /** Whether the viewer may change dashboards. */
  readonly mayAdd: boolean;
  /** Before the others: what has no room beside the menu. */
  readonly children: ReactNode;
}

function More({ onPanel, show, mayAdd, children }: MoreProps): ReactNode {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={texts.moreActions}>
          <EllipsisVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        <Menu.Item leftSection={<Code />} onClick={() => onPanel("call")}>
          {texts.apiCall}
        </Menu.Item>
        <Menu.Item leftSection={<Hourglass />} onClick={() => onPanel("background")}>
          {texts.backgroundReports}
        </Menu.Item>
        <Menu.Item component={Link} to={show} search leftSection={<Presentation />}>
          {texts.onScreen}
        </Menu.Item>
        {mayAdd && (
          <Menu.Item leftSection={<PanelsTopLeft />} onClick={() => onPanel("dashboard")}>
            {texts.addToDashboard}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ViewLinksProps {
  readonly view: ShownView;
  /** The filters of this page, which a new link may fix. */
  readonly present: FilterValues;
  readonly onClose: () => void;
}

function ViewLinks({ view, ...props }: ViewLinksProps): ReactNode {
  const filters = overridableFilters(view.filters).filter(({ input }) => input !== "none");
  const fixable = filters.map((filter): FixableFilter => ({
    ...filter,
    input: (values, onValues, fixed) => (
      <FilterInputField
        filter={filter}
        values={values}
        onValues={onValues}
        suggest={{ caller: SIGNED_IN, viewId: view.id, filters: fixed }}
      />
    ),
  }));
  return <ShareLinks thing={linksOfView(view.id)} filters={fixable} {...props} />;
}
