// What everybody is given who has logged in. Source: REST contract 2.
import { Type } from "typebox";

export const TokenPairSchema = Type.Object(
  { token: Type.String(), refreshToken: Type.String() },
  {
    title: "LoginResponse",
    examples: [
      { token: "eyJhbGciOiJIUzUxMiJ9.eyJzdWIiOiJhZGEifQ.c2ln", refreshToken: "eyJhbGciOiJIUzUxMiJ9.e30.c2ln" },
    ],
  },
);
