// The port to what has been counted of traffic in the last hour: by minute, party and run of a process.
import type { ErrorKind } from "../errors.ts";
import type { NodeId } from "../ids.ts";

/** What one party, a tenant or a gateway, has sent in one minute. */
export interface TrafficMinute {
  /** Minutes since 1970. */
  readonly minute: number;
  readonly messages: number;
  readonly points: number;
  readonly refused: Readonly<Partial<Record<ErrorKind, number>>>;
}

export interface PartyMinute extends TrafficMinute {
  readonly partyId: string;
  readonly isGateway: boolean;
}

/** Runs of processes whose counts another one takes over. */
export interface GoneNodes {
  /** Those that are there. */
  readonly present: readonly NodeId[];
  /** Nor those that have stored anything of this minute or a later one. */
  readonly silentSince: number;
}

export interface TrafficStore {
  /** In place of what the node has stored of the same minutes and parties. */
  save(node: NodeId, minutes: readonly PartyMinute[]): Promise<void>;
  /**
   * Gives the node what gone ones have stored, and returns it; together, where several have the same minute of a party. Parties
   * that have been deleted are left out.
   */
  takeOver(node: NodeId, gone: GoneNodes): Promise<readonly PartyMinute[]>;
  forgetBefore(minute: number): Promise<void>;
}
