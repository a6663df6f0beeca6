// English words of `pages/share`.
export const share = {
  title: "Share links",
  about: {
    view: "Anyone with a link can see this view, and nothing else, without an account. Links expire, and you can revoke them at any time.",
    dashboard:
      "Anyone with a link can see this dashboard, and nothing else, without an account. Links expire, and you can revoke them at any time.",
  },
  create: "New link",
  /** What could not be loaded. */
  links: "links",
  emptyTitle: "No links yet",
  empty: "Create one for your own web page, a screen in the lobby, or somebody without an account.",
  unnamed: "Link without a name",
  password: "Password",
  expired: "Expired",
  /** When. */
  ofCreator: "Expires []; shows the data of its creator.",
  ofCustomer: "Expires []; shows the data of one customer.",
  fixed: (filter: string, values: string) => `${filter} is fixed to ${values}`,
  fixedToNothing: (filter: string) => `${filter} is fixed to nothing`,
  noSite: "No site can embed it.",
  sites: (sites: string) => `Can be embedded by ${sites}.`,
  revoke: "Revoke",
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeTitle: "Revoke this link?",
  /** Its name. */
  revokeText: "The link [] stops working at once. This cannot be undone. A new link has another address.",
  revokeLink: "Revoke link",
  notRevoked: "The link was not revoked",

  newLink: {
    title: "New share link",
    action: "Create link",
    nameSays: "Helps you remember what the link is for.",
    namePlaceholder: "Screen in the lobby",
    expires: "Expires",
    expiries: { 1: "In a day", 7: "In 7 days", 30: "In 30 days", 90: "In 90 days", 365: "In a year" },
    fix: (filter: string) => `Fix ${filter}`,
    sites: "Sites that may embed it",
    sitesSay: "Enter each as https://www.example.com. If empty, no site can show it in a frame.",
    dataOf: "Shows the data of",
    dataOfPlaceholder: "You, with the rights you have at that time",
    passwordSays: "8 to 72 characters. If empty, the link needs no password.",
  },
  made: {
    title: "The link is ready",
    copyNow: "Copy it now",
    shownOnce: (expires: string) => `It is shown only once. It expires ${expires}.`,
    link: "the link",
    thisComputer: "It opens on this computer only",
    thisComputerSays:
      "For other computers and phones, open the platform by an address that they can reach and make the link there, or have the operator set BASE_URL.",
    forPage: "For your page",
    frame: "the frame",
    frameTitle: { view: "Report", dashboard: "Dashboard" },
    done: "Done",
  },
};
