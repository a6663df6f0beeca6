// Whether the screen is as narrow as a phone: the same width as `hiddenFrom="sm"`, for what is not only hidden there.
import { useMediaQuery } from "@mantine/hooks";

export function useIsNarrow(): boolean {
  return useMediaQuery("(max-width: 47.99em)", undefined, { getInitialValueInEffect: false });
}
