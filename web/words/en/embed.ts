// English words of `pages/embed`.
export const embed = {
  fullScreen: "Full screen",
  link: {
    pageTitle: "Link",
    title: "This link does not work",
    incomplete: "The address is incomplete. Copy the whole link you were given.",
    other: {
      view: "This link opens another view, or is not meant for this page. Copy the whole link you were given.",
      dashboard:
        "This link opens another dashboard, or is not meant for this page. Copy the whole link you were given.",
    },
    ended: "The link has expired, was revoked or is incomplete. Ask the sender for a new one.",
  },
  password: {
    title: { view: "This view has a password", dashboard: "This dashboard has a password" },
    says: "Ask the sender of the link for it.",
    wrong: "The password of the link is wrong.",
    show: { view: "Show the view", dashboard: "Show the dashboard" },
  },
};
