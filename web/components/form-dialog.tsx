// A form in a dialog. Typed values are discarded only by the button, or after a question.
import { Button, type ModalProps } from "@mantine/core";
import { useRef, type ReactNode } from "react";
import { useConfirm } from "./confirm.tsx";
import { Dialog } from "./dialog.tsx";
import { Form, type Work } from "./form.tsx";
import { DISCARDS, useUnsaved } from "./use-unsaved.ts";
import { words } from "../words/words.ts";

interface FormDialogProps {
  readonly title: string;
  /** The button's label: a verb and its object, such as "Create customer". */
  readonly action: string;
  readonly work: Work;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /**
   * For work that would be lost if the dialog closed, such as an upload: the dialog stays open, and a button stops the
   * work.
   */
  readonly onStop?: (() => void) | undefined;
  readonly size?: ModalProps["size"];
  readonly children: ReactNode;
}

export function FormDialog(props: FormDialogProps): ReactNode {
  const { title, action, work, onSubmit, onClose, onStop, size, children } = props;
  const confirm = useConfirm();
  const isTyped = useRef(false);
  const isAsking = useRef(false);
  const stop = work.isPending ? onStop : undefined;
  // Values that are being saved are not lost.
  const isUnsaved = (): boolean => (isTyped.current && !work.isPending) || stop !== undefined;
  useUnsaved(isUnsaved, { isDialog: true });
  const discard = (): void => {
    isTyped.current = false;
    onClose();
  };
  const askAndClose = async (): Promise<void> => {
    // Pressing Escape to answer the question comes here, too.
    if (isAsking.current || stop !== undefined) return;
    isAsking.current = true;
    const isSure = !isUnsaved() || (await confirm(DISCARDS));
    isAsking.current = false;
    if (isSure) discard();
  };
  const cancel = (
    <Button variant="default" onClick={stop ?? discard}>
      {stop === undefined ? words.components.common.cancel : words.components.form.stop}
    </Button>
  );
  return (
    <Dialog centered title={title} onClose={() => void askAndClose()} size={size}>
      <Form
        action={action}
        work={work}
        onSubmit={onSubmit}
        onTyped={() => {
          isTyped.current = true;
        }}
        otherButtons={cancel}
        isEndInSight
      >
        {children}
      </Form>
    </Dialog>
  );
}
