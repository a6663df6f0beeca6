// The actions of one row of a list.
import { ActionIcon, Menu } from "@mantine/core";
import { EllipsisVertical, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { DANGER } from "../app/theme.ts";
import { words } from "../words/words.ts";

export interface RowAction {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onChosen: () => void;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
}

interface RowMenuProps {
  /** What the actions apply to, for screen readers. */
  readonly label: string;
  readonly actions: readonly RowAction[];
}

export function RowMenu({ label, actions }: RowMenuProps): ReactNode {
  return (
    <Menu withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={words.components.row.actions(label)} onClick={(event) => event.stopPropagation()}>
          <EllipsisVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {actions.map(({ label: text, icon: Icon, onChosen, isDangerous = false, isDisabled = false }) => (
          <Menu.Item
            key={text}
            color={isDangerous ? DANGER : undefined}
            leftSection={<Icon />}
            disabled={isDisabled}
            onClick={onChosen}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
