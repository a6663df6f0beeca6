// Draws the interface: providers around the router.
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { LucideProvider } from "lucide-react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { session } from "../api/client.ts";
import { cspNonce, passOnNonce } from "./csp-nonce.ts";
import "./global.css";
import { keepPageFocus } from "./page-focus.ts";
import { buildQueryClient } from "./query-client.ts";
import { buildRouter } from "./router.tsx";
import { forgetRegion } from "./own-region.tsx";
import { theme, variables } from "./theme.ts";
import { ConfirmProvider } from "../components/confirm.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no root");

passOnNonce();
const queries = buildQueryClient();
const router = buildRouter(queries, session);
keepPageFocus(router);
const colorSchemeManager = localStorageColorSchemeManager({ key: "bridgehead.colorScheme" });

// A user must not see data that another user has read.
let user = session.identity?.userId;
session.subscribe(() => {
  const next = session.identity?.userId;
  if (next !== user) queries.clear();
  user = next;
  // The next one at this browser may be anybody.
  if (next === undefined) forgetRegion();
  void router.invalidate();
});

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={cspNonce}
    >
      <QueryClientProvider client={queries}>
        <LucideProvider size={16}>
          <ConfirmProvider>
            <RouterProvider router={router} />
          </ConfirmProvider>
        </LucideProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
