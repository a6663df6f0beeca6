// English words of `pages/views`.
import { countText } from "../format.ts";

export const views = {
  title: "Table views",
  about: "A table view is a saved report on your devices. Open one to see its table or its chart.",
  create: "New view",
  search: "Search by name",
  order: "Order",
  sorts: {
    "updatedTime DESC": "Last changed",
    "name ASC": "Name, A to Z",
    "name DESC": "Name, Z to A",
    "createdTime DESC": "Newest",
    "folder ASC": "Folder",
  },
  folder: (name: string) => `Folder ${name}`,
  folderCleared: (name: string) => `Folder ${name}: show all views`,
  tag: (name: string) => `Tag ${name}`,
  tagCleared: (name: string) => `Tag ${name}: show all views`,
  notLoaded: "The views could not be loaded",
  noMatchTitle: "No views match",
  noMatch: "Try a shorter search or another word.",
  count: (count: number) => (count === 1 ? "1 view" : `${countText(count)} views`),
  emptyTitle: "No views yet",
  empty: "A view defines the devices, columns and time of a report. Start with one of these.",

  inFolder: (folder: string) => `Views in the folder ${folder}`,
  withTag: (tag: string) => `Views with the tag ${tag}`,
  /** Its owner, and when. */
  changed: "Owner: [] · changed []",
  changedShared: "Owner: [] · shared with customers · changed []",
  changedAt: "Changed []",
  you: "you",
  somebodyElse: "another user",
  makeCopy: "Make a copy",
  copied: (name: string) => `“${name}” is your own now.`,
  notCopied: "The view was not copied",
  export: "Export",
  notExported: "The file could not be created",
  deleteTitle: "Delete this view?",
  /** Its name. */
  deleteText: "[] is deleted with its history and its share links. This cannot be undone.",
  delete: "Delete view",
  deleted: (name: string) => `“${name}” is deleted.`,
  notDeleted: "The view was not deleted",

  import: "Import",
  file: "File of a view",
  badFile: "The file is not a view",
  fileTooLarge: (size: number) => `A view can have at most 256 KiB, but this file has ${countText(size)} KiB.`,
  fileNotObject: "A view file must contain a JSON object.",
};
