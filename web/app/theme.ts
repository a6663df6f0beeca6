// The look of the web interface: calm surfaces, one accent, system fonts (nothing is loaded from elsewhere).
import { alpha, createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";
import tabs from "../components/tabs.module.css";
import { DECIMAL_SEPARATOR } from "../words/format.ts";
import { words } from "../words/words.ts";

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
 * The close button is only an icon, so it gets a label. The dialog's header is not a banner of the page. A dialog
 * covers the whole page and is not part of the content below.
 */
const DIALOG = {
  closeButtonProps: { "aria-label": words.components.common.close },
  attributes: { header: { role: "presentation" } },
  portalProps: { target: document.body },
};

/** Heavier than the labels of fields. */
const DIALOG_TITLE = { fontSize: "var(--mantine-font-size-lg)", fontWeight: 700 };

export const theme = createTheme({
  primaryColor: "tide",
  // White on this shade has a contrast above 4.5 in both schemes.
  primaryShade: 8,
  colors: { tide },
  autoContrast: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  defaultRadius: "md",
  headings: { fontWeight: "600" },
  cursorType: "pointer",
  // Styles take away all transitions (global.css). Without this, dialogs and menus would wait for the end of one.
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: DIALOG, styles: { title: DIALOG_TITLE } },
    Drawer: { defaultProps: DIALOG, styles: { title: DIALOG_TITLE } },
    // A select that may be empty states it explicitly.
    Select: { defaultProps: { allowDeselect: false } },
    // A point and a comma can be typed in any case.
    NumberInput: { defaultProps: { decimalSeparator: DECIMAL_SEPARATOR } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    Badge: { defaultProps: { variant: "light", tt: "none" } },
    // The focus goes to the first item; a placeholder before the items does not belong in a menu.
    Menu: { defaultProps: { position: "bottom-end", withInitialFocusPlaceholder: false } },
    // As wide as the fields around it, and with a label like theirs.
    Fieldset: {
      defaultProps: { p: "sm", mx: 0 },
      styles: { legend: { fontWeight: "var(--mantine-font-weight-medium)" } },
    },
    // Anchors are texts, too.
    Text: { defaultProps: { size: "sm" } },
    // An accessible name needs a role that allows one.
    Loader: { defaultProps: { role: "status" } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": words.components.common.close } } },
    Tabs: { classNames: { list: tabs["list"], tab: tabs["tab"] } },
    // A title in the alert's own colour is hard to read on the pale background.
    Alert: { styles: { title: { color: "var(--mantine-color-text)" } } },
  },
});

/** How much of a colour lies on the dark page, of the 0 to 1: its pale ground, and that below the pointer. */
const LAID_ON_DARK = { ground: 0.2, hover: 0.28 };

/**
 * The pale grounds of the dark scheme are lighter than the page, so that buttons, badges and what is selected stand out of it. The grey of
 * icon buttons is less bright than text.
 */
export const variables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {},
  dark: {
    ...Object.fromEntries(
      Object.entries(colors).flatMap(([name, shades]) => [
        [`--mantine-color-${name}-light`, alpha(shades[6], LAID_ON_DARK.ground)],
        [`--mantine-color-${name}-light-hover`, alpha(shades[6], LAID_ON_DARK.hover)],
      ]),
    ),
    "--mantine-color-gray-light-color": "var(--mantine-color-gray-5)",
  },
});

/** For irreversible actions in menus: with the red of buttons, the words are too pale on the page's background. */
export const DANGER = "var(--mantine-color-error)";
