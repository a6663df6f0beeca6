// Notices that a reader needs before trusting a report: that it is cut, that buckets at its ends are incomplete, that
// values were left out.
import { List, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { bytes } from "../../components/figures.ts";
import { Warning } from "../../components/warning.tsx";
import type { Report } from "../../components/chart/report-cell.ts";

export function ReportNotices({ report: { meta, columns, rows } }: { readonly report: Report }): ReactNode {
  const { truncation, truncated, warnings, partialBuckets, skippedValues } = meta;
  const skipped = Object.entries(skippedValues).filter(([, count]) => count > 0);
  const labelOf = (id: string): string => columns.find((column) => column.id === id)?.label ?? id;
  const shown = warnings.filter(({ code }) => code !== "SKIPPED_VALUES" || skipped.length === 0);
  const hasNotes = shown.length > 0 || skipped.length > 0;
  return (
    <>
      {truncated && (
        <Warning title="This is not the whole report">
          <Text>
            {truncation?.reason === "bytes"
              ? `It is larger than ${bytes(truncation.limit)}, so it ends after ${rows.length.toLocaleString()} rows.`
              : `It has more rows than its limit of ${(truncation?.limit ?? rows.length).toLocaleString()}.`}{" "}
            Sort by a column to see the first of all rows. To see every row, use a filter or a shorter range, or raise
            the row limit of the view.
          </Text>
        </Warning>
      )}
      {hasNotes && (
        <Warning title="Read with care">
          <List size="sm">
            {skipped.map(([id, count]) => (
              <List.Item key={id} className="foreign">
                {labelOf(id)}: {count.toLocaleString()} {count === 1 ? "value that is" : "values that are"} no number{" "}
                {count === 1 ? "was" : "were"} left out.
              </List.Item>
            ))}
            {shown.map(({ code, message }) => (
              <List.Item key={`${code} ${message}`} className="foreign">
                {message}
              </List.Item>
            ))}
          </List>
        </Warning>
      )}
      {partialBuckets.length > 0 && (
        <Text c="dimmed">
          {partialBuckets.length === 2
            ? "The range covers only part of the first and the last step of time."
            : `The range covers only part of the ${partialBuckets[0] ?? "last"} step of time.`}
        </Text>
      )}
    </>
  );
}
