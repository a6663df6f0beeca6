// Asks for one choice, such as the customer that devices are assigned to.
import type { ReactNode } from "react";
import { useState } from "react";
import { ApiProblem } from "../../api/problem.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { words } from "../../words/words.ts";

interface TargetDialogProps {
  readonly title: string;
  readonly action: string;
  readonly field: (value: string | null, onChange: (id: string | null) => void) => ReactNode;
  readonly onChosen: (id: string) => void;
  readonly onClose: () => void;
}

export function TargetDialog({ title, action, field, onChosen, onClose }: TargetDialogProps): ReactNode {
  const [value, setValue] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  return (
    <FormDialog
      title={title}
      action={action}
      work={{
        isPending: false,
        error: isMissing && value === null ? new ApiProblem(words.devices.selects.missing) : null,
      }}
      onClose={onClose}
      onSubmit={() => {
        if (value === null) setMissing(true);
        else onChosen(value);
      }}
    >
      {field(value, setValue)}
    </FormDialog>
  );
}
