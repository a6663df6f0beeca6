// English words of `pages/users`.
export const users = {
  title: "Users",
  about: "Administrators see and change everything here. Customer users see the devices of their customer.",

  systemAbout:
    "System administrators manage tenants, security and this installation. To create a tenant’s users, open the tenant’s page.",
  searchByEmail: "Search by email",
  empty: "No users yet",
  noAdministrators: "No administrators yet",
  emptyText: "A new user gets a link to set the password.",

  roles: {
    SYS_ADMIN: "System administrator",
    TENANT_ADMIN: "Administrator",
    CUSTOMER_USER: "Customer user",
  },
  user: "User",
  role: "Role",
  account: "Account",
  states: {
    active: "Active",
    disabled: "Disabled",
    invited: "Not yet activated",
  },
  lastSignIn: "Last sign-in",

  apiKeys: "API keys",
  auditLog: "Audit log",
  enable: "Enable account",
  notEnabled: "The account was not enabled",
  disable: "Disable account",
  disableTitle: "Disable this account?",
  disableText: "All sessions and API keys of [] stop working at once. You can enable the account again.",
  notDisabled: "The account was not disabled",
  delete: "Delete user",
  deleteTitle: "Delete this user?",
  deleteText:
    "[] is deleted with all sessions and API keys. This cannot be undone. The audit log keeps what the user has done.",
  notDeleted: "The user was not deleted",

  new: "New user",
  newAdministrator: "New administrator",
  create: "Create user",
  createAdministrator: "Create administrator",
  edit: "Edit user",
  save: "Save user",
  rolesHelp: {
    TENANT_ADMIN: "Sees and changes everything in this tenant",
    CUSTOMER_USER: "Sees the devices of one customer",
  },
  searchByName: "Search by name",
  firstName: "First name",
  lastName: "Last name",
  phone: "Phone",
  linkFollows: "You will get a link to send to the user, who sets a password with it.",
  firstSignIn: "First sign-in",
  firstSignInHelp: "With a link to set the password. It works once, for a limited time.",
  showLink: "Show the link",
  emailLink: "Email the link",

  activation: {
    title: "Activation link",
    text: "Give this link to []. Anyone who opens it can set the password of the account, so use a channel you trust.",
    link: "activation link",
    expires: "It expires [].",
    send: "Send by email",
    sent: "Email sent",
    notSent: "The email was not sent",
    done: "Done",
  },
};
