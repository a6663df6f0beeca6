// The port to a right that one node of a cluster has at a time.
import type { Subscription } from "../bus/message-bus.ts";

export interface Lease {
  /** Whether this node has it. A node that stands still, or has lost the database, learns late that another one has it. */
  readonly isHeld: boolean;
  /** Calls the listener with each change. */
  onChange(listener: () => void): Subscription;
}
