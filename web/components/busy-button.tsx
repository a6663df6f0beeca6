// A button for work that takes a while. While the work runs, or if there is nothing to do, the button does nothing but
// keeps the focus: a disabled button would lose it, and keyboard users would start again at the top of the page.
import { Button, Loader, type ButtonProps } from "@mantine/core";
import type { ComponentPropsWithRef, CSSProperties, MouseEvent, ReactNode } from "react";

interface BusyButtonProps
  extends Omit<ButtonProps, "loading" | "data-disabled">, Omit<ComponentPropsWithRef<"button">, keyof ButtonProps> {
  readonly isBusy: boolean;
}

const IN_THE_MIDDLE: CSSProperties = { position: "absolute", inset: 0, margin: "auto" };

export function BusyButton({ isBusy, disabled = false, onClick, children, ...props }: BusyButtonProps): ReactNode {
  const isIdle = isBusy || disabled;
  return (
    <Button
      {...props}
      mod={{ disabled }}
      aria-disabled={isIdle || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        // Pressing Enter in a field of the form comes here, too.
        if (isIdle) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {/* The faint text remains for screen readers, and keeps the width. */}
      <span style={isBusy ? { opacity: 0.25 } : undefined}>{children}</span>
      {isBusy && <Loader size="1.2em" color="currentColor" style={IN_THE_MIDDLE} aria-hidden />}
    </Button>
  );
}
