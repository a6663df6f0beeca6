// RPC to devices: calls that wait for the device, and the records of persistent calls. Source: REST contract 10.
import { Type } from "typebox";
import { permitMember } from "../../../core/access/permissions.ts";
import type { Principal } from "../../../core/access/principal.ts";
import { neverConnected } from "../../../core/devices/device-channel.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseId, type DeviceId, type RpcId } from "../../../core/ids.ts";
import type { RpcService } from "../../../core/rpc/rpc-service.ts";
import { RPC_STATUSES, type PersistentRpc, type RpcStatus } from "../../../core/rpc/rpc.ts";
import { SentJson } from "../audit-rule.ts";
import { callerSignal } from "../caller-signal.ts";
import type { DeviceAccess } from "../device-access.ts";
import { entityRef, EntityRefSchema, UuidParam } from "../entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "../example-values.ts";
import { ErrorCode, HttpError } from "../http-status.ts";
import { FreeObjectOrNull, nullable, oneOf, wordOf } from "../nullable.ts";
import { NeverConnectedResponse } from "../openapi/error-answers.ts";
import { pageOf, pageQuery, parsePage, toPage } from "../paging.ts";
import { jsonText, MEMBERS, resource, TENANT, type OtherAnswer, type RestRoute } from "../route.ts";
import { parseRpcBody, rpcText } from "../rpc-body.ts";

export interface RpcRouteDeps {
  readonly access: DeviceAccess;
  readonly rpc: Pick<RpcService, "call" | "callPersistent" | "find" | "list" | "delete">;
  readonly pageRowsMax: number;
  readonly bodyBytesMax: number;
}

/** Statuses for a call that no session took in time, and for one without a reply in time. */
interface TimeoutStatuses {
  readonly notSent: number;
  readonly notAnswered: number;
}

const PRESENT: TimeoutStatuses = { notSent: 504, notAnswered: 504 };
/** For the older paths, whose clients distinguish the two. */
const OLDER: TimeoutStatuses = { notSent: 409, notAnswered: 408 };
const NOT_JSON = 406;
const NEVER_CONNECTED =
  "The body is empty, or an error that says why where the device sends through a gateway that has never connected it. The gateway is named to those who may see it.";

interface CallRoute {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly oneWay: boolean;
  readonly statuses: TimeoutStatuses;
}

const api = resource("rpc", MEMBERS);
const DeviceParams = Type.Object({ deviceId: UuidParam });
const SORTABLE = ["createdTime", "expirationTime", "request", "response"] as const;

const RpcRequest = Type.Object(
  {
    method: Type.String(),
    params: Type.Optional(Type.Unknown({ description: "Default: {}." })),
    timeout: Type.Optional(Type.Integer({ description: "Milliseconds; too short ones are raised." })),
    expirationTime: Type.Optional(nullable(Type.Integer({ description: "Goes before timeout." }))),
    persistent: Type.Optional(Type.Boolean({ description: "Keeps the call until the device comes." })),
    retries: Type.Optional(nullable(Type.Integer({ description: "Of a persistent call." }))),
    additionalInfo: Type.Optional(FreeObjectOrNull),
  },
  {
    title: "RpcRequest",
    examples: [{ method: "setGpio", params: { pin: 7, value: 1 }, timeout: 5000, persistent: false }],
  },
);
const PersistentCall = Type.Object(
  { rpcId: Type.String({ format: "uuid" }) },
  {
    title: "PersistentRpcId",
    description: "Given at once for a persistent call.",
    examples: [{ rpcId: EXAMPLE_REFS.rpc.id }],
  },
);
const Reply = Type.Unknown({
  description: "What the device replied, as it sent it; for a persistent call a PersistentRpcId, at once.",
  examples: [{ value: 1 }],
});

