// The HTTP device API: what a device without MQTT can do with its access token, using the same services as MQTT.
// Source: REST contract 14.
import { Readable } from "node:stream";
import { Type, type Static } from "typebox";
import type { AttributeService } from "../../../core/attributes/attribute-service.ts";
import { parseClaimRequest } from "../../../core/claims/claim.ts";
import { parseProvisionRequest } from "../../../core/devices/provision-request.ts";
import type { PackageKind } from "../../../core/devices/profile-store.ts";
import { invalid } from "../../../core/errors.ts";
import type { OtaPackage } from "../../../core/ota/ota-package.ts";
import { withFile, type PackageReader } from "../../../core/ota/package-reader.ts";
import { REQUEST_ID_MAX } from "../../../core/rpc/rpc.ts";
import type { Clock, EpochMillis } from "../../../lib/clock.ts";
import type { Activity } from "../../device-api/activity.ts";
import { parseAttributeQuery } from "../../device-api/attribute-query.ts";
import { parseAttributeValues } from "../../device-api/value-text.ts";
import { readAttributes as readStored, writeByScope, type ClientAttributes } from "../../device-api/attributes.ts";
import type { OpenClaims } from "../../device-api/claims.ts";
import { parseText, requireObject } from "../../device-api/payload.ts";
import { writeProvisionOutcome, type Provisioning } from "../../device-api/provisioning.ts";
import { answerTo, parseMethod, type RpcReplies } from "../../device-api/rpc.ts";
import type { SessionLimits } from "../../device-api/session-limits.ts";
import { sendsAttachment } from "../attachment.ts";
import { callerSignal } from "../caller-signal.ts";
import { ErrorCode, HttpError } from "../http-status.ts";
import {
  jsonText,
  openResource,
  plainText,
  streamed,
  type OtherAnswer,
  type RestReply,
  type RestRoute,
} from "../route.ts";
import type { ValueBodyOptions } from "../value-body.ts";
import { AttributeValues, TelemetryInput } from "../value-body.ts";
import type { DeviceCaller } from "./caller.ts";
import type { DeviceEdge, ProvisioningEdge } from "./edge.ts";
import type { Polls } from "./polls.ts";
import type { BodyReaders } from "../large-bodies/body-readers.ts";
import type { SentValues } from "../large-bodies/large-body.ts";
import type { AttributeValues as Attributes } from "../../../core/attributes/attribute.ts";
import { requireRoom, type DeviceHttpTelemetry } from "./telemetry.ts";
import { requirePlainKey } from "./telemetry-text.ts";
import { nullable, oneOf } from "../nullable.ts";
import { CREDENTIALS_KINDS } from "../../../core/devices/device.ts";

export interface DeviceHttpDeps {
  readonly edge: DeviceEdge;
  readonly provisioningEdge: ProvisioningEdge;
  readonly polls: Polls;
  readonly telemetry: DeviceHttpTelemetry;
  readonly bodies: Pick<BodyReaders, "attributes">;
  readonly attributes: ClientAttributes & Pick<AttributeService, "saveFromDevice">;
  readonly rpc: RpcReplies;
  readonly claims: OpenClaims;
  readonly packages: PackageSource;
  readonly provisioning: Provisioning;
  readonly activity: Activity;
  readonly clock: Clock;
}

type PackageSource = Pick<PackageReader, "assignedTo" | "stream">;

export interface DeviceHttpOptions {
  readonly values: ValueBodyOptions;
  /** Largest body, in bytes. Setting `http.deviceApi.payloadBytesMax`. */
  readonly bodyBytesMax: number;
  /** Largest call, or answer to one, in bytes. */
  readonly rpcBodyBytesMax: number;
  /** How long a device may take to receive a package. */
  readonly packageMillisMax: number;
  /** The answer to `getSessionLimits`. */
  readonly session: SessionLimits;
}

interface WithDevice {
  readonly deviceCaller: DeviceCaller;
}

const OF_DEVICE = "/api/v1/:token";
const OCTETS = "application/octet-stream";
const Token = { token: Type.String({ description: "The access token of the device." }) };
const DeviceParams = Type.Object(Token);

const plainAnswer = (description: string): OtherAnswer => ({ description, body: plainText() });
const silent = (description: string): OtherAnswer => ({ description });

