// Attributes as a table: each can be copied, deleted and, if people may set it, edited.
import { ActionIcon, Tooltip } from "@mantine/core";
import { Pencil, Trash2, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../../words/words.ts";
import { KeyRow, KeyTable } from "./key-table.tsx";
import type { Scope } from "./attributes.ts";
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
  readonly scope: Scope;
  readonly rows: readonly ShownAttribute[];
  readonly isWritable: boolean;
  readonly onEdit: (attribute: ShownAttribute) => void;
  readonly onDelete: (key: string) => void;
}

/**
 * Server attributes that the platform keeps of every device, and whether they are times, in milliseconds. It refuses to have them written
 * or deleted. Source: MQTT contract 10.3.
 */
const KEPT: ReadonlyMap<string, { readonly isTime: boolean }> = new Map([
  ["active", { isTime: false }],
  ["lastActivityTime", { isTime: true }],
  ["lastConnectTime", { isTime: true }],
  ["lastDisconnectTime", { isTime: true }],
  ["inactivityAlarmTime", { isTime: true }],
]);

const WORDS = words.device.attributes;

/** Those that the platform keeps come last. */
export function AttributeTable({ scope, rows, isWritable, onEdit, onDelete }: AttributeTableProps): ReactNode {
  const keptOf = (key: string) => (scope === "SERVER_SCOPE" ? KEPT.get(key) : undefined);
  const [own, kept] = [
    rows.filter(({ key }) => keptOf(key) === undefined),
    rows.filter(({ key }) => keptOf(key) !== undefined),
  ];
  return (
    <KeyTable label={WORDS.label} actionsWidth={164}>
      {[...own, ...kept].map((attribute) => {
        const { key } = attribute;
        const asKept = keptOf(key);
        return (
          <KeyRow
            {...attribute}
            key={key}
            name={key}
            isTime={asKept?.isTime === true}
            {...(asKept === undefined ? {} : { note: WORDS.kept })}
            actions={
              asKept !== undefined ? null : (
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
              )
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
