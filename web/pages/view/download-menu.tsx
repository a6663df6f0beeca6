// Downloads the report as a file in a selected format, with progress and a stop button.
import { Button, Group, Menu, Paper, Progress, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Download as DownloadIcon } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Caller } from "../../api/caller.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { bytes } from "../../components/figures.ts";
import { ProgressWords } from "../../components/progress-words.tsx";
import { saveFile } from "../../components/save-file.ts";
import { download } from "./download.ts";
import type { RunRequest } from "./view-address.ts";
import { words } from "../../words/words.ts";

const texts = words.view.download;

const FORMATS = ["csv", "xlsx", "parquet", "ndjson"] as const;
type Format = (typeof FORMATS)[number];

interface Running {
  readonly format: Format;
  readonly bytes: number;
  readonly abort: AbortController;
}

interface DownloadMenuProps {
  readonly caller: Caller;
  readonly viewId: string;
  readonly request: RunRequest;
  readonly onError: (error: unknown) => void;
}

export interface Downloading {
  readonly running: Running | null;
  readonly start: (format: Format) => void;
}

export function useDownload({ caller, viewId, request, onError }: DownloadMenuProps): Downloading {
  const [running, setRunning] = useState<Running | null>(null);
  const run = async (format: Format): Promise<void> => {
    const abort = new AbortController();
    setRunning({ format, bytes: 0, abort });
    try {
      const file = await download(caller, `/apiAnalytics/v1/views/${viewId}/export?format=${format}`, {
        init: { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(request) },
        name: `report.${format}`,
        onBytes: (received) => setRunning({ format, bytes: received, abort }),
        signal: abort.signal,
      });
      saveFile(file.blob, file.name);
      notifications.show(
        file.isCut
          ? {
              color: "yellow",
              title: texts.cutTitle,
              message: texts.cut,
            }
          : { color: "teal", message: texts.done(file.name) },
      );
    } catch (error) {
      if (!abort.signal.aborted) onError(error);
    } finally {
      setRunning(null);
    }
  };
  return { running, start: (format) => void run(format) };
}

export function DownloadMenu({ running, start }: Downloading): ReactNode {
  return (
    <Menu>
      <Menu.Target>
        <BusyButton variant="default" leftSection={<DownloadIcon />} isBusy={running !== null}>
          {words.components.common.download}
        </BusyButton>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => start(format)}>
            {words.view.formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function DownloadProgress({ running }: Pick<Downloading, "running">): ReactNode {
  if (running === null) return null;
  const format = words.view.formats[running.format];
  return (
    <Paper withBorder p="sm">
      <Stack gap={6}>
        <Group justify="space-between">
          <ProgressWords
            words={running.bytes === 0 ? texts.computing(format) : texts.received(format, bytes(running.bytes))}
            isOver={false}
          />
          <Button size="compact-sm" variant="subtle" onClick={() => running.abort.abort()}>
            {texts.stop}
          </Button>
        </Group>
        <Progress value={100} striped animated size="sm" aria-label={texts.progress} />
      </Stack>
    </Paper>
  );
}
