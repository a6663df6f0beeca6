// Imports values with their times from a file: optionally checked first, with a progress bar, and a report of the
// result.
import { Button, Code, FileInput, Group, ScrollArea, Stack, Switch, Text } from "@mantine/core";
import { FileUp } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { ApiProblem } from "../../api/problem.ts";
import { useAction } from "../../app/use-action.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { UploadProgress, type Sent } from "../../components/upload-progress.tsx";
import { Warning } from "../../components/warning.tsx";
import { previewOf, type ImportPreview } from "./import-preview.ts";
import { ImportReport } from "./import-report.tsx";
import { importTelemetry } from "./import-telemetry.ts";

interface ImportDialogProps {
  readonly mayCreateDevices: boolean;
  /** The device of this page; its files need not name it. */
  readonly device?: string;
  readonly onClose: () => void;
}

/** Maximum characters of a line in the preview. */
const LINE_CHARS_MAX = 200;

export function ImportDialog({ mayCreateDevices, device, onClose }: ImportDialogProps): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [createDevices, setCreateDevices] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const stopper = useRef<AbortController | null>(null);
  // Closing the dialog stops the upload.
  useEffect(() => () => stopper.current?.abort(), []);
  const run = useAction({
    call: async (dryRun: boolean) => {
      if (file === null) throw new ApiProblem("Choose a file first.");
      const controller = new AbortController();
      stopper.current = controller;
      setSent({ sent: 0, total: file.size });
      try {
        return await importTelemetry(file, {
          dryRun,
          createDevices,
          device: preview?.devices === null ? (device ?? null) : null,
          signal: controller.signal,
          onProgress: (bytes, total) => setSent({ sent: bytes, total }),
        });
      } finally {
        setSent(null);
      }
    },
    stale: ["telemetry"],
    isPartial: true,
  });
  const isStopped = run.error instanceof DOMException;
  const choose = (next: File | null): void => {
    setFile(next);
    setPreview(null);
    run.reset();
    if (next === null) return;
    previewOf(next).then(setPreview, () => setPreview(null));
  };
  return (
    <Dialog centered size="lg" title="Import values" onClose={onClose} closeOnClickOutside={!run.isPending}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run.run(false);
        }}
      >
        <Stack>
          <Text>
            A CSV file with the columns <Code>device,ts,key,value</Code>, or <Code>device,ts</Code> and one column per
            key, or a file of JSON lines. You can import exports from this platform as they are. Importing a file twice
            changes nothing.
            {device !== undefined && " Without a device column, all rows belong to this device."}
          </Text>
          <FileInput
            label="File"
            placeholder="Choose a CSV or NDJSON file"
            accept=".csv,.ndjson,.jsonl,text/csv,application/x-ndjson"
            leftSection={<FileUp />}
            clearable
            clearButtonProps={{ "aria-label": "Remove file" }}
            disabled={run.isPending}
            value={file}
            onChange={choose}
          />
          {preview !== null && <Preview preview={preview} device={device ?? null} />}
          {mayCreateDevices && (
            <Switch
              label="Create devices that do not exist"
              description="With the default profile. Otherwise their rows are refused."
              disabled={run.isPending}
              checked={createDevices}
              onChange={(event) => setCreateDevices(event.currentTarget.checked)}
            />
          )}
          {sent !== null && <UploadProgress sent={sent} then="storing the values" />}
          {run.error !== null && !isStopped && (
            <ProblemAlert error={run.error} title="The file was not imported completely" />
          )}
          {isStopped && (
            <Text role="status">Stopped. Some values may have been stored; importing the file again completes it.</Text>
          )}
          {run.data !== undefined && <ImportReport report={run.data} />}
          <Group justify="flex-end">
            {run.isPending ? (
              <Button variant="default" onClick={() => stopper.current?.abort()}>
                Stop
              </Button>
            ) : (
              <Button variant="default" onClick={onClose}>
                Close
              </Button>
            )}
            <BusyButton
              variant="light"
              isBusy={run.isPending && run.input === true}
              disabled={run.isPending || file === null}
              onClick={() => run.run(true)}
            >
              Check only
            </BusyButton>
            <BusyButton
              type="submit"
              isBusy={run.isPending && run.input === false}
              disabled={run.isPending || file === null}
            >
              Import
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface PreviewProps {
  readonly preview: ImportPreview;
  readonly device: string | null;
}

function Preview({ preview: { lines, hasMore, devices }, device }: PreviewProps): ReactNode {
  const others = device === null ? [] : (devices ?? []).filter((name) => name !== device);
  return (
    <Stack gap="xs">
      <Text fw={500}>{hasMore ? "The first lines" : "The whole file"}</Text>
      <ScrollArea type="auto" tabIndex={0} role="region" aria-label="First lines of the file">
        <Code block className="foreign">
          {lines.map((line) => (line.length <= LINE_CHARS_MAX ? line : `${line.slice(0, LINE_CHARS_MAX)}…`)).join("\n")}
        </Code>
      </ScrollArea>
      {lines.length === 0 && <Text>The file is empty.</Text>}
      {others.length > 0 && (
        <Warning>
          The file contains other devices. Their values are stored too:{" "}
          <span className="foreign">{others.join(", ")}</span>
        </Warning>
      )}
    </Stack>
  );
}
