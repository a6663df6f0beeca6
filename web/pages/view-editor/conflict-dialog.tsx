// Somebody else has saved the view meanwhile: what they changed, and the ways out of it.
import { Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { BusyButton } from "../../components/busy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Moment } from "../../components/moment.tsx";
import { OwnerName } from "../views/owner-name.tsx";
import { DifferenceTable } from "./difference-table.tsx";
import { definitionOf, type Json } from "./document.ts";
import type { SavedView } from "./view-calls.ts";

interface ConflictDialogProps {
  readonly mine: Json;
  readonly base: SavedView;
  readonly theirs: SavedView;
  readonly isBusy: boolean;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onCopy: () => void;
  readonly onClose: () => void;
}

export function ConflictDialog(props: ConflictDialogProps): ReactNode {
  const { mine, base, theirs, isBusy, onKeepMine, onTakeTheirs, onCopy, onClose } = props;
  return (
    <Dialog size="xl" title="Somebody else has saved this view" onClose={onClose}>
      <Stack>
        <Text size="sm" component="div">
          <OwnerName userId={theirs.updatedBy} /> saved revision {theirs.revision} <Moment ts={theirs.updatedTime} />;
          you began with revision {base.revision}.
        </Text>
        <Text size="sm" fw={600}>
          What they changed
        </Text>
        <DifferenceTable before={definitionOf(base)} after={definitionOf(theirs)} labels={["Before", "Theirs"]} />
        <Text size="sm" fw={600}>
          How yours differs from theirs
        </Text>
        <DifferenceTable before={definitionOf(theirs)} after={mine} labels={["Theirs", "Yours"]} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Go on editing
          </Button>
          <Button variant="default" onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <BusyButton variant="default" isBusy={isBusy} onClick={onCopy}>
            Save mine as a copy
          </BusyButton>
          <BusyButton isBusy={isBusy} onClick={onKeepMine}>
            Save mine over it
          </BusyButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
