// Columns that many lists have.
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Column } from "./data-table.tsx";
import { Moment } from "./moment.tsx";
import { ActiveBadge } from "./status-badge.tsx";

export const CREATED: Column<{ readonly createdTime: number }> = {
  id: "created",
  label: "Created",
  sortBy: "createdTime",
  isMinor: true,
  width: 160,
  cell: ({ createdTime }) => <When ts={createdTime} />,
};

export const ACTIVE: Column<{ readonly active: boolean }> = {
  id: "active",
  label: "State",
  width: 124,
  cell: ({ active }) => <ActiveBadge isActive={active} />,
};

export const LAST_ACTIVITY: Column<{ readonly lastActivityTime: number | null }> = {
  id: "lastActivityTime",
  label: "Last activity",
  sortBy: "lastActivityTime",
  isMinor: true,
  width: 160,
  cell: ({ lastActivityTime }) => <When ts={lastActivityTime} />,
};

/** A name that is no link. */
export function Plain({ text }: { readonly text: string | null }): ReactNode {
  return (
    <Text size="sm" className="foreign" lineClamp={2}>
      {text === null || text === "" ? "–" : text}
    </Text>
  );
}

export function When({ ts, never }: { readonly ts: number | null; readonly never?: string }): ReactNode {
  return (
    <Text size="sm" component="div">
      <Moment ts={ts} never={never} />
    </Text>
  );
}
