// English words of `pages/dashboard-history`.
export const dashboardHistory = {
  title: "History",
  says: "The last 50 revisions are kept. Restoring saves that revision's title and panels as a new revision. Customer assignments do not change.",
  what: "history",
  open: "Open",
  // The time, and the user's name.
  savedBy: (revision: number) => `Revision ${revision}, saved [] by []. Panels show current data.`,
  restore: "Restore",
  consequence: "Everybody who sees the dashboard gets it.",
  notRestored: "The revision was not restored",
  noPanels: "This revision has no panels",
  changes: {
    title: "Title",
    panels: (count: number): string => (count === 1 ? "Panel" : "Panels"),
    filters: (count: number): string => (count === 1 ? "Filter" : "Filters"),
    timeRange: "Time range",
    otherTimeRange: "Another time range",
    refresh: "Refresh",
    grid: "Another grid",
    foreign: "Content of another program",
  },
};
