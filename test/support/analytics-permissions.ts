// The rows of the permission table for calls of the analytics service: views are shared with the customer of their place,
// so that its users see and run them, and change nothing. Source: analytics contract 6.
import type { Place } from "./access-world.ts";
import { open, row, rule, type Row, type Sent } from "./permission-rows.ts";

const V1 = "/apiAnalytics/v1";

const members = rule(403, 200, 200);
const membersCreate = rule(403, 201, 201);
/** A view that is not shared with the caller does not exist. */
const readers = rule(403, [200, 200, 404], [200, 404, 404]);
const changers = (done: number) => rule(403, [done, done, 404], [403, 404, 404]);
/** Only administrators share. */
const sharers = (done: number) => rule(403, [done, done, 404], 403);
const shownToReaders = rule(403, ["shown", "shown", "hidden"], ["shown", "hidden", "hidden"]);

const unknownJob = rule(403, 404, 404);
const ofUnknownJob = () => ({ params: { jobId: "0198a1c0-0000-7000-8000-0000000000d0" } });

const ofView =
  (more: (place: Place) => Sent = () => ({})): ((place: Place) => Sent) =>
  (place) => {
    const sent = more(place);
    return { ...sent, params: { viewId: place.viewId, ...sent.params } };
  };

const newView = ({ tenant }: Place) => ({
  name: tenant.uniqueName("view"),
  fields: [{ id: "n", label: "Device", source: { type: "entity", field: "name" } }],
});

export const analyticsRows: readonly Row[] = [
  row(`GET ${V1}/openapi.json`, open()),
  row(`GET ${V1}/health`, open()),
  row(`GET ${V1}/metrics`, open()),

  row("POST /apiAnalytics/publicApi/buildReport", readers, ({ viewId }) => ({
    body: { viewConfigId: viewId },
    credentials: "jwt",
  })),
  row("POST /apiAnalytics/publicApi/buildReport", shownOfDevices(), (place) => ({
    body: { viewConfigId: place.homeViewId, filters: { device: [place.device.id] } },
    credentials: "jwt",
    names: place.device.id,
  })),
  row(
    `POST ${V1}/views/:viewId/data`,
    readers,
    ofView(() => ({ body: {} })),
  ),
  row(
    `GET ${V1}/views/:viewId/export`,
    readers,
    ofView(() => ({ query: "format=csv" })),
  ),
  row(
    `POST ${V1}/views/:viewId/export`,
    readers,
    ofView(() => ({ query: "format=csv", body: {} })),
  ),
  row(`POST ${V1}/views/preview`, members, (place) => ({ body: { view: newView(place) } })),
  row(`POST ${V1}/views/preview`, shownOfDevices(), (place) => ({
    body: { view: { ...newView(place), filters: [deviceFilter(place.device.id)] } },
    names: place.device.name,
  })),
  row(`POST ${V1}/ranges/parse`, members, () => ({ body: { text: "today" } })),

  row(`GET ${V1}/views`, shownToReaders, ({ viewId }) => ({ query: "pageSize=1000&page=0", names: viewId })),
  row(`POST ${V1}/views`, membersCreate, (place) => ({ body: newView(place) })),
  row(`POST ${V1}/views/validate`, members, (place) => ({ body: newView(place) })),
  row(`GET ${V1}/views/:viewId`, readers, ofView()),
  row(
    `PUT ${V1}/views/:viewId`,
    changers(200),
    ofView((place) => ({ body: { ...newView(place), revision: 1 } })),
    "view",
  ),
  row(`DELETE ${V1}/views/:viewId`, changers(204), ofView(), "view"),
  row(
    `POST ${V1}/views/:viewId/copy`,
    rule(403, [201, 201, 404], [201, 404, 404]),
    ofView(() => ({ body: {} })),
  ),
  row(`GET ${V1}/views/:viewId/revisions`, changers(200), ofView()),
  row(
    `POST ${V1}/views/:viewId/revisions/:revision/restore`,
    changers(200),
    ofView(() => ({ params: { revision: "1" } })),
    "view",
  ),
  row(`GET ${V1}/views/:viewId/links`, sharers(200), ofView()),
  row(
    `POST ${V1}/views/:viewId/links`,
    sharers(201),
    ofView(() => ({ body: {} })),
  ),
  row(
    `DELETE ${V1}/views/:viewId/links/:linkId`,
    sharers(204),
    ofView(({ viewLinkId }) => ({ params: { linkId: viewLinkId } })),
    "viewLink",
  ),

  row(`GET ${V1}/dashboards/:dashboardId`, readers),
  row(`POST ${V1}/dashboards/:dashboardId/panels`, readers, () => ({ body: {} })),
  // The stream of one who may watch would not end.
  row(`GET ${V1}/dashboards/:dashboardId/live`, rule(403, [400, 400, 404], [400, 404, 404]), () => ({
    query: "request=%7B",
  })),
  row(`GET ${V1}/dashboards/:dashboardId/links`, sharers(200)),
  row(`POST ${V1}/dashboards/:dashboardId/links`, sharers(201), () => ({ body: {} })),
  row(
    `DELETE ${V1}/dashboards/:dashboardId/links/:linkId`,
    sharers(204),
    ({ dashboardLinkId }) => ({ params: { linkId: dashboardLinkId } }),
    "dashboardLink",
  ),

  // A range without a length ends the stream with the first event.
  row(
    `GET ${V1}/views/:viewId/live`,
    readers,
    ofView(() => ({ query: "from=2&to=1" })),
  ),
  row(`POST ${V1}/reports`, rule(403, [202, 202, 404], [202, 404, 404]), ({ viewId }) => ({ body: { viewId } })),
  // A report belongs to who asked for it; of others not even administrators hear.
  row(`GET ${V1}/reports/:jobId`, unknownJob, ofUnknownJob),
  row(`GET ${V1}/reports/:jobId/events`, unknownJob, ofUnknownJob),
  row(`GET ${V1}/reports/:jobId/result`, unknownJob, ofUnknownJob),
  row(`DELETE ${V1}/reports/:jobId`, unknownJob, ofUnknownJob),

  row(`GET ${V1}/discovery/keys`, shownOfDevices(), ({ device }) => ({
    query: `deviceId=${device.id}`,
    names: "secret",
  })),
  row(`GET ${V1}/discovery/values`, shownOfDevices(), ({ device }) => ({
    query: `kind=entity&key=id&q=${device.id}`,
    names: device.id,
  })),
  row(
    `POST ${V1}/views/:viewId/filters/:name/values`,
    readers,
    ofView(() => ({ params: { name: "device" }, body: {} })),
  ),
  row(`POST ${V1}/views/:viewId/filters/:name/values`, shownOfDevices(), ({ homeViewId, device }) => ({
    params: { viewId: homeViewId, name: "device" },
    body: { q: device.id },
    names: device.id,
  })),
  row(
    `POST ${V1}/views/:viewId/explain`,
    readers,
    ofView(() => ({ body: {} })),
  ),
  row(`POST ${V1}/views/explain`, members, (place) => ({ body: { view: newView(place) } })),
];

/** What a call tells of devices; the view, where there is one, is one that the caller may see. */
function shownOfDevices(): Row["rule"] {
  return rule(403, ["shown", "shown", "hidden"], ["shown", "hidden", "hidden"]);
}

function deviceFilter(id: string) {
  return { name: "device", target: { type: "entity", field: "id" }, values: [id] };
}
