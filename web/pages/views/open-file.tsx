// Opens a view from a JSON file, written by this platform or another one, in the editor; nothing is saved yet.
import { Button, FileButton } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "@tanstack/react-router";
import { FileUp } from "lucide-react";
import type { ReactNode } from "react";
import { parseJson } from "../../api/json.ts";
import { isObject } from "../../../src/lib/members.ts";
import { words } from "../../words/words.ts";

const texts = words.views;

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The contents of the file. */
    readonly view?: Readonly<Record<string, unknown>>;
  }
}

const BYTES_MAX = 262_144;

export function OpenFileButton(): ReactNode {
  const navigate = useNavigate();
  const open = async (file: File): Promise<void> => {
    const view = file.size > BYTES_MAX ? undefined : parseJson(await file.text());
    if (!isObject(view)) {
      const message = file.size > BYTES_MAX ? texts.fileTooLarge(Math.ceil(file.size / 1024)) : texts.fileNotObject;
      notifications.show({ color: "red", title: texts.badFile, message });
      return;
    }
    await navigate({ to: "/views/new", search: () => ({ template: "file" }), state: { view } });
  };
  return (
    <FileButton
      accept="application/json,.json"
      inputProps={{ "aria-label": texts.file }}
      onChange={(file) => {
        if (file !== null) void open(file);
      }}
    >
      {(props) => (
        <Button {...props} variant="default" leftSection={<FileUp />}>
          {texts.import}
        </Button>
      )}
    </FileButton>
  );
}
