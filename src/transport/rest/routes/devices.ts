// Devices: save, read, delete, their credentials and their owners. Lists are in device-lists.ts. Source: REST contract
// 7.
import { Type } from "typebox";
import { permit, permitMember, type OperationOn } from "../../../core/access/permissions.ts";
import type { Principal } from "../../../core/access/principal.ts";
import type { AuditedEntity } from "../../../core/audit-trail.ts";
import type { CustomerService } from "../../../core/customers/customer-service.ts";
import type { SentCredentials } from "../../../core/devices/credentials.ts";
import type { DeviceService } from "../../../core/devices/device-service.ts";
import type { Device } from "../../../core/devices/device.ts";
import { DomainError, wrong } from "../../../core/errors.ts";
import { parseId, type DeviceId } from "../../../core/ids.ts";
import type { NameConflict } from "../../../core/name-conflict.ts";
import { auditSave, auditSaveOf, shownEntity } from "../audit-rule.ts";
import { permitCredentials, permitDevice } from "../device-access.ts";
import {
  CredentialsBody,
  CredentialsSchema,
  DeviceInfoSchema,
  DeviceSchema,
  parseCredentials,
  parseDeviceFields,
  SentDevice,
  showCredentials,
  showDevice,
  showDeviceInfo,
  type ShownDevice,
} from "../device-wire.ts";
import { parseRef, requireRef } from "../entity-ids.ts";
import { ErrorCode } from "../http-status.ts";
import { NameConflictQuery, parseNameConflict } from "../wire.ts";
import { MEMBERS, TENANT, resource, type RestRoute } from "../route.ts";

const api = resource("devices", MEMBERS);

export interface DeviceRouteDeps {
  readonly devices: DeviceService;
  readonly customers: Pick<CustomerService, "require" | "ensurePublic">;
}

const DeviceWithCredentials = Type.Object(
  { device: SentDevice, credentials: CredentialsBody },
  {
    title: "DeviceWithCredentialsInput",
    examples: [
      {
        device: { name: "boiler-7", type: "default" },
        credentials: { credentialsType: "ACCESS_TOKEN", credentialsId: "A1b2C3d4E5f6G7h8I9j0" },
      },
    ],
  },
);

