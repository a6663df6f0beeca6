// Controls above a picture or a list: behind a button on a phone, so that what they control comes first.
import { Box, Button, Group, type BoxProps } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { SlidersHorizontal } from "lucide-react";
import { useId, type ReactNode } from "react";

/** `mb` is the space below the button. */
export interface FoldedControlsProps extends Pick<BoxProps, "mb"> {
  readonly label: string;
  /** Stays next to the button. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function FoldedControls({ label, aside, children, mb }: FoldedControlsProps): ReactNode {
  const id = useId();
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <>
      <Group hiddenFrom="sm" justify="space-between" gap="xs" w="100%" mb={mb}>
        <Button
          variant="default"
          leftSection={<SlidersHorizontal />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
        >
          {label}
        </Button>
        {aside}
      </Group>
      <Box id={id} visibleFrom={isOpen ? undefined : "sm"}>
        {children}
      </Box>
    </>
  );
}
