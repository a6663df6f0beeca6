// Imports values with their times from a file: optionally checked first, with a progress bar, and a report of the
// result.
import { Button, Code, FileInput, Group, ScrollArea, Stack, Switch, Text } from "@mantine/core";
import { FileUp } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { ApiProblem } from "../../api/problem.ts";
import { useAction } from "../../app/use-action.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Marked } from "../../components/marked.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { UploadProgress, type Sent } from "../../components/upload-progress.tsx";
import { Warning } from "../../components/warning.tsx";
import { words } from "../../words/words.ts";
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
const WORDS = words.devices.importValues;

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
      if (file === null) throw new ApiProblem(WORDS.missing);
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
    <Dialog centered size="lg" title={WORDS.title} onClose={onClose} closeOnClickOutside={!run.isPending}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run.run(false);
        }}
      >
        <Stack>
          <Text>
            <Marked text={WORDS.about} as={(part) => <Code>{part}</Code>} />
            {device !== undefined && ` ${WORDS.aboutOfDevice}`}
          </Text>
          <FileInput
            data-autofocus
            label={WORDS.file}
            placeholder={WORDS.placeholder}
            accept=".csv,.ndjson,.jsonl,text/csv,application/x-ndjson"
            leftSection={<FileUp />}
            clearable
            clearButtonProps={{ "aria-label": WORDS.removeFile }}
            disabled={run.isPending}
            value={file}
            onChange={choose}
          />
          {preview !== null && <Preview preview={preview} device={device ?? null} />}
          {mayCreateDevices && (
            <Switch
              label={WORDS.createDevices}
              description={WORDS.createDevicesHint}
              disabled={run.isPending}
              checked={createDevices}
              onChange={(event) => setCreateDevices(event.currentTarget.checked)}
            />
          )}
          {sent !== null && <UploadProgress sent={sent} then={WORDS.storing} />}
          {run.error !== null && !isStopped && <ProblemAlert error={run.error} title={WORDS.failed} />}
          {isStopped && <Text role="status">{WORDS.stopped}</Text>}
          {run.data !== undefined && <ImportReport report={run.data} />}
          <Group justify="flex-end">
            {run.isPending ? (
              <Button variant="default" onClick={() => stopper.current?.abort()}>
                {WORDS.stop}
              </Button>
            ) : (
              <Button variant="default" onClick={onClose}>
                {WORDS.close}
              </Button>
            )}
            <BusyButton
              variant="light"
              isBusy={run.isPending && run.input === true}
              disabled={run.isPending || file === null}
              onClick={() => run.run(true)}
            >
              {WORDS.check}
            </BusyButton>
            <BusyButton
              type="submit"
              isBusy={run.isPending && run.input === false}
              disabled={run.isPending || file === null}
            >
              {WORDS.import}
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
      <Text fw={500}>{hasMore ? WORDS.firstLines : WORDS.wholeFile}</Text>
      <ScrollArea type="auto" tabIndex={0} role="region" aria-label={WORDS.lines}>
        <Code block className="foreign">
          {lines.map((line) => (line.length <= LINE_CHARS_MAX ? line : `${line.slice(0, LINE_CHARS_MAX)}…`)).join("\n")}
        </Code>
      </ScrollArea>
      {lines.length === 0 && <Text>{WORDS.emptyFile}</Text>}
      {others.length > 0 && (
        <Warning>
          <Marked text={WORDS.otherDevices} as={() => <span className="foreign">{others.join(", ")}</span>} />
        </Warning>
      )}
    </Stack>
  );
}
