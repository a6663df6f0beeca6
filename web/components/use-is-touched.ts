// Whether the page is pointed at with a finger, for what is said of pointing, and for handles that are drawn.
import { useMediaQuery } from "@mantine/hooks";

export function useIsTouched(): boolean {
  return useMediaQuery("(pointer:coarse)", undefined, { getInitialValueInEffect: false });
}
