// The estimated cost of a report, from the platform.
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { Caller } from "../../api/caller.ts";
import { ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import type { RunRequest } from "./view-address.ts";

export interface Run {
  readonly caller: Caller;
  readonly viewId: string;
  readonly request: RunRequest;
}

/** Disabled for bearers of links, who may not see the details behind the view. */
export function useCost({ caller, viewId, request }: Run): UseQueryResult<Schema<"Explanation">> {
  return useQuery({
    queryKey: ["explain", caller.key, viewId, request],
    queryFn: ({ signal }) => {
      const params = { path: { viewId } };
      return ask(caller.api.POST("/apiAnalytics/v1/views/{viewId}/explain", { params, body: request, signal }));
    },
    enabled: !caller.isBearer,
    staleTime: Infinity,
    retry: false,
  });
}
