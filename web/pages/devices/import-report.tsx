// The result of an import: how much was stored, and what was refused, with line and reason.
import { Alert, List, ScrollArea, Stack, Text } from "@mantine/core";
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Schema } from "../../api/schemas.ts";
import { exactTime } from "../../components/moment.tsx";

type Report = Schema<"ImportReport">;

export function ImportReport({ report }: { readonly report: Report }): ReactNode {
  const { dryRun, rows, accepted, refused, startTs, endTs, devices } = report;
  const isClean = refused === 0;
  const Icon = isClean ? CircleCheck : TriangleAlert;
  return (
    <Alert
      color={isClean ? "teal" : "orange"}
      icon={<Icon size={18} />}
      title={dryRun ? "Nothing was stored. An import would do this:" : "The file was imported"}
      role="status"
    >
      <Stack gap="xs">
        <Text>
          {counted(rows, "row")} read; {counted(accepted, "value")} {dryRun ? "would be stored" : "stored"} for{" "}
          {counted(devices.written, "device")}
          {devices.created > 0 && `, of which ${counted(devices.created, "device")} new`}; {counted(refused, "refusal")}
          .
        </Text>
        {startTs !== null && endTs !== null && (
          <Text>
            From {exactTime(startTs)} to {exactTime(endTs)}.
          </Text>
        )}
        {devices.unknown > 0 && (
          <Text>
            {counted(devices.unknown, "name")} without a device:{" "}
            <span className="foreign">{devices.unknownNames.join(", ")}</span>
          </Text>
        )}
        {report.errors.length > 0 && <Errors report={report} />}
      </Stack>
    </Alert>
  );
}

function Errors({ report: { errors, errorsOmitted } }: { readonly report: Report }): ReactNode {
  return (
    <ScrollArea.Autosize mah={180}>
      <List size="sm">
        {errors.map(({ line, field, message }) => (
          <List.Item key={`${String(line)} ${field}`}>
            Line {line.toLocaleString()}: <span className="foreign">{message}</span>
          </List.Item>
        ))}
        {errorsOmitted > 0 && <List.Item>and {counted(errorsOmitted, "refusal")} more</List.Item>}
      </List>
    </ScrollArea.Autosize>
  );
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? "" : "s"}`;
}