export function deviceRoutes({ devices, customers }: DeviceRouteDeps): readonly RestRoute[] {
  const permitted = async (principal: Principal, id: string, operation: OperationOn<"DEVICE">): Promise<Device> => {
    permitMember(principal, operation, "DEVICE");
    const device = await devices.require(principal.tenantId, parseId(id, "deviceId"));
    permitDevice(principal, operation, device);
    return device;
  };

  const save = async (
    principal: Principal,
    sent: SentDevice,
    conflict: NameConflict,
    credentials: SentCredentials | undefined,
  ): Promise<Device> => {
    const id = parseRef<DeviceId>(sent.id, "DEVICE", "id");
    permitMember(principal, id === null ? "create" : "write", "DEVICE");
    const fields = parseDeviceFields(sent);
    const chosen = credentials === undefined ? {} : { credentials };
    if (id === null) return (await devices.create(principal.tenantId, fields, { conflict, ...chosen })).device;
    permitDevice(principal, "write", await devices.require(principal.tenantId, id));
    return await devices.update(principal.tenantId, id, fields, {
      expectedVersion: sent.version ?? null,
      conflict,
      ...chosen,
      ...(principal.customerId === null ? {} : { editorCustomerId: principal.customerId }),
    });
  };

  return [
    api.post("/api/device", "saveDevice", {
      summary: "Create or update a device",
      errors: [409],
      errorCodes: [ErrorCode.LIMIT_EXCEEDED],
      query: Type.Object({
        accessToken: Type.Optional(Type.String({ description: "The token of a new device; random by default." })),
        ...NameConflictQuery,
      }),
      body: SentDevice,
      answer: DeviceSchema,
      audit: auditSave("DEVICE"),
      async handle({ principal, body, query }) {
        const isNew = parseRef<DeviceId>(body.id, "DEVICE", "id") === null;
        const token = isNew ? tokenCredentials(query.accessToken) : undefined;
        return showDevice(await save(principal, body, parseNameConflict(query), token));
      },
    }),
    api.post("/api/device-with-credentials", "saveDeviceWithCredentials", {
      summary: "Create or update a device together with its credentials",
      errors: [409],
      errorCodes: [ErrorCode.LIMIT_EXCEEDED],
      query: Type.Object(NameConflictQuery),
      body: DeviceWithCredentials,
      answer: DeviceSchema,
      audit: auditSaveOf("DEVICE", (body: { readonly device: SentDevice }) => body.device),
      async handle({ principal, body, query }) {
        permitMember(principal, "write-credentials", "DEVICE");
        return showDevice(
          await save(principal, body.device, parseNameConflict(query), parseCredentials(body.credentials)),
        );
      },
    }),
    api.get("/api/device/:deviceId", "getDeviceById", {
      summary: "A device",
      answer: DeviceSchema,
      async handle({ principal, params }) {
        return showDevice(await permitted(principal, params.deviceId, "read"));
      },
    }),
    api.get("/api/device/info/:deviceId", "getDeviceInfoById", {
      summary: "A device with its customer, its profile and whether it is active",
      answer: DeviceInfoSchema,
      async handle({ principal, params }) {
        permitMember(principal, "read", "DEVICE");
        const info = await devices.requireInfo(principal.tenantId, parseId(params.deviceId, "deviceId"));
        permitDevice(principal, "read", info);
        return showDeviceInfo(info);
      },
    }),
    api.delete("/api/device/:deviceId", "deleteDevice", {
      summary: "Delete a device and all its data",
      access: TENANT,
      audit: { action: "DELETED", entity: ({ params }) => ({ type: "DEVICE", id: params.deviceId }) },
      async handle({ principal, params }) {
        permitMember(principal, "delete", "DEVICE");
        await devices.delete(principal.tenantId, parseId(params.deviceId, "deviceId"));
      },
    }),
    api.get("/api/device/:deviceId/credentials", "getDeviceCredentialsByDeviceId", {
      summary: "The credentials of a device",
      answer: CredentialsSchema,
      audit: { action: "CREDENTIALS_READ", entity: ({ params }) => ({ type: "DEVICE", id: params.deviceId }) },
      async handle({ principal, params }) {
        permitMember(principal, "read-credentials", "DEVICE");
        const device = await devices.require(principal.tenantId, parseId(params.deviceId, "deviceId"));
        permitCredentials(principal, device);
        return showCredentials(await devices.credentialsOf(device.tenantId, device.id));
      },
    }),
    api.post("/api/device/credentials", "updateDeviceCredentials", {
      summary: "Replace the credentials of a device and close its sessions",
      access: TENANT,
      errors: [409],
      body: CredentialsBody,
      answer: CredentialsSchema,
      audit: {
        action: "CREDENTIALS_UPDATED",
        entity: ({ body }) => ({ type: "DEVICE", id: body.deviceId?.id ?? null }),
        // Neither id nor value, as both are secrets.
        data: ({ body }) => ({ type: body.credentialsType }),
      },
      async handle({ principal, body }) {
        permitMember(principal, "write-credentials", "DEVICE");
        const deviceId = requireRef<DeviceId>(body.deviceId, "DEVICE", "deviceId");
        const present = await devices.credentialsOf(principal.tenantId, deviceId);
        const sentId = body.id === null || body.id === undefined ? present.id : parseId(body.id.id, "id.id");
        if (sentId !== present.id)
          throw new DomainError("not-found", `device ${deviceId} has no credentials ${sentId}`);
        const saved = await devices.saveCredentials(
          principal.tenantId,
          deviceId,
          parseCredentials(body),
          body.version ?? null,
        );
        return showCredentials(saved);
      },
    }),
    api.post("/api/customer/:customerId/device/:deviceId", "assignDeviceToCustomer", {
      access: TENANT,
      summary: "Give a device to a customer",
      answer: DeviceSchema,
      audit: {
        action: "ASSIGNED_TO_CUSTOMER",
        entity: givenDevice,
        data: ({ params }) => ({ customerId: params.customerId }),
      },
      async handle({ principal, params }) {
        permitMember(principal, "assign", "DEVICE");
        const customer = await customers.require(parseId(params.customerId, "customerId"));
        permit<"CUSTOMER">(principal, "read", {
          kind: "CUSTOMER",
          tenantId: customer.tenantId,
          customerId: customer.id,
        });
        return showDevice(await devices.assign(principal.tenantId, parseId(params.deviceId, "deviceId"), customer.id));
      },
    }),
    api.post("/api/customer/public/device/:deviceId", "assignDeviceToPublicCustomer", {
      access: TENANT,
      summary: "Give a device to the public customer, whose devices anybody may read",
      errorCodes: [ErrorCode.LIMIT_EXCEEDED],
      answer: DeviceSchema,
      audit: {
        action: "ASSIGNED_TO_CUSTOMER",
        entity: givenDevice,
        data: (_request, device) => (device === undefined ? {} : { customerId: device.customerId.id, public: true }),
      },
      async handle({ principal, params }) {
        permitMember(principal, "assign", "DEVICE");
        const { tenantId } = principal;
        // The device first, so that a failing call does not leave a public customer behind.
        const { id } = await devices.require(tenantId, parseId(params.deviceId, "deviceId"));
        return showDevice(await devices.assign(tenantId, id, (await customers.ensurePublic(tenantId)).id));
      },
    }),
    api.delete("/api/customer/device/:deviceId", "unassignDeviceFromCustomer", {
      access: TENANT,
      summary: "Take a device back from its customer",
      answer: DeviceSchema,
      // Recorded for the customer who had the device, as the device no longer names that customer.
      audit: { action: "UNASSIGNED_FROM_CUSTOMER", entity: ({ params }) => ({ type: "DEVICE", id: params.deviceId }) },
      async handle({ principal, params }) {
        permitMember(principal, "assign", "DEVICE");
        return showDevice(await devices.takeBack(principal.tenantId, parseId(params.deviceId, "deviceId")));
      },
    }),
  ];
}

/** Undefined, which generates a token, also for the empty text that clients send for an empty form field. */
function tokenCredentials(token: string | undefined): SentCredentials | undefined {
  if (token === undefined || token === "") return undefined;
  if (token.trim() === "") throw wrong("blank", { field: "accessToken" });
  return { kind: "ACCESS_TOKEN", credentialsId: token, credentialsValue: null };
}

function givenDevice(
  { params }: { readonly params: { readonly deviceId: string } },
  device: ShownDevice | undefined,
): AuditedEntity {
  return device === undefined ? { type: "DEVICE", id: params.deviceId } : shownEntity("DEVICE", device);
}
