// The usage of limits in sections: for those who have them, and for those who set them.
import { Alert, Box, Text } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Schema } from "../../api/schemas.ts";
import { Marked } from "../../components/marked.tsx";
import { Moment } from "../../components/moment.tsx";
import { Panel } from "../../components/panel.tsx";
import { UsageBar } from "../../components/usage-bar.tsx";
import { timeFormat } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { limitText } from "./limit-texts.ts";

interface QuotaWarningProps {
  readonly usage: Schema<"UsageInfo">;
  /** What lifts the block; the end of the month stands in its brackets. */
  readonly text: string;
}

/** Shows nothing until a monthly limit is reached. */
export function QuotaWarning({ usage, text }: QuotaWarningProps): ReactNode {
  const { transportState, storageState, endTs } = usage;
  if (transportState !== "DISABLED" && storageState !== "DISABLED") return null;
  return (
    <Alert color="red" icon={<TriangleAlert size={18} />} title={words.limits.reachedTitle}>
      <Text>
        <Marked text={text} as={() => <Moment ts={endTs} style="exact" />} />
      </Text>
    </Alert>
  );
}

interface CountLimit {
  readonly name: string;
  readonly limit: number | null;
  readonly used: number | null;
}

interface CountsProps {
  readonly counts: readonly CountLimit[];
  readonly warnFrom: number | undefined;
}

export function Counts({ counts, warnFrom }: CountsProps): ReactNode {
  return counts.map(({ name, limit, used }) => {
    const { label, text, unit } = limitText(name);
    return (
      <LinkedRow key={name} name={name}>
        <UsageBar label={label} text={text} used={used} limit={limit} unit={unit} warnFrom={warnFrom} />
      </LinkedRow>
    );
  });
}

/** An address may end with the name of a limit: its row is marked, and begins in sight. */
function LinkedRow({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  const isMeant = useLocation({ select: ({ hash }) => hash === name });
  if (!isMeant) return children;
  return (
    <Box
      ref={moveTo}
      tabIndex={-1}
      aria-current="location"
      p={8}
      m={-8}
      bg="var(--mantine-primary-color-light)"
      bdrs="sm"
    >
      {children}
    </Box>
  );
}

function moveTo(row: HTMLElement | null): void {
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "center" });
}

/** With its zone, because months end by UTC. */
const MONTH_END = timeFormat({
  ...{ month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
  timeZoneName: "short",
});

/** The counts of the month, and when they restart. */
export function MonthPanel({ endTs, ...counts }: CountsProps & { readonly endTs: number }): ReactNode {
  return (
    <Panel title={words.limits.month} text={words.limits.monthText(MONTH_END.format(endTs))}>
      <Counts {...counts} />
    </Panel>
  );
}
