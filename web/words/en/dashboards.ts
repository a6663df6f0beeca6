// English words of `pages/dashboards`.
import { countText } from "../format.ts";

export const dashboards = {
  title: "Dashboards",
  says: "Pages of charts, figures, maps and notes with live values. Assign one to a customer, and its users see it with their own devices.",
  saysCustomers: "Pages of charts, figures and maps that are assigned to you.",
  example: "Boiler room",
  search: "Search by title",
  new: "New dashboard",
  empty: "No dashboards yet",
  emptySays: "Create one from a template, or empty, and add panels for the values that you want to see together.",
  emptySaysCustomers: "An administrator has not assigned one to you yet.",
  public: "Public",
  assignedTo: "Assigned to",
  nobody: "Nobody",
  andMore: (customers: string, more: number) => `${customers} and ${countText(more)} more`,

  rename: "Rename",
  duplicate: "Duplicate",
  assign: "Assign to customers",
  home: "Set as home…",
  export: "Export",
  notExported: "The file could not be created",
  duplicated: (title: string) => `“${title}” is created.`,
  notDuplicated: "The dashboard was not duplicated",
  copyOf: (title: string) => `${title} (copy)`,
  deletion: {
    question: "Delete this dashboard?",
    text: "[] is deleted with its history. This cannot be undone.",
    action: "Delete dashboard",
    done: (title: string) => `“${title}” is deleted.`,
    failed: "The dashboard was not deleted",
  },
  renaming: { title: "Rename dashboard", action: "Save title" },

  file: {
    label: "Dashboard file",
    import: "Import",
    tooLarge: (most: number, mebibytes: number) =>
      `A file can have at most ${most} MiB, but this one has ${countText(mebibytes)} MiB.`,
    noDashboard: "A dashboard file is a JSON object with a title and a configuration.",
    done: (title: string) => `“${title}” is created.`,
    failed: "The dashboard was not created",
  },

  addTo: {
    title: "Add to a dashboard",
    action: "Add panel",
    which: "Which dashboard",
    where: { present: "An existing one", new: "A new one" },
    dashboardTitle: "Title of the dashboard",
    panelTitle: "Title of the panel",
    keepRange: (range: string) => `Keep this range: ${range}`,
    keepRangeSays: "Otherwise the panel follows the range of the dashboard.",
    open: "Open the dashboard",
    searching: "Searching",
    noMatch: "No dashboards match",
    foreign: (title: string) => `“${title}” belongs to another program, and can only be changed there.`,
    done: (title: string) => `The panel is in “${title}”.`,
    full: (most: number, panels: number) => `A dashboard has at most ${most} panels, and this one has ${panels}.`,
  },

  /** A table view for maps. */
  places: { title: "Places of devices", latitude: "Latitude", longitude: "Longitude" },

  assigning: {
    action: "Save customers",
    done: (title: string) => `The customers of “${title}” are saved.`,
    label: "Customers",
    says: "Their users can read the dashboard. It shows them only their own devices and the views shared with them.",
    public: "The public customer is among them: anyone can read this dashboard without signing in.",
  },

  closedViews: {
    title: (views: number, customers: number) =>
      `${views === 1 ? "A table view is" : `${countText(views)} table views are`} not shared with ${customers === 1 ? "this customer" : "all of these customers"}`,
    says: (views: number): string =>
      views === 1
        ? "Unless it is shared, panels that show it stay empty:"
        : "Unless they are shared, panels that show them stay empty:",
    share: (views: number): string => (views === 1 ? "Share this view too" : "Share these views too"),
  },

  homes: {
    title: "Home dashboard",
    set: "Set as home",
    unset: "Remove as home",
    isSet: (title: string) => `“${title}” is now the home dashboard.`,
    isUnset: (title: string) => `“${title}” is no longer the home dashboard.`,
    of: "Home of",
    me: "Me",
    tenant: "Everybody in the tenant",
    customers: "Users of a customer it is assigned to",
    what: "home dashboard",
    isHome: "This dashboard is the home now.",
    other: "Another dashboard is the home now; this one replaces it.",
    says: {
      user: "You see it first when you sign in, and when you click Bridgehead at the top.",
      customer: "Its users see it first, unless they have a home of their own.",
      tenant:
        "All users see it first, unless they or their customer have another home. Users of customers it is not assigned to see the overview.",
    },
  },

  creation: {
    action: "Create dashboard",
    start: "Start from",
    startSays: "Templates add a map if devices have coordinates.",
    empty: "Empty",
    emptySays: "Add panels one by one.",
    ofAllDevices: "It shows all devices, and also makes the table views that its panels show.",
    loadingKeys: "Loading keys",
    allDevices: "All devices",
    ofProfile: (profile: string) => `Profile: ${profile}`,
    devicesSay: "All devices, or those of one profile. Readers of the dashboard can choose among them.",
    unit: "Unit",
    unitOf: (value: string) => `Unit of: ${value}`,
    noValues: "None of these devices has sent such a value yet. Choose others, or start from an empty dashboard.",
    chooseOne: "Choose at least one value.",
  },

  wall: {
    region: "Chosen dashboards",
    chosen: (dashboards: number) => `${countText(dashboards)} ${dashboards === 1 ? "dashboard" : "dashboards"} chosen`,
    show: "Show on a wall screen",
    showNow: "Show now",
    tooMany: (most: number) => `A wall screen shows at most ${most}.`,
    clear: "Clear selection",
    seconds: "seconds",
    address: "Address for the browser of the screen, which has to be signed in:",
    copy: "the address",
  },

  templates: {
    gateways: {
      title: "Fleet of gateways",
      says: "How many devices each gateway has, which devices are silent, and which messages were refused.",
      byGateway: "Devices by gateway, active or not",
      silent: "Silent devices",
      silentView: "Silent devices, the longest silent first",
      refused: "Refused messages",
      active: "Active",
      lastSeen: "Last seen",
    },
    building: {
      title: "Building",
      says: "Charts, a table and a heat map of the room climate.",
      temperature: "Temperature",
      humidity: "Humidity",
      co2: "Carbon dioxide",
      overDay: "Temperature over the day",
    },
    energy: {
      title: "Energy",
      says: "Power now, over time and by time of day, and consumption from meter readings.",
      power: "Power",
      counter: "Energy counter",
      now: "Power now",
      consumption: "Consumption",
      overDay: "Power over the day",
    },
    machine: {
      title: "Machine",
      says: "A timeline of states, a chart, table and gauge of one value, and the increase of a counter.",
      state: "State",
      value: "Measured value",
      counter: "Counter",
      states: "States",
      now: (key: string) => `${key}, now`,
      increase: (key: string) => `${key}, increase`,
    },
    now: "Now",
    places: "Places",
  },
};
