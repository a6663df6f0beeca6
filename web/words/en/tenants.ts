// English words of `pages/tenants`.
export const tenants = {
  title: "Tenants",
  about: "Each tenant has its own gateways, devices, users and reports, and sees nothing of the others.",
  tenant: "Tenant",
  searchByName: "Search by name",
  empty: "No tenants yet",
  emptyText: "Create one and invite its first administrator.",

  new: "New tenant",
  create: "Create tenant",
  edit: "Edit tenant",
  save: "Save tenant",
  profileHelp: "It sets the limits of the tenant.",
  profileDefault: "The default profile",
  profilesNotLoaded: "The profiles could not be loaded.",
  delete: "Delete tenant",
  deleteTitle: "Delete this tenant?",
  deleteText:
    "Everything in it is deleted: gateways and devices with all their values, customers, users, API keys, dashboards, views and reports. All sessions end at once. This cannot be undone.",
  notDeleted: "The tenant was not deleted",

  parts: "Parts of the tenant",
  administrators: "Administrators",
  usage: "Usage",
  whatUsage: "usage",
  details: "Details",
  aboutIt: "About",
  id: "ID",
  idOfTenant: "ID of the tenant",
  limitsFrom: "The limits come from its profile, [].",
};
