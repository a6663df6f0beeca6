// The port to the refusals that are kept: of each gateway the last ones, for the administrators of its tenant.
import type { EpochMillis } from "../../lib/clock.ts";
import type { ErrorKind } from "../errors.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";

/** One refused part of a message. */
export interface KeptEntry {
  /** The name that the gateway used; null if the part names none. */
  readonly device: string | null;
  readonly reason: ErrorKind;
  readonly message: string;
}

/** A refused message. */
export interface KeptRefusal {
  readonly tenantId: TenantId;
  readonly gatewayId: DeviceId;
  readonly at: EpochMillis;
  readonly topic: string;
  /** That of the first part, by which refusals are counted. */
  readonly reason: ErrorKind;
  /** Other parts of the message were processed. */
  readonly partly: boolean;
  /** The first refused parts. */
  readonly entries: readonly KeptEntry[];
  readonly entriesTotal: number;
  /** Size of the payload; null if it was not to blame. */
  readonly bytes: number | null;
  /** Without secrets; null like `bytes`. */
  readonly payload: string | null;
  /** Whether the payload is longer than the text. */
  readonly cut: boolean;
}

export interface ShownEntry extends KeptEntry {
  /** The device that has this name now; null if there is none. */
  readonly deviceId: DeviceId | null;
}

export interface ShownRefusal extends Omit<KeptRefusal, "entries"> {
  /** Ascends in the order of receipt. */
  readonly number: number;
  readonly gatewayName: string;
  readonly entries: readonly ShownEntry[];
}

export interface RefusalFilter {
  readonly tenantId: TenantId;
  /** Null for those of all gateways; the same for the others. */
  readonly gatewayId: DeviceId | null;
  readonly reason: string | null;
  /** The name of a device of which a part was refused. */
  readonly device: string | null;
}

export interface RefusalStore {
  /** Keeps the newest `keptMax` of each gateway. Those of a gateway that has been deleted meanwhile are left out. */
  append(refusals: readonly KeptRefusal[], keptMax: number): Promise<void>;
  /** Newest first, unless the page asks for another order. */
  list(filter: RefusalFilter, page: PageRequest<"ts">): Promise<FoundPage<ShownRefusal>>;
}
