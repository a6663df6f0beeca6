// The two buttons of a thing's own page.
import { Button } from "@mantine/core";
import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { BusyButton } from "./busy-button.tsx";

interface EditAndDeleteProps {
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly isDeleting: boolean;
}

export function EditAndDelete({ onEdit, onDelete, isDeleting }: EditAndDeleteProps): ReactNode {
  return (
    <>
      <Button variant="default" leftSection={<Pencil size={16} aria-hidden />} onClick={onEdit}>
        Edit
      </Button>
      <BusyButton
        variant="light"
        color="red"
        leftSection={<Trash2 size={16} aria-hidden />}
        isBusy={isDeleting}
        onClick={onDelete}
      >
        Delete
      </BusyButton>
    </>
  );
}