/** Answers that every call of a device may get besides its result. */
const REFUSALS: Readonly<Record<number, OtherAnswer>> = {
  400: plainAnswer("The request is not valid; the text says why."),
  401: silent("There is no device with this token."),
  429: {
    description: "A rate limit of the tenant is reached, or too many wrong tokens came from this address.",
    headers: { "Retry-After": "Seconds to wait." },
  },
  500: silent("It could not be stored, or failed unexpectedly."),
  503: silent("The platform is stopping."),
};
const TOO_LARGE = { 413: plainAnswer("The body is too large.") };
const POLL_ENDS = {
  403: plainAnswer("The device was deleted meanwhile."),
  408: silent("Nothing came in time."),
};

const PollQuery = Type.Object({
  timeout: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "The longest wait in milliseconds, at most 300000; 60000 where it is 0 or missing.",
    }),
  ),
});

const PackageQuery = Type.Object({
  title: Type.Optional(Type.String()),
  version: Type.Optional(Type.String()),
  size: Type.Optional(Type.Integer({ minimum: 0, description: "Bytes of a chunk; 0 for the whole." })),
  chunk: Type.Optional(Type.Integer({ minimum: 0, description: "Number of the chunk, from 0." })),
});

const DeviceAttributes = Type.Object(
  { client: Type.Optional(AttributeValues), shared: Type.Optional(AttributeValues) },
  { title: "DeviceAttributes", examples: [{ client: { fw: "1.2" }, shared: { interval: 60 } }] },
);

const DeviceClaim = Type.Object(
  { secretKey: Type.Optional(Type.String()), durationMs: Type.Optional(Type.Integer()) },
  { title: "DeviceClaimInput", examples: [{ secretKey: "abc", durationMs: 60000 }] },
);

const DeviceCall = Type.Object(
  { id: Type.Integer(), method: Type.String(), params: Type.Unknown() },
  { title: "DeviceCall", examples: [{ id: 1, method: "setGpio", params: { pin: 7, value: 1 } }] },
);

const CallOfDevice = Type.Object(
  { method: Type.String(), params: Type.Optional(Type.Unknown()) },
  { title: "DeviceCallInput", examples: [{ method: "getSessionLimits", params: {} }] },
);

