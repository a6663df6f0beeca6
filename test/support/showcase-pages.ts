// The pages of a showcase by their names, which tests know before there is a showcase.
import { CHART_VIEWS, type ChartName } from "../../tools/showcase/chart-views.ts";
import { shownPages, type ShownPage } from "../../tools/showcase/pages.ts";
import type { Showcase } from "../../tools/showcase/showcase.ts";

const NO_IDS = {
  gateway: "x",
  idleGateway: "x",
  device: "x",
  meter: "x",
  deviceProfile: "x",
  rollout: "x",
  customer: "x",
  tenant: "x",
  tenantProfile: "x",
  view: "x",
  chartView: "x",
  charts: Object.assign({}, ...Object.keys(CHART_VIEWS).map((name) => ({ [name]: "x" }))) as Record<ChartName, string>,
  dashboard: "x",
  controls: "x",
  viewLink: "x",
  dashboardLink: "x",
};
export const PAGES: readonly Pick<ShownPage, "name" | "path">[] = shownPages(NO_IDS);

export function pageNamed(showcase: Showcase | undefined, name: string): ShownPage {
  if (showcase === undefined) throw new Error("the showcase has not been opened");
  const shown = shownPages(showcase.ids).find((page) => page.name === name);
  if (shown === undefined) throw new Error(`there is no page ${name}`);
  return shown;
}