/** Titled explicitly: generators would otherwise name it after its place, and `RpcRequest` is what callers send. */
const CallRecord = Type.Object(
  {
    id: Type.String({ format: "uuid" }),
    tenantId: EntityRefSchema,
    deviceId: EntityRefSchema,
    oneway: Type.Boolean(),
    expirationTime: Type.Integer(),
    body: Type.Object({ method: Type.String(), params: Type.String({ description: "JSON as text." }) }),
    persisted: Type.Boolean(),
    retries: nullable(Type.Integer({ format: "int32" })),
  },
  { title: "StoredRpcRequest" },
);
const RPC = {
  id: EXAMPLE_REFS.rpc,
  createdTime: EXAMPLE_TIME,
  tenantId: EXAMPLE_REFS.tenant,
  deviceId: EXAMPLE_REFS.device,
  expirationTime: EXAMPLE_TIME + 10_000,
  request: {
    id: EXAMPLE_REFS.rpc.id,
    tenantId: EXAMPLE_REFS.tenant,
    deviceId: EXAMPLE_REFS.device,
    oneway: false,
    expirationTime: EXAMPLE_TIME + 10_000,
    body: { method: "getState", params: "{}" },
    persisted: true,
    retries: 3,
  },
  response: null,
  status: "QUEUED",
  additionalInfo: { ticket: 12 },
};
const Rpc = Type.Object(
  {
    id: EntityRefSchema,
    createdTime: Type.Integer(),
    tenantId: EntityRefSchema,
    deviceId: EntityRefSchema,
    expirationTime: Type.Integer(),
    request: CallRecord,
    response: Type.Unknown({ description: "What the device replied, or null." }),
    status: oneOf(RPC_STATUSES),
    additionalInfo: FreeObjectOrNull,
  },
  { title: "Rpc", examples: [RPC] },
);

