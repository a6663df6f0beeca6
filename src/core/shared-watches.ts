// The port to what the nodes of a cluster watch of each other. A platform that runs alone has none.
import type { NodeId, TenantId } from "./ids.ts";

/** What is watched: the attributes of an owner, or the messages of a device. */
export type WatchKind = "attributes" | "traffic";

export interface Watched {
  readonly id: string;
  /** Null for owners of attributes that are not devices. */
  readonly tenantId: TenantId | null;
}

/** What other nodes watch. Both may be called again for the same. */
export interface WatchListener {
  /** Resolves when this node sends that one what it wants. */
  begun(watched: Watched, node: NodeId): Promise<void> | void;
  ended(watched: Watched, node: NodeId): void;
}

export interface SharedWatches {
  /** This node watches it. Resolves when the others know, or do not answer in time. Watching twice is harmless. */
  begin(kind: WatchKind, watched: Watched): Promise<void>;
  end(kind: WatchKind, watched: Watched): void;
  isWatchedHere(kind: WatchKind, id: string): boolean;
  isWatchedElsewhere(kind: WatchKind, id: string): boolean;
  /** One listener for each kind. */
  join(kind: WatchKind, listener: WatchListener): void;
}
