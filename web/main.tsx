// The entry of the web interface: providers around the router.
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./app/global.css";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { cspNonce, tellNonce } from "./app/csp-nonce.ts";
import { buildQueryClient } from "./app/query-client.ts";
import { keepPageFocus } from "./app/page-focus.ts";
import { buildRouter } from "./app/router.tsx";
import { theme } from "./app/theme.ts";
import { session } from "./api/client.ts";
import { ConfirmProvider } from "./components/confirm.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no root");

tellNonce();
const queries = buildQueryClient();
const router = buildRouter(queries, session);
keepPageFocus(router);
const colorSchemeManager = localStorageColorSchemeManager({ key: "bridgehead.colorScheme" });

// What one user has read must not be shown to the next one.
let user = session.identity?.userId;
session.subscribe(() => {
  const next = session.identity?.userId;
  if (next !== user) queries.clear();
  user = next;
  void router.invalidate();
});

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={cspNonce}
    >
      <QueryClientProvider client={queries}>
        {/* Where buttons of forms are not: under the pointer it would stay. */}
        <Notifications position="bottom-center" limit={4} />
        <ConfirmProvider>
          <RouterProvider router={router} />
        </ConfirmProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
