// What the installation demands of passwords and sign-ins, and how long sessions last.
import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { PasswordSettings } from "./password-settings.tsx";
import { TokenSettings } from "./token-settings.tsx";

export function SecurityPage(): ReactNode {
  const security = useQuery({
    queryKey: ["security-settings"],
    queryFn: () => ask(api.GET("/api/admin/securitySettings")),
    refetchOnWindowFocus: false,
  });
  const tokens = useQuery({
    queryKey: ["token-settings"],
    queryFn: () => ask(api.GET("/api/admin/jwtSettings")),
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <PageHeader title="Security" description="For everybody who signs in to this installation." />
      <Stack gap="md" maw={860}>
        {security.isError ? (
          <ProblemAlert
            error={security.error}
            title="The settings could not be read"
            onRetry={() => void security.refetch()}
          />
        ) : security.data === undefined ? (
          <Skeleton height={360} />
        ) : (
          <PasswordSettings key={JSON.stringify(security.data)} settings={security.data} />
        )}
        {tokens.isError ? (
          <ProblemAlert
            error={tokens.error}
            title="The lifetimes of sessions could not be read"
            onRetry={() => void tokens.refetch()}
          />
        ) : tokens.data === undefined ? (
          <Skeleton height={200} />
        ) : (
          <TokenSettings key={JSON.stringify(tokens.data)} settings={tokens.data} />
        )}
      </Stack>
    </>
  );
}
