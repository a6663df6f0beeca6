// Fetches every stored value behind the chart, with its progress, until it is complete or stopped.
import { Button, Group, Progress, SegmentedControl, Stack, Text } from "@mantine/core";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useAction } from "../../../app/use-action.ts";
import { BusyButton } from "../../../components/busy-button.tsx";
import type { TimeWindow } from "../../../components/chart/time-series.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { bytes } from "../../../components/figures.ts";
import { ProblemAlert } from "../../../components/problem-alert.tsx";
import { ProgressWords } from "../../../components/progress-words.tsx";
import { fileName, saveFile } from "../../../components/save-file.ts";
import { choices } from "../../../components/choices.ts";
import { words } from "../../../words/words.ts";
import { FILE_ENDINGS, type ExportFormat } from "./export-file.ts";
import { fetchExport, type Received } from "./full-export.ts";
import { windowText } from "../../../components/ranges.ts";
import type { ChartDevice } from "./use-chart.ts";
import { countText } from "../../../words/format.ts";

const WORDS = words.device.charts.export;
const FORMATS = choices<ExportFormat>(WORDS.formats);

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
      saveFile(file, `${fileName(devices[0]?.name ?? "", keys.join(" "))}.${FILE_ENDINGS[format]}`);
      return file.size;
    },
  });
  const isStopped = run.error instanceof DOMException && run.error.name === "AbortError";
  return (
    <Dialog centered title={WORDS.title} onClose={onClose} closeOnClickOutside={!run.isPending}>
      <Stack>
        <Text>
          {WORDS.about(keys.length, devices.length, windowText(frozen))}
          {valueCount !== null && ` ${WORDS.valueCount(countText(valueCount))}`}
        </Text>
        <SegmentedControl
          aria-label={WORDS.format}
          disabled={run.isPending}
          data={FORMATS}
          value={format}
          onChange={setFormat}
        />
        {run.isPending && received !== null && <Coming received={received} valueCount={valueCount} />}
        {isStopped && <Text role="status">{WORDS.stopped}</Text>}
        {run.error !== null && !isStopped && <ProblemAlert error={run.error} title={WORDS.failed} />}
        {run.data !== undefined && <Text role="status">{WORDS.done(bytes(run.data))}</Text>}
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
          <BusyButton isBusy={run.isPending} onClick={() => run.run()}>
            {WORDS.download}
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
      <Progress size="lg" value={100 * share} animated={!isCounted} aria-label={WORDS.download} />
      <ProgressWords words={WORDS.received(bytes(received.bytes))} isOver={false} />
    </Stack>
  );
}
