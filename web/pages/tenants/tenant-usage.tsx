// The usage of a tenant's limits, for those who set them.
import { Anchor, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Marked } from "../../components/marked.tsx";
import { Panel } from "../../components/panel.tsx";
import { words } from "../../words/words.ts";
import { Counts, MonthPanel, QuotaWarning } from "../limits/usage-parts.tsx";

const READ_AGAIN_MILLIS = 10_000;

type Usage = Schema<"UsageInfo">;

export function TenantUsage({ tenant }: { readonly tenant: Schema<"TenantInfo"> }): ReactNode {
  const tenantId = tenant.id.id;
  const usage = useQuery({
    queryKey: ["tenants", "usage", tenantId],
    queryFn: read("/api/tenant/{tenantId}/usage", { path: { tenantId } }),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  return (
    <Loaded query={usage} what={words.tenants.whatUsage}>
      {(read) => (
        <Stack gap="md">
          <QuotaWarning usage={read} text={words.limits.reachedByTenant} />
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
            <MonthPanel endTs={read.endTs} counts={monthOf(read)} warnFrom={read.warnThreshold} />
            <Panel title={words.limits.groups.entities.label}>
              <Counts counts={entitiesOf(read)} warnFrom={read.warnThreshold} />
            </Panel>
          </SimpleGrid>
          <Text>
            <Marked
              text={words.tenants.limitsFrom}
              as={() => (
                <Anchor
                  component={Link}
                  to={`/tenant-profiles/${tenant.tenantProfileId.id}`}
                  className="foreign"
                  underline="always"
                >
                  {tenant.tenantProfileName}
                </Anchor>
              )}
            />
          </Text>
        </Stack>
      )}
    </Loaded>
  );
}

function entitiesOf(usage: Usage) {
  return [
    count("maxDevices", usage.devices, usage.maxDevices),
    count("maxCustomers", usage.customers, usage.maxCustomers),
    count("maxUsers", usage.users, usage.maxUsers),
    count("maxDashboards", usage.dashboards, usage.maxDashboards),
  ];
}

function monthOf(usage: Usage) {
  return [
    count("maxTransportMessages", usage.transportMessages, usage.maxTransportMessages),
    count("maxTransportDataPoints", usage.transportDataPoints, usage.maxTransportDataPoints),
    count("maxDPStorageDays", usage.dpStorageDays, usage.maxDPStorageDays),
    count("maxEmails", usage.emails, usage.maxEmails),
  ];
}

/** The platform writes 0 for no limit. */
function count(name: string, used: number, limit: number) {
  return { name, used, limit: limit === 0 ? null : limit };
}