export function deviceHttpRoutes(deps: DeviceHttpDeps, options: DeviceHttpOptions): readonly RestRoute[] {
  const { edge, polls, telemetry, attributes, rpc, claims, packages, activity, bodies, clock } = deps;
  const { bodyBytesMax, rpcBodyBytesMax, packageMillisMax, values } = options;

  const api = openResource<WithDevice>("device api", { edge, params: DeviceParams });
  /** Charges a message that is not telemetry. */
  const charge = (caller: DeviceCaller): void => {
    const now = clock.now();
    activity.ofClient(caller, now);
    const breach = caller.traffic.message(false, now);
    if (breach !== null) throw breach;
  };
  const readAttributes = async (caller: DeviceCaller, sent: SentValues, now: EpochMillis): Promise<Attributes> => {
    if (typeof sent !== "string") {
      requireRoom(caller.traffic, now);
      const body = { form: "device-attributes", bytes: sent.bytes, now, values } as const;
      return await bodies.attributes(body, caller.device.tenantId);
    }
    const written = parseAttributeValues(parseText(sent), "the payload", values);
    for (const [key] of written) requirePlainKey(key);
    return written;
  };
  const poll = async (
    kind: "attributes" | "rpc",
    caller: DeviceCaller,
    timeout: number | undefined,
    reply: RestReply,
  ): Promise<string> => {
    charge(caller);
    const { text, delivered } = await polls.next(kind, caller.device, timeout, callerSignal(reply));
    reply.raw.once("finish", delivered);
    return text;
  };

  return [
    api.post(`${OF_DEVICE}/telemetry`, "postDeviceTelemetry", {
      summary: "Store telemetry of the device",
      otherAnswers: { ...REFUSALS, ...TOO_LARGE, 403: plainAnswer("The device would have too many keys.") },
      bodyBytesMax,
      bodyDescribes: TelemetryInput,
      body: "values",
      async handle({ deviceCaller, body }) {
        const now = clock.now();
        activity.ofClient(deviceCaller, now);
        await telemetry.receive(deviceCaller, body, now);
      },
    }),
    api.post(`${OF_DEVICE}/attributes`, "postDeviceAttributes", {
      summary: "Store client-side attributes of the device",
      otherAnswers: { ...REFUSALS, ...TOO_LARGE },
      bodyBytesMax,
      bodyDescribes: AttributeValues,
      body: "values",
      async handle({ deviceCaller, body }) {
        const now = clock.now();
        const { device, traffic } = deviceCaller;
        activity.ofClient(deviceCaller, now);
        const written = await readAttributes(deviceCaller, body, now);
        const breach = traffic.attributes(false, written.length, now);
        if (breach !== null) throw breach;
        await attributes.saveFromDevice([{ device, values: written }], now);
      },
    }),
    api.get(`${OF_DEVICE}/attributes`, "getDeviceAttributes", {
      summary: "Client-side and shared attributes of the device",
      otherAnswers: REFUSALS,
      query: Type.Object({
        clientKeys: Type.Optional(Type.String({ description: "Client-side attributes, separated by commas." })),
        sharedKeys: Type.Optional(
          Type.String({ description: "Shared attributes, separated by commas. With neither list all of both come." }),
        ),
      }),
      answer: jsonText(DeviceAttributes),
      async handle({ deviceCaller, query }) {
        charge(deviceCaller);
        const wanted = parseAttributeQuery(new Map(Object.entries(query)));
        return writeByScope(await readStored(attributes, deviceCaller.device, wanted));
      },
    }),
    api.get(`${OF_DEVICE}/attributes/updates`, "awaitDeviceAttributes", {
      summary: "Wait for the next change of the device's shared attributes",
      otherAnswers: { ...REFUSALS, ...POLL_ENDS },
      waits: true,
      query: PollQuery,
      answer: jsonText(AttributeValues),
      handle: ({ deviceCaller, query }, reply) => poll("attributes", deviceCaller, query.timeout, reply),
    }),
    api.post(`${OF_DEVICE}/claim`, "openDeviceClaim", {
      summary: "Let a customer who knows the secret claim the device",
      otherAnswers: { ...REFUSALS, ...TOO_LARGE },
      bodyBytesMax,
      bodyDescribes: DeviceClaim,
      body: "text",
      async handle({ deviceCaller, body }) {
        const request = parseClaimRequest(body === "" ? {} : requireObject(parseText(body), "the payload"));
        charge(deviceCaller);
        const [opened] = await claims.openAll([{ device: deviceCaller.device, request }]);
        if (opened === "owned") throw invalid("the device belongs to a customer already");
        if (opened === "not-allowed") throw invalid("the device has no server attribute claimingAllowed that is true");
      },
    }),
    api.get(`${OF_DEVICE}/rpc`, "awaitDeviceCall", {
      summary: "Wait for the next call to the device",
      otherAnswers: { ...REFUSALS, ...POLL_ENDS },
      waits: true,
      query: PollQuery,
      answer: jsonText(DeviceCall),
      handle: ({ deviceCaller, query }, reply) => poll("rpc", deviceCaller, query.timeout, reply),
    }),
    api.post(`${OF_DEVICE}/rpc/:requestId`, "answerDeviceCall", {
      summary: "Answer a call to the device",
      otherAnswers: { ...REFUSALS, ...TOO_LARGE },
      bodyBytesMax: rpcBodyBytesMax,
      bodyDescribes: Type.Unknown({ examples: [{ ok: true }] }),
      params: Type.Object({
        ...Token,
        requestId: Type.Integer({
          minimum: 0,
          maximum: REQUEST_ID_MAX,
          description: "The id that the call came with.",
        }),
      }),
      body: "text",
      async handle({ deviceCaller, params, body }) {
        parseText(body);
        charge(deviceCaller);
        const { id } = deviceCaller.device;
        // Passes the text on as sent.
        const reply = { kind: "json", json: body.trim() } as const;
        await rpc.reply({ throughDeviceId: id, deviceId: id, requestId: params.requestId, reply });
      },
    }),
    api.post(`${OF_DEVICE}/rpc`, "callFromDevice", {
      summary: "Ask the platform something",
      otherAnswers: { ...REFUSALS, ...TOO_LARGE },
      bodyBytesMax: rpcBodyBytesMax,
      bodyDescribes: CallOfDevice,
      body: "text",
      answer: jsonText(Type.Unknown({ examples: [{ error: "unsupported method" }] })),
      handle({ deviceCaller, body }) {
        const method = parseMethod(requireObject(parseText(body), "the payload"));
        charge(deviceCaller);
        return answerTo(method, deviceCaller, options.session);
      },
    }),
    ...(["FIRMWARE", "SOFTWARE"] as const).map((kind) =>
      api.get(`${OF_DEVICE}/${kind.toLowerCase()}`, kind === "FIRMWARE" ? "getDeviceFirmware" : "getDeviceSoftware", {
        summary: `The ${kind.toLowerCase()} that is assigned to the device, or a piece of it`,
        description: "With the media type that it was uploaded with. Behind its end there is nothing: an empty answer.",
        errors: [404],
        otherAnswers: REFUSALS,
        query: PackageQuery,
        answer: streamed([OCTETS], Type.Unsafe<unknown>({ description: "The bytes.", examples: ["…"] })),
        async handle({ deviceCaller, query }, reply) {
          charge(deviceCaller);
          const assigned = await packages.assignedTo(deviceCaller.device, kind);
          const found = withFile(assigned);
          if (assigned === undefined || found === undefined) throw noPackage(kind);
          requireVersion(query, assigned);
          const { content } = found;
          const { size = 0, chunk = 0 } = query;
          const asked = size === 0 ? content.bytes : size;
          const start = Math.min(chunk * asked, content.bytes);
          const bytes = Math.min(asked, content.bytes - start);
          sendsAttachment(reply, { ...content, bytes }, { clock, millisMax: packageMillisMax });
          return Readable.from(packages.stream(found, { start, bytes }), { objectMode: false });
        },
      }),
    ),
    provisioningRoute(deps),
  ];
}

