// The dashboard that somebody sees first, as a user, a customer or a tenant has it in its `additionalInfo`.
import type { JsonObject } from "../devices/device.ts";
import { isUuid, parseId, type DashboardId } from "../ids.ts";

const ID = "homeDashboardId";
const HIDE_TOOLBAR = "homeDashboardHideToolbar";

export interface HomeDashboard {
  readonly dashboardId: DashboardId | null;
  readonly hideToolbar: boolean;
}

/** Anybody may write these members, so anything but an id is none. */
export function homeIn(additionalInfo: JsonObject | null): HomeDashboard {
  const id = additionalInfo?.[ID];
  const isId = typeof id === "string" && isUuid(id);
  return {
    dashboardId: isId ? parseId<DashboardId>(id, ID) : null,
    hideToolbar: additionalInfo?.[HIDE_TOOLBAR] !== false,
  };
}

/** Without a dashboard, neither member stays. */
export function withHome(additionalInfo: JsonObject | null, { dashboardId, hideToolbar }: HomeDashboard): JsonObject {
  const { [ID]: _, [HIDE_TOOLBAR]: __, ...others } = additionalInfo ?? {};
  return dashboardId === null ? others : { ...others, [ID]: dashboardId, [HIDE_TOOLBAR]: hideToolbar };
}
