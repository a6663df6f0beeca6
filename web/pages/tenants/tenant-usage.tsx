// How much of its limits a tenant uses, for those who set them.
import { Anchor, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { Moment } from "../../components/moment.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { Counts, QuotaWarning, Section } from "../limits/usage-parts.tsx";

const READ_AGAIN_MILLIS = 10_000;

type Usage = Schema<"UsageInfo">;

export function TenantUsage({ tenant }: { readonly tenant: Schema<"TenantInfo"> }): ReactNode {
  const tenantId = tenant.id.id;
  const usage = useQuery({
    queryKey: ["tenants", "usage", tenantId],
    queryFn: ({ signal }) => ask(api.GET("/api/tenant/{tenantId}/usage", { params: { path: { tenantId } }, signal })),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  if (usage.data === undefined)
    return usage.isError ? (
      <ProblemAlert error={usage.error} title="The usage could not be read" onRetry={() => void usage.refetch()} />
    ) : (
      <Skeleton height={240} />
    );
  const { endTs, warnThreshold } = usage.data;
  return (
    <Stack gap="md">
      <QuotaWarning usage={usage.data} remedy="until its tenant profile allows more" />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Section
          title="This month"
          text={
            <>
              Counts start at 0 on <Moment ts={endTs} style="exact" />.
            </>
          }
        >
          <Counts counts={monthOf(usage.data)} warnFrom={warnThreshold} />
        </Section>
        <Section title="Devices, customers, users">
          <Counts counts={entitiesOf(usage.data)} warnFrom={warnThreshold} />
        </Section>
      </SimpleGrid>
      <Text size="sm">
        The limits are those of its profile,{" "}
        <Anchor
          component={Link}
          to={`/tenant-profiles/${tenant.tenantProfileId.id}`}
          size="sm"
          className="foreign"
          underline="always"
        >
          {tenant.tenantProfileName}
        </Anchor>
        .
      </Text>
    </Stack>
  );
}

function entitiesOf(usage: Usage) {
  return [
    count("maxDevices", usage.devices, usage.maxDevices),
    count("maxCustomers", usage.customers, usage.maxCustomers),
    count("maxUsers", usage.users, usage.maxUsers),
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

/** The platform writes 0 where there is no limit. */
function count(name: string, used: number, limit: number) {
  return { name, used, limit: limit === 0 ? null : limit };
}
