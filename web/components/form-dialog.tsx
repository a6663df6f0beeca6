// A form in a dialog: what it asks for, what went wrong, and two buttons. What has been typed goes only by its button, or
// after a question.
import { Button, Group, Stack, type ModalProps } from "@mantine/core";
import { useRef, type ReactNode } from "react";
import { BusyButton } from "./busy-button.tsx";
import { useConfirm } from "./confirm.tsx";
import { Dialog } from "./dialog.tsx";
import { FormProblem } from "./form-fields.tsx";
import { ProblemAlert } from "./problem-alert.tsx";
import { DISCARDS, useUnsaved } from "./use-unsaved.ts";

interface FormDialogProps {
  readonly title: string;
  /** What the button says: a verb and its object, such as "Create customer". */
  readonly action: string;
  readonly children: ReactNode;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly isBusy: boolean;
  /** Null while nothing has gone wrong. */
  readonly error: unknown;
  readonly size?: ModalProps["size"];
}

export function FormDialog(props: FormDialogProps): ReactNode {
  const { title, action, children, onSubmit, onClose, isBusy, error, size } = props;
  const confirm = useConfirm();
  const isTyped = useRef(false);
  const isAsking = useRef(false);
  // What is being saved is not lost.
  const isUnsaved = (): boolean => isTyped.current && !isBusy;
  useUnsaved(isUnsaved, { isDialog: true });
  const discard = (): void => {
    isTyped.current = false;
    onClose();
  };
  const askAndClose = async (): Promise<void> => {
    // The key Escape that answers the question comes here too.
    if (isAsking.current) return;
    isAsking.current = true;
    const isSure = !isUnsaved() || (await confirm(DISCARDS));
    isAsking.current = false;
    if (isSure) discard();
  };
  return (
    <Dialog centered title={title} onClose={() => void askAndClose()} size={size}>
      <form
        onChange={() => {
          isTyped.current = true;
        }}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack>
          <FormProblem error={error}>{children}</FormProblem>
          {error !== null && error !== undefined && <ProblemAlert error={error} title="It was not saved" />}
          <Group justify="flex-end">
            <Button variant="default" onClick={discard}>
              Cancel
            </Button>
            <BusyButton type="submit" isBusy={isBusy}>
              {action}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
