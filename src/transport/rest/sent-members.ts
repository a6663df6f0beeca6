// Members of bodies that a client may leave out or send as null.
import { Type } from "typebox";
import { SentRefSchema } from "./entity-ids.ts";
import { FreeObjectOrNull, nullable } from "./nullable.ts";

export const SentText = Type.Optional(nullable(Type.String()));
export const SentFlag = Type.Optional(nullable(Type.Boolean()));
export const SentReference = Type.Optional(nullable(SentRefSchema));
export const SentInfo = Type.Optional(FreeObjectOrNull);
export const SentVersion = Type.Optional(nullable(Type.Integer()));
