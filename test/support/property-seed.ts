// Gives the properties of fast-check, which prints it where one fails, the seed of this run.
import fc from "fast-check";
import { seedOf } from "./seed.ts";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seedOf("PROPERTY_SEED") });
