// English words of `pages/dashboard-history`.
export const dashboardHistory = {};
