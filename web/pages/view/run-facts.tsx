// What is known of a run beside its figures: over which time, from how many devices, how much was read and how long it took.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Caller } from "../../api/caller.ts";
import { ask } from "../../api/client.ts";
import { Moment } from "../../components/moment.tsx";
import { costText, tookText } from "./cost-text.ts";
import type { Report } from "./report-cell.ts";
import type { RunRequest } from "./view-address.ts";

interface RunFactsProps {
  readonly caller: Caller;
  readonly viewId: string;
  readonly request: RunRequest;
  readonly report: Report;
}

export function RunFacts({ caller, viewId, request, report: { meta, rows } }: RunFactsProps): ReactNode {
  const cost = useQuery({
    queryKey: ["explain", caller.key, viewId, request],
    queryFn: ({ signal }) =>
      ask(
        caller.api.POST("/apiAnalytics/v1/views/{viewId}/explain", {
          params: { path: { viewId } },
          body: request,
          signal,
        }),
      ),
    // Bearers of links see the view and not what is behind it.
    enabled: !caller.isBearer,
    staleTime: Infinity,
    retry: false,
  });
  return (
    <Text size="sm" c="dimmed" component="div">
      <Moment ts={meta.rangeStartTs} never="The beginning" style="exact" /> –{" "}
      <Moment ts={meta.rangeEndTs} style="exact" />, in days and hours of {meta.timezone}.{" "}
      {rows.length.toLocaleString()} {rows.length === 1 ? "row" : "rows"}
      {cost.data === undefined ? "" : `; read ${costText(cost.data)}`} in {tookText(meta.durationMs)}.
    </Text>
  );
}
