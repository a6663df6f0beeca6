// How often panels are computed: those of a dashboard, or one of them.
import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import { refreshWords, type Refresh } from "../dashboard/configuration.ts";
import { REFRESHES } from "../dashboard/dashboard-address.ts";
import { words } from "../../words/words.ts";
import { withCapital } from "../../words/format.ts";

interface RefreshSelectProps {
  readonly refresh: Refresh;
  readonly onRefresh: (refresh: Refresh) => void;
}

const OFFERED = [...REFRESHES.values()].flatMap((each) => (each.type === "off" ? [] : [each]));

export function RefreshSelect({ refresh, onRefresh }: RefreshSelectProps): ReactNode {
  const all = new Map([...OFFERED, refresh].map((each) => [JSON.stringify(each), each]));
  return (
    <Select
      label={words.dashboard.bar.refresh}
      data={[...all].map(([value, each]) => ({ value, label: withCapital(refreshWords(each)) }))}
      value={JSON.stringify(refresh)}
      onChange={(next) => {
        const chosen = all.get(next ?? "");
        if (chosen !== undefined) onRefresh(chosen);
      }}
    />
  );
}
