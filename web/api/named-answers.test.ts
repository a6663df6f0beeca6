// The names of answers, through the client that the pages use.
import createClient from "openapi-fetch";
import { expect, test } from "vitest";
import { namedAnswers } from "./named-answers.ts";

interface Paths {
  "/keys": { get: { responses: { 200: { content: { "application/json": Record<string, unknown> } } } } };
}

test("a page gets the names that an answer has, whatever was read before", async () => {
  const answers = ['{"k":1,"\\\\":2}', '{"k":1,"\\"":2}', ""];
  const client = createClient<Paths>({ baseUrl: "http://platform", fetch: () => Promise.resolve(answer()) });
  client.use(namedAnswers);
  const read = async () => (await client.GET("/keys")).data;

  expect(Object.keys((await read()) ?? {})).toEqual(["k", "\\"]);
  expect(Object.keys((await read()) ?? {})).toEqual(["k", '"']);
  expect(await read()).toBeUndefined();

  function answer(): Response {
    return new Response(answers.shift(), { headers: { "content-type": "application/json; charset=utf-8" } });
  }
});
