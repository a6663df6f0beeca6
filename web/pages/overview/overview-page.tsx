// The most important figures for the viewer's role; each tile links to its page.
import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import type { Role } from "../../api/role.ts";
import { useUser } from "../../app/use-session.ts";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Warning } from "../../components/warning.tsx";
import { words } from "../../words/words.ts";
import type { Overview } from "./figures.ts";
import { InstallationOverview } from "./installation-overview.tsx";
import { TenantOverview } from "./tenant-overview.tsx";

const READ_AGAIN_MILLIS = 5_000;
const HEIGHT = 320;

/** It shows values of devices as lists of devices do, which nobody else needs here. */
const CustomerOverview = lazy(async () => ({ default: (await import("./customer-overview.tsx")).CustomerOverview }));

const WORDS = words.overview;

export function OverviewPage(): ReactNode {
  const { role } = useUser();
  const overview = useQuery({
    queryKey: ["overview"],
    queryFn: read("/api/overview"),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  return (
    <>
      <PageHeader title={WORDS.title} description={WORDS.says[role]} />
      <Stack gap="md">
        <Loaded query={overview} what={WORDS.what} height={HEIGHT}>
          {(figures) => (
            <>
              <MissingNodes count={figures.missingNodes} />
              <ForRole role={role} overview={figures} />
            </>
          )}
        </Loaded>
      </Stack>
    </>
  );
}

function MissingNodes({ count }: { readonly count: number }): ReactNode {
  if (count === 0) return null;
  return <Warning title={WORDS.missingNodes(count)}>{WORDS.missingNodesSay}</Warning>;
}

function ForRole({ role, overview }: { readonly role: Role; readonly overview: Overview }): ReactNode {
  switch (role) {
    case "SYS_ADMIN":
      return <InstallationOverview overview={overview} />;
    case "TENANT_ADMIN":
      return <TenantOverview overview={overview} />;
    case "CUSTOMER_USER":
      return (
        <Suspense fallback={<Skeleton height={HEIGHT} />}>
          <CustomerOverview overview={overview} />
        </Suspense>
      );
  }
}
