// The ways to continue when somebody else has saved what one edits.
import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { BusyButton } from "./busy-button.tsx";
import { words } from "../words/words.ts";

export interface ConflictChoicesProps {
  readonly isBusy: boolean;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onCopy: () => void;
  /** Goes back to the editor, with nothing saved. */
  readonly onClose: () => void;
}

export function ConflictChoices(props: ConflictChoicesProps): ReactNode {
  const { isBusy, onKeepMine, onTakeTheirs, onCopy, onClose } = props;
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        {words.components.conflict.keepEditing}
      </Button>
      <Button variant="default" onClick={onTakeTheirs}>
        {words.components.conflict.useTheirs}
      </Button>
      <BusyButton variant="default" isBusy={isBusy} onClick={onCopy}>
        {words.components.conflict.saveCopy}
      </BusyButton>
      <BusyButton isBusy={isBusy} onClick={onKeepMine}>
        {words.components.conflict.replaceTheirs}
      </BusyButton>
    </Group>
  );
}
