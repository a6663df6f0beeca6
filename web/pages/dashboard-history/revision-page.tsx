// A revision of a dashboard, drawn as it was saved, with present values.
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { PanelsTopLeft, RotateCcw } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import type { Schema } from "../../api/schemas.ts";
import { EntityPage, usePageId } from "../../app/entity-page.tsx";
import { BusyButton } from "../../components/busy-button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Marked } from "../../components/marked.tsx";
import { Moment } from "../../components/moment.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { AnotherPrograms } from "../dashboard/board.tsx";
import { configurationOf } from "../dashboard/configuration.ts";
import type { ChosenRefresh } from "../dashboard/dashboard-address.ts";
import { dashboardQuery, revisionQuery, type Dashboard } from "../dashboard/dashboard-calls.ts";
import { ABOVE, historyPath } from "../dashboard/dashboard-page.tsx";
import { PanelBoard } from "../dashboard/panel-board.tsx";
import { computedPart } from "../dashboard/panel-kinds.ts";
import { OwnerName } from "../views/owner-name.tsx";
import { words } from "../../words/words.ts";
import { useRestore } from "./use-restore.ts";

const WORDS = words.dashboardHistory;

type Revision = Schema<"DashboardRevision">;

export function DashboardRevisionPage(): ReactNode {
  const dashboardId = usePageId();
  const { revision = "" }: { readonly revision?: string } = useParams({ strict: false });
  const dashboard = useQuery(dashboardQuery(dashboardId));
  const query = useQuery(revisionQuery(dashboardId, Number(revision)));
  return (
    <EntityPage noun="dashboard" above={ABOVE} query={dashboard}>
      {(present) => (
        <EntityPage noun="revision" above={{ label: WORDS.title, path: historyPath(dashboardId) }} query={query}>
          {(found) => <OpenRevision key={found.revision} revision={found} present={present} />}
        </EntityPage>
      )}
    </EntityPage>
  );
}

interface OpenRevisionProps {
  readonly revision: Revision;
  readonly present: Dashboard;
}

function OpenRevision({
  revision: { revision, title, savedTime, savedBy, configuration },
  present,
}: OpenRevisionProps): ReactNode {
  const navigate = useNavigate();
  const dashboardId = present.id.id;
  const restore = useRestore(dashboardId, () => navigate({ to: `/dashboards/${dashboardId}` }));
  return (
    <>
      <PageHeader
        title={title}
        description={
          <Marked
            text={WORDS.savedBy(revision)}
            as={(_, index) =>
              index === 0 ? <Moment ts={savedTime} isInSentence /> : <OwnerName userId={savedBy.id} />
            }
          />
        }
        above={[
          ABOVE,
          { label: present.title, path: `/dashboards/${dashboardId}` },
          { label: WORDS.title, path: historyPath(dashboardId) },
        ]}
        actions={
          revision === present.version ? undefined : (
            <BusyButton leftSection={<RotateCcw />} isBusy={restore.isPending} onClick={() => restore.run(revision)}>
              {WORDS.restore}
            </BusyButton>
          )
        }
      />
      <Panels dashboardId={dashboardId} revision={revision} json={configuration} />
    </>
  );
}

const ONCE: ChosenRefresh = { type: "off" };

interface PanelsProps {
  readonly dashboardId: string;
  readonly revision: number;
  readonly json: Revision["configuration"];
}

function Panels({ dashboardId, revision, json }: PanelsProps): ReactNode {
  const configuration = useMemo(() => configurationOf(json), [json]);
  const request = useMemo(
    () => (configuration === null ? {} : { configuration: { ...computedPart(configuration) } }),
    [configuration],
  );
  if (configuration === null) return <AnotherPrograms />;
  if (configuration.panels.length === 0) return <EmptyState icon={PanelsTopLeft} title={WORDS.noPanels} />;
  return (
    <PanelBoard
      dashboardId={dashboardId}
      version={revision}
      configuration={configuration}
      request={request}
      // A revision is not watched: only what is saved now is.
      refreshOf={() => ONCE}
      isInert
    />
  );
}
