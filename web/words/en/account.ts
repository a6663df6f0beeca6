// English words of `pages/account`.
export const account = {
  title: "Account",
  what: "account",

  you: "You",
  role: "Role",
  lastSignIn: "Last sign-in",
  saveDetails: "Save details",
  detailsSaved: "Your details are saved.",
  detailsNotSaved: "Your details were not saved",

  password: {
    title: "Password",
    text: "If you change it, you stay signed in here. All your other sessions end at once. API keys keep working.",
    current: "Current password",
    next: "New password",
    rules: (rules: string) => `It must have ${rules}.`,
    again: "Confirm password",
    differ: "The two passwords differ.",
    change: "Change password",
    changed: "Your password is changed.",
    notChanged: "The password was not changed",
  },

  appearance: {
    title: "Appearance",
    text: "Stored in this browser.",
    colours: "Colours",
    schemes: { auto: "Same as system", light: "Light", dark: "Dark" },
  },

  region: {
    title: "Language and region",
    text: "Used in every browser in which you sign in. The page is loaded again when you save.",
    language: "Language",
    timeZone: "Time zone",
    timeZoneHint: "For all times shown, and for days and months in charts.",
    numbers: "Numbers",
    ofBrowser: (value: string) => `As in the browser: ${value}`,
    ofLanguage: (sample: string) => `Usual for the language: ${sample}`,
    noZone: "No time zone has this name",
    save: "Save language and region",
  },

  access: {
    title: "API keys and session",
    text: "Programs sign in with API keys. Signing out ends the session in all tabs of this browser.",
    keys: "API keys",
  },
};
