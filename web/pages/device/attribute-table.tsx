// Attributes as a table: each can be copied, deleted and, if people may set it, edited.
import { ActionIcon, Tooltip } from "@mantine/core";
import { Pencil, Trash2, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../../words/words.ts";
import { KeyRow, KeyTable } from "./key-table.tsx";
import type { ValueKind } from "./value-kind.ts";

export interface ShownAttribute {
  readonly key: string;
  readonly kind: ValueKind;
  readonly text: string;
  readonly ts: number;
  /** Number of changes since the page was opened. */
  readonly changes: number;
}

interface AttributeTableProps {
  readonly rows: readonly ShownAttribute[];
  readonly isWritable: boolean;
  readonly onEdit: (attribute: ShownAttribute) => void;
  readonly onDelete: (key: string) => void;
}

/** Server attributes that hold times on every device, in milliseconds. */
const TIMES: ReadonlySet<string> = new Set([
  "lastActivityTime",
  "lastConnectTime",
  "lastDisconnectTime",
  "inactivityAlarmTime",
]);

const WORDS = words.device.attributes;

export function AttributeTable({ rows, isWritable, onEdit, onDelete }: AttributeTableProps): ReactNode {
  return (
    <KeyTable label={WORDS.label} actionsWidth={164}>
      {rows.map((attribute) => {
        const { key } = attribute;
        return (
          <KeyRow
            {...attribute}
            key={key}
            name={key}
            isTime={TIMES.has(key)}
            actions={
              <>
                {isWritable && (
                  <RowIcon
                    label={WORDS.edit}
                    name={WORDS.editNamed(key)}
                    icon={Pencil}
                    onClick={() => onEdit(attribute)}
                  />
                )}
                <RowIcon
                  label={WORDS.delete}
                  name={WORDS.deleteNamed(key)}
                  icon={Trash2}
                  isApart
                  onClick={() => onDelete(key)}
                />
              </>
            }
          />
        );
      })}
    </KeyTable>
  );
}

interface RowIconProps {
  readonly label: string;
  /** With the key, for screen readers. */
  readonly name: string;
  readonly icon: LucideIcon;
  /** Away from the others under fingers. */
  readonly isApart?: boolean;
  readonly onClick: () => void;
}

function RowIcon({ label, name, icon: Icon, isApart = false, onClick }: RowIconProps): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={name} className={isApart ? "apart" : undefined} onClick={onClick}>
        <Icon />
      </ActionIcon>
    </Tooltip>
  );
}
