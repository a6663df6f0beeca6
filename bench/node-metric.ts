// What a node says of itself on its page of metrics.
import { RestClient } from "../test/support/rest-client.ts";

/** Throws if it does not say that. */
export async function metricOf({ http }: { readonly http: string }, name: string): Promise<number> {
  const page = await new RestClient(http).getText("/metrics");
  const found = new RegExp(`^bridgehead_${name} (\\S+)$`, "m").exec(page)?.[1];
  if (found === undefined) throw new Error(`the node says nothing of ${name}`);
  return Number(found);
}
