// English words of `pages/customers`.
import { countText } from "../format.ts";

export const customers = {
  title: "Customers",
  about:
    "A customer is a part of your organisation, or an organisation you serve. Its users see only the devices you assign to it.",
  city: "City",
  public: "Public",
  searchByName: "Search by name",
  empty: "No customers yet",
  emptyText: "Create one, invite its users and assign devices to it.",

  new: "New customer",
  create: "Create customer",
  edit: "Edit customer",
  save: "Save customer",
  nameHelp: "Unique among your customers.",
  delete: "Delete customer",
  deleteTitle: "Delete this customer?",
  deleteText:
    "Its users are deleted with their sessions and API keys. Its devices stay, without a customer. This cannot be undone.",
  notDeleted: "The customer was not deleted",

  parts: "Parts of the customer",
  users: "Users",
  details: "Details",
  aboutIt: "About",
  id: "ID",
  idOfCustomer: "ID of the customer",

  devices: {
    search: "Search devices",
    empty: "No devices yet",
    emptyText: "Users of the customer see the devices assigned to it.",
    emptyPublicText: "Anyone can read public devices.",
    unassign: "Unassign",
    unassignDevice: "Unassign device",
    unassignTitle: "Unassign the device?",
    unassignText: "Users of this customer no longer see the device. The values of [] are kept.",
    unassignPublicText: "Nobody can read the device without signing in. The values of [] are kept.",
    notUnassigned: "The device was not unassigned",
    publicTitle: "Anyone can read these devices",
    publicText: "A program signs in with this public ID, without a password. It can read, but not change anything:",
    publicId: "public ID",
  },

  dashboards: {
    empty: "No dashboards yet",
    emptyText: "Choose “Assign to customers” in the menu of a dashboard.",
  },

  assign: {
    title: "Assign devices",
    publicTitle: "Make devices public",
    publicAction: "Make public",
    placeholder: "Search by name",
    noMatch: "No devices match",
    publicText: "Anyone can read their values and attributes, without signing in.",
    ofOthers: (count: number) =>
      count === 1
        ? "One of them belongs to another customer, whose users will no longer see it."
        : `${countText(count)} of them belong to another customer, whose users will no longer see them.`,
    progress: "Devices assigned",
    done: (done: number, all: number) => `${countText(done)} of ${countText(all)}`,
  },
};
