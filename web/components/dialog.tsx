// A dialog that exists while it is open, and on closing returns the focus to the button that opened it, or to the
// button of the menu in which it was chosen.
import { Drawer, Group, Modal, type DrawerProps, type GroupProps, type ModalProps } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import classes from "./dialog.module.css";

export function Dialog(props: Omit<ModalProps, "opened">): ReactNode {
  useFocusGivenBack();
  return <Modal {...props} opened returnFocus={false} />;
}

/** The same at the side of the page, over its full height. */
export function SideDialog(props: Omit<DrawerProps, "opened">): ReactNode {
  useFocusGivenBack();
  return <Drawer {...props} opened returnFocus={false} />;
}

/** The same at the lower end of a phone, no higher than what it holds: what is behind stays in sight while it is changed. */
export function Sheet({ onClose, ...props }: Omit<DrawerProps, "opened">): ReactNode {
  useFocusGivenBack();
  const root = useRef<HTMLDivElement>(null);
  useWindowEvent(
    "keydown",
    (event) => {
      // What was opened out of the sheet, such as a list of choices or a dialog, is closed first.
      if (event.key === "Escape" && !event.isComposing && isIn(root.current, event.target)) onClose();
    },
    { capture: true },
  );
  return (
    <Drawer
      {...props}
      ref={root}
      position="bottom"
      overlayProps={{ backgroundOpacity: 0.25, blur: 0 }}
      classNames={{ content: classes["sheet"] ?? "" }}
      opened
      returnFocus={false}
      closeOnEscape={false}
      onClose={onClose}
    />
  );
}

/** Whether the keyboard is in the sheet, or nowhere: a button that was pressed may be gone. */
function isIn(sheet: HTMLElement | null, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target === document.body) return true;
  return sheet?.contains(target) === true && target.getAttribute("data-mantine-stop-propagation") !== "true";
}

interface DialogFooterProps extends Pick<GroupProps, "justify"> {
  readonly children: ReactNode;
}

/** The buttons of a dialog, or of a page that is one long form, which stay in sight while it is scrolled. */
export function DialogFooter({ justify = "space-between", children }: DialogFooterProps): ReactNode {
  return (
    <Group justify={justify} className={classes["footer"] ?? ""}>
      {children}
    </Group>
  );
}

function useFocusGivenBack(): void {
  // Read before the dialog takes the focus.
  const [opener] = useState(openerNow);
  useLayoutEffect(() => {
    // A dialog that replaces another one uses the element that got the focus back from that one.
    const giveBackTo = opener?.isConnected === true ? opener : openerNow();
    return () => giveBackTo?.focus({ preventScroll: true });
  }, [opener]);
}

function openerNow(): HTMLElement | null {
  const { activeElement } = document;
  // The menu closes when an item is chosen.
  const menuButton = activeElement?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = menuButton === null || menuButton === undefined ? activeElement : document.getElementById(menuButton);
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
