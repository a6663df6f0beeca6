// Asks all other nodes the same. A node that does not answer within the time of a request (peers.ts) is left out.
import type { Logger } from "../../lib/logger.ts";
import type { NodeId } from "../ids.ts";
import type { Peers, PeerTopic } from "./peers.ts";

export interface OtherNodes {
  readonly peers: Peers;
  /** Those that are there. */
  readonly nodes: () => readonly NodeId[];
  readonly log: Logger;
}

export interface Answers<Answer> {
  readonly answers: readonly Answer[];
  /** How many nodes have not answered. */
  readonly missing: number;
}

export interface Asking {
  /** Whoever has not answered when it ends is left out. */
  readonly signal?: AbortSignal;
  /** How a node that has not answered is logged. */
  readonly level?: "debug" | "warn";
}

/** `others` is undefined if there is no cluster. */
export async function askNodes<Answer>(
  others: OtherNodes | undefined,
  topic: PeerTopic,
  question: unknown,
  { signal, level = "warn" }: Asking = {},
): Promise<Answers<Answer>> {
  if (others === undefined) return { answers: [], missing: 0 };
  const { peers, nodes, log } = others;
  const asked = nodes();
  const answers = await Promise.all(
    asked.map(async (node) => {
      try {
        return [(await peers.request(node, topic, question, signal)) as Answer];
      } catch (error) {
        log[level]("another node has not answered", { node, topic, error });
        return [];
      }
    }),
  );
  const given = answers.flat();
  return { answers: given, missing: asked.length - given.length };
}
