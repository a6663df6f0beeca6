// The newest dashboards on the overview of a tenant: where its measured values are seen. A tenant without devices has none to show yet.
import { Anchor, Button, Group, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PanelsTopLeft } from "lucide-react";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { Loaded } from "../../components/loaded.tsx";
import { NameLink } from "../../components/name-link.tsx";
import { Panel } from "../../components/panel.tsx";
import { StateLink } from "../../components/state-link.tsx";
import { words } from "../../words/words.ts";

/** Full rows, whether two or three are side by side. */
const SHOWN = 6;
const NEW = { new: "yes" };
const WORDS = words.overview.dashboards;

export function TenantDashboards({ hasDevices }: { readonly hasDevices: boolean }): ReactNode {
  const query = { page: 0, pageSize: SHOWN, sortProperty: "createdTime" as const, sortOrder: "DESC" as const };
  const dashboards = useQuery({
    queryKey: ["dashboards", "overview", query],
    queryFn: read("/api/tenant/dashboards", { query }),
  });
  const total = dashboards.data?.totalElements ?? 0;
  if (!hasDevices && total === 0) return null;
  return (
    <Panel
      title={words.dashboards.title}
      actions={
        total > SHOWN && (
          <Anchor component={Link} to="/dashboards">
            {words.overview.all(total)}
          </Anchor>
        )
      }
    >
      <Loaded query={dashboards} what={WORDS.what} height={60}>
        {({ data }) =>
          data.length === 0 ? (
            <Group justify="space-between">
              <Text>{WORDS.none}</Text>
              <Button
                component={StateLink}
                to="/dashboards"
                state={NEW}
                variant="default"
                leftSection={<PanelsTopLeft />}
              >
                {WORDS.create}
              </Button>
            </Group>
          ) : (
            <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md" verticalSpacing="xs" className="finger-rows">
              {data.map(({ id, title }) => (
                <NameLink key={id.id} to={`/dashboards/${id.id}`} name={title} />
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
    </Panel>
  );
}
