// The numbers of the locks that processes of a cluster take in PostgreSQL.

/** Held while migrating, so that processes that start at the same time do it one after the other; and while data are moved. */
export const MIGRATION_LOCK = 7_271_953;

/** Each connection of a node shares the lock with this number and that of the last migration that it knows. */
export const NODES_LOCK = 7_271_955;

/** Of the node that runs the jobs of the cluster. */
export const JOBS_LOCK = 7_271_954;
