// The columns of a list of devices that the user has chosen, and the button and dialog that change them. Each list keeps
// its own.
import { Button } from "@mantine/core";
import { skipToken } from "@tanstack/react-query";
import { Columns3 } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import type { Schema } from "../../api/schemas.ts";
import type { PageRead } from "../../app/entity-list.tsx";
import { choiceOf, useAddress } from "../../app/list-state.ts";
import { useUserSetting } from "../../app/user-settings.ts";
import { words } from "../../words/words.ts";
import { ColumnChooser } from "./column-chooser.tsx";
import { parseColumns, type FixedLabels } from "./column-words.ts";

interface ListColumns {
  /** The member of the user's settings. */
  readonly setting: string;
  /** The columns without a choice; the same list in each call. */
  readonly usual: readonly string[];
  /** The columns that are no values; the same object in each call. */
  readonly fixed: FixedLabels;
  /** The devices whose keys are offered: all, if omitted. */
  readonly among?: Schema<"EntityFilter">;
}

interface ChosenColumns {
  readonly chosen: readonly string[];
  /** Whether there are more than may fit beside each other. */
  readonly isWide: boolean;
  /** Until the chosen columns are known, a list with others would be read in vain. */
  readonly onceKnown: <Row>(read: PageRead<Row>) => PageRead<Row>;
  /** Opens the dialog; null where nothing can be saved. */
  readonly button: ReactNode;
  readonly dialog: ReactNode;
}

const COLUMNS_SIDE_BY_SIDE = 6;
const DIALOG = "columns";
const ALL_DEVICES = { type: "entityType", entityType: "DEVICE" } as const;

export function useChosenColumns({ setting, usual, fixed, among = ALL_DEVICES }: ListColumns): ChosenColumns {
  const { address, change } = useAddress();
  const { value: saved, save } = useUserSetting(setting);
  const chosen = useMemo(() => parseColumns(saved, fixed) ?? usual, [saved, fixed, usual]);
  return {
    chosen,
    isWide: chosen.length > COLUMNS_SIDE_BY_SIDE,
    onceKnown: (read) => (saved === undefined ? { ...read, queryFn: skipToken } : read),
    button: save !== null && (
      <Button variant="default" leftSection={<Columns3 />} onClick={() => change({ dialog: DIALOG })}>
        {words.devices.columns}
      </Button>
    ),
    dialog: choiceOf(address, "dialog", [DIALOG]) !== null && save !== null && saved !== undefined && (
      <ColumnChooser
        chosen={chosen}
        usual={usual}
        fixed={fixed}
        among={among}
        onColumns={(columns, onRefused) => save(columns, { onRefused })}
        onClose={() => change({ dialog: undefined })}
      />
    ),
  };
}
