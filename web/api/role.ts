// The roles of signed-in users; separate from the session, so that tools without a browser can use it. Source: REST
// contract 1.7.

export type Role = "SYS_ADMIN" | "TENANT_ADMIN" | "CUSTOMER_USER";
