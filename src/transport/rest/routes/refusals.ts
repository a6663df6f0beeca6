// The refusals that are kept of gateways: of one, or of all gateways of the tenant. Like the messages of gateways, they are for
// tenant administrators: they concern devices of all customers.
import { Type, type Static } from "typebox";
import { permitMember } from "../../../core/access/permissions.ts";
import type { DeviceId, TenantId } from "../../../core/ids.ts";
import type { RefusalStore, ShownRefusal } from "../../../core/monitoring/refusal-store.ts";
import { DeviceAccess, type DeviceLookup } from "../device-access.ts";
import { entityRef, entityRefOrNull, EntityRefSchema } from "../entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "../example-values.ts";
import { nullable } from "../nullable.ts";
import { pageOf, pageQuery, parsePage, toPage, type Page } from "../paging.ts";
import { TENANT, resource, type RestRoute } from "../route.ts";
import { EntityRefOrNull, named, part } from "../wire.ts";

const Reason = Type.String({ description: "The kind of error, as `invalid` or `rate-limited`." });

const [Entry, EXAMPLE_ENTRY] = part({
  device: [nullable(Type.String({ description: "The name that the gateway used." })), "boiler-7"],
  deviceId: [EntityRefOrNull, EXAMPLE_REFS.device],
  reason: [Reason, "invalid"],
  message: [Type.String(), "the attributes of a device must be a JSON object, got a number"],
});

const RefusalSchema = named("Refusal", {
  number: [Type.Integer({ description: "Ascends in the order of receipt." }), 4711],
  ts: [Type.Integer(), EXAMPLE_TIME],
  gateway: part({ id: [EntityRefSchema, EXAMPLE_REFS.device], name: [Type.String(), "gateway-1"] }),
  topic: [Type.String(), "v1/gateway/attributes"],
  reason: [Reason, "invalid"],
  partly: [Type.Boolean({ description: "Whether other parts of the message were processed." }), false],
  entries: [Type.Array(Entry, { description: "What was refused: the first parts, in order." }), [EXAMPLE_ENTRY]],
  entriesTotal: [Type.Integer({ description: "How many parts were refused." }), 1],
  bytes: [
    nullable(Type.Integer({ description: "Size of the payload; null if it was not to blame, as when storage fails." })),
    14,
  ],
  payload: [
    nullable(Type.String({ description: "The beginning of the payload as text, with secrets masked as `***`." })),
    '{"boiler-7":7}',
  ],
  cut: [Type.Boolean({ description: "Whether the payload is longer than the text." }), false],
});
type Refusal = Static<typeof RefusalSchema>;

function showRefusal(refusal: ShownRefusal): Refusal {
  const { number, at, gatewayId, gatewayName, topic, reason, partly, entries, entriesTotal } = refusal;
  const { bytes, payload, cut } = refusal;
  return {
    number,
    ts: at,
    gateway: { id: entityRef("DEVICE", gatewayId), name: gatewayName },
    topic,
    reason,
    partly,
    entries: entries.map(({ deviceId, ...entry }) => ({ ...entry, deviceId: entityRefOrNull("DEVICE", deviceId) })),
    entriesTotal,
    bytes,
    payload,
    cut,
  };
}

const QUERY = pageQuery(["ts"], {
  reason: Type.Optional(Type.String({ maxLength: 64, description: "Only those that are counted for this reason." })),
  device: Type.Optional(Type.String({ maxLength: 255, description: "Only those with a part of the device so named." })),
});
const KEPT = "Newest first; searched in topic, names and reasons.";

const api = resource("monitoring", TENANT);

export interface RefusalRouteDeps {
  readonly devices: DeviceLookup;
  readonly refusals: Pick<RefusalStore, "list">;
  readonly pageRowsMax: number;
}

export function refusalRoutes({ devices, refusals, pageRowsMax }: RefusalRouteDeps): readonly RestRoute[] {
  const access = new DeviceAccess(devices);
  const list = async (
    { tenantId, gatewayId }: { readonly tenantId: TenantId; readonly gatewayId: DeviceId | null },
    query: Static<typeof QUERY>,
  ): Promise<Page<Refusal>> => {
    const page = parsePage(query, ["ts"], pageRowsMax);
    const filter = { tenantId, gatewayId, reason: query.reason ?? null, device: query.device ?? null };
    return toPage(await refusals.list(filter, page), page, showRefusal);
  };
  return [
    api.get("/api/refusals", "getRefusals", {
      summary: "The last refused messages of the gateways of the tenant, with reason and payload",
      description: `${KEPT} Those of devices that connect themselves are counted, but not kept.`,
      query: QUERY,
      answer: pageOf(RefusalSchema),
      handle({ principal, query }) {
        permitMember(principal, "list", "DEVICE");
        return list({ tenantId: principal.tenantId, gatewayId: null }, query);
      },
    }),
    api.get("/api/gateways/:deviceId/refusals", "getGatewayRefusals", {
      summary: "The last 500 refused messages of a gateway, with reason and payload",
      description: `${KEPT} Kept over restarts, and deleted with the gateway.`,
      query: QUERY,
      answer: pageOf(RefusalSchema),
      async handle({ principal, params, query }) {
        const { id, tenantId } = await access.requireGateway(principal, params.deviceId, "read-connections");
        return await list({ tenantId, gatewayId: id }, query);
      },
    }),
  ];
}
