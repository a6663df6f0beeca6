// How the web interface looks: calm surfaces, one accent, system fonts (nothing is loaded from elsewhere).
import { createTheme, type MantineColorsTuple } from "@mantine/core";
import tabs from "../components/tabs.module.css";

const tide: MantineColorsTuple = [
  "#e6f8f8",
  "#d3eded",
  "#a7d9da",
  "#78c5c6",
  "#52b3b5",
  "#39a8ab",
  "#2aa2a5",
  "#178d91",
  "#0b6e75",
  "#075d63",
];

/**
 * Its button to close has a picture only; its heading is no banner of the page. It lies over the whole page, and is no part
 * of what it covers.
 */
const DIALOG = {
  closeButtonProps: { "aria-label": "Close" },
  attributes: { header: { role: "presentation" } },
  portalProps: { target: document.body },
};

export const theme = createTheme({
  primaryColor: "tide",
  // White on it has a contrast above 4.5 in both schemes.
  primaryShade: 8,
  colors: { tide },
  autoContrast: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  defaultRadius: "md",
  headings: { fontWeight: "600" },
  cursorType: "pointer",
  components: {
    Modal: { defaultProps: DIALOG },
    Drawer: { defaultProps: DIALOG },
    // One that may be empty says so.
    Select: { defaultProps: { allowDeselect: false } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    Badge: { defaultProps: { variant: "light", tt: "none" } },
    // The focus goes to the first of its items; a place before them would be something that does not belong into a menu.
    Menu: { defaultProps: { position: "bottom-end", withInitialFocusPlaceholder: false } },
    // Anchors are texts too.
    Text: { defaultProps: { size: "sm" } },
    // A name needs something that may have one.
    Loader: { defaultProps: { role: "status" } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
    Tabs: { classNames: { list: tabs["list"], tab: tabs["tab"] } },
    // In its own colour a title is hard to read on the pale ground.
    Alert: { styles: { title: { color: "var(--mantine-color-text)" } } },
  },
});

/** Of what cannot be undone, in menus: in red as buttons have it, the words are too pale on the ground of the page. */
export const DANGER = "var(--mantine-color-error)";
