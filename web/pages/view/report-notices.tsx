// Notices that a reader needs before trusting a report: that it is cut, that values were left out; and below it, that buckets at
// its ends are incomplete.
import { List, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { bytes } from "../../components/figures.ts";
import { warningText } from "../../components/warning-text.ts";
import { Warning } from "../../components/warning.tsx";
import type { Drawing } from "../../components/chart/drawing.ts";
import { hasPaler } from "../../components/chart/report-option.ts";
import type { Report } from "../../components/chart/report-cell.ts";
import { words } from "../../words/words.ts";

const texts = words.view.notices;

interface NoticesProps {
  readonly report: Report;
}

export function ReportNotices({ report: { meta, columns, rows } }: NoticesProps): ReactNode {
  const { truncation, truncated, warnings, skippedValues } = meta;
  const skipped = Object.entries(skippedValues).filter(([, count]) => count > 0);
  const labelOf = (id: string): string => columns.find((column) => column.id === id)?.label ?? id;
  const shown = warnings.filter(({ code }) => code !== "SKIPPED_VALUES" || skipped.length === 0);
  const hasNotes = shown.length > 0 || skipped.length > 0;
  return (
    <>
      {truncated && (
        <Warning title={texts.cutTitle}>
          <Text>
            {truncation?.reason === "bytes"
              ? texts.cutBySize(bytes(truncation.limit), rows.length)
              : texts.cutByRows(truncation?.limit ?? rows.length)}{" "}
            {texts.cutSays}
          </Text>
        </Warning>
      )}
      {hasNotes && (
        <Warning title={texts.note}>
          <List size="sm">
            {skipped.map(([id, count]) => (
              <List.Item key={id} className="foreign">
                {texts.skipped(labelOf(id), count)}
              </List.Item>
            ))}
            {shown.map((warning) => (
              <List.Item key={`${warning.code} ${warning.message}`} className="foreign">
                {warningText(warning)}
              </List.Item>
            ))}
          </List>
        </Warning>
      )}
    </>
  );
}

interface PartialIntervalsProps extends NoticesProps {
  /** As what it is shown; null for a table. */
  readonly drawing: Drawing | null;
  /** As in a panel: only why some of the chart is fainter, where it is. */
  readonly isBrief?: boolean;
}

export function PartialIntervals({ report, drawing, isBrief = false }: PartialIntervalsProps): ReactNode {
  const { partialBuckets } = report.meta;
  if (partialBuckets.length === 0) return null;
  const isPaler = drawing !== null && hasPaler(report, drawing);
  if (isBrief && isPaler) return <Text c="dimmed">{words.charts.paler}</Text>;
  return (
    <Text c="dimmed">
      {texts.partial[partialBuckets.length === 2 ? "both" : (partialBuckets[0] ?? "last")]}{" "}
      {isPaler && texts.partial.paler}
    </Text>
  );
}
