// English words of `pages/help`.
export const help = {
  title: "Documentation",
  says: "Guides and reference for the installed version.",
  /** Said only in other languages. */
  saysEnglish: "Guides and reference for the installed version. The documents are in English.",
  inEnglish: "This document is in English.",
  what: "document",
  contents: "On this page",
  groups: { use: "Use and connect", operate: "Operate", cluster: "Run a cluster" },
  documents: {
    dashboards: { title: "Dashboards", about: "Panels, time ranges, sharing and wall screens." },
    analytics: { title: "Table views", about: "Columns, filters, groups, charts and files." },
    "gateway-api": { title: "Gateway API", about: "Topics and payloads of gateways and devices over MQTT." },
    "rest-api": { title: "REST API", about: "Devices, values, calls, users and limits over HTTP." },
    migration: { title: "Coming from ThingsBoard", about: "Moving devices, history and customers of a plant." },
    operations: { title: "Operations", about: "Installing, TLS, proxies, backups, upgrades, monitoring." },
    settings: { title: "Settings", about: "Every setting, its variable, default and bounds." },
    security: { title: "Security", about: "What protects an installation, and what its operator does." },
    performance: { title: "Performance", about: "Measured capacity, and how it was measured." },
    reliability: { title: "Reliability", about: "Tests with crashes, power losses and failing disks." },
    cluster: { title: "Cluster", about: "Several nodes: what works, deploying and operating." },
    "cluster-guarantees": { title: "Cluster guarantees", about: "What a cluster promises when something fails." },
    "cluster-services": { title: "Cluster services", about: "Choosing PostgreSQL, NATS and a bucket." },
    "cluster-sizing": { title: "Cluster sizing", about: "What nodes and services need for your plant." },
    "cluster-scale": { title: "Cluster scaling", about: "Estimates for very large plants." },
  },
};
