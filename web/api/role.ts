// What somebody who has signed in may be. Source: REST contract 1.7.

export type Role = "SYS_ADMIN" | "TENANT_ADMIN" | "CUSTOMER_USER";
