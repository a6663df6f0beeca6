// Whether a finger is what points: the same as `(pointer: coarse)` of styles, for what is drawn on a canvas or said of pointing.
import { useMediaQuery } from "@mantine/hooks";

export function useIsTouched(): boolean {
  return useMediaQuery("(pointer:coarse)", undefined, { getInitialValueInEffect: false });
}
