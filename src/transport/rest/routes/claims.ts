// Claiming a device by its name and secret, and reclaiming it. Source: REST contract 11.
import { Type } from "typebox";
import { permitMember } from "../../../core/access/permissions.ts";
import type { AuditedEntity } from "../../../core/audit-trail.ts";
import type { ClaimService } from "../../../core/claims/claim-service.ts";
import { DomainError } from "../../../core/errors.ts";
import type { GuessThrottle } from "../../../core/guess-throttle.ts";
import type { UserId } from "../../../core/ids.ts";
import { writeJson } from "../../../lib/json.ts";
import { Slots } from "../../../lib/slots.ts";
import { DeviceSchema, showDevice } from "../device-wire.ts";
import { nullable, oneOf } from "../nullable.ts";
import { MEMBERS, jsonText, resource, type RestRoute } from "../route.ts";

const api = resource("devices", ["CUSTOMER_USER"]);

export interface ClaimRouteDeps {
  readonly claims: Pick<ClaimService, "claim" | "reclaim">;
  readonly guesses: GuessThrottle;
}

const NameParams = Type.Object({ deviceName: Type.String() });
const ClaimRequest = Type.Object(
  { secretKey: Type.Optional(nullable(Type.String())) },
  { title: "ClaimRequest", examples: [{ secretKey: "abc" }] },
);
const ClaimResult = Type.Object({ device: DeviceSchema, response: oneOf(["SUCCESS"]) }, { title: "ClaimResult" });
const PATH = "/api/customer/device/:deviceName/claim";

/** Claims of one user that may wait for the previous one. */
const WAITING_MAX = 200;

export function claimRoutes({ claims, guesses }: ClaimRouteDeps): readonly RestRoute[] {
  // One claim per user at a time: simultaneous claims would all be tried before the first was found wrong.
  const turns = new Slots<UserId>({
    max: Number.POSITIVE_INFINITY,
    keyMax: 1,
    keyWaitingMax: WAITING_MAX,
    refusal: () =>
      new DomainError("rate-limited", `${String(WAITING_MAX)} claims of this user are waiting`, {
        retryAfterSeconds: 1,
      }),
  });
  return [
    api.post(PATH, "claimDevice", {
      summary: "Claim a device for your customer",
      errors: [400],
      otherAnswers: {
        400: {
          description: "A bare word: the device has an owner, or there is no such claim.",
          body: oneOf(["FAILURE", "CLAIMED"]),
        },
      },
      params: NameParams,
      // Without a body, or without the member, the secret is empty.
      body: nullable(ClaimRequest),
      answer: jsonText(ClaimResult),
      audit: { action: "ASSIGNED_TO_CUSTOMER", entity: claimedDevice },
      async handle({ principal, params, body, ip }, reply) {
        permitMember(principal, "claim", "DEVICE");
        const { tenantId, customerId, userId } = principal;
        if (customerId === null) throw new DomainError("forbidden", "only users of a customer can claim devices");
        const { deviceName } = params;
        const secretKey = body?.secretKey ?? "";
        const outcome = await guesses.attempt(
          { address: ip, account: `claimer ${userId}`, secret: JSON.stringify([deviceName, secretKey]) },
          {
            check: (proceed) =>
              turns.run(
                () => {
                  proceed();
                  return claims.claim(tenantId, customerId, deviceName, secretKey);
                },
                { key: userId },
              ),
            isRight: ({ kind }) => kind !== "failure",
          },
        );
        switch (outcome.kind) {
          case "claimed":
            return writeJson({ device: showDevice(outcome.device), response: "SUCCESS" });
          // Clients recognise these two by a bare word instead of the envelope.
          case "owned":
            reply.code(400);
            return JSON.stringify("CLAIMED");
          case "failure":
            reply.code(400);
            return JSON.stringify("FAILURE");
        }
      },
    }),
    api.delete(PATH, "reClaimDevice", {
      summary: "Take a claimed device back from its customer",
      access: MEMBERS,
      params: NameParams,
      audit: { action: "UNASSIGNED_FROM_CUSTOMER", entity: claimedDevice },
      async handle({ principal, params }) {
        permitMember(principal, "reclaim", "DEVICE");
        await claims.reclaim(principal.tenantId, principal.customerId, params.deviceName);
      },
    }),
  ];
}

function claimedDevice({ params }: { readonly params: { readonly deviceName: string } }): AuditedEntity {
  return { type: "DEVICE", id: null, byName: true, name: params.deviceName };
}
