// Controls above a picture or a list: behind a button on a phone, so that what they control comes first.
import { Box, Button, Group, Text, VisuallyHidden, type BoxProps } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { SlidersHorizontal } from "lucide-react";
import { useId, type ReactNode } from "react";

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
  const id = useId();
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <>
      <Group hiddenFrom="sm" justify="space-between" gap="xs" w="100%" mb={mb}>
        <Button
          variant="default"
          maw="100%"
          leftSection={<SlidersHorizontal />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
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
      <Box id={id} visibleFrom={isOpen ? undefined : "sm"}>
        {children}
      </Box>
    </>
  );
}
