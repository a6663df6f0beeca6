// Fetches every stored value behind the chart, with its progress, until it is complete or stopped.
import { Button, Group, Progress, SegmentedControl, Stack, Text } from "@mantine/core";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useAction } from "../../../app/use-action.ts";
import { BusyButton } from "../../../components/busy-button.tsx";
import type { TimeWindow } from "../../../components/chart/time-series.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { bytes, count } from "../../../components/figures.ts";
import { ProblemAlert } from "../../../components/problem-alert.tsx";
import { ProgressWords } from "../../../components/progress-words.tsx";
import { fileName, saveFile } from "../../../components/save-file.ts";
import { FORMATS, type ExportFormat } from "./export-file.ts";
import { fetchExport, type Received } from "./full-export.ts";
import { windowText } from "./range-controls.tsx";
import type { ChartDevice } from "./use-chart.ts";

interface FullExportDialogProps {
  readonly devices: readonly ChartDevice[];
  readonly keys: readonly string[];
  readonly window: TimeWindow;
  /** Number of values, if known. */
  readonly valueCount: number | null;
  readonly onClose: () => void;
}

export function FullExportDialog({ devices, keys, window, valueCount, onClose }: FullExportDialogProps): ReactNode {
  const [format, setFormat] = useState<ExportFormat>("CSV");
  const [received, setReceived] = useState<Received | null>(null);
  // The window when the dialog was opened, which is the one that it states.
  const [frozen] = useState(window);
  const stopper = useRef<AbortController | null>(null);
  useEffect(() => () => stopper.current?.abort(), []);
  const run = useAction({
    call: async () => {
      const controller = new AbortController();
      stopper.current = controller;
      setReceived({ bytes: 0, lines: 0 });
      const order = { deviceIds: devices.map(({ id }) => id), keys, window: frozen, format };
      const file = await fetchExport(order, setReceived, controller.signal);
      const ending = FORMATS.find(({ value }) => value === format)?.ending ?? "csv";
      saveFile(file, `${fileName(devices[0]?.name ?? "", keys.join(" "))}.${ending}`);
      return file.size;
    },
  });
  const isStopped = run.error instanceof DOMException && run.error.name === "AbortError";
  return (
    <Dialog centered title="Download all values" onClose={onClose} closeOnClickOutside={!run.isPending}>
      <Stack>
        <Text>
          All stored values of {keys.length === 1 ? "the key" : `the ${String(keys.length)} keys`} and{" "}
          {devices.length === 1 ? "the device" : `the ${String(devices.length)} devices`} shown, {windowText(frozen)}.
          {valueCount !== null && ` About ${count(valueCount)} values.`}
        </Text>
        <SegmentedControl
          aria-label="Format"
          disabled={run.isPending}
          data={FORMATS.map(({ value, label }) => ({ value, label }))}
          value={format}
          onChange={setFormat}
        />
        {run.isPending && received !== null && <Coming received={received} valueCount={valueCount} />}
        {isStopped && <Text role="status">Stopped. Nothing was saved.</Text>}
        {run.error !== null && !isStopped && <ProblemAlert error={run.error} title="The download failed" />}
        {run.data !== undefined && <Text role="status">Done: {bytes(run.data)} saved.</Text>}
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
          <BusyButton isBusy={run.isPending} onClick={() => run.run()}>
            Download
          </BusyButton>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface ComingProps {
  readonly received: Received;
  readonly valueCount: number | null;
}

function Coming({ received, valueCount }: ComingProps): ReactNode {
  const { lines } = received;
  const isCounted = lines !== null && valueCount !== null && valueCount > 0;
  const share = isCounted ? Math.min(1, lines / valueCount) : 1;
  return (
    <Stack gap={4}>
      <Progress size="lg" value={100 * share} animated={!isCounted} aria-label="Download" />
      <ProgressWords words={`${bytes(received.bytes)} received`} isOver={false} />
    </Stack>
  );
}
