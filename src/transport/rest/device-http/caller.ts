// Identifies the caller of the HTTP device API: the access token in the path is the only credential, and it is checked
// before the body is read. Source: REST contract 14.
import type { KnownDevice } from "../../../core/devices/known-device.ts";
import { DomainError } from "../../../core/errors.ts";
import type { GuessThrottle } from "../../../core/guess-throttle.ts";
import type { DeviceId, TenantId } from "../../../core/ids.ts";
import type { TenantLimits } from "../../../core/tenants/tenant-limits.ts";
import type { DeviceTraffic, TrafficMeter } from "../../../core/tenants/traffic-meter.ts";
import type { Clock } from "../../../lib/clock.ts";

/** A device that has presented its token. */
export interface DeviceCaller {
  readonly token: string;
  readonly device: KnownDevice;
  readonly isGateway: boolean;
  /** Every request must be charged here before it is processed. */
  readonly traffic: DeviceTraffic;
  /** The counter of credential changes when the token was presented. */
  readonly changes: number;
}

export interface DeviceCallerDeps {
  readonly credentials: {
    readonly changes: number;
    byAccessToken(token: string): Promise<DeviceId | undefined>;
  };
  readonly devices: { loadById(id: DeviceId): Promise<KnownDevice | undefined> };
  readonly tenantLimits: { load(tenantId: TenantId): Promise<TenantLimits> };
  readonly traffic: Pick<TrafficMeter, "of">;
  readonly guesses: GuessThrottle;
  readonly clock: Clock;
}

export class DeviceCallers {
  readonly #deps: DeviceCallerDeps;

  constructor(deps: DeviceCallerDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the device with this token. Rejects with `unauthenticated` if there is none, with `rate-limited` if too
   * many others wait because the address has presented wrong tokens, and with the errors of the stores.
   */
  async admit(token: string, address: string): Promise<DeviceCaller> {
    const caller = await this.#deps.guesses.attempt(
      { address, secret: token },
      { check: () => this.#find(token), isRight: (found) => found !== undefined },
    );
    if (caller === undefined) throw noSuchToken();
    return caller;
  }

  /**
   * Checks the caller again, after its body has arrived or before it gets a waiting downlink: the token may have been
   * revoked in the meantime. Rejects like `admit`. Until the next `await` the token is known to be valid.
   */
  async confirm(caller: DeviceCaller): Promise<DeviceCaller> {
    if (caller.changes === this.#deps.credentials.changes && !caller.device.deleted) return caller;
    const found = await this.#find(caller.token);
    if (found === undefined) throw noSuchToken();
    return found;
  }

  /** Counts a refusal. A poll that ended without a downlink is not a refusal. */
  refused({ traffic }: DeviceCaller, { kind }: DomainError): void {
    if (kind !== "timeout") traffic.refused(kind, this.#deps.clock.now());
  }

  async #find(token: string): Promise<DeviceCaller | undefined> {
    const { credentials, devices, tenantLimits, traffic, clock } = this.#deps;
    for (;;) {
      const { changes } = credentials;
      const deviceId = await credentials.byAccessToken(token);
      const device = deviceId === undefined ? undefined : await devices.loadById(deviceId);
      const limits = device === undefined ? undefined : await tenantLimits.load(device.tenantId);
      // A change during the reads may have made them outdated, so read again.
      if (changes !== credentials.changes) continue;
      if (device === undefined || limits === undefined || device.deleted) return undefined;
      const { isGateway } = device;
      return { token, device, isGateway, traffic: traffic.of(device, isGateway, limits, clock.now()), changes };
    }
  }
}

function noSuchToken(): DomainError {
  return new DomainError("unauthenticated", "no device has this access token");
}
