// Columns that many lists have.
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Column } from "./data-table.tsx";
import { Moment, type MomentStyle } from "./moment.tsx";
import { ActiveBadge } from "./status-badge.tsx";
import { words } from "../words/words.ts";

interface TimeColumnOptions<Row, Sort extends string> extends Pick<
  Column<Row, Sort>,
  "sortBy" | "isMinor" | "under" | "width"
> {
  readonly never?: string;
  readonly style?: MomentStyle;
}

export function timeColumn<Row, Sort extends string = never>(
  id: string,
  label: string,
  tsOf: (row: Row) => number | null,
  { never, style, ...column }: TimeColumnOptions<Row, Sort> = {},
): Column<Row, Sort> {
  return { id, label, ...column, cell: (row) => <When ts={tsOf(row)} never={never} style={style} /> };
}

export const CREATED = timeColumn<{ readonly createdTime: number }, "createdTime">(
  "created",
  words.components.common.created,
  ({ createdTime }) => createdTime,
  { sortBy: "createdTime", isMinor: true, width: 160 },
);

export const ACTIVE: Column<{ readonly active: boolean }> = {
  id: "active",
  label: words.components.columns.state,
  width: 124,
  cell: ({ active }) => <ActiveBadge isActive={active} />,
};

export const LAST_ACTIVITY = timeColumn<{ readonly lastActivityTime: number | null }, "lastActivityTime">(
  "lastActivityTime",
  words.components.columns.lastActivity,
  ({ lastActivityTime }) => lastActivityTime,
  { sortBy: "lastActivityTime", isMinor: true, width: 160 },
);

/** A name that is no link. */
export function Plain({ text }: { readonly text: string | null }): ReactNode {
  return (
    <Text className="foreign" lineClamp={2}>
      {text === null || text === "" ? "–" : text}
    </Text>
  );
}

/** The same, and nothing where there is no name, for a column that can stand below another. */
export function plainOrNothing(text: string | null): ReactNode {
  return text === null || text === "" ? null : <Plain text={text} />;
}

interface WhenProps {
  readonly ts: number | null;
  readonly never?: string;
  readonly style?: MomentStyle;
}

function When({ ts, never, style }: WhenProps): ReactNode {
  return (
    <Text component="div">
      <Moment ts={ts} never={never} style={style} />
    </Text>
  );
}
