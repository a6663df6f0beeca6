// English words of `pages/help`.
export const help = {
  title: "Documentation",
  says: "Documents for the version that runs here.",
  /** Said only in other languages. */
  saysEnglish: "For the version that runs here. The documents are in English.",
  inEnglish: "This document is in English.",
  what: "document",
  contents: "On this page",
  groups: { use: "Connect and use", operate: "Operate", cluster: "Run a cluster" },
  documents: {
    "gateway-api": { title: "Gateway API", about: "Topics and payloads of gateways and devices over MQTT." },
    "rest-api": { title: "REST API", about: "Devices, values, commands, users and limits over HTTP." },
    dashboards: { title: "Dashboards", about: "Panels, time ranges, sharing and wall screens." },
    analytics: { title: "Table views", about: "Columns, filters, groups, charts and files." },
    migration: { title: "Coming from ThingsBoard", about: "Moving devices, history and users of a plant." },
    operations: { title: "Operations", about: "Installing, TLS, proxies, backups, upgrades, monitoring." },
    settings: { title: "Settings", about: "Every setting, its variable, default and bounds." },
    security: { title: "Security", about: "What protects an installation, and what its operator does." },
    performance: { title: "Performance", about: "Measured capacity, and how it was measured." },
    reliability: { title: "Reliability", about: "What the platform has been put through." },
    cluster: { title: "Cluster", about: "Several nodes: what works, deploying and operating." },
    "cluster-guarantees": { title: "Guarantees of a cluster", about: "What it promises when something fails." },
    "cluster-services": { title: "Services for a cluster", about: "Choosing PostgreSQL, NATS and a bucket." },
    "cluster-sizing": { title: "Size of a cluster", about: "What nodes and services need for your plant." },
    "cluster-scale": { title: "Scale of a cluster", about: "How far it would go, computed." },
  },
};
