// Controls above a picture or a list: on a phone in a sheet behind a button, so that what they control comes first and
// stays where it is.
import { Button, Group, Text, VisuallyHidden, type BoxProps } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { Sheet } from "./dialog.tsx";
import { useIsNarrow } from "./use-is-narrow.ts";

/** `mb` is the space below the button. */
export interface FoldedControlsProps extends Pick<BoxProps, "mb"> {
  readonly label: string;
  /** What is chosen with them, such as a range and the number of filters: on the button, which is called `label` for screen readers. */
  readonly chosen?: readonly string[];
  /** Stays next to the button. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function FoldedControls({ label, chosen = [], aside, children, mb }: FoldedControlsProps): ReactNode {
  const isNarrow = useIsNarrow();
  const [isOpen, { open, close }] = useDisclosure(false);
  if (!isNarrow) return children;
  return (
    <>
      <Group justify="space-between" gap="xs" w="100%" mb={mb}>
        <Button
          variant="default"
          maw="100%"
          leftSection={<SlidersHorizontal />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={open}
        >
          {chosen.length === 0 ? (
            label
          ) : (
            <>
              <VisuallyHidden>{label}: </VisuallyHidden>
              {chosen.map((text, index) => (
                // The times of a range are long, and what follows stays in sight.
                <Text key={text} span inherit truncate={index === 0} flex={index === 0 ? undefined : "none"}>
                  {index > 0 && "\u00a0· "}
                  {text}
                </Text>
              ))}
            </>
          )}
        </Button>
        {aside}
      </Group>
      {isOpen && (
        <Sheet title={label} onClose={close}>
          {children}
        </Sheet>
      )}
    </>
  );
}
