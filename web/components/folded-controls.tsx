// Controls above a picture: behind a button on a phone, so that the picture comes first.
import { Box, Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { SlidersHorizontal } from "lucide-react";
import { useId, type ReactNode } from "react";

export interface FoldedControlsProps {
  readonly label: string;
  /** Stays next to the button. */
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

export function FoldedControls({ label, aside, children }: FoldedControlsProps): ReactNode {
  const id = useId();
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <>
      <Group hiddenFrom="xs" justify="space-between" mb="sm">
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
      <Box id={id} visibleFrom={isOpen ? undefined : "xs"}>
        {children}
      </Box>
    </>
  );
}
