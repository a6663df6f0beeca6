// Rollouts over REST: firmware and software for many devices, in waves. Source: docs/decisions/0118-rollouts-in-waves.md.
import { Type, type Static } from "typebox";
import { permitMember, type OperationOn } from "../../../core/access/permissions.ts";
import type { Principal } from "../../../core/access/principal.ts";
import type { AuditAction } from "../../../core/audit-trail.ts";
import { parseId, type PackageId, type RolloutId, type TenantId } from "../../../core/ids.ts";
import { ROLLOUT_STATES, UPDATE_STATES } from "../../../core/ota/rollout.ts";
import type { RolloutService } from "../../../core/ota/rollout-service.ts";
import type { AuditRule } from "../audit-rule.ts";
import { oneOf, uuidText } from "../nullable.ts";
import { pageOf, pageQuery, parsePage, toPage } from "../paging.ts";
import {
  parseRolloutBody,
  RolloutBody,
  RolloutDeviceSchema,
  RolloutSchema,
  showRollout,
  showRolloutDevice,
} from "../rollout-wire.ts";
import { resource, TENANT, type RestRoute } from "../route.ts";

const api = resource("firmware", TENANT);

export interface RolloutRouteDeps {
  readonly rollouts: RolloutService;
  readonly pageRowsMax: number;
}

type Shown = Static<typeof RolloutSchema>;
interface OfRollout {
  readonly params: { readonly rolloutId: string };
}

const ROLLOUTS = "/api/ota/rollouts";
const ROLLOUT = `${ROLLOUTS}/:rolloutId`;
const SORTABLE = ["createdTime", "name", "state"] as const;
const DEVICES_SORTABLE = ["name", "wave", "state", "progress", "updatedTime"] as const;

export function rolloutRoutes({ rollouts, pageRowsMax }: RolloutRouteDeps): readonly RestRoute[] {
  const idFor = (
    principal: Principal,
    { rolloutId }: OfRollout["params"],
    operation: OperationOn<"OTA_ROLLOUT">,
  ): readonly [TenantId, RolloutId] => {
    permitMember(principal, operation, "OTA_ROLLOUT");
    return [principal.tenantId, parseId<RolloutId>(rolloutId, "rolloutId")];
  };

  const change = (
    call: "pause" | "resume" | "stop",
    [action, summary, description]: readonly [AuditAction, string, string],
  ): RestRoute =>
    api.post(`${ROLLOUT}/${call}`, `${call}Rollout`, {
      summary,
      description,
      errors: [409],
      answer: RolloutSchema,
      audit: auditOf(action),
      async handle({ principal, params }) {
        const [tenantId, id] = idFor(principal, params, "write");
        return showRollout(await rollouts[call](tenantId, id));
      },
    });

  return [
    api.post(ROLLOUTS, "createRollout", {
      summary: "Give devices a package in waves",
      description:
        "It begins at once. Of the target, the devices of the package's profile take part; those that report title and version already count as updated, and belong to no wave. 409 names a device that is in another rollout of the same type which has not ended.",
      errors: [409],
      errorCodes: [41],
      body: RolloutBody,
      answer: RolloutSchema,
      audit: {
        action: "ADDED",
        entity: ({ body }, shown) =>
          shown === undefined
            ? { type: "OTA_ROLLOUT", id: null, name: body.name ?? null }
            : { type: "OTA_ROLLOUT", id: shown.id, name: shown.name },
        data: (_request, shown) => (shown === undefined ? {} : described(shown)),
      },
      async handle({ principal, body }) {
        permitMember(principal, "create", "OTA_ROLLOUT");
        return showRollout(await rollouts.create(principal.tenantId, parseRolloutBody(body)));
      },
    }),
    api.get(ROLLOUTS, "getRollouts", {
      summary: "Rollouts of the tenant",
      description: "The newest first where no order is named. The text is looked for in name, title and version.",
      query: pageQuery(SORTABLE, {
        state: Type.Optional(oneOf(ROLLOUT_STATES)),
        packageId: Type.Optional(uuidText()),
      }),
      answer: pageOf(RolloutSchema),
      async handle({ principal, query }) {
        permitMember(principal, "list", "OTA_ROLLOUT");
        const page = parsePage(query, SORTABLE, pageRowsMax);
        const filter = {
          tenantId: principal.tenantId,
          state: query.state ?? null,
          packageId: query.packageId === undefined ? null : parseId<PackageId>(query.packageId, "packageId"),
        };
        return toPage(await rollouts.list(filter, page), page, showRollout);
      },
    }),
    api.get(ROLLOUT, "getRollout", {
      summary: "A rollout with the devices of each wave in each state",
      answer: RolloutSchema,
      async handle({ principal, params }) {
        return showRollout(await rollouts.require(...idFor(principal, params, "read")));
      },
    }),
    api.get(`${ROLLOUT}/devices`, "getRolloutDevices", {
      summary: "How far each device of a rollout is",
      description: "The text is looked for in names and labels. What devices report is seen within a few seconds.",
      query: pageQuery(DEVICES_SORTABLE, {
        state: Type.Optional(oneOf(UPDATE_STATES)),
        wave: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
      }),
      answer: pageOf(RolloutDeviceSchema),
      async handle({ principal, params, query }) {
        const [tenantId, id] = idFor(principal, params, "read");
        const page = parsePage(query, DEVICES_SORTABLE, pageRowsMax);
        const filter = { state: query.state ?? null, wave: query.wave ?? null };
        return toPage(await rollouts.devices(tenantId, id, filter, page), page, showRolloutDevice);
      },
    }),
    change("pause", [
      "PAUSED",
      "Pause a rollout",
      "No further device is given the package until it is resumed; those that have it go on, and are followed. 409 unless it runs.",
    ]),
    change("resume", [
      "RESUMED",
      "Resume a rollout that is paused",
      "The time of its wave starts again. 409 unless it is paused.",
    ]),
    change("stop", [
      "STOPPED",
      "Stop a rollout for good",
      "Devices that have not started get their former package back within seconds; the others go on, and are followed for another `waveMinutesMax`. 409 where it has ended.",
    ]),
    api.delete(ROLLOUT, "deleteRollout", {
      summary: "Delete a rollout that has ended",
      description: "What the devices have stays. 409 where it has not ended.",
      errors: [409],
      audit: { action: "DELETED", entity: ({ params }) => ({ type: "OTA_ROLLOUT", id: params.rolloutId }) },
      async handle({ principal, params }) {
        await rollouts.delete(...idFor(principal, params, "delete"));
      },
    }),
  ];
}

function auditOf(action: AuditAction): AuditRule<OfRollout, Shown> {
  return {
    action,
    entity: ({ params }) => ({ type: "OTA_ROLLOUT", id: params.rolloutId }),
    data: (_request, shown) => (shown === undefined ? {} : { state: shown.state, counts: shown.counts }),
  };
}

function described({ packageId, title, version, target, devices, waves, failurePercentMax, waveMinutesMax }: Shown) {
  const percents = waves.map(({ percent }) => percent);
  return { packageId, title, version, target, devices, waves: percents, failurePercentMax, waveMinutesMax };
}
