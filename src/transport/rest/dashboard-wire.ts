// Wire forms of dashboards.
import { Type, type Static } from "typebox";
import type { DashboardRevision, RevisionHead } from "../../core/dashboards/dashboard-store.ts";
import type { SentDashboard } from "../../core/dashboards/dashboard-service.ts";
import type { Dashboard, DashboardHead } from "../../core/dashboards/dashboard.ts";
import type { HomeDashboard } from "../../core/dashboards/home-dashboard.ts";
import type { CustomerId, DashboardId } from "../../core/ids.ts";
import { entityRef, EntityRefSchema, entityRefOrNull, parseRef } from "./entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "./example-values.ts";
import { FreeObjectOrNull, nullable, TextOrNull } from "./nullable.ts";
import { EntityRefOrNull, named, part, SentCount, SentFlag, SentReference, SentText } from "./wire.ts";

const INT32_MAX = 2_147_483_647;
const TITLE = "Boiler room";
const CONFIGURATION = { bridgehead: 1, timeRange: { type: "rolling", amount: 24, unit: "h" }, panels: [] };

const [AssignedCustomerSchema, ASSIGNED_CUSTOMER] = part(
  {
    customerId: [EntityRefSchema, EXAMPLE_REFS.customer],
    title: [Type.String(), "Acme"],
    public: [Type.Boolean(), false],
  },
  { title: "AssignedCustomer" },
);

const SHOWN_CONFIGURATION = [
  Type.Unsafe<Static<typeof FreeObjectOrNull>>({ ...FreeObjectOrNull, description: "As it was sent." }),
  CONFIGURATION,
] as const;
const HEAD = {
  id: [EntityRefSchema, EXAMPLE_REFS.dashboard],
  createdTime: [Type.Integer(), EXAMPLE_TIME],
  tenantId: [EntityRefSchema, EXAMPLE_REFS.tenant],
  title: [Type.String(), TITLE],
  name: [Type.String({ description: "The title." }), TITLE],
  image: [TextOrNull, null],
  assignedCustomers: [
    Type.Array(AssignedCustomerSchema, { description: "A user of a customer sees the own one." }),
    [ASSIGNED_CUSTOMER],
  ],
  mobileHide: [Type.Boolean(), false],
  mobileOrder: [nullable(Type.Integer()), null],
  externalId: [EntityRefOrNull, null],
  version: [Type.Integer(), 1],
} as const;
const CONFIGURED = {
  ...HEAD,
  configuration: SHOWN_CONFIGURATION,
} as const;

export const DashboardInfoSchema = named("DashboardInfo", HEAD);
export const DashboardSchema = named("Dashboard", CONFIGURED);
export type ShownDashboard = Static<typeof DashboardSchema>;

export const HomeDashboardSchema = named("HomeDashboard", {
  ...CONFIGURED,
  hideDashboardToolbar: [Type.Boolean(), true],
});

const HOME_INFO = { dashboardId: EXAMPLE_REFS.dashboard, hideDashboardToolbar: true };
export const HomeDashboardInfoSchema = Type.Object(
  { dashboardId: EntityRefOrNull, hideDashboardToolbar: Type.Boolean() },
  { title: "HomeDashboardInfo", examples: [HOME_INFO] },
);

/** Customers see only themselves among those it is assigned to; null stands for an administrator. */
export type Onlooker = CustomerId | null;

export function showDashboardInfo(head: DashboardHead, onlooker: Onlooker): Static<typeof DashboardInfoSchema> {
  const { id, createdAt, tenantId, title, image, assignedCustomers, mobileHide, mobileOrder, externalId, version } =
    head;
  const shown = onlooker === null ? assignedCustomers : assignedCustomers.filter((each) => each.id === onlooker);
  return {
    id: entityRef("DASHBOARD", id),
    createdTime: createdAt,
    tenantId: entityRef("TENANT", tenantId),
    title,
    name: title,
    image,
    assignedCustomers: shown.map((each) => ({
      customerId: entityRef("CUSTOMER", each.id),
      title: each.title,
      public: each.isPublic,
    })),
    mobileHide,
    mobileOrder,
    externalId: entityRefOrNull("DASHBOARD", externalId),
    version,
  };
}

export function showDashboard(dashboard: Dashboard, onlooker: Onlooker): ShownDashboard {
  return { ...showDashboardInfo(dashboard, onlooker), configuration: dashboard.configuration };
}

export function showHomeInfo({ dashboardId, hideToolbar }: HomeDashboard): Static<typeof HomeDashboardInfoSchema> {
  return { dashboardId: entityRefOrNull("DASHBOARD", dashboardId), hideDashboardToolbar: hideToolbar };
}

export const DashboardBody = Type.Object(
  {
    id: SentReference,
    title: Type.String(),
    image: SentText,
    mobileHide: SentFlag,
    mobileOrder: Type.Optional(nullable(Type.Integer({ minimum: -INT32_MAX, maximum: INT32_MAX }))),
    externalId: SentReference,
    configuration: Type.Optional(
      Type.Unsafe<Static<typeof FreeObjectOrNull>>({
        ...FreeObjectOrNull,
        description: "Any object. One with the member `bridgehead` is checked: 1 is the form that this platform draws.",
      }),
    ),
    version: SentCount,
  },
  { title: "DashboardInput", examples: [{ title: TITLE, configuration: CONFIGURATION }] },
);

export function parseDashboardBody(body: Static<typeof DashboardBody>): SentDashboard {
  return {
    title: body.title,
    image: body.image ?? null,
    mobileHide: body.mobileHide ?? false,
    mobileOrder: body.mobileOrder ?? null,
    externalId: parseRef<DashboardId>(body.externalId, "DASHBOARD", "externalId"),
    configuration: body.configuration ?? null,
  };
}

export const HomeDashboardInfoBody = Type.Object(
  { dashboardId: SentReference, hideDashboardToolbar: SentFlag },
  { title: "HomeDashboardInfoInput", examples: [HOME_INFO] },
);

export function parseHomeBody(body: Static<typeof HomeDashboardInfoBody>): HomeDashboard {
  return {
    dashboardId: parseRef<DashboardId>(body.dashboardId, "DASHBOARD", "dashboardId"),
    hideToolbar: body.hideDashboardToolbar ?? true,
  };
}

const REVISION = {
  revision: [Type.Integer({ description: "The version that the dashboard had." }), 1],
  title: [Type.String(), TITLE],
  savedTime: [Type.Integer(), EXAMPLE_TIME],
  savedBy: [EntityRefSchema, EXAMPLE_REFS.user],
} as const;

export const RevisionInfoSchema = named("DashboardRevisionInfo", REVISION);
export const RevisionSchema = named("DashboardRevision", { ...REVISION, configuration: SHOWN_CONFIGURATION });

export function showRevisionInfo(head: RevisionHead): Static<typeof RevisionInfoSchema> {
  const { revision, title, savedAt, savedBy } = head;
  return { revision, title, savedTime: savedAt, savedBy: entityRef("USER", savedBy) };
}

export function showRevision(revision: DashboardRevision): Static<typeof RevisionSchema> {
  return { ...showRevisionInfo(revision), configuration: revision.configuration };
}