export function rpcRoutes({ access, rpc, pageRowsMax, bodyBytesMax }: RpcRouteDeps): readonly RestRoute[] {
  const callRoute = ({ path, operationId, summary, oneWay, statuses }: CallRoute): RestRoute =>
    api.post(path, operationId, {
      summary,
      params: DeviceParams,
      otherAnswers: {
        [statuses.notAnswered]: { description: "The device has not replied in time. The body is empty." },
        [statuses.notSent]: notSentAnswer(statuses),
        ...(oneWay ? {} : { [NOT_JSON]: { description: "The device's reply is not JSON. The body is empty." } }),
      },
      body: "text",
      bodyDescribes: RpcRequest,
      bodyBytesMax,
      audit: {
        action: "RPC_CALL",
        entity: ({ params }) => ({ type: "DEVICE", id: params.deviceId }),
        data: ({ body }) => ({ oneWay, call: new SentJson(body) }),
      },
      answer: { ...jsonText(oneWay ? PersistentCall : Reply), mayBeEmpty: oneWay },
      ...(oneWay ? {} : { waits: true }),
      async handle({ principal, params, body }, reply) {
        const device = await access.require(principal, params.deviceId, "call");
        const { isPersistent, request } = parseRpcBody(body, oneWay);
        if (isPersistent) return JSON.stringify({ rpcId: (await rpc.callPersistent(device, request)).id });
        try {
          const outcome = await rpc.call(device, request, callerSignal(reply));
          if (outcome.kind === "sent") return "";
          if (outcome.reply.kind === "json") return outcome.reply.json;
          reply.code(NOT_JSON);
          return "";
        } catch (error) {
          if (!(error instanceof DomainError) || error.kind !== "timeout") throw error;
          const { reason, gatewayId } = error.details;
          const status = reason === "no-active-connection" ? statuses.notSent : statuses.notAnswered;
          if (gatewayId !== undefined) {
            const id = parseId<DeviceId>(gatewayId, "gatewayId");
            const gateway = (await access.isReadable(principal, id)) ? id : null;
            throw noConnection(status, gateway === null ? neverConnected(device, null) : error.message, gateway);
          }
          reply.code(status);
          return "";
        }
      },
    });

  const requireCall = async (principal: Principal, id: string): Promise<PersistentRpc> => {
    permitMember(principal, "call", "DEVICE");
    const found = await rpc.find(principal.tenantId, parseId<RpcId>(id, "rpcId"));
    await access.require(principal, found.deviceId, "call");
    return found;
  };

  return [
    callRoute({
      path: "/api/rpc/oneway/:deviceId",
      operationId: "handleOneWayDeviceRPCRequestV2",
      summary: "Call a device without waiting for its reply",
      oneWay: true,
      statuses: PRESENT,
    }),
    callRoute({
      path: "/api/rpc/twoway/:deviceId",
      operationId: "handleTwoWayDeviceRPCRequestV2",
      summary: "Call a device and wait for its reply",
      oneWay: false,
      statuses: PRESENT,
    }),
    callRoute({
      path: "/api/plugins/rpc/oneway/:deviceId",
      operationId: "handleOneWayDeviceRPCRequestV1",
      summary: "Older path of the one-way call",
      oneWay: true,
      statuses: OLDER,
    }),
    callRoute({
      path: "/api/plugins/rpc/twoway/:deviceId",
      operationId: "handleTwoWayDeviceRPCRequestV1",
      summary: "Older path of the two-way call",
      oneWay: false,
      statuses: OLDER,
    }),
    api.get("/api/rpc/persistent/:rpcId", "getPersistedRpc", {
      summary: "The record of a persistent call",
      answer: jsonText(Rpc),
      async handle({ principal, params }) {
        return rpcText(await requireCall(principal, params.rpcId));
      },
    }),
    api.get("/api/rpc/persistent/device/:deviceId", "getPersistedRpcByDevice", {
      summary: "The persistent calls of a device",
      query: pageQuery(SORTABLE, { rpcStatus: Type.Optional(wordOf(RPC_STATUSES)) }),
      answer: jsonText(pageOf(Rpc)),
      async handle({ principal, params, query }) {
        const status = parseStatus(query.rpcStatus);
        const request = parsePage(query, SORTABLE, pageRowsMax);
        const device = await access.require(principal, params.deviceId, "call");
        const { data, ...counts } = toPage(
          await rpc.list(device.tenantId, device.id, status, request),
          request,
          rpcText,
        );
        return `{"data":[${data.join(",")}],${JSON.stringify(counts).slice(1)}`;
      },
    }),
    api.delete("/api/rpc/persistent/:rpcId", "deleteRpc", {
      summary: "Delete a persistent call and withdraw it from its queue",
      access: TENANT,
      audit: { action: "DELETED", entity: ({ params }) => ({ type: "RPC", id: params.rpcId }) },
      async handle({ principal, params }) {
        const found = await requireCall(principal, params.rpcId);
        await rpc.delete(found.tenantId, found.id);
      },
    }),
  ];
}

function noConnection(status: number, message: string, gatewayId: DeviceId | null): HttpError {
  return new HttpError(status, ErrorCode.GENERAL, message, {
    members: gatewayId === null ? {} : { gatewayId: entityRef("DEVICE", gatewayId) },
  });
}

function notSentAnswer({ notSent, notAnswered }: TimeoutStatuses): OtherAnswer {
  const when =
    notSent === notAnswered
      ? "The device could not be reached, or has not replied, in time."
      : "No session of the device took the call in time.";
  return { description: `${when} ${NEVER_CONNECTED}`, body: { ...jsonText(NeverConnectedResponse), mayBeEmpty: true } };
}

function parseStatus(text: string | undefined): RpcStatus | null {
  if (text === undefined || text === "") return null;
  const status = RPC_STATUSES.find((known) => known === text);
  if (status === undefined)
    throw invalid(`rpcStatus must be one of ${RPC_STATUSES.join(", ")}, got "${text.slice(0, 64)}"`);
  return status;
}
