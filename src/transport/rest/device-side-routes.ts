// Every route about devices and what they send, put together from the services behind them.
import type { AttributeService } from "../../core/attributes/attribute-service.ts";
import type { ClaimService } from "../../core/claims/claim-service.ts";
import type { CustomerService } from "../../core/customers/customer-service.ts";
import type { DeviceProfileService } from "../../core/devices/device-profile-service.ts";
import type { DeviceService } from "../../core/devices/device-service.ts";
import type { RpcService } from "../../core/rpc/rpc-service.ts";
import type { TelemetryService } from "../../core/telemetry/telemetry-service.ts";
import type { StorageQuota } from "../../core/tenants/storage-quota.ts";
import type { TenantService } from "../../core/tenants/tenant-service.ts";
import type { UserService } from "../../core/users/user-service.ts";
import type { Clock } from "../../lib/clock.ts";
import { DeviceAccess, type DeviceLookup } from "./device-access.ts";
import type { UploadBounds } from "./history/upload-text.ts";
import type { RestRoute } from "./route.ts";
import { attributeRoutes } from "./routes/attributes.ts";
import { claimRoutes } from "./routes/claims.ts";
import { deviceListRoutes } from "./routes/device-lists.ts";
import { deviceProfileRoutes } from "./routes/device-profiles.ts";
import { deviceRoutes } from "./routes/devices.ts";
import { historyRoutes, type HistoryRouteDeps } from "./routes/history.ts";
import { historyImportRoutes, type HistoryImportDeps } from "./routes/history-import.ts";
import { rpcRoutes } from "./routes/rpc.ts";
import { telemetryRoutes, type TelemetryReadLimits } from "./routes/telemetry.ts";
import type { ValueBodyOptions } from "./value-body.ts";
import { ValueOwners } from "./value-owner.ts";

export interface DeviceSideDeps {
  /** The registry, in which telemetry finds the series of a device. */
  readonly registry: DeviceLookup;
  readonly devices: DeviceService;
  readonly profiles: DeviceProfileService;
  readonly attributes: AttributeService;
  readonly telemetry: TelemetryService;
  readonly storageQuota: Pick<StorageQuota, "charge">;
  readonly rpc: RpcService;
  readonly claims: ClaimService;
  readonly tenants: TenantService;
  readonly customers: CustomerService;
  readonly users: UserService;
  readonly exports: HistoryRouteDeps["exports"];
  readonly imports: HistoryImportDeps["imports"];
  readonly clock: Clock;
}

export interface DeviceSideLimits extends TelemetryReadLimits {
  /** Rows that one page of a list has at most, whatever size it is asked for. */
  readonly pageRowsMax: number;
  readonly values: ValueBodyOptions;
  readonly uploads: UploadBounds;
  /** Bytes that the body of a call may have. */
  readonly callBodyBytesMax: number;
}

export function deviceSideRoutes(parts: DeviceSideDeps, limits: DeviceSideLimits): readonly RestRoute[] {
  const { devices, profiles, attributes, telemetry, rpc, claims, customers, clock } = parts;
  const { pageRowsMax, values } = limits;
  const access = new DeviceAccess(parts.registry);
  const owners = new ValueOwners(access, parts);
  return [
    ...deviceRoutes({ devices, customers }),
    ...deviceListRoutes({ devices, customers, profiles, pageRowsMax }),
    ...deviceProfileRoutes({ profiles, pageRowsMax }),
    ...attributeRoutes({ owners, attributes, clock, values }),
    ...telemetryRoutes({ owners, telemetry, storageQuota: parts.storageQuota, clock, values, limits }),
    ...historyRoutes({ owners, access, profiles, customers, exports: parts.exports }),
    ...historyImportRoutes({ imports: parts.imports, clock, values, uploads: limits.uploads }),
    ...rpcRoutes({ access, rpc, pageRowsMax, bodyBytesMax: limits.callBodyBytesMax }),
    ...claimRoutes({ claims }),
  ];
}
