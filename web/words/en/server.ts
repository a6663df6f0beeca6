// English words of what the platform tells as data: its own, so that pages and other clients read the same.
import { FOUND, REMEDIES } from "../../../src/core/installation/finding-words.ts";

export const server = {
  findings: { found: FOUND, remedies: REMEDIES },
};
