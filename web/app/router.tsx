// The routes of the web interface, one line per page; each page is its own chunk. Deep links work before the sign-in:
// it leads back to the requested page.
import { Notifications } from "@mantine/notifications";
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Session } from "../api/session.ts";
import { NotFoundEntrance, NotFoundPage, OthersPage, ProblemPage } from "../components/dead-ends.tsx";
import { homePath } from "./home-path.ts";
import { OwnRegion } from "./own-region.tsx";
import { maySee, ROLES_OF_PAGES, type PagePath } from "./roles-of-pages.ts";
import { Shell } from "./shell.tsx";
import { useIdentity } from "./use-session.ts";

interface Context {
  readonly queries: QueryClient;
  readonly session: Session;
}

const root = createRootRouteWithContext<Context>()({ component: Root, notFoundComponent: NotFound });

/** Notices are among the pages, because some have a link to one. */
function Root(): ReactNode {
  return (
    <>
      <Outlet />
      {/* Not near the buttons of forms. */}
      <Notifications position="bottom-center" limit={4} />
    </>
  );
}

/** With the menu for those who have one. */
function NotFound(): ReactNode {
  return useIdentity() === null ? (
    <NotFoundEntrance />
  ) : (
    <Shell>
      <NotFoundPage />
    </Shell>
  );
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/login",
  validateSearch: (search: Record<string, unknown>): { to?: string } =>
    typeof search["to"] === "string" ? { to: search["to"] } : {},
  component: lazyRouteComponent(() => import("../pages/sign-in/sign-in-page.tsx"), "SignInPage"),
});

const opened = [
  page("/login/createPassword", () => import("../pages/set-password/set-password-page.tsx"), "SetPasswordPage"),
  page("/login/resetPassword", () => import("../pages/set-password/set-password-page.tsx"), "SetPasswordPage"),
  page(
    "/login/forgotten",
    () => import("../pages/forgotten-password/forgotten-password-page.tsx"),
    "ForgottenPasswordPage",
  ),
  page(
    "/activationLinkExpired",
    () => import("../pages/set-password/link-expired-page.tsx"),
    "ActivationLinkExpiredPage",
  ),
  page(
    "/passwordResetLinkExpired",
    () => import("../pages/set-password/link-expired-page.tsx"),
    "ResetLinkExpiredPage",
  ),
  page("/embed/dashboards/$id", () => import("../pages/embed/shared-dashboard-page.tsx"), "SharedDashboardPage"),
  page("/embed/$id", () => import("../pages/embed/embed-page.tsx"), "EmbedPage"),
];

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: async ({ context: { session }, abortController: { signal } }) => {
    requireSession(session, "/");
    const to = await homePath(session, signal);
    // The call may have found that the session has ended.
    requireSession(session, "/");
    throw redirect({ to, replace: true });
  },
});

/** Everything behind the sign-in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  beforeLoad: ({ context, location }) => requireSession(context.session, location.href),
  component: Inside,
});

function Inside(): ReactNode {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

/** For wall screens: behind the sign-in, without the menu. */
const bare = createRoute({
  getParentRoute: () => root,
  id: "bare",
  beforeLoad: ({ context, location }) => requireSession(context.session, location.href),
  component: Bare,
});

function Bare(): ReactNode {
  return (
    <>
      {useIdentity() !== null && <OwnRegion />}
      <Outlet />
    </>
  );
}

const show = createRoute({
  getParentRoute: () => bare,
  path: "/show/$id",
  component: forItsRoles("/show/$id", () => import("../pages/show/show-page.tsx"), "ShowPage"),
});

const wall = createRoute({
  getParentRoute: () => bare,
  path: "/dashboards/wall",
  component: forItsRoles("/dashboards/wall", () => import("../pages/wall/wall-page.tsx"), "WallPage"),
});

