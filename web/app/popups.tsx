// Menus, lists of choices and tooltips are put into one place at the end of the page's main part, so that they are part of it
// for those who go through the page by its parts.
import { MantineThemeProvider } from "@mantine/core";
import { useMemo, type ReactNode } from "react";

interface PopupsInProps {
  /** Null until it is there. */
  readonly host: HTMLElement | null;
  readonly children: ReactNode;
}

export function PopupsIn({ host, children }: PopupsInProps): ReactNode {
  const theme = useMemo(
    () => ({ components: { Portal: { defaultProps: host === null ? {} : { target: host } } } }),
    [host],
  );
  return <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>;
}
