// What several pages read, so that each is read once for all of them.
import { queryOptions } from "@tanstack/react-query";
import { read } from "./client.ts";

export const profileNamesQuery = queryOptions({
  queryKey: ["device-profiles", "names"],
  queryFn: read("/api/deviceProfile/names"),
});

export const systemParamsQuery = queryOptions({
  queryKey: ["system", "params"],
  queryFn: read("/api/system/params"),
});