const pages = [
  insidePage("/start", () => import("../pages/start/start-page.tsx"), "StartPage"),
  insidePage("/overview", () => import("../pages/overview/overview-page.tsx"), "OverviewPage"),
  insidePage("/gateways", () => import("../pages/gateways/gateways-page.tsx"), "GatewaysPage"),
  insidePage("/gateways/$id", () => import("../pages/gateway/gateway-page.tsx"), "GatewayPage"),
  insidePage("/devices", () => import("../pages/devices/devices-page.tsx"), "DevicesPage"),
  insidePage("/devices/$id", () => import("../pages/device/device-page.tsx"), "DevicePage"),
  insidePage("/views", () => import("../pages/views/views-page.tsx"), "ViewsPage"),
  insidePage("/views/new", () => import("../pages/view-editor/new-view-page.tsx"), "NewViewPage"),
  insidePage("/views/$id/edit", () => import("../pages/view-editor/edit-view-page.tsx"), "EditViewPage"),
  insidePage("/views/$id", () => import("../pages/view/view-page.tsx"), "ViewPage"),
  insidePage("/dashboards", () => import("../pages/dashboards/dashboards-page.tsx"), "DashboardsPage"),
  insidePage(
    "/dashboards/$id/edit",
    () => import("../pages/dashboard-editor/edit-dashboard-page.tsx"),
    "EditDashboardPage",
  ),
  insidePage(
    "/dashboards/$id/history",
    () => import("../pages/dashboard-history/history-page.tsx"),
    "DashboardHistoryPage",
  ),
  insidePage(
    "/dashboards/$id/history/$revision",
    () => import("../pages/dashboard-history/revision-page.tsx"),
    "DashboardRevisionPage",
  ),
  insidePage("/dashboards/$id", () => import("../pages/dashboard/dashboard-page.tsx"), "DashboardPage"),
  insidePage("/profiles", () => import("../pages/profiles/profiles-page.tsx"), "ProfilesPage"),
  insidePage("/packages", () => import("../pages/packages/packages-page.tsx"), "PackagesPage"),
  insidePage("/rollouts", () => import("../pages/rollouts/rollouts-page.tsx"), "RolloutsPage"),
  insidePage("/rollouts/$id", () => import("../pages/rollout/rollout-page.tsx"), "RolloutPage"),
  insidePage("/customers", () => import("../pages/customers/customers-page.tsx"), "CustomersPage"),
  insidePage("/customers/$id", () => import("../pages/customers/customer-page.tsx"), "CustomerPage"),
  insidePage("/users", () => import("../pages/users/users-page.tsx"), "UsersPage"),
  insidePage("/limits", () => import("../pages/limits/limits-page.tsx"), "LimitsPage"),
  insidePage("/tenants", () => import("../pages/tenants/tenants-page.tsx"), "TenantsPage"),
  insidePage("/tenants/$id", () => import("../pages/tenants/tenant-page.tsx"), "TenantPage"),
  insidePage(
    "/tenant-profiles",
    () => import("../pages/tenant-profiles/tenant-profiles-page.tsx"),
    "TenantProfilesPage",
  ),
  insidePage(
    "/tenant-profiles/$id",
    () => import("../pages/tenant-profiles/tenant-profile-page.tsx"),
    "TenantProfilePage",
  ),
  insidePage("/api-keys", () => import("../pages/api-keys/api-keys-page.tsx"), "ApiKeysPage"),
  insidePage("/account", () => import("../pages/account/account-page.tsx"), "AccountPage"),
  insidePage("/audit", () => import("../pages/audit/audit-page.tsx"), "AuditPage"),
  insidePage("/security", () => import("../pages/security/security-page.tsx"), "SecurityPage"),
  insidePage("/health", () => import("../pages/health/health-page.tsx"), "HealthPage"),
  insidePage("/help", () => import("../pages/help/help-page.tsx"), "HelpPage"),
  insidePage("/help/$document", () => import("../pages/help/document-page.tsx"), "DocumentPage"),
];

function requireSession({ identity }: Session, to: string): void {
  if (identity === null) throw redirect({ to: "/login", search: { to } });
}

type Loader<Name extends string> = () => Promise<Record<Name, () => ReactNode>>;

function page<Path extends string, Name extends string>(path: Path, load: Loader<Name>, name: Name) {
  return createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) });
}

function insidePage<Path extends PagePath, Name extends string>(path: Path, load: Loader<Name>, name: Name) {
  return createRoute({ getParentRoute: () => inside, path, component: forItsRoles(path, load, name) });
}

/** The page for the roles in the table; other roles see whose page it is. */
function forItsRoles<Name extends string>(path: PagePath, load: Loader<Name>, name: Name) {
  const Page = lazyRouteComponent(async (): Promise<{ readonly default: () => ReactNode }> => {
    return { default: (await load())[name] };
  });
  const Guarded = (): ReactNode => {
    const identity = useIdentity();
    // A session may end at any time; the router is then already leading to the sign-in.
    if (identity === null) return null;
    if (maySee(identity.role, path)) return <Page />;
    return <OthersPage roles={ROLES_OF_PAGES[path]} viewer={identity.role} />;
  };
  return Object.assign(Guarded, { preload: Page.preload });
}

export function buildRouter(queries: QueryClient, session: Session) {
  return createRouter({
    routeTree: root.addChildren([signIn, home, ...opened, bare.addChildren([show, wall]), inside.addChildren(pages)]),
    context: { queries, session },
    defaultPreload: "intent",
    scrollRestoration: true,
    defaultErrorComponent: ({ error, reset }) => <ProblemPage error={error} onRetry={reset} />,
    defaultNotFoundComponent: NotFoundPage,
  });
}
