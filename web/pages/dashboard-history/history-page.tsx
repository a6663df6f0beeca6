// The revisions of a dashboard, to look at and to restore.
import { Box, Button } from "@mantine/core";
import { useInViewport } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import { EntityPage, usePageId } from "../../app/entity-page.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ChangeLines, RevisionList } from "../../components/revision-list.tsx";
import { dashboardQuery, revisionQuery, type Dashboard } from "../dashboard/dashboard-calls.ts";
import { ABOVE, historyPath } from "../dashboard/dashboard-page.tsx";
import { OwnerName } from "../views/owner-name.tsx";
import { words } from "../../words/words.ts";
import { dashboardChanges } from "./dashboard-changes.ts";
import { useRestore } from "./use-restore.ts";

const WORDS = words.dashboardHistory;

export function DashboardHistoryPage(): ReactNode {
  const query = useQuery(dashboardQuery(usePageId()));
  return (
    <EntityPage noun="dashboard" above={ABOVE} query={query}>
      {(dashboard) => <DashboardHistory dashboard={dashboard} />}
    </EntityPage>
  );
}

function DashboardHistory({ dashboard: { id, title, version } }: { readonly dashboard: Dashboard }): ReactNode {
  const dashboardId = id.id;
  const revisions = useQuery({
    queryKey: ["dashboards", "revisions", dashboardId],
    queryFn: read("/api/dashboard/{dashboardId}/revisions", { path: { dashboardId } }),
  });
  const restore = useRestore(dashboardId);
  return (
    <>
      <PageHeader
        title={WORDS.title}
        description={WORDS.says}
        above={[ABOVE, { label: title, path: `/dashboards/${dashboardId}` }]}
      />
      <Loaded query={revisions} what={WORDS.what}>
        {(all) => (
          <RevisionList
            revisions={all}
            present={version}
            nameOf={(revision) => revision.title}
            savedBy={({ savedBy }) => <OwnerName userId={savedBy.id} />}
            changes={({ revision }, before) => (
              <Changes dashboardId={dashboardId} revision={revision} before={before?.revision ?? null} />
            )}
            look={({ revision }) => (
              <Button
                component={Link}
                to={`${historyPath(dashboardId)}/${revision}`}
                size="compact-sm"
                variant="default"
              >
                {WORDS.open}
              </Button>
            )}
            restore={restore}
          />
        )}
      </Loaded>
    </>
  );
}

interface ChangesProps {
  readonly dashboardId: string;
  readonly revision: number;
  /** Null where the one before is no longer kept, or never was. */
  readonly before: number | null;
}

/** Of the line that most revisions have, kept free for it, in pixels. */
const LINE_HEIGHT = 24;

/** Configurations are long, so that only those of revisions on the screen are read. */
function Changes({ dashboardId, revision, before }: ChangesProps): ReactNode {
  const { ref, inViewport } = useInViewport();
  const enabled = inViewport && before !== null;
  const former = useQuery({ ...revisionQuery(dashboardId, before ?? revision), enabled });
  const own = useQuery({ ...revisionQuery(dashboardId, revision), enabled });
  const lines = useMemo(
    () => (former.data === undefined || own.data === undefined ? undefined : dashboardChanges(former.data, own.data)),
    [former.data, own.data],
  );
  if (before === null) return null;
  return (
    <Box ref={ref} mih={LINE_HEIGHT}>
      {(inViewport || lines !== undefined) && <ChangeLines lines={former.isError || own.isError ? null : lines} />}
    </Box>
  );
}
