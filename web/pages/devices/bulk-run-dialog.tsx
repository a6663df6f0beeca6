// The progress of work on many devices: a bar, a stop button, and the failures.
import { Alert, Button, Group, List, Progress, ScrollArea, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { messageOf } from "../../api/problem.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ProgressWords } from "../../components/progress-words.tsx";
import { words } from "../../words/words.ts";
import { bulkRun, type BulkProgress } from "./bulk-run.ts";
import type { ListedDevice } from "./listed-devices.ts";

interface BulkRunDialogProps {
  readonly title: string;
  readonly devices: readonly ListedDevice[];
  readonly act: (device: ListedDevice) => Promise<void>;
  readonly onClose: () => void;
}

const FAILURES_SHOWN = 50;
const WORDS = words.devices.run;

export function BulkRunDialog({ title, devices, act, onClose }: BulkRunDialogProps): ReactNode {
  const queries = useQueryClient();
  // The request when the dialog opened, regardless of later changes to the list behind it.
  const [work] = useState({ devices, act });
  const [progress, setProgress] = useState<BulkProgress<ListedDevice>>({ done: 0, failures: [] });
  const [isOver, setOver] = useState(false);
  const [stopper] = useState(() => new AbortController());
  const isStarted = useRef(false);
  useEffect(() => {
    // In development, effects run twice; the work must not.
    if (isStarted.current) return;
    isStarted.current = true;
    void bulkRun(work.devices, work.act, setProgress, stopper.signal).then(async () => {
      setOver(true);
      await queries.invalidateQueries({ queryKey: ["devices"] });
    });
  }, [work, stopper, queries]);
  const { done, failures } = progress;
  const total = work.devices.length;
  const isStopped = isOver && done < total;
  const inWords = isStopped ? WORDS.stopped : isOver && failures.length === 0 ? WORDS.allDone : WORDS.done;
  const end = (): void => {
    stopper.abort();
    onClose();
  };
  return (
    <Dialog centered title={title} onClose={end} closeOnClickOutside={isOver}>
      <Stack>
        <Progress
          size="lg"
          value={total === 0 ? 100 : (100 * done) / total}
          color={failures.length > 0 ? "orange" : "teal"}
          aria-label={title}
        />
        <ProgressWords words={inWords(done, total)} isOver={isOver} />
        {failures.length > 0 && (
          <Alert color="red" title={WORDS.failed(failures.length)}>
            <ScrollArea.Autosize mah={200}>
              <List size="sm">
                {failures.slice(0, FAILURES_SHOWN).map(({ item, error }) => (
                  <List.Item key={item.id}>
                    <strong className="foreign">{item.name}</strong>: {messageOf(error)}
                  </List.Item>
                ))}
              </List>
            </ScrollArea.Autosize>
          </Alert>
        )}
        <Group justify="flex-end">
          {isOver ? (
            <Button onClick={end}>{WORDS.close}</Button>
          ) : (
            <Button variant="default" onClick={() => stopper.abort()}>
              {WORDS.stop}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