function noPackage(kind: PackageKind): HttpError {
  return new HttpError(
    404,
    ErrorCode.NOT_FOUND,
    `no ${kind.toLowerCase()} that could be loaded here is assigned to the device`,
  );
}

/** A device that loads a package in chunks must not get chunks of two versions. */
function requireVersion(query: Static<typeof PackageQuery>, { title, version }: OtaPackage): void {
  if (query.title === title && query.version === version) return;
  throw invalid(
    `title and version must be those of the package that is assigned, "${title}" and "${version}", got "${query.title ?? ""}" and "${query.version ?? ""}"`,
  );
}

function provisioningRoute({ provisioning, provisioningEdge }: DeviceHttpDeps): RestRoute {
  const api = openResource("device api", { edge: provisioningEdge });
  return api.post("/api/v1/provision", "provisionDevice", {
    summary: "Create a device, or its credentials, with a profile's key",
    otherAnswers: {
      400: plainAnswer("The request is not valid; the text says why."),
      ...TOO_LARGE,
      429: {
        description: "Too many wrong keys and secrets came from this address, or for this key.",
        headers: { "Retry-After": "Seconds to wait." },
      },
    },
    body: "text",
    bodyDescribes: Type.Object(
      {
        deviceName: Type.Optional(nullable(Type.String())),
        provisionDeviceKey: Type.String({ minLength: 1 }),
        provisionDeviceSecret: Type.String({ minLength: 1 }),
      },
      {
        title: "ProvisionRequest",
        examples: [{ deviceName: "d", provisionDeviceKey: "k", provisionDeviceSecret: "s" }],
      },
    ),
    answer: jsonText(
      Type.Object(
        {
          status: oneOf(["SUCCESS", "FAILURE", "NOT_FOUND"]),
          credentialsType: Type.Optional(oneOf(CREDENTIALS_KINDS)),
          credentialsValue: Type.Optional(Type.Unknown()),
          errorMsg: Type.Optional(Type.String()),
        },
        {
          title: "ProvisionResponse",
          examples: [{ status: "SUCCESS", credentialsType: "ACCESS_TOKEN", credentialsValue: "A1B2C3D4E5F6G7H8I9J0" }],
        },
      ),
    ),
    async handle({ body, ip }) {
      return writeProvisionOutcome(await provisioning.provision(parseProvisionRequest(parseText(body)), ip));
    },
  });
}
