// German words of what several pages share.
import type { Words } from "../en/catalog.ts";

export const components: Words["components"] = {};
