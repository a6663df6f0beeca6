// Imports devices from a CSV file: a dry run shows what each row would do, and what each column was taken for; then the import.
import { Button, Code, FileInput, Group, Stack, Text } from "@mantine/core";
import { Download, FileUp } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { ApiProblem } from "../../api/problem.ts";
import { useAction } from "../../app/use-action.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Marked } from "../../components/marked.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { saveFile } from "../../components/save-file.ts";
import { UploadProgress, type Sent } from "../../components/upload-progress.tsx";
import { words } from "../../words/words.ts";
import { ColumnMapping } from "./column-mapping.tsx";
import { DeviceImportOutcome } from "./device-import-outcome.tsx";
import { importDevices, resultCsv, type DeviceImportReport } from "./import-devices.ts";

const WORDS = words.devices.importDevices;

export function ImportDevicesDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<DeviceImportReport["columns"] | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const stopper = useRef<AbortController | null>(null);
  // Closing the dialog stops the upload.
  useEffect(() => () => stopper.current?.abort(), []);
  const run = useAction({
    call: async ({ dryRun, chosen, columns: meanings }: Wanted) => {
      if (chosen === null) throw new ApiProblem(WORDS.missing);
      const controller = new AbortController();
      stopper.current = controller;
      setSent({ sent: 0, total: chosen.size });
      try {
        return await importDevices(chosen, {
          dryRun,
          columns: meanings,
          signal: controller.signal,
          onProgress: (bytes, total) => setSent({ sent: bytes, total }),
        });
      } finally {
        setSent(null);
      }
    },
    onDone: (report) => setColumns(report.columns),
    stale: ["devices"],
    isPartial: true,
  });
  const isStopped = run.error instanceof DOMException;
  const start = (dryRun: boolean, chosen: File | null, meanings: readonly string[] | null): void =>
    run.run({ dryRun, chosen, columns: meanings });
  const report = run.data;
  const isChecked = report?.dryRun === true && !run.isPending;
  const would = isChecked ? report.counts.new + report.counts.changed : 0;
  return (
    <Dialog centered size="xl" title={WORDS.title} onClose={onClose} closeOnClickOutside={!run.isPending}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start(false, file, columns?.map(({ word }) => word) ?? null);
        }}
      >
        <Stack>
          <Text>
            <Marked text={WORDS.about} as={(part) => <Code>{part}</Code>} />
          </Text>
          <FileInput
            data-autofocus
            label={WORDS.file}
            placeholder={WORDS.placeholder}
            accept=".csv,.txt,text/csv"
            leftSection={<FileUp />}
            clearable
            clearButtonProps={{ "aria-label": WORDS.removeFile }}
            disabled={run.isPending}
            value={file}
            onChange={(next) => {
              setFile(next);
              setColumns(null);
              run.reset();
              if (next !== null) start(true, next, null);
            }}
          />
          {sent !== null && (
            <UploadProgress sent={sent} then={run.input?.dryRun === true ? WORDS.checking : WORDS.importing} />
          )}
          {columns !== null && (
            <ColumnMapping
              columns={columns}
              isDisabled={run.isPending}
              onColumns={(next) => {
                setColumns(next);
                start(
                  true,
                  file,
                  next.map(({ word }) => word),
                );
              }}
            />
          )}
          {run.error !== null && !isStopped && <ProblemAlert error={run.error} title={WORDS.failed} />}
          {isStopped && <Text role="status">{WORDS.stopped}</Text>}
          {report !== undefined && <DeviceImportOutcome report={report} />}
          <Group justify="flex-end">
            {report?.dryRun === false && report.counts.new > 0 && (
              <Button
                variant="light"
                leftSection={<Download />}
                onClick={() => saveFile(resultCsv(report), WORDS.resultFile)}
              >
                {WORDS.save}
              </Button>
            )}
            {run.isPending ? (
              <Button variant="default" onClick={() => stopper.current?.abort()}>
                {WORDS.stop}
              </Button>
            ) : (
              <Button variant="default" onClick={onClose}>
                {run.input?.dryRun === false ? WORDS.close : words.components.common.cancel}
              </Button>
            )}
            {report?.dryRun !== false && (
              <BusyButton
                type="submit"
                isBusy={run.isPending && run.input?.dryRun === false}
                disabled={run.isPending || would === 0}
              >
                {would === 0 ? WORDS.import : WORDS.importCount(would)}
              </BusyButton>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface Wanted {
  readonly dryRun: boolean;
  readonly chosen: File | null;
  readonly columns: readonly string[] | null;
}
