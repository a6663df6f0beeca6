// All German words of the web interface.
import type { Words } from "../en/catalog.ts";
import { app } from "./app.ts";
import { components } from "./components.ts";
import { charts } from "./charts.ts";
import { account } from "./account.ts";
import { apiKeys } from "./api-keys.ts";
import { audit } from "./audit.ts";
import { customers } from "./customers.ts";
import { dashboard } from "./dashboard.ts";
import { dashboardEditor } from "./dashboard-editor.ts";
import { dashboardHistory } from "./dashboard-history.ts";
import { dashboards } from "./dashboards.ts";
import { device } from "./device.ts";
import { devices } from "./devices.ts";
import { embed } from "./embed.ts";
import { forgottenPassword } from "./forgotten-password.ts";
import { gateway } from "./gateway.ts";
import { gateways } from "./gateways.ts";
import { health } from "./health.ts";
import { help } from "./help.ts";
import { limits } from "./limits.ts";
import { overview } from "./overview.ts";
import { packages } from "./packages.ts";
import { profiles } from "./profiles.ts";
import { rollout } from "./rollout.ts";
import { rollouts } from "./rollouts.ts";
import { security } from "./security.ts";
import { server } from "./server.ts";
import { setPassword } from "./set-password.ts";
import { share } from "./share.ts";
import { show } from "./show.ts";
import { signIn } from "./sign-in.ts";
import { start } from "./start.ts";
import { tenantProfiles } from "./tenant-profiles.ts";
import { tenants } from "./tenants.ts";
import { users } from "./users.ts";
import { view } from "./view.ts";
import { viewEditor } from "./view-editor.ts";
import { views } from "./views.ts";
import { wall } from "./wall.ts";

export const catalog: Words = {
  app,
  components,
  charts,
  account,
  apiKeys,
  audit,
  customers,
  dashboard,
  dashboardEditor,
  dashboardHistory,
  dashboards,
  device,
  devices,
  embed,
  forgottenPassword,
  gateway,
  gateways,
  health,
  help,
  limits,
  overview,
  packages,
  profiles,
  rollout,
  rollouts,
  security,
  server,
  setPassword,
  share,
  show,
  signIn,
  start,
  tenantProfiles,
  tenants,
  users,
  view,
  viewEditor,
  views,
  wall,
};
