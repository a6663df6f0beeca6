// The result of an import: how much was stored, and what was refused, with line and reason.
import { Alert, List, ScrollArea, Stack, Text } from "@mantine/core";
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Schema } from "../../api/schemas.ts";
import { Marked } from "../../components/marked.tsx";
import { exactTime } from "../../words/format.ts";
import { words } from "../../words/words.ts";

type Report = Schema<"ImportReport">;
const WORDS = words.devices.report;

export function ImportReport({ report }: { readonly report: Report }): ReactNode {
  const { dryRun, rows, accepted, refused, startTs, endTs, devices } = report;
  const isClean = refused === 0;
  const Icon = isClean ? CircleCheck : TriangleAlert;
  return (
    <Alert
      color={isClean ? "teal" : "orange"}
      icon={<Icon size={18} />}
      title={dryRun ? WORDS.would : WORDS.done}
      role="status"
    >
      <Stack gap="xs">
        <Text>
          {WORDS.read(rows)}; {WORDS.stored(accepted, devices.written, dryRun)}
          {devices.created > 0 && `, ${WORDS.created(devices.created)}`}; {WORDS.refusals(refused)}.
        </Text>
        {startTs !== null && endTs !== null && <Text>{WORDS.range(exactTime(startTs), exactTime(endTs))}</Text>}
        {devices.unknown > 0 && (
          <Text>
            <Marked
              text={WORDS.unknown(devices.unknown)}
              as={() => <span className="foreign">{devices.unknownNames.join(", ")}</span>}
            />
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
            <Marked text={WORDS.line(line)} as={() => <span className="foreign">{message}</span>} />
          </List.Item>
        ))}
        {errorsOmitted > 0 && <List.Item>{WORDS.more(errorsOmitted)}</List.Item>}
      </List>
    </ScrollArea.Autosize>
  );
}
