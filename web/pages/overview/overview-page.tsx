// What goes on, at a glance; each tile leads to its page. What is shown depends on who looks.
import { SimpleGrid, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Role } from "../../api/role.ts";
import { useUser } from "../../app/use-session.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { CustomerOverview } from "./customer-overview.tsx";
import type { Overview } from "./figures.ts";
import { InstallationOverview } from "./installation-overview.tsx";
import { TenantOverview } from "./tenant-overview.tsx";

const READ_AGAIN_MILLIS = 5_000;
const TILES = 6;

const DESCRIPTIONS: Readonly<Record<Role, string>> = {
  SYS_ADMIN: "The whole installation, read anew every few seconds.",
  TENANT_ADMIN: "Your gateways and devices, read anew every few seconds.",
  CUSTOMER_USER: "The devices and table views that are yours.",
};

export function OverviewPage(): ReactNode {
  const { role } = useUser();
  const overview = useQuery({
    queryKey: ["overview"],
    queryFn: ({ signal }) => ask(api.GET("/api/overview", { signal })),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  return (
    <>
      <PageHeader title="Overview" description={DESCRIPTIONS[role]} />
      <Stack gap="md">
        {overview.isError && (
          <ProblemAlert
            error={overview.error}
            title="The figures could not be read"
            onRetry={() => void overview.refetch()}
          />
        )}
        {overview.data === undefined ? (
          overview.isError ? null : (
            <Waiting />
          )
        ) : (
          <ForRole role={role} overview={overview.data} />
        )}
      </Stack>
    </>
  );
}

function ForRole({ role, overview }: { readonly role: Role; readonly overview: Overview }): ReactNode {
  switch (role) {
    case "SYS_ADMIN":
      return <InstallationOverview overview={overview} />;
    case "TENANT_ADMIN":
      return <TenantOverview overview={overview} />;
    case "CUSTOMER_USER":
      return <CustomerOverview overview={overview} />;
  }
}

function Waiting(): ReactNode {
  return (
    <SimpleGrid cols={{ base: 2, lg: 3 }} spacing="md" aria-label="The figures are being read" aria-busy>
      {Array.from({ length: TILES }, (_, index) => (
        <Skeleton key={index} height={102} />
      ))}
    </SimpleGrid>
  );
}
