// A form in a dialog: what it asks for, what went wrong, and two buttons.
import { Button, Group, Stack, type ModalProps } from "@mantine/core";
import type { ReactNode } from "react";
import { BusyButton } from "./busy-button.tsx";
import { Dialog } from "./dialog.tsx";
import { FormProblem } from "./form-fields.tsx";
import { ProblemAlert } from "./problem-alert.tsx";

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
  return (
    <Dialog centered title={title} onClose={onClose} size={size}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack>
          <FormProblem error={error}>{children}</FormProblem>
          {error !== null && error !== undefined && <ProblemAlert error={error} title="It was not saved" />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
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
