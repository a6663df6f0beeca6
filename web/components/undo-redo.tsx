// The two buttons of an editor that step through its changes.
import { ActionIcon, Tooltip } from "@mantine/core";
import { Redo2, Undo2, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../words/words.ts";

/** Null where there is no such step. */
interface UndoRedoProps {
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
}

export function UndoRedo({ undo, redo }: UndoRedoProps): ReactNode {
  return (
    <>
      <Step icon={Undo2} label={words.components.steps.undo} onStep={undo} />
      <Step icon={Redo2} label={words.components.steps.redo} onStep={redo} />
    </>
  );
}

interface StepProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly onStep: (() => void) | null;
}

function Step({ icon: Icon, label, onStep }: StepProps): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon size="lg" variant="default" aria-label={label} disabled={onStep === null} onClick={() => onStep?.()}>
        <Icon />
      </ActionIcon>
    </Tooltip>
  );
}
