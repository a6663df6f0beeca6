// Giving devices to customers and taking them back. Source: REST contract 7.
import { permit, permitMember } from "../../../core/access/permissions.ts";
import type { CustomerService } from "../../../core/customers/customer-service.ts";
import type { DeviceService } from "../../../core/devices/device-service.ts";
import { parseId } from "../../../core/ids.ts";
import { shownEntity } from "../audit-rule.ts";
import { DeviceSchema, showDevice } from "../device-wire.ts";
import { ErrorCode } from "../http-status.ts";
import { TENANT, resource, type RestRoute } from "../route.ts";

const api = resource("devices", TENANT);

export interface DeviceOwnerRouteParts {
  readonly devices: Pick<DeviceService, "assign" | "takeBack" | "require">;
  readonly customers: Pick<CustomerService, "require" | "ensurePublic">;
}

export function deviceOwnerRoutes({ devices, customers }: DeviceOwnerRouteParts): readonly RestRoute[] {
  return [
    api.post("/api/customer/:customerId/device/:deviceId", "assignDeviceToCustomer", {
      summary: "Give a device to a customer",
      answer: DeviceSchema,
      audit: {
        action: "ASSIGNED_TO_CUSTOMER",
        entity: ({ params }, device) =>
          device === undefined ? { type: "DEVICE", id: params.deviceId } : shownEntity("DEVICE", device),
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
      summary: "Give a device to the public customer, whose devices anybody may read",
      errorCodes: [ErrorCode.LIMIT_EXCEEDED],
      answer: DeviceSchema,
      audit: {
        action: "ASSIGNED_TO_CUSTOMER",
        entity: ({ params }, device) =>
          device === undefined ? { type: "DEVICE", id: params.deviceId } : shownEntity("DEVICE", device),
        data: (_request, device) => (device === undefined ? {} : { customerId: device.customerId.id, public: true }),
      },
      async handle({ principal, params }) {
        permitMember(principal, "assign", "DEVICE");
        const { tenantId } = principal;
        // First the device: a call that fails does not leave a public customer behind.
        const { id } = await devices.require(tenantId, parseId(params.deviceId, "deviceId"));
        return showDevice(await devices.assign(tenantId, id, (await customers.ensurePublic(tenantId)).id));
      },
    }),
    api.delete("/api/customer/device/:deviceId", "unassignDeviceFromCustomer", {
      summary: "Take a device back from its customer",
      answer: DeviceSchema,
      // Kept for the customer who had it, whom the device no longer names.
      audit: { action: "UNASSIGNED_FROM_CUSTOMER", entity: ({ params }) => ({ type: "DEVICE", id: params.deviceId }) },
      async handle({ principal, params }) {
        permitMember(principal, "assign", "DEVICE");
        return showDevice(await devices.takeBack(principal.tenantId, parseId(params.deviceId, "deviceId")));
      },
    }),
  ];
}
