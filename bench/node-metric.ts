// What a node says of itself on its page of metrics; NaN if it does not say that.
import { RestClient } from "../test/support/rest-client.ts";

export async function metricOf({ http }: { readonly http: string }, name: string): Promise<number> {
  const page = await new RestClient(http).getText("/metrics");
  return Number(new RegExp(`^bridgehead_${name} (\\S+)$`, "m").exec(page)?.[1] ?? Number.NaN);
}
