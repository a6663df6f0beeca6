// German words of `pages/forgotten-password`.
import type { Words } from "../en/catalog.ts";

export const forgottenPassword: Words["forgottenPassword"] = {};
