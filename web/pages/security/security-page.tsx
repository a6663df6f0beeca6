// The installation's requirements for passwords and sign-ins, and the lifetime of sessions.
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { words } from "../../words/words.ts";
import { PasswordSettings } from "./password-settings.tsx";
import { TokenSettings } from "./token-settings.tsx";

export function SecurityPage(): ReactNode {
  const security = useQuery({
    queryKey: ["security-settings"],
    queryFn: read("/api/admin/securitySettings"),
    refetchOnWindowFocus: false,
  });
  const tokens = useQuery({
    queryKey: ["token-settings"],
    queryFn: read("/api/admin/jwtSettings"),
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <PageHeader title={words.security.title} description={words.security.about} />
      <Stack gap="md" maw={860}>
        <Loaded query={security} what={words.security.whatSettings} height={360}>
          {(settings) => <PasswordSettings key={JSON.stringify(settings)} settings={settings} />}
        </Loaded>
        <Loaded query={tokens} what={words.security.whatSessionSettings}>
          {(settings) => <TokenSettings key={JSON.stringify(settings)} settings={settings} />}
        </Loaded>
      </Stack>
    </>
  );
}
