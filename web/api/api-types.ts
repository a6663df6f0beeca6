// The types of the API for clients, made of its description by tools/openapi/client-types.ts. Not to be edited.
/* oxlint-disable -- generated */

export interface paths {
  "/actuator/health": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The same as readiness, where orchestration templates look for it */
    get: operations["getActuatorHealth"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/actuator/info": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Nothing, where orchestration templates look for something */
    get: operations["getActuatorInfo"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/jwtSettings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lifetimes of tokens and the issuer they name */
    get: operations["getJwtSettings"];
    put?: never;
    /** Replace them; all earlier tokens end at once, and the caller gets a new pair */
    post: operations["saveJwtSettings"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/securitySettings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The rules for passwords and logins */
    get: operations["getSecuritySettings"];
    put?: never;
    /** Replace the rules for passwords and logins; in force at once */
    post: operations["saveSecuritySettings"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/users": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** System administrators */
    get: operations["getSystemAdministrators"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/apiKey": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Create an API key, or change its description or switch */
    post: operations["saveApiKey"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/apiKey/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Delete an API key, which ends its use at once */
    delete: operations["deleteApiKey"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/apiKey/{id}/description": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Change the description of an API key */
    put: operations["updateApiKeyDescription"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/apiKey/{id}/enabled/{enabledValue}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Switch an API key on or off */
    put: operations["enableApiKey"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/apiKeys/{userId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The API keys of a user, without their values */
    get: operations["getUserApiKeys"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/audit/logs": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What has been done in the tenant, or by the system administrators */
    get: operations["getAuditLogs"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/audit/logs/customer/{customerId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What has been done to what a customer has, and by its users */
    get: operations["getAuditLogsByCustomerId"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/audit/logs/entity/{entityType}/{entityId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What has been done to an entity */
    get: operations["getAuditLogsByEntityId"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/audit/logs/user/{userId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What a user has done */
    get: operations["getAuditLogsByUserId"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/changePassword": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Change your password, which ends all other sessions */
    post: operations["changePassword"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/login": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Get a token pair for a user name and a password */
    post: operations["login"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/login/public": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Get a token pair that can read what is public */
    post: operations["loginPublic"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/logout": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** End the session of the token */
    post: operations["logout"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/token": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Get a new token pair for a refresh token */
    post: operations["refreshToken"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/user": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The user whose credentials the call carries */
    get: operations["getUser"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/customer": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Create or update a customer */
    post: operations["saveCustomer"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/customer/device/{deviceId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Take a device back from its customer */
    delete: operations["unassignDeviceFromCustomer"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/customer/device/{deviceName}/claim": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Claim a device for your customer */
    post: operations["claimDevice"];
    /** Take a claimed device back from its customer */
    delete: operations["reClaimDevice"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/customer/public/dashboard/{dashboardId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Assign a dashboard to the public customer, so that anybody may read it */
    post: operations["assignDashboardToPublicCustomer"];
    /** Take a dashboard back from the public customer */
    delete: operations["unassignDashboardFromPublicCustomer"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/customer/public/device/{deviceId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Give a device to the public customer, whose devices anybody may read */
    post: operations["assignDeviceToPublicCustomer"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/customer/{customerId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A customer */
    get: operations["getCustomerById"];
    put?: never;
    post?: never;
    /** Delete a customer with its users; its devices stay */
    delete: operations["deleteCustomer"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/customer/{customerId}/dashboard/{dashboardId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Assign a dashboard to a customer, besides those that have it */
    post: operations["assignDashboardToCustomer"];
    /** Take a dashboard back from a customer */
    delete: operations["unassignDashboardFromCustomer"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/customer/{customerId}/dashboards": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Dashboards that are assigned to a customer */
    get: operations["getCustomerDashboards"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/customer/{customerId}/device/{deviceId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Give a device to a customer */
    post: operations["assignDeviceToCustomer"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/customer/{customerId}/deviceInfos": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Devices of a customer with profile and activity */
    get: operations["getCustomerDeviceInfos"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/customer/{customerId}/devices": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Devices of a customer */
    get: operations["getCustomerDevices"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/customer/{customerId}/shortInfo": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The title of a customer, and whether it is the public one */
    get: operations["getShortCustomerInfoById"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/customer/{customerId}/title": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The title of a customer as bare text */
    get: operations["getCustomerTitleById"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/customer/{customerId}/users": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Users of a customer */
    get: operations["getCustomerUsers"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/customers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Customers of the tenant */
    get: operations["getCustomers"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/customers/list": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Customers named by id */
    get: operations["getCustomersByIds"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/dashboard": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create or update a dashboard
     * @description A configuration is any JSON object, which is kept as it was sent. One with the member `bridgehead` is checked, and refused if this platform could not draw it. Whom the dashboard is assigned to stays as it is.
     */
    post: operations["saveDashboard"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/dashboard/home": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The dashboard that the caller sees first; empty without one */
    get: operations["getHomeDashboard"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/dashboard/home/info": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Which dashboard the caller sees first; empty without one */
    get: operations["getHomeDashboardInfo"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/dashboard/info/{dashboardId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A dashboard without its configuration */
    get: operations["getDashboardInfoById"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/dashboard/{dashboardId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A dashboard with its configuration */
    get: operations["getDashboardById"];
    put?: never;
    post?: never;
    /** Delete a dashboard with its revisions */
    delete: operations["deleteDashboard"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/dashboard/{dashboardId}/customers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Assign a dashboard to these customers and to no others */
    post: operations["updateDashboardCustomers"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/dashboard/{dashboardId}/customers/add": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Assign a dashboard to these customers, besides those that have it */
    post: operations["addDashboardCustomers"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/dashboard/{dashboardId}/customers/remove": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Take a dashboard back from these customers */
    post: operations["removeDashboardCustomers"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/dashboard/{dashboardId}/live": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Watch panels of a dashboard as server-sent events, all on one connection
     * @description The event `panel` has the `id` of one with its `result` or `error`. `rows` has what changed since, as for a watched
     *     view, with the `id`. `values` has the newest values of the devices that panels of keys show, `{"<device>":{"temp":[1767225600000,21.5]}}`:
     *     first those that they have, then each within a moment of its arrival. `end` says with `code` and `message` why nothing more comes; `CONFLICT`
     *     means that the dashboard has been saved. A comment every 15 seconds shows that the stream lives.
     */
    get: operations["watchDashboardPanels"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/dashboard/{dashboardId}/panels": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Compute panels of a dashboard together
     * @description Each panel with a source has a `result` as running its view gives it, or an `error` with the code that running it
     *     gives. Panels of keys have the columns `device` (its id), `name`, `time` where their kind shows intervals, and one for each key. What the
     *     caller may not see is left out, as in any report. All panels together take the slot and the time of one report.
     */
    post: operations["computeDashboardPanels"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/dashboard/{dashboardId}/revisions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The last revisions of a dashboard, newest first */
    get: operations["getDashboardRevisions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/dashboard/{dashboardId}/revisions/{revision}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A revision of a dashboard with its configuration */
    get: operations["getDashboardRevision"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/dashboard/{dashboardId}/revisions/{revision}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Save the title and configuration of a revision as the newest */
    post: operations["restoreDashboardRevision"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/dashboards": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Dashboards named by id
     * @description Those that the caller may not read are left out.
     */
    get: operations["getDashboardsByIds"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/device": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Create or update a device */
    post: operations["saveDevice"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/device-connectivity/gateway-launch/{deviceId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Ways to send the first message of a gateway, ready to paste */
    get: operations["getGatewayConnectionExamples"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/device-connectivity/gateway-launch/{deviceId}/docker-compose/download": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A compose file that runs the gateway */
    get: operations["downloadGatewayDockerCompose"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/device-connectivity/{deviceId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Commands that send the first value of a device */
    get: operations["getDevicePublishTelemetryCommands"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/device-connectivity/{protocol}/certificate/download": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The certificate that clients of mqtts or https must trust */
    get: operations["downloadServerCertificate"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/device-with-credentials": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Create or update a device together with its credentials */
    post: operations["saveDeviceWithCredentials"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/device/credentials": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Replace the credentials of a device and close its sessions */
    post: operations["updateDeviceCredentials"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/device/info/{deviceId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A device with its customer, its profile and whether it is active */
    get: operations["getDeviceInfoById"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/device/types": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The types that devices may have: the names of the device profiles */
    get: operations["getDeviceTypes"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/device/{deviceId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A device */
    get: operations["getDeviceById"];
    put?: never;
    post?: never;
    /** Delete a device and all its data */
    delete: operations["deleteDevice"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/device/{deviceId}/credentials": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The credentials of a device */
    get: operations["getDeviceCredentialsByDeviceId"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/deviceProfile": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Create or update a device profile */
    post: operations["saveDeviceProfile"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/deviceProfile/devices/keys/attributes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Names of the attributes that devices of a profile have */
    get: operations["getAttributesKeys"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/deviceProfile/devices/keys/timeseries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Names of the telemetry that devices of a profile have */
    get: operations["getDeviceProfileTimeseriesKeys"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/deviceProfile/names": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The names of all device profiles */
    get: operations["getDeviceProfileNames"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/deviceProfile/{deviceProfileId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A device profile */
    get: operations["getDeviceProfileById"];
    put?: never;
    post?: never;
    /** Delete a device profile that no device has */
    delete: operations["deleteDeviceProfile"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/deviceProfile/{deviceProfileId}/default": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make a device profile the default */
    post: operations["setDefaultDeviceProfile"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/deviceProfileInfo/default": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The essentials of the default profile */
    get: operations["getDefaultDeviceProfileInfo"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/deviceProfileInfo/{deviceProfileId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The essentials of a device profile */
    get: operations["getDeviceProfileInfoById"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/deviceProfileInfos": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The essentials of all device profiles */
    get: operations["getDeviceProfileInfos"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/deviceProfileInfos/list": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Profiles named by id */
    get: operations["getDeviceProfileInfosByIds"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/deviceProfiles": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Device profiles of the tenant */
    get: operations["getDeviceProfiles"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/devices": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Devices by their ids; those that the caller may not see are left out */
    get: operations["getDevicesByIds"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/devices/count/{otaPackageType}/{deviceProfileId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How many devices of a profile have no firmware or software package of their own
     * @description Its own is what `firmwareId` or `softwareId` of the device names; the others follow the profile.
     */
    get: operations["countByDeviceProfileAndEmptyOtaPackage"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/devices/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Devices of a list as a CSV file
     * @description The devices that the caller may see, unless filters narrow them, by name, with the columns that are named. Names and texts that a
     *     spreadsheet would take for a formula begin with an apostrophe, which an import removes. What an import knows of the columns, it reads
     *     back without changing anything. The connection is cut if the file cannot be finished.
     */
    get: operations["exportDevices"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/devices/import": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Devices from a CSV file
     * @description The head of a CSV names its columns, which are separated by commas, semicolons or tabs; a BOM and any line end
     *     will do. Columns are the `name`, by which a device is found, and any of `label`, `profile` (created if missing), `gateway`
     *     (`true`, `yes`, `1`, `false`, `no`, `0`), `customer` (a title), `token` (an access token; a new device gets a random one
     *     without), `server:KEY` and `shared:KEY` (attributes; a value is the number or boolean that it spells, else a string). Other columns
     *     are left out. An empty field leaves a device as it is.
     *
     *     Rows are taken one by one: those that cannot be taken are refused with their reason, and all others are stored, and synced
     *     before the answer comes. A dry run says the same and writes nothing. The same file again changes nothing. A file has at most 20000 rows and 16 MiB; a longer
     *     one is refused before anything is written.
     */
    post: operations["importDevices"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/devices/{deviceId}/connectivity": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * When a device connected, disconnected and why, and when it became active and inactive
     * @description The newest first. Kept by number and by age: `device.connections.max` and `device.connections.days`.
     */
    get: operations["getDeviceConnectivity"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/entitiesQuery/count": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * How many entities meet conditions
     * @description The query looks at what the caller may see: a user of a customer at what belongs to the customer, a system administrator at tenants and administrators. An entity without a value meets no condition on it, except the negative ones on texts, and comes last in an order by it. Texts that spell a number are ordered among the numbers, except fields. Texts are searched in the values that the query shows, and in the name where it shows none.
     */
    post: operations["countEntitiesByQuery"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/entitiesQuery/find": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A page of the entities that meet conditions, with values of each
     * @description The query looks at what the caller may see: a user of a customer at what belongs to the customer, a system administrator at tenants and administrators. An entity without a value meets no condition on it, except the negative ones on texts, and comes last in an order by it. Texts that spell a number are ordered among the numbers, except fields. Texts are searched in the values that the query shows, and in the name where it shows none.
     */
    post: operations["findEntityDataByQuery"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/entitiesQuery/find/keys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Names of the telemetry and the attributes that the entities of a page have
     * @description The query looks at what the caller may see: a user of a customer at what belongs to the customer, a system administrator at tenants and administrators. An entity without a value meets no condition on it, except the negative ones on texts, and comes last in an order by it. Texts that spell a number are ordered among the numbers, except fields. Texts are searched in the values that the query shows, and in the name where it shows none. Names are sorted; those of telemetry whose points are all deleted are left out. An answer has at most `rest.pageRowsMax` of each kind.
     */
    post: operations["findEntityKeysByQuery"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/gateways": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Gateways of the tenant with their connections
     * @description Sorted by name, online, lastActivityTime, refused or id; searched in name and label.
     */
    get: operations["getGateways"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/gateways/{deviceId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A gateway with its traffic of the last hour and the times of its acknowledgements */
    get: operations["getGateway"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/gateways/{deviceId}/devices": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Devices that are connected through a gateway, or were last
     * @description Sorted by name, connected, lastActivityTime or id; searched in name and label.
     */
    get: operations["getGatewayDevices"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/gateways/{deviceId}/refusals": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The last 500 refused messages of a gateway, with reason and payload
     * @description Newest first; searched in topic, names and reasons. Kept over restarts, and deleted with the gateway.
     */
    get: operations["getGatewayRefusals"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/health/details": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The state of the installation: stores, memory, disk, connections and queues */
    get: operations["getHealthDetails"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/health/live": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether the process answers */
    get: operations["getLiveness"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/health/ready": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether storage and message bus serve */
    get: operations["getReadiness"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/limits": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Every limit that holds for the caller, with what is left of it
     * @description Limits of REST calls with the calls that are left in each window, rate limits of devices, counts of entities and of WebSocket sessions, and the limits of the month. A refusal with status 429 names one of them and says in Retry-After when to call again. What the whole tenant uses is shown to its administrators alone; a system administrator has no limits.
     */
    get: operations["getCallerLimits"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/noauth/activate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Where the link of a new user leads: to the page that sets the password */
    get: operations["checkActivateToken"];
    put?: never;
    /** Set the first password of a new user and log in */
    post: operations["activateUser"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/noauth/activationUser": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Whose first password the token of an activation link sets */
    post: operations["getActivationUser"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/noauth/oauth2Clients": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The other ways to log in that a login page may offer: none */
    get: operations["getOAuth2Clients"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/noauth/resetPassword": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Where the link of a reset mail leads: to the page that sets the new password */
    get: operations["checkResetToken"];
    put?: never;
    /** Set a new password, which ends all sessions */
    post: operations["resetPassword"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/noauth/resetPasswordByEmail": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Ask for a mail with a link that sets a new password */
    post: operations["requestResetPasswordByEmail"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/noauth/userPasswordPolicy": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The rules that a new password must meet */
    get: operations["getUserPasswordPolicy"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/ota/rollouts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Rollouts of the tenant
     * @description The newest first where no order is named. The text is looked for in name, title and version.
     */
    get: operations["getRollouts"];
    put?: never;
    /**
     * Give devices a package in waves
     * @description It begins at once. Of the target, the devices of the package's profile take part; those that report title and version already count as updated, and belong to no wave. 409 names a device that is in another rollout of the same type which has not ended.
     */
    post: operations["createRollout"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/ota/rollouts/{rolloutId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A rollout with the devices of each wave in each state */
    get: operations["getRollout"];
    put?: never;
    post?: never;
    /**
     * Delete a rollout that has ended
     * @description What the devices have stays. 409 where it has not ended.
     */
    delete: operations["deleteRollout"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/ota/rollouts/{rolloutId}/devices": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How far each device of a rollout is
     * @description The text is looked for in names and labels. What devices report is seen within a few seconds.
     */
    get: operations["getRolloutDevices"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/ota/rollouts/{rolloutId}/pause": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pause a rollout
     * @description No further device is given the package until it is resumed; those that have it go on, and are followed. 409 unless it runs.
     */
    post: operations["pauseRollout"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/ota/rollouts/{rolloutId}/resume": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resume a rollout that is paused
     * @description The time of its wave starts again. 409 unless it is paused.
     */
    post: operations["resumeRollout"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/ota/rollouts/{rolloutId}/stop": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop a rollout for good
     * @description Devices that have not started get their former package back within seconds; the others go on, and are followed for another `waveMinutesMax`. 409 where it has ended.
     */
    post: operations["stopRollout"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/otaPackage": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create or update a package
     * @description Title, version, type, profile and tag are fixed by the first save; an update may leave them out of what it changes, but not change them. A url can be set as long as the package has no file.
     */
    post: operations["saveOtaPackageInfo"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/otaPackage/info/{otaPackageId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What is known of a package */
    get: operations["getOtaPackageInfoById"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/otaPackage/{otaPackageId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A package
     * @description As its info; the bytes of the file are downloaded.
     */
    get: operations["getOtaPackageById"];
    put?: never;
    /**
     * Upload the file of a package
     * @description The part `file` of a form holds the file, which is stored and synced before the answer comes. The
     *     checksum is computed on the way: one that is sent must be the same. A package gets a file once; it never changes.
     */
    post: operations["saveOtaPackageData"];
    /** Delete a package that neither a device nor a profile refers to */
    delete: operations["deleteOtaPackage"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/otaPackage/{otaPackageId}/download": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The file of a package
     * @description With the media type that it was uploaded with. A package with a url has no file: 400.
     */
    get: operations["downloadOtaPackage"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/otaPackages": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Packages of the tenant */
    get: operations["getOtaPackages"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/otaPackages/{deviceProfileId}/{type}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Packages that devices of a profile can be given
     * @description Those of the profile and the type that have a file or a url.
     */
    get: operations["getOtaPackagesByDeviceProfileAndType"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/overview": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Devices, traffic of the last hour, refusals, reports and storage at a glance
     * @description For a system administrator of the whole installation, with what is stored; for a tenant administrator of the tenant, with its month; for a customer user counts of the customer's devices. What is counted by minute is stored each minute and at a stop, so that a crash loses the last minute of it.
     */
    get: operations["getOverview"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/plugins/rpc/oneway/{deviceId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Older path of the one-way call */
    post: operations["handleOneWayDeviceRPCRequestV1"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/plugins/rpc/twoway/{deviceId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Older path of the two-way call */
    post: operations["handleTwoWayDeviceRPCRequestV1"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/plugins/telemetry/{deviceId}/{scope}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Save attributes of a device */
    post: operations["saveDeviceAttributes"];
    /** Delete attributes of a device */
    delete: operations["deleteDeviceAttributes"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/plugins/telemetry/{entityType}/{entityId}/attributes/{scope}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Save attributes of an entity */
    post: operations["saveEntityAttributesV2"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/plugins/telemetry/{entityType}/{entityId}/keys/attributes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Names of all attributes of an entity */
    get: operations["getAttributeKeys"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/plugins/telemetry/{entityType}/{entityId}/keys/attributes/{scope}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Names of the attributes of one scope */
    get: operations["getAttributeKeysByScope"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/plugins/telemetry/{entityType}/{entityId}/keys/timeseries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Names of the telemetry of an entity */
    get: operations["getTimeseriesKeys"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/plugins/telemetry/{entityType}/{entityId}/timeseries/delete": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Delete telemetry of an entity */
    delete: operations["deleteEntityTimeseries"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/plugins/telemetry/{entityType}/{entityId}/timeseries/{scope}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Save telemetry of an entity */
    post: operations["saveEntityTelemetry"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/plugins/telemetry/{entityType}/{entityId}/timeseries/{scope}/{ttl}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Save telemetry of an entity for a time */
    post: operations["saveEntityTelemetryWithTTL"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/plugins/telemetry/{entityType}/{entityId}/values/attributes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Attributes of all scopes */
    get: operations["getAttributes"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/plugins/telemetry/{entityType}/{entityId}/values/attributes/{scope}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Attributes of one scope */
    get: operations["getAttributesByScope"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/plugins/telemetry/{entityType}/{entityId}/values/timeseries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Latest telemetry, or that of a window with startTs and endTs */
    get: operations["getLatestTimeseries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/plugins/telemetry/{entityType}/{entityId}/values/timeseries/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Telemetry of an entity as a file of any size
     * @description Points come in order of time, those of one time in an order that stays the same. A download that breaks is
     *     resumed with `startTs` set to the time of the last line seen: the points of that time come once more.
     *
     *     A CSV has the columns `device,ts,key,value,type` (`entity` in the place of `device` where the owner is none), a type being
     *     `number`, `boolean`, `string` or `json`; its last line is `#complete,,points,<count>,number`. NDJSON has an object for each
     *     point, `{"device","ts","key","value"}`, and ends with `{"complete":true,"points":<count>}`. Parquet has the columns `device`,
     *     `ts`, `key`, `number`, `text` and `type`. Values are exact; in a CSV, names, keys and texts that a
     *     spreadsheet would take for a formula begin with an apostrophe, which an import removes.
     *
     *     **A file without its last line, and a Parquet file that cannot be opened, is not complete**; the connection is cut then. What is
     *     stored while the export runs may or may not be part of it.
     */
    get: operations["exportTimeseries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/plugins/telemetry/{entityType}/{entityId}/values/timeseries/history": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Telemetry of a window */
    get: operations["getTimeseriesHistory"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/plugins/telemetry/{entityType}/{entityId}/{scope}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Save attributes of an entity */
    post: operations["saveEntityAttributesV1"];
    /** Delete attributes of an entity */
    delete: operations["deleteEntityAttributes"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/refusals": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The last refused messages of the gateways of the tenant, with reason and payload
     * @description Newest first; searched in topic, names and reasons. Those of devices that connect themselves are counted, but not kept.
     */
    get: operations["getRefusals"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/relations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The relations from an entity, or to one
     * @description The platform keeps one relation, `Created`, from a gateway to each device that it brought. A user of a customer sees those whose both ends belong to the customer.
     */
    get: operations["findRelations"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/relations/from/{fromType}/{fromId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The relations from an entity
     * @description The platform keeps one relation, `Created`, from a gateway to each device that it brought. A user of a customer sees those whose both ends belong to the customer.
     */
    get: operations["findRelationsByFrom"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/relations/info": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The relations from an entity, or to one, with the names of both ends
     * @description The platform keeps one relation, `Created`, from a gateway to each device that it brought. A user of a customer sees those whose both ends belong to the customer.
     */
    get: operations["findRelationInfos"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/relations/info/from/{fromType}/{fromId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The relations from an entity, with the names of both ends
     * @description The platform keeps one relation, `Created`, from a gateway to each device that it brought. A user of a customer sees those whose both ends belong to the customer.
     */
    get: operations["findInfoByFrom"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/relations/info/to/{toType}/{toId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The relations to an entity, with the names of both ends
     * @description The platform keeps one relation, `Created`, from a gateway to each device that it brought. A user of a customer sees those whose both ends belong to the customer.
     */
    get: operations["findInfoByTo"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/relations/to/{toType}/{toId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The relations to an entity
     * @description The platform keeps one relation, `Created`, from a gateway to each device that it brought. A user of a customer sees those whose both ends belong to the customer.
     */
    get: operations["findRelationsByTo"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/rpc/oneway/{deviceId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Call a device without waiting for its reply */
    post: operations["handleOneWayDeviceRPCRequestV2"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/rpc/persistent/device/{deviceId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The persistent calls of a device */
    get: operations["getPersistedRpcByDevice"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/rpc/persistent/{rpcId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The record of a persistent call */
    get: operations["getPersistedRpc"];
    put?: never;
    post?: never;
    /** Delete a persistent call and withdraw it from its queue */
    delete: operations["deleteRpc"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/rpc/twoway/{deviceId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Call a device and wait for its reply */
    post: operations["handleTwoWayDeviceRPCRequestV2"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/system/info": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Name and version of the platform */
    get: operations["getSystemVersionInfo"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/system/params": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What a user interface should offer */
    get: operations["getSystemParams"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/system/posture": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What is risky about the installation, with the remedy for each finding
     * @description Ports without TLS, certificates that end, keys, passwords and accounts, how data are synced, backups, the disk and its file system, limits that are off.
     */
    get: operations["getSystemPosture"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/telemetry/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Telemetry of many devices as a file of any size
     * @description All devices that the caller may read, unless filters narrow them.
     *
     *     Points come in order of time, those of one time in an order that stays the same. A download that breaks is
     *     resumed with `startTs` set to the time of the last line seen: the points of that time come once more.
     *
     *     A CSV has the columns `device,ts,key,value,type` (`entity` in the place of `device` where the owner is none), a type being
     *     `number`, `boolean`, `string` or `json`; its last line is `#complete,,points,<count>,number`. NDJSON has an object for each
     *     point, `{"device","ts","key","value"}`, and ends with `{"complete":true,"points":<count>}`. Parquet has the columns `device`,
     *     `ts`, `key`, `number`, `text` and `type`. Values are exact; in a CSV, names, keys and texts that a
     *     spreadsheet would take for a formula begin with an apostrophe, which an import removes.
     *
     *     **A file without its last line, and a Parquet file that cannot be opened, is not complete**; the connection is cut then. What is
     *     stored while the export runs may or may not be part of it.
     */
    get: operations["exportTelemetry"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/telemetry/import": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Telemetry with its times from a file of any size
     * @description Takes `text/csv` or `application/x-ndjson`, of any size and however slowly it comes, and reads it as it arrives.
     *     What an export of this platform wrote comes back with the same values and types.
     *
     *     A CSV begins with the names of its columns, separated by commas: `device,ts,key,value` and optionally `type` (`number`,
     *     `boolean`, `string`, `json`), with a row for each point; or `device,ts` and a column for each key, with a row for each time.
     *     Without a type a value is the number or boolean that it spells, else a string; an empty field is no value. Lines of NDJSON are
     *     `{"device","ts","key","value"}` or `{"device","ts","values":{…}}`; their texts follow the `jsonTypeCast` of the device's profile, as
     *     telemetry does. A time is in milliseconds since 1970, or ISO 8601 with an offset.
     *
     *     Rows that cannot be taken are refused one by one and reported with their line; all others are stored, and synced before the
     *     answer comes. A point replaces one of the same device, key and time, so that sending a file again changes nothing. **When an
     *     import ends early** the message of the error says up to which line all is stored. The rate limits of devices do not apply; what is stored counts
     *     against `maxDPStorageDays` of the tenant, whose end is 429.
     */
    post: operations["importTelemetry"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenant": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Create or update a tenant */
    post: operations["saveTenant"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenant/customers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The customer with this title */
    get: operations["getTenantCustomer"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenant/dashboard/home/info": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Which dashboard users of the tenant see first */
    get: operations["getTenantHomeDashboardInfo"];
    put?: never;
    /**
     * Choose the dashboard that users of the tenant see first
     * @description `dashboardId` null chooses none. The toolbar is hidden unless `hideDashboardToolbar` is false.
     */
    post: operations["setTenantHomeDashboardInfo"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenant/dashboards": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Dashboards of the tenant */
    get: operations["getTenantDashboards"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenant/device": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The device of a name */
    get: operations["getTenantDeviceByName"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenant/deviceInfos": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Devices of the tenant with customer, profile and activity */
    get: operations["getTenantDeviceInfos"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenant/devices": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Devices of the tenant */
    get: operations["getTenantDevices"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenant/info/{tenantId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A tenant with the name of its profile */
    get: operations["getTenantInfoById"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenant/{tenantId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A tenant */
    get: operations["getTenantById"];
    put?: never;
    post?: never;
    /** Delete a tenant with everything in it */
    delete: operations["deleteTenant"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenant/{tenantId}/dashboards": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Dashboards of a tenant, for the operator of the platform */
    get: operations["getDashboardsOfTenant"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenant/{tenantId}/usage": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What a tenant uses and may use, for the operator of the platform */
    get: operations["getUsageOfTenant"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenant/{tenantId}/users": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Administrators of a tenant */
    get: operations["getTenantAdmins"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenantInfos": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** All tenants with the names of their profiles */
    get: operations["getTenantInfos"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenantProfile": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Create or update a tenant profile; in force for its tenants at once */
    post: operations["saveTenantProfile"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenantProfile/{tenantProfileId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A tenant profile */
    get: operations["getTenantProfileById"];
    put?: never;
    post?: never;
    /** Delete a tenant profile that no tenant has */
    delete: operations["deleteTenantProfile"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenantProfile/{tenantProfileId}/default": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make a tenant profile the default one */
    post: operations["setDefaultTenantProfile"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenantProfileInfo/default": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The default tenant profile's id and name */
    get: operations["getDefaultTenantProfileInfo"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenantProfileInfo/{tenantProfileId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A tenant profile's id and name */
    get: operations["getTenantProfileInfoById"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenantProfileInfos": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Ids and names of all tenant profiles */
    get: operations["getTenantProfileInfos"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenantProfiles": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** All tenant profiles */
    get: operations["getTenantProfiles"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenantProfiles/list": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tenant profiles named by id */
    get: operations["getTenantProfileList"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenants": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** All tenants */
    get: operations["getTenants"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tenants/list": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tenants named by id */
    get: operations["getTenantsByIds"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/usage": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What the tenant uses and may use
     * @description Messages, data points and mails are counted by calendar month in UTC. A state is DISABLED when a monthly limit has been reached: then devices are refused until the month turns or the profile changes.
     */
    get: operations["getTenantUsageInfo"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Create or update a user */
    post: operations["saveUser"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user/sendActivationMail": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Mail a new user the activation link */
    post: operations["sendActivationEmail"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user/settings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Your settings */
    get: operations["getUserSettings"];
    /** Change some of your settings; a name with dots is a path into objects */
    put: operations["putUserSettings"];
    /** Replace your settings */
    post: operations["saveUserSettings"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user/settings/general": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Your settings */
    get: operations["getGeneralUserSettings"];
    /** Change some of your settings; a name with dots is a path into objects */
    put: operations["putGeneralUserSettings"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user/settings/{paths}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Remove some of your settings */
    delete: operations["deleteGeneralUserSettings"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user/tokenAccessEnabled": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether administrators may open sessions of other users */
    get: operations["isUserTokenAccessEnabled"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user/{userId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A user */
    get: operations["getUserById"];
    put?: never;
    post?: never;
    /** Delete a user and end the sessions */
    delete: operations["deleteUser"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user/{userId}/activationLink": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The link by which a new user sets the password */
    get: operations["getActivationLink"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user/{userId}/activationLinkInfo": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The same link with the time it has left */
    get: operations["getActivationLinkInfo"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user/{userId}/token": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Open a session of another user */
    get: operations["getUserToken"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user/{userId}/userCredentialsEnabled": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Switch an account on or off */
    post: operations["setUserCredentialsEnabled"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/users": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Users of the tenant or the customer */
    get: operations["getUsers"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/users/info": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Emails and names of users */
    get: operations["findUsersByQuery"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/users/list": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Users named by id */
    get: operations["getUsersByIds"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/provision": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Create a device, or its credentials, with a profile's key */
    post: operations["provisionDevice"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/{token}/attributes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Client-side and shared attributes of the device */
    get: operations["getDeviceAttributes"];
    put?: never;
    /** Store client-side attributes of the device */
    post: operations["postDeviceAttributes"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/{token}/attributes/updates": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Wait for the next change of the device's shared attributes */
    get: operations["awaitDeviceAttributes"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/{token}/claim": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Let a customer who knows the secret claim the device */
    post: operations["openDeviceClaim"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/{token}/firmware": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The firmware that is assigned to the device, or a piece of it
     * @description With the media type that it was uploaded with. Behind its end there is nothing: an empty answer.
     */
    get: operations["getDeviceFirmware"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/{token}/rpc": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Wait for the next call to the device */
    get: operations["awaitDeviceCall"];
    put?: never;
    /** Ask the platform something */
    post: operations["callFromDevice"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/{token}/rpc/{requestId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Answer a call to the device */
    post: operations["answerDeviceCall"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/{token}/software": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The software that is assigned to the device, or a piece of it
     * @description With the media type that it was uploaded with. Behind its end there is nothing: an empty answer.
     */
    get: operations["getDeviceSoftware"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/{token}/telemetry": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Store telemetry of the device */
    post: operations["postDeviceTelemetry"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/publicApi/buildReport": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run a saved view and get its table
     * @description Runs a saved view. `rangeStartTs` and `rangeEndTs` replace a bound of the saved range, `filters` the saved
     *     values of the filters that it names; what is left out stays as it was saved. A cell is a number or a text: times are
     *     milliseconds as text, a missing cell is an empty text unless the view says otherwise.
     *
     *     The headers tell about the run: `X-Report-Rows`, `X-Report-Truncated` (with `X-Report-Truncated-Reason` and
     *     `X-Report-Limit` where it is true), `X-Report-Range` as start-end, `X-Report-Partial-Buckets`, `X-Report-Warnings`. Where
     *     as many reports run and wait as may, the answer is 429 with `Retry-After`.
     */
    post: operations["buildReport"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/dashboards/{dashboardId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A dashboard as a share link shows it
     * @description What a page needs to draw it: the panels without the devices that they name and without what their switches and
     *     buttons do, the filters that the link does not fix, and the views that panels show.
     */
    get: operations["getSharedDashboard"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/dashboards/{dashboardId}/links": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The share links of a dashboard, without their tokens */
    get: operations["getDashboardLinks"];
    put?: never;
    /**
     * Make a share link of a dashboard; its token is shown once
     * @description The token shows this one dashboard, without an account, as links of views do: the header `X-Share-Link`, or the
     *     parameter `link`, and `X-Share-Password`. Panels are computed for the customer that the link names, or for what its creator may see at
     *     that moment.
     */
    post: operations["createDashboardLink"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/dashboards/{dashboardId}/links/{linkId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke a share link of a dashboard; its token is refused from now on */
    delete: operations["revokeDashboardLink"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/dashboards/{dashboardId}/live": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Watch panels of a shared dashboard as server-sent events, all on one connection
     * @description As for who has an account; the stream ends when the link is revoked or expires.
     */
    get: operations["watchSharedDashboardPanels"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/dashboards/{dashboardId}/panels": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Compute panels of a shared dashboard together
     * @description As for who has an account; an unsaved configuration and values of fixed filters are refused.
     */
    post: operations["computeSharedDashboardPanels"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/discovery/keys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The telemetry keys and attributes that devices have
     * @description Only of devices that the caller may see. In the order of the keys; the header X-Report-Truncated says whether there are more than `limit`.
     */
    get: operations["discoverKeys"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/discovery/values": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The values that devices have of an attribute or entity field
     * @description Only of devices that the caller may see. Numbers by size, then texts by code point; the header X-Report-Truncated says whether there are more than `limit`.
     */
    get: operations["discoverValues"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/health": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether reports can be run */
    get: operations["getAnalyticsHealth"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/metrics": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Slots, queues, times, rows and refusals in the Prometheus text format */
    get: operations["getAnalyticsMetrics"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/openapi.json": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of these calls as OpenAPI */
    get: operations["getAnalyticsDescription"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/ranges/parse": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A time range in English words, as "last 3 full weeks"; unclear words give proposals */
    post: operations["parseRange"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/reports": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run a view in the background and keep the result for a day
     * @description It runs with the rights that its owner has when its turn comes.
     */
    post: operations["createReportJob"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/reports/{jobId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How far a report in the background is */
    get: operations["getReportJob"];
    put?: never;
    post?: never;
    /** Cancel a report that waits or runs, or remove one that has ended */
    delete: operations["deleteReportJob"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/reports/{jobId}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The same as server-sent events, until it has ended */
    get: operations["watchReportJob"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/reports/{jobId}/result": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The result of a report in the background */
    get: operations["getReportJobResult"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/views": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The views that the caller may see */
    get: operations["getViews"];
    put?: never;
    /** Save a new view */
    post: operations["createView"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/views/explain": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What a report of a view that has not been saved would cost; takes what the preview takes */
    post: operations["explainUnsavedView"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/views/preview": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Run a view that is not saved */
    post: operations["previewView"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/views/validate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Check a view without saving it */
    post: operations["validateView"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/views/{viewId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One view, with its revision as ETag
     * @description The bearer of a share link gets what a page needs to draw the view: not who made it, which devices it names, and which filters the link fixes.
     */
    get: operations["getView"];
    /** Replace a view; If-Match or revision names the revision that was read */
    put: operations["replaceView"];
    post?: never;
    /** Delete a view with its revisions and links */
    delete: operations["deleteView"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/views/{viewId}/copy": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A private copy of the caller's own */
    post: operations["copyView"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/views/{viewId}/data": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run a saved view and get typed cells
     * @description A run may also have another zone, order, bucket, limit and offset.
     */
    post: operations["getViewData"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/views/{viewId}/explain": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What a report of the view would cost; takes what the call for its data takes */
    post: operations["explainView"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/views/{viewId}/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Run a view and get its table as a file
     * @description The first row has the labels. CSV follows RFC 4180, in UTF-8 with a mark: times are ISO 8601 in the zone of the view, and a
     *     text that a spreadsheet would take for a formula has an apostrophe before it. XLSX shows times by the clock of the zone; it
     *     holds 1,048,575 rows and 32,767 characters in a cell. Parquet and NDJSON have typed columns.
     *
     *     A file that is not complete has the header `X-Report-Truncated: true` and `-incomplete` in its name; a download that breaks
     *     is cut off before its end.
     */
    get: operations["downloadView"];
    put?: never;
    /**
     * Run a view and get its table as a file
     * @description The first row has the labels. CSV follows RFC 4180, in UTF-8 with a mark: times are ISO 8601 in the zone of the view, and a
     *     text that a spreadsheet would take for a formula has an apostrophe before it. XLSX shows times by the clock of the zone; it
     *     holds 1,048,575 rows and 32,767 characters in a cell. Parquet and NDJSON have typed columns.
     *
     *     A file that is not complete has the header `X-Report-Truncated: true` and `-incomplete` in its name; a download that breaks
     *     is cut off before its end.
     */
    post: operations["exportView"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/views/{viewId}/filters/{name}/values": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Values for one filter of a view, narrowed by its other filters
     * @description Of devices that the caller may see. Filters on samples and on results narrow nothing; for a filter on samples the newest values are suggested. The header X-Report-Truncated says whether there are more than `limit`.
     */
    post: operations["suggestFilterValues"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/views/{viewId}/links": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The share links of a view, without their tokens */
    get: operations["getViewLinks"];
    put?: never;
    /**
     * Make a share link; its token is shown once
     * @description The token shows this one view, without an account: it goes into the header `X-Share-Link` or the
     *     parameter `link` of the calls that read, run and export the view, and its password, where it has one, into
     *     `X-Share-Password`. Figures are computed for the customer that the link names, or for what its creator may see at that
     *     moment.
     */
    post: operations["createViewLink"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/views/{viewId}/links/{linkId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke a share link; its token is refused from now on */
    delete: operations["revokeViewLink"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/views/{viewId}/live": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Watch a view as server-sent events
     * @description The event `result` has the typed answer. `rows` has what changed since: `length` is how many rows there are
     *     now, `rows` those that differ as `[place, row]`, `totals` all totals, `range` the range in milliseconds. `end` says with
     *     `code` and `message` why nothing more comes. A comment every 15 seconds shows that the stream lives.
     */
    get: operations["watchView"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/views/{viewId}/revisions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The last revisions of a view, newest first, for those who may change it */
    get: operations["getViewRevisions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apiAnalytics/v1/views/{viewId}/revisions/{revision}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save an old revision as the newest
     * @description With whom the view is shared stays as it is now.
     */
    post: operations["restoreViewRevision"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/metrics": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Counters and gauges in the Prometheus text format */
    get: operations["getMetrics"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * @example {
     *       "activateToken": "mF3b0rZ6V1c7Q2pXn8sT4uYwK5hJ9dLe",
     *       "password": "analytical-engine"
     *     }
     */
    ActivateUserRequest: {
      activateToken: string;
      password: string;
    };
    /**
     * @example {
     *       "email": "ada@example.com"
     *     }
     */
    ActivationUser: {
      email: string;
    };
    /**
     * @example {
     *       "activateToken": "mF3b0rZ6V1c7Q2pXn8sT4uYwK5hJ9dLe"
     *     }
     */
    ActivationUserRequest: {
      activateToken: string;
    };
    Aggregation: {
      /** @enum {string} */
      fn:
        | "count"
        | "countDistinct"
        | "sum"
        | "avg"
        | "min"
        | "max"
        | "range"
        | "median"
        | "percentile"
        | "stddev"
        | "variance"
        | "mode"
        | "onlyValue"
        | "list"
        | "first"
        | "latest"
        | "firstTs"
        | "latestTs"
        | "lastKnown"
        | "current"
        | "delta"
        | "increase"
        | "rate"
        | "timeWeightedAvg"
        | "integral"
        | "duration"
        | "durationPercent"
        | "transitions"
        | "completeness";
      /** Format: double */
      p?: number;
      /** @enum {string} */
      method?: "locf" | "linear";
      /** @enum {string} */
      per?: "second" | "minute" | "hour" | "day";
      /** @description A condition on `value`, or on the names of `inputs`. */
      state?: string;
      inputs?: {
        [key: string]: components["schemas"]["TelemetrySource"];
      };
      /** @enum {string} */
      of?: "known" | "bucket";
      /** @enum {string} */
      durationUnit?: "ms" | "second" | "minute" | "hour";
      /** @description Whether the last value before the range counts (LOCF). */
      carryIn?: boolean;
      /**
       * Format: int64
       * @description How far before the range that value may lie.
       */
      lookbackMs?: number;
      /**
       * Format: int64
       * @description How long a value holds; left out, for any time.
       */
      maxGapMs?: number;
      /**
       * Format: int64
       * @description The planned distance of samples.
       */
      expectedEveryMs?: number;
      /** @enum {string} */
      combine?: "sum" | "avg" | "min" | "max" | "newest" | "oldest" | "weighted";
      perSeries?: boolean;
    };
    /**
     * @description What every refused or failed call of the analytics service answers.
     * @example {
     *       "status": 404,
     *       "message": "the view does not exist",
     *       "errorCode": 32,
     *       "timestamp": 1767225600000,
     *       "code": "VIEW_NOT_FOUND",
     *       "errors": [],
     *       "requestId": "req-7"
     *     }
     */
    AnalyticsErrorResponse: {
      /**
       * Format: int32
       * @description The HTTP status.
       */
      status: number;
      /** @description What was wrong, for people. Its wording may change. */
      message: string;
      /**
       * Format: int32
       * @description What was wrong, coarsely.
       * @enum {integer}
       */
      errorCode: 2 | 10 | 11 | 15 | 20 | 31 | 32 | 33 | 35 | 41 | 45 | 46;
      /**
       * Format: int64
       * @description Milliseconds since the epoch.
       */
      timestamp: number;
      /** @description What was wrong, for programs. */
      code: string;
      /** @description Everything that was found, each with its place. */
      errors: components["schemas"]["AnalyticsProblem"][];
      /** @description Under which the log of the server has the call. */
      requestId: string;
    };
    /**
     * @example {
     *       "status": "UP"
     *     }
     */
    AnalyticsHealth: {
      /** @enum {string} */
      status: "UP" | "DOWN";
    };
    /**
     * @example {
     *       "pointer": "/filters/buildng",
     *       "code": "FILTER_UNKNOWN",
     *       "message": "…"
     *     }
     */
    AnalyticsProblem: {
      /** @description JSON pointer into the body; / is the body itself. */
      pointer: string;
      code: string;
      message: string;
      problem?: components["schemas"]["ProblemData"];
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "API_KEY",
     *         "id": "0198a1c0-0000-7000-8000-0000000000aa"
     *       },
     *       "createdTime": 1767225600000,
     *       "tenantId": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "userId": {
     *         "entityType": "USER",
     *         "id": "0198a1c0-0000-7000-8000-000000000001"
     *       },
     *       "expirationTime": 1798761600000,
     *       "description": "nightly export",
     *       "enabled": true,
     *       "expired": false,
     *       "valueStart": "bh_Q2x7K",
     *       "lastUsedTime": null,
     *       "value": "bh_Q2x7KuV0c2l0b3JzLXNlZS1vbmUta2V5LW9uY2UtYW5kLW5ldmVyLWFnYWluLWFmdGVyLXRoaXMtYW5zd2Vy"
     *     }
     */
    ApiKey: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      tenantId: components["schemas"]["EntityId"];
      userId: components["schemas"]["EntityId"];
      /**
       * Format: int64
       * @description Milliseconds since the epoch; 0 is never.
       */
      expirationTime: number;
      description: string;
      enabled: boolean;
      expired: boolean;
      /** @description The first characters of the value, to tell keys apart. */
      valueStart: string;
      /**
       * Format: int64
       * @description When the key was last used, up to a minute late; null before the first use.
       */
      lastUsedTime: number | null;
      /** @description The key itself, in the answer that creates it only; null later. */
      value: string | null;
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "API_KEY",
     *         "id": "0198a1c0-0000-7000-8000-0000000000aa"
     *       },
     *       "createdTime": 1767225600000,
     *       "tenantId": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "userId": {
     *         "entityType": "USER",
     *         "id": "0198a1c0-0000-7000-8000-000000000001"
     *       },
     *       "expirationTime": 1798761600000,
     *       "description": "nightly export",
     *       "enabled": true,
     *       "expired": false,
     *       "valueStart": "bh_Q2x7K",
     *       "lastUsedTime": null
     *     }
     */
    ApiKeyInfo: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      tenantId: components["schemas"]["EntityId"];
      userId: components["schemas"]["EntityId"];
      /**
       * Format: int64
       * @description Milliseconds since the epoch; 0 is never.
       */
      expirationTime: number;
      description: string;
      enabled: boolean;
      expired: boolean;
      /** @description The first characters of the value, to tell keys apart. */
      valueStart: string;
      /**
       * Format: int64
       * @description When the key was last used, up to a minute late; null before the first use.
       */
      lastUsedTime: number | null;
    };
    /**
     * @example {
     *       "userId": {
     *         "entityType": "USER",
     *         "id": "0198a1c0-0000-7000-8000-000000000001"
     *       },
     *       "description": "nightly export",
     *       "enabled": true,
     *       "expirationTime": 1798761600000
     *     }
     */
    ApiKeyInput: {
      id?: components["schemas"]["EntityIdInput"] | null;
      userId?: components["schemas"]["EntityIdInput"] | null;
      description?: string | null;
      enabled?: boolean | null;
      /**
       * Format: int64
       * @description Milliseconds since the epoch; 0 or missing is never.
       */
      expirationTime?: number | null;
    };
    AssignedCustomer: {
      customerId: components["schemas"]["EntityId"];
      title: string;
      public: boolean;
    };
    /**
     * @example {
     *       "lastUpdateTs": 1767225600000,
     *       "key": "fw",
     *       "value": "1.2"
     *     }
     */
    AttributeData: {
      /** Format: int64 */
      lastUpdateTs: number;
      key: string;
      value: unknown;
    };
    AttributeSource: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "attribute";
      /** @enum {string} */
      scope: "client" | "shared" | "server" | "any";
      key: string;
      /**
       * @default self
       * @enum {string}
       */
      of?: "self" | "gateway" | "customer";
      /**
       * @description Dotted path into JSON; left out, the whole value.
       * @default null
       */
      path?: string | null;
    };
    /**
     * @description Values by their keys. Members that are null are skipped.
     * @example {
     *       "mode": "eco",
     *       "limit": 42
     *     }
     */
    AttributeValues: {
      [key: string]: unknown;
    };
    /**
     * @example {
     *       "id": {
     *         "id": "0198a1c0-0000-7000-8000-000000000090"
     *       },
     *       "createdTime": 1767225600000,
     *       "tenantId": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "customerId": {
     *         "entityType": "CUSTOMER",
     *         "id": "13814000-1dd2-11b2-8080-808080808080"
     *       },
     *       "entityId": {
     *         "entityType": "DEVICE",
     *         "id": "0198a1c0-0000-7000-8000-000000000040"
     *       },
     *       "entityName": "boiler-7",
     *       "userId": {
     *         "entityType": "USER",
     *         "id": "0198a1c0-0000-7000-8000-000000000001"
     *       },
     *       "userName": "ada@example.com",
     *       "actionType": "ATTRIBUTES_UPDATED",
     *       "actionData": {
     *         "scope": "SERVER_SCOPE",
     *         "attributes": {
     *           "mode": "eco"
     *         }
     *       },
     *       "actionStatus": "SUCCESS",
     *       "actionFailureDetails": ""
     *     }
     */
    AuditLog: {
      id: components["schemas"]["RecordId"];
      /** Format: int64 */
      createdTime: number;
      tenantId: components["schemas"]["EntityId"];
      customerId: components["schemas"]["EntityId"];
      entityId: components["schemas"]["EntityId"];
      entityName: string | null;
      userId: components["schemas"]["EntityId"];
      userName: string | null;
      /** @enum {string} */
      actionType:
        | "ADDED"
        | "UPDATED"
        | "DELETED"
        | "ATTRIBUTES_UPDATED"
        | "ATTRIBUTES_DELETED"
        | "ATTRIBUTES_READ"
        | "TIMESERIES_UPDATED"
        | "TIMESERIES_DELETED"
        | "RPC_CALL"
        | "CREDENTIALS_UPDATED"
        | "CREDENTIALS_READ"
        | "ASSIGNED_TO_CUSTOMER"
        | "UNASSIGNED_FROM_CUSTOMER"
        | "LOGIN"
        | "LOGOUT"
        | "LOCKOUT"
        | "PROVISION_SUCCESS"
        | "PROVISION_FAILURE"
        | "EXPORTED"
        | "LINK_USED"
        | "PAUSED"
        | "RESUMED"
        | "STOPPED";
      actionData: {
        [key: string]: unknown;
      };
      /** @enum {string} */
      actionStatus: "SUCCESS" | "FAILURE";
      actionFailureDetails: string;
    };
    /**
     * @example {
     *       "entityTypes": [
     *         "DEVICE"
     *       ],
     *       "timeseries": [
     *         "temperature"
     *       ],
     *       "attribute": [
     *         "active",
     *         "fw"
     *       ]
     *     }
     */
    AvailableEntityKeys: {
      entityTypes: ("DEVICE" | "CUSTOMER" | "USER" | "TENANT" | "DEVICE_PROFILE")[];
      timeseries: string[];
      attribute: string[];
    };
    /**
     * @description Of the first bucket field, as `auto` chose it if it was asked to; null without buckets.
     * @example {
     *       "bucket": "minute",
     *       "amount": 5
     *     }
     */
    BucketWidth: {
      /** @enum {string} */
      bucket: "second" | "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";
      /** Format: int64 */
      amount: number;
    };
    /**
     * @example {
     *       "viewConfigId": "6f0c3a52-7b1d-4c8e-9f3a-2d5e8b1c7a90",
     *       "rangeStartTs": 1767225600000,
     *       "rangeEndTs": 1767232800000,
     *       "filters": {
     *         "building": [
     *           "North"
     *         ]
     *       }
     *     }
     */
    BuildReportInput: {
      /**
       * Format: uuid
       * @description The last segment of the link of the view.
       */
      viewConfigId: string;
      /**
       * Format: int64
       * @description Start of the range in milliseconds, inclusive. Left out, the saved one.
       * @default null
       */
      rangeStartTs?: number | null;
      /**
       * Format: int64
       * @description End of the range in milliseconds, exclusive. Left out, the saved one.
       * @default null
       */
      rangeEndTs?: number | null;
      /**
       * @description Values by the names of filters, in place of the saved ones.
       * @default null
       */
      filters?: {
        [key: string]: unknown[];
      } | null;
    };
    /**
     * @example {
     *       "restCalls": [
     *         {
     *           "party": "tenant",
     *           "name": "tenantServerRestLimitsConfiguration",
     *           "limit": "500:60",
     *           "windows": [
     *             {
     *               "calls": 500,
     *               "seconds": 60,
     *               "remaining": 498,
     *               "nextInSeconds": 1
     *             }
     *           ]
     *         }
     *       ],
     *       "transport": [
     *         {
     *           "party": "device",
     *           "name": "transportDeviceMsgRateLimit",
     *           "limit": "20:1,600:60"
     *         }
     *       ],
     *       "entities": [
     *         {
     *           "name": "maxDevices",
     *           "limit": 100,
     *           "used": 57
     *         }
     *       ],
     *       "webSocket": [
     *         {
     *           "name": "maxWsSessionsPerTenant",
     *           "limit": null,
     *           "used": 2
     *         }
     *       ],
     *       "month": {
     *         "startTs": 1767225600000,
     *         "endTs": 1769904000000,
     *         "limits": [
     *           {
     *             "name": "maxTransportMessages",
     *             "limit": 1000000,
     *             "used": 812345
     *           }
     *         ]
     *       }
     *     }
     */
    CallerLimits: {
      restCalls: components["schemas"]["RestCallLimit"][];
      transport: components["schemas"]["TrafficLimit"][];
      entities: components["schemas"]["CountLimit"][];
      webSocket: components["schemas"]["CountLimit"][];
      month: {
        /**
         * Format: int64
         * @example 1767225600000
         */
        startTs: number;
        /**
         * Format: int64
         * @example 1769904000000
         */
        endTs: number;
        limits: components["schemas"]["CountLimit"][];
      } | null;
    };
    /**
     * @example {
     *       "currentPassword": "s3cret-Pass",
     *       "newPassword": "analytical-engine"
     *     }
     */
    ChangePasswordRequest: {
      currentPassword: string;
      newPassword: string;
    };
    /**
     * @example {
     *       "secretKey": "abc"
     *     }
     */
    ClaimRequest: {
      secretKey?: string | null;
    };
    ClaimResult: {
      device: components["schemas"]["Device"];
      /** @enum {string} */
      response: "SUCCESS";
    };
    /** @description Text between the brackets of a generated label. Left out: `{}`. */
    ComparedSuffixes: {
      /** @description Left out: The period that is compared with. */
      value?: string;
      /** @description Left out: change */
      delta?: string;
      /** @description Left out: change, % */
      percent?: string;
      /** @description Left out: ratio */
      ratio?: string;
    };
    Comparison: {
      /**
       * @description Left out: Where there is a shift, shift.
       * @enum {string}
       */
      to?: "previousPeriod" | "previousDay" | "previousWeek" | "previousMonth" | "previousYear" | "shift";
      /**
       * @description A duration of ISO 8601, as "P7D".
       * @default null
       */
      shift?: string | null;
      /** @description Left out: The visible measures. */
      fields?: string[];
      /** @description Left out: `["value"]`. */
      show?: ("value" | "delta" | "percent" | "ratio")[];
      suffixes?: components["schemas"]["ComparedSuffixes"];
    };
    /**
     * @example {
     *       "id": "energy",
     *       "error": {
     *         "code": "VIEW_NOT_FOUND",
     *         "message": "the view does not exist"
     *       }
     *     }
     */
    ComputedPanel: {
      id: string;
      result?: components["schemas"]["TypedReport"];
      error?: components["schemas"]["DashboardPanelError"];
    };
    ComputedPanels: {
      panels: components["schemas"]["ComputedPanel"][];
    };
    /**
     * @example {
     *       "reason": "CONNECTION_LOST",
     *       "text": "The connection broke"
     *     }
     */
    ConnectionEnd: {
      /** @enum {string} */
      reason:
        | "CLIENT_DISCONNECTED"
        | "CONNECTION_LOST"
        | "KEEP_ALIVE_MISSED"
        | "SILENT"
        | "PROTOCOL_ERROR"
        | "REFUSED_MESSAGE"
        | "NOT_READING"
        | "REPLACED"
        | "CREDENTIALS_CHANGED"
        | "DELETED"
        | "SERVER_STOPPED"
        | "SERVER_FAULT"
        | "GATEWAY_SAID_SO"
        | "GATEWAY_GONE";
      /** @description The reason in words. */
      text: string;
    };
    /**
     * @example {
     *       "ts": 1767225600000,
     *       "event": "DISCONNECTED",
     *       "end": {
     *         "reason": "CONNECTION_LOST",
     *         "text": "The connection broke"
     *       },
     *       "gateway": null
     *     }
     */
    ConnectionEvent: {
      /** Format: int64 */
      ts: number;
      /** @enum {string} */
      event: "CONNECTED" | "DISCONNECTED" | "ACTIVE" | "INACTIVE";
      end: components["schemas"]["ConnectionEnd"] | null;
      /** @description The gateway it came or went through; its name is null where it is not the caller's to see. */
      gateway: {
        id: components["schemas"]["EntityId"];
        name: string | null;
      } | null;
    };
    /**
     * @example {
     *       "http": {
     *         "http": "curl -v -X POST http://localhost:8080/api/v1/A1B2C3D4E5F6G7H8I9J0/telemetry --header Content-Type:application/json --data \"{\\\"temperature\\\":25}\""
     *       },
     *       "mqtt": {
     *         "mqtt": "mosquitto_pub -d -q 1 -h localhost -p 1883 -t v1/devices/me/telemetry -u A1B2C3D4E5F6G7H8I9J0 -m \"{\\\"temperature\\\":25}\"",
     *         "docker": {
     *           "mqtt": "docker run --rm --add-host=host.docker.internal:host-gateway eclipse-mosquitto mosquitto_pub -d -q 1 -h host.docker.internal -p 1883 -t v1/devices/me/telemetry -u A1B2C3D4E5F6G7H8I9J0 -m \"{\\\"temperature\\\":25}\""
     *         }
     *       }
     *     }
     */
    ConnectivityCommands: {
      http?: {
        http?: string;
        https?: string[];
      };
      mqtt?: {
        mqtt?: string;
        mqtts?: string[];
        docker: {
          mqtt?: string;
          mqtts?: string[];
        };
      };
    };
    ConstantSource: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "constant";
      value: number | string | boolean;
    };
    /**
     * @example {
     *       "name": "maxDevices",
     *       "limit": 100,
     *       "used": 57
     *     }
     */
    CountLimit: {
      name: string;
      /**
       * Format: int64
       * @description null where there is no limit.
       */
      limit: number | null;
      /**
       * Format: int64
       * @description null where it is not counted, or not the caller's to see.
       */
      used: number | null;
    };
    CreatedDashboardLink: {
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-0000000000c0
       */
      id: string;
      /** @example Screen in the lobby */
      name: string;
      /** Format: uuid */
      customerId: string | null;
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-000000000001
       */
      userId: string | null;
      /**
       * Format: int64
       * @example 1767225600000
       */
      createdTime: number;
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-000000000001
       */
      createdBy: string;
      /**
       * Format: int64
       * @example 1769817600000
       */
      expiresTime: number;
      /** @example false */
      hasPassword: boolean;
      /**
       * @description Values that the bearer cannot change, by the name of the filter.
       * @example {
       *       "building": [
       *         "North"
       *       ]
       *     }
       */
      lockedFilters: {
        [key: string]: unknown[];
      };
      /** @example [] */
      origins: string[];
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-0000000000d0
       */
      dashboardId: string;
      /**
       * @description Shown this once.
       * @example bhl_…
       */
      token: string;
      /** @example https://iot.example.com/embed/0198a1c0-0000-7000-8000-0000000000b0?link=bhl_… */
      url: string;
    };
    CreatedViewLink: {
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-0000000000c0
       */
      id: string;
      /** @example Screen in the lobby */
      name: string;
      /** Format: uuid */
      customerId: string | null;
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-000000000001
       */
      userId: string | null;
      /**
       * Format: int64
       * @example 1767225600000
       */
      createdTime: number;
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-000000000001
       */
      createdBy: string;
      /**
       * Format: int64
       * @example 1769817600000
       */
      expiresTime: number;
      /** @example false */
      hasPassword: boolean;
      /**
       * @description Values that the bearer cannot change, by the name of the filter.
       * @example {
       *       "building": [
       *         "North"
       *       ]
       *     }
       */
      lockedFilters: {
        [key: string]: unknown[];
      };
      /** @example [] */
      origins: string[];
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-0000000000b0
       */
      viewId: string;
      /**
       * @description Shown this once.
       * @example bhl_…
       */
      token: string;
      /** @example https://iot.example.com/embed/0198a1c0-0000-7000-8000-0000000000b0?link=bhl_… */
      url: string;
    };
    /**
     * @example {
     *       "status": 401,
     *       "message": "the password has expired",
     *       "errorCode": 15,
     *       "timestamp": 1767225600000,
     *       "resetToken": "mF3b0rZ6V1c7Q2pX"
     *     }
     */
    CredentialsExpiredResponse: {
      /**
       * Format: int32
       * @description The HTTP status.
       */
      status: number;
      /** @description What was wrong, for people. Its wording may change. */
      message: string;
      /**
       * Format: int32
       * @description What was wrong, for programs.
       * @enum {integer}
       */
      errorCode: 2 | 10 | 11 | 15 | 20 | 31 | 32 | 33 | 35 | 41 | 45 | 46;
      /**
       * Format: int64
       * @description Milliseconds since the epoch.
       */
      timestamp: number;
      /** @description Sets a new password. */
      resetToken?: string;
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "CUSTOMER",
     *         "id": "0198a1c0-0000-7000-8000-000000000030"
     *       },
     *       "createdTime": 1767225600000,
     *       "tenantId": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "title": "Acme",
     *       "name": "Acme",
     *       "externalId": null,
     *       "country": null,
     *       "state": null,
     *       "city": "Oslo",
     *       "address": null,
     *       "address2": null,
     *       "zip": null,
     *       "phone": null,
     *       "email": null,
     *       "additionalInfo": null,
     *       "version": 1
     *     }
     */
    Customer: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      tenantId: components["schemas"]["EntityId"];
      title: string;
      name: string;
      externalId: components["schemas"]["EntityId"] | null;
      country: string | null;
      state: string | null;
      city: string | null;
      address: string | null;
      address2: string | null;
      zip: string | null;
      phone: string | null;
      email: string | null;
      additionalInfo: {
        [key: string]: unknown;
      } | null;
      /** Format: int64 */
      version: number;
    };
    /**
     * @example {
     *       "title": "Acme",
     *       "city": "Oslo"
     *     }
     */
    CustomerInput: {
      id?: components["schemas"]["EntityIdInput"] | null;
      title: string;
      externalId?: components["schemas"]["EntityIdInput"] | null;
      country?: string | null;
      state?: string | null;
      city?: string | null;
      address?: string | null;
      address2?: string | null;
      zip?: string | null;
      phone?: string | null;
      email?: string | null;
      additionalInfo?: {
        [key: string]: unknown;
      } | null;
      /** Format: int64 */
      version?: number | null;
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "DASHBOARD",
     *         "id": "0198a1c0-0000-7000-8000-00000000005a"
     *       },
     *       "createdTime": 1767225600000,
     *       "tenantId": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "title": "Boiler room",
     *       "name": "Boiler room",
     *       "image": null,
     *       "assignedCustomers": [
     *         {
     *           "customerId": {
     *             "entityType": "CUSTOMER",
     *             "id": "0198a1c0-0000-7000-8000-000000000030"
     *           },
     *           "title": "Acme",
     *           "public": false
     *         }
     *       ],
     *       "mobileHide": false,
     *       "mobileOrder": null,
     *       "externalId": null,
     *       "version": 1,
     *       "configuration": {
     *         "bridgehead": 1,
     *         "timeRange": {
     *           "type": "rolling",
     *           "amount": 24,
     *           "unit": "h"
     *         },
     *         "panels": []
     *       }
     *     }
     */
    Dashboard: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      tenantId: components["schemas"]["EntityId"];
      title: string;
      /** @description The title. */
      name: string;
      image: string | null;
      /** @description A user of a customer sees the own one. */
      assignedCustomers: components["schemas"]["AssignedCustomer"][];
      mobileHide: boolean;
      /** Format: int64 */
      mobileOrder: number | null;
      externalId: components["schemas"]["EntityId"] | null;
      /** Format: int64 */
      version: number;
      /** @description As it was sent. */
      configuration: {
        [key: string]: unknown;
      } | null;
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "DASHBOARD",
     *         "id": "0198a1c0-0000-7000-8000-00000000005a"
     *       },
     *       "createdTime": 1767225600000,
     *       "tenantId": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "title": "Boiler room",
     *       "name": "Boiler room",
     *       "image": null,
     *       "assignedCustomers": [
     *         {
     *           "customerId": {
     *             "entityType": "CUSTOMER",
     *             "id": "0198a1c0-0000-7000-8000-000000000030"
     *           },
     *           "title": "Acme",
     *           "public": false
     *         }
     *       ],
     *       "mobileHide": false,
     *       "mobileOrder": null,
     *       "externalId": null,
     *       "version": 1
     *     }
     */
    DashboardInfo: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      tenantId: components["schemas"]["EntityId"];
      title: string;
      /** @description The title. */
      name: string;
      image: string | null;
      /** @description A user of a customer sees the own one. */
      assignedCustomers: components["schemas"]["AssignedCustomer"][];
      mobileHide: boolean;
      /** Format: int64 */
      mobileOrder: number | null;
      externalId: components["schemas"]["EntityId"] | null;
      /** Format: int64 */
      version: number;
    };
    /**
     * @example {
     *       "title": "Boiler room",
     *       "configuration": {
     *         "bridgehead": 1,
     *         "timeRange": {
     *           "type": "rolling",
     *           "amount": 24,
     *           "unit": "h"
     *         },
     *         "panels": []
     *       }
     *     }
     */
    DashboardInput: {
      id?: components["schemas"]["EntityIdInput"] | null;
      title: string;
      image?: string | null;
      mobileHide?: boolean | null;
      /** Format: int32 */
      mobileOrder?: number | null;
      externalId?: components["schemas"]["EntityIdInput"] | null;
      /** @description Any object. One with the member `bridgehead` is checked: 1 is the form that this platform draws. */
      configuration?: {
        [key: string]: unknown;
      } | null;
      /** Format: int64 */
      version?: number | null;
    };
    DashboardLink: {
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-0000000000c0
       */
      id: string;
      /** @example Screen in the lobby */
      name: string;
      /** Format: uuid */
      customerId: string | null;
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-000000000001
       */
      userId: string | null;
      /**
       * Format: int64
       * @example 1767225600000
       */
      createdTime: number;
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-000000000001
       */
      createdBy: string;
      /**
       * Format: int64
       * @example 1769817600000
       */
      expiresTime: number;
      /** @example false */
      hasPassword: boolean;
      /**
       * @description Values that the bearer cannot change, by the name of the filter.
       * @example {
       *       "building": [
       *         "North"
       *       ]
       *     }
       */
      lockedFilters: {
        [key: string]: unknown[];
      };
      /** @example [] */
      origins: string[];
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-0000000000d0
       */
      dashboardId: string;
    };
    /**
     * @example {
     *       "code": "VIEW_NOT_FOUND",
     *       "message": "the view does not exist"
     *     }
     */
    DashboardPanelError: {
      /** @description What was wrong, for programs. */
      code: string;
      message: string;
    };
    /**
     * @example {
     *       "filters": {
     *         "building": [
     *           "North"
     *         ]
     *       },
     *       "panels": [
     *         "temperature"
     *       ]
     *     }
     */
    DashboardPanelsInput: {
      /** @description A time range as views have it; left out, the dashboard's. */
      range?: {
        [key: string]: unknown;
      } | null;
      /** @description Values by the names of filters of the dashboard, in place of those that they begin with. */
      filters?: {
        [key: string]: unknown[];
      } | null;
      /** @description Ids of those that are visible; left out, all. Others cost nothing. */
      panels?: string[] | null;
      /** @description A configuration that is not saved, in the place of the dashboard's, of those who may change it. Not for watching. */
      configuration?: {
        [key: string]: unknown;
      } | null;
    };
    /**
     * @example {
     *       "revision": 1,
     *       "title": "Boiler room",
     *       "savedTime": 1767225600000,
     *       "savedBy": {
     *         "entityType": "USER",
     *         "id": "0198a1c0-0000-7000-8000-000000000001"
     *       },
     *       "configuration": {
     *         "bridgehead": 1,
     *         "timeRange": {
     *           "type": "rolling",
     *           "amount": 24,
     *           "unit": "h"
     *         },
     *         "panels": []
     *       }
     *     }
     */
    DashboardRevision: {
      /**
       * Format: int64
       * @description The version that the dashboard had.
       */
      revision: number;
      title: string;
      /** Format: int64 */
      savedTime: number;
      savedBy: components["schemas"]["EntityId"];
      /** @description As it was sent. */
      configuration: {
        [key: string]: unknown;
      } | null;
    };
    /**
     * @example {
     *       "revision": 1,
     *       "title": "Boiler room",
     *       "savedTime": 1767225600000,
     *       "savedBy": {
     *         "entityType": "USER",
     *         "id": "0198a1c0-0000-7000-8000-000000000001"
     *       }
     *     }
     */
    DashboardRevisionInfo: {
      /**
       * Format: int64
       * @description The version that the dashboard had.
       */
      revision: number;
      title: string;
      /** Format: int64 */
      savedTime: number;
      savedBy: components["schemas"]["EntityId"];
    };
    DataSource:
      | components["schemas"]["EntitySource"]
      | components["schemas"]["AttributeSource"]
      | components["schemas"]["TelemetrySource"];
    /** @description The end date is outside. */
    DateRange: {
      /** @enum {string} */
      type: "absolute";
      /** @description Local, as 2026-01-31. */
      startDate: string;
      /** @description Local, as 2026-01-31. */
      endDate: string;
      /** @description IANA name; `viewer` and `tenant` are resolved for each run. Left out: That of the author, of the tenant, or UTC. */
      timezone?: string;
      /**
       * @description Left out: monday
       * @enum {string}
       */
      weekStart?: "monday" | "sunday" | "saturday";
      /**
       * Format: int32
       * @description Left out: 1
       */
      fiscalStartMonth?: number;
      /**
       * Format: int64
       * @default 0
       */
      delayMs?: number;
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "DEVICE",
     *         "id": "0198a1c0-0000-7000-8000-000000000040"
     *       },
     *       "createdTime": 1767225600000,
     *       "tenantId": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "customerId": {
     *         "entityType": "CUSTOMER",
     *         "id": "13814000-1dd2-11b2-8080-808080808080"
     *       },
     *       "name": "boiler-7",
     *       "type": "default",
     *       "label": null,
     *       "deviceProfileId": {
     *         "entityType": "DEVICE_PROFILE",
     *         "id": "0198a1c0-0000-7000-8000-000000000050"
     *       },
     *       "deviceData": {
     *         "configuration": {
     *           "type": "DEFAULT"
     *         },
     *         "transportConfiguration": {
     *           "type": "DEFAULT"
     *         }
     *       },
     *       "firmwareId": null,
     *       "softwareId": null,
     *       "externalId": null,
     *       "additionalInfo": {
     *         "gateway": false,
     *         "description": ""
     *       },
     *       "version": 1
     *     }
     */
    Device: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      tenantId: components["schemas"]["EntityId"];
      customerId: components["schemas"]["EntityId"];
      name: string;
      type: string;
      label: string | null;
      deviceProfileId: components["schemas"]["EntityId"];
      deviceData: {
        [key: string]: unknown;
      } | null;
      firmwareId: components["schemas"]["EntityId"] | null;
      softwareId: components["schemas"]["EntityId"] | null;
      externalId: components["schemas"]["EntityId"] | null;
      additionalInfo: {
        [key: string]: unknown;
      } | null;
      /** Format: int64 */
      version: number;
    };
    /**
     * @example {
     *       "client": {
     *         "fw": "1.2"
     *       },
     *       "shared": {
     *         "interval": 60
     *       }
     *     }
     */
    DeviceAttributes: {
      client?: components["schemas"]["AttributeValues"];
      shared?: components["schemas"]["AttributeValues"];
    };
    /**
     * @example {
     *       "id": 1,
     *       "method": "setGpio",
     *       "params": {
     *         "pin": 7,
     *         "value": 1
     *       }
     *     }
     */
    DeviceCall: {
      /** Format: int64 */
      id: number;
      method: string;
      params: unknown;
    };
    /**
     * @example {
     *       "method": "getSessionLimits",
     *       "params": {}
     *     }
     */
    DeviceCallInput: {
      method: string;
      params?: unknown;
    };
    /**
     * @example {
     *       "secretKey": "abc",
     *       "durationMs": 60000
     *     }
     */
    DeviceClaimInput: {
      secretKey?: string;
      /** Format: int64 */
      durationMs?: number;
    };
    /**
     * @example {
     *       "id": {
     *         "id": "0198a1c0-0000-7000-8000-000000000060"
     *       },
     *       "createdTime": 1767225600000,
     *       "deviceId": {
     *         "entityType": "DEVICE",
     *         "id": "0198a1c0-0000-7000-8000-000000000040"
     *       },
     *       "credentialsType": "ACCESS_TOKEN",
     *       "credentialsId": "A1b2C3d4E5f6G7h8I9j0",
     *       "credentialsValue": null,
     *       "version": 1
     *     }
     */
    DeviceCredentials: {
      id: components["schemas"]["RecordId"];
      /** Format: int64 */
      createdTime: number;
      deviceId: components["schemas"]["EntityId"];
      /** @enum {string} */
      credentialsType: "ACCESS_TOKEN" | "MQTT_BASIC" | "X509_CERTIFICATE";
      credentialsId: string;
      credentialsValue: string | null;
      /** Format: int64 */
      version: number;
    };
    /**
     * @example {
     *       "deviceId": {
     *         "entityType": "DEVICE",
     *         "id": "0198a1c0-0000-7000-8000-000000000040"
     *       },
     *       "credentialsType": "ACCESS_TOKEN",
     *       "credentialsId": "A1b2C3d4E5f6G7h8I9j0"
     *     }
     */
    DeviceCredentialsInput: {
      id?: components["schemas"]["EntityIdInput"] | null;
      deviceId?: components["schemas"]["EntityIdInput"] | null;
      /** @enum {string} */
      credentialsType: "ACCESS_TOKEN" | "MQTT_BASIC" | "X509_CERTIFICATE";
      credentialsId?: string | null;
      credentialsValue?: string | null;
      /** Format: int64 */
      version?: number | null;
    };
    /**
     * @example name,label,profile,gateway,customer
     *     boiler-7,,default,false,
     */
    DeviceFile: string;
    /**
     * @example {
     *       "dryRun": false,
     *       "counts": {
     *         "new": 1,
     *         "changed": 0,
     *         "unchanged": 0,
     *         "refused": 0
     *       },
     *       "columns": [
     *         {
     *           "head": "Name",
     *           "word": "name"
     *         }
     *       ],
     *       "newProfiles": [],
     *       "rows": [
     *         {
     *           "line": 2,
     *           "name": "boiler-7",
     *           "outcome": "new",
     *           "changes": [],
     *           "reason": null,
     *           "deviceId": "0198a1c0-0000-7000-8000-000000000040",
     *           "accessToken": null
     *         }
     *       ]
     *     }
     */
    DeviceImportReport: {
      dryRun: boolean;
      counts: {
        /** Format: int64 */
        new: number;
        /** Format: int64 */
        changed: number;
        /** Format: int64 */
        unchanged: number;
        /** Format: int64 */
        refused: number;
      };
      /** @description The columns of the file, and what they were taken for. */
      columns: {
        head: string;
        word: string;
      }[];
      /** @description Profiles that were missing, and are created. */
      newProfiles: string[];
      rows: components["schemas"]["ImportedDevice"][];
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "DEVICE",
     *         "id": "0198a1c0-0000-7000-8000-000000000040"
     *       },
     *       "createdTime": 1767225600000,
     *       "tenantId": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "customerId": {
     *         "entityType": "CUSTOMER",
     *         "id": "13814000-1dd2-11b2-8080-808080808080"
     *       },
     *       "name": "boiler-7",
     *       "type": "default",
     *       "label": null,
     *       "deviceProfileId": {
     *         "entityType": "DEVICE_PROFILE",
     *         "id": "0198a1c0-0000-7000-8000-000000000050"
     *       },
     *       "deviceData": {
     *         "configuration": {
     *           "type": "DEFAULT"
     *         },
     *         "transportConfiguration": {
     *           "type": "DEFAULT"
     *         }
     *       },
     *       "firmwareId": null,
     *       "softwareId": null,
     *       "externalId": null,
     *       "additionalInfo": {
     *         "gateway": false,
     *         "description": ""
     *       },
     *       "version": 1,
     *       "customerTitle": null,
     *       "customerIsPublic": false,
     *       "deviceProfileName": "default",
     *       "active": true
     *     }
     */
    DeviceInfo: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      tenantId: components["schemas"]["EntityId"];
      customerId: components["schemas"]["EntityId"];
      name: string;
      type: string;
      label: string | null;
      deviceProfileId: components["schemas"]["EntityId"];
      deviceData: {
        [key: string]: unknown;
      } | null;
      firmwareId: components["schemas"]["EntityId"] | null;
      softwareId: components["schemas"]["EntityId"] | null;
      externalId: components["schemas"]["EntityId"] | null;
      additionalInfo: {
        [key: string]: unknown;
      } | null;
      /** Format: int64 */
      version: number;
      customerTitle: string | null;
      customerIsPublic: boolean;
      deviceProfileName: string;
      active: boolean;
    };
    /**
     * @example {
     *       "name": "boiler-7",
     *       "type": "default",
     *       "label": "Hall 3"
     *     }
     */
    DeviceInput: {
      id?: components["schemas"]["EntityIdInput"] | null;
      name: string;
      type?: string | null;
      label?: string | null;
      customerId?: components["schemas"]["EntityIdInput"] | null;
      deviceProfileId?: components["schemas"]["EntityIdInput"] | null;
      deviceData?: {
        [key: string]: unknown;
      } | null;
      firmwareId?: components["schemas"]["EntityIdInput"] | null;
      softwareId?: components["schemas"]["EntityIdInput"] | null;
      externalId?: components["schemas"]["EntityIdInput"] | null;
      additionalInfo?: {
        [key: string]: unknown;
      } | null;
      /** Format: int64 */
      version?: number | null;
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "DEVICE_PROFILE",
     *         "id": "0198a1c0-0000-7000-8000-000000000050"
     *       },
     *       "createdTime": 1767225600000,
     *       "tenantId": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "name": "default",
     *       "description": "Default device profile",
     *       "image": null,
     *       "default": true,
     *       "type": "DEFAULT",
     *       "transportType": "DEFAULT",
     *       "provisionType": "DISABLED",
     *       "provisionDeviceKey": null,
     *       "defaultRuleChainId": null,
     *       "defaultDashboardId": null,
     *       "defaultQueueName": null,
     *       "defaultEdgeRuleChainId": null,
     *       "firmwareId": null,
     *       "softwareId": null,
     *       "profileData": {
     *         "configuration": {
     *           "type": "DEFAULT"
     *         },
     *         "transportConfiguration": {
     *           "type": "DEFAULT"
     *         },
     *         "provisionConfiguration": {
     *           "type": "DISABLED",
     *           "provisionDeviceSecret": null
     *         },
     *         "alarms": null
     *       },
     *       "externalId": null,
     *       "version": 1
     *     }
     */
    DeviceProfile: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      tenantId: components["schemas"]["EntityId"];
      name: string;
      description: string | null;
      image: string | null;
      default: boolean;
      /** @enum {string} */
      type: "DEFAULT";
      /** @enum {string} */
      transportType: "DEFAULT" | "MQTT" | "COAP" | "LWM2M" | "SNMP";
      /** @enum {string} */
      provisionType:
        "DISABLED" | "ALLOW_CREATE_NEW_DEVICES" | "CHECK_PRE_PROVISIONED_DEVICES" | "X509_CERTIFICATE_CHAIN";
      provisionDeviceKey: string | null;
      defaultRuleChainId: components["schemas"]["EntityId"] | null;
      defaultDashboardId: components["schemas"]["EntityId"] | null;
      defaultQueueName: string | null;
      defaultEdgeRuleChainId: components["schemas"]["EntityId"] | null;
      firmwareId: components["schemas"]["EntityId"] | null;
      softwareId: components["schemas"]["EntityId"] | null;
      profileData: {
        [key: string]: unknown;
      } | null;
      externalId: components["schemas"]["EntityId"] | null;
      /** Format: int64 */
      version: number;
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "DEVICE_PROFILE",
     *         "id": "0198a1c0-0000-7000-8000-000000000050"
     *       },
     *       "name": "default",
     *       "image": null,
     *       "defaultDashboardId": null,
     *       "type": "DEFAULT",
     *       "transportType": "DEFAULT",
     *       "tenantId": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "keys": [
     *         {
     *           "key": "temperature",
     *           "unit": "°C",
     *           "decimals": 1
     *         }
     *       ]
     *     }
     */
    DeviceProfileInfo: {
      id: components["schemas"]["EntityId"];
      name: string;
      image: string | null;
      defaultDashboardId: components["schemas"]["EntityId"] | null;
      /** @enum {string} */
      type: "DEFAULT";
      /** @enum {string} */
      transportType: "DEFAULT" | "MQTT" | "COAP" | "LWM2M" | "SNMP";
      tenantId: components["schemas"]["EntityId"];
      keys: components["schemas"]["DeviceProfileKey"][];
    };
    /**
     * @example {
     *       "name": "pump",
     *       "type": "DEFAULT",
     *       "transportType": "DEFAULT",
     *       "profileData": {
     *         "configuration": {
     *           "type": "DEFAULT"
     *         },
     *         "transportConfiguration": {
     *           "type": "DEFAULT"
     *         },
     *         "provisionConfiguration": {
     *           "type": "DISABLED",
     *           "provisionDeviceSecret": null
     *         },
     *         "alarms": null,
     *         "keys": [
     *           {
     *             "key": "temperature",
     *             "unit": "°C",
     *             "decimals": 1
     *           }
     *         ]
     *       }
     *     }
     */
    DeviceProfileInput: {
      id?: components["schemas"]["EntityIdInput"] | null;
      name: string;
      description?: string | null;
      /** @description A data URL or an address, at most 524288 characters. */
      image?: string | null;
      default?: boolean | null;
      /** @enum {string} */
      type: "DEFAULT";
      /** @enum {string} */
      transportType: "DEFAULT" | "MQTT" | "COAP" | "LWM2M" | "SNMP";
      provisionType?:
        ("DISABLED" | "ALLOW_CREATE_NEW_DEVICES" | "CHECK_PRE_PROVISIONED_DEVICES" | "X509_CERTIFICATE_CHAIN") | null;
      provisionDeviceKey?: string | null;
      defaultRuleChainId?: components["schemas"]["EntityIdInput"] | null;
      defaultDashboardId?: components["schemas"]["EntityIdInput"] | null;
      defaultQueueName?: string | null;
      defaultEdgeRuleChainId?: components["schemas"]["EntityIdInput"] | null;
      firmwareId?: components["schemas"]["EntityIdInput"] | null;
      softwareId?: components["schemas"]["EntityIdInput"] | null;
      externalId?: components["schemas"]["EntityIdInput"] | null;
      /** @description `keys` has units and decimals of keys: a list of `{"key", "unit", "decimals"}`, at most 500. */
      profileData: {
        [key: string]: unknown;
      };
      /** Format: int64 */
      version?: number | null;
    };
    /**
     * @example {
     *       "key": "temperature",
     *       "unit": "°C",
     *       "decimals": 1
     *     }
     */
    DeviceProfileKey: {
      key: string;
      unit: string | null;
      /** Format: int64 */
      decimals: number | null;
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "DEVICE_PROFILE",
     *         "id": "0198a1c0-0000-7000-8000-000000000050"
     *       },
     *       "name": "default"
     *     }
     */
    DeviceProfileName: {
      id: components["schemas"]["EntityId"];
      name: string;
    };
    /**
     * @example {
     *       "tenantId": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "entityType": "DEVICE",
     *       "type": "default"
     *     }
     */
    DeviceType: {
      tenantId: components["schemas"]["EntityId"];
      /** @enum {string} */
      entityType: "DEVICE";
      type: string;
    };
    /**
     * @example name;profile;server:site
     *     boiler-7;boiler;north
     */
    DeviceUpload: string;
    /**
     * @example {
     *       "device": {
     *         "name": "boiler-7",
     *         "type": "default"
     *       },
     *       "credentials": {
     *         "credentialsType": "ACCESS_TOKEN",
     *         "credentialsId": "A1b2C3d4E5f6G7h8I9j0"
     *       }
     *     }
     */
    DeviceWithCredentialsInput: {
      device: components["schemas"]["DeviceInput"];
      credentials: components["schemas"]["DeviceCredentialsInput"];
    };
    DimensionValue: {
      /**
       * Format: double
       * @example North
       */
      value: string | number | boolean;
      /**
       * Format: int64
       * @description Devices that have it.
       * @example 2
       */
      devices: number;
    };
    /**
     * @example {
     *       "entityFilter": {
     *         "type": "entityType",
     *         "entityType": "DEVICE"
     *       },
     *       "keyFilters": [
     *         {
     *           "key": {
     *             "type": "TIME_SERIES",
     *             "key": "temperature"
     *           },
     *           "valueType": "NUMERIC",
     *           "predicate": {
     *             "type": "NUMERIC",
     *             "operation": "GREATER",
     *             "value": {
     *               "defaultValue": 20
     *             }
     *           }
     *         }
     *       ]
     *     }
     */
    EntityCountQuery: {
      entityFilter: components["schemas"]["EntityFilter"];
      keyFilters?: components["schemas"]["KeyFilter"][] | null;
      /** @description AND when left out. */
      keyFiltersOperation?: ("AND" | "OR") | null;
    };
    /**
     * @example {
     *       "entityId": {
     *         "entityType": "DEVICE",
     *         "id": "0198a1c0-0000-7000-8000-000000000040"
     *       },
     *       "latest": {
     *         "ENTITY_FIELD": {
     *           "name": {
     *             "ts": 0,
     *             "value": "boiler-7",
     *             "count": null
     *           }
     *         },
     *         "TIME_SERIES": {
     *           "temperature": {
     *             "ts": 1767225600000,
     *             "value": "21.5",
     *             "count": null
     *           }
     *         }
     *       },
     *       "timeseries": {},
     *       "aggLatest": {}
     *     }
     */
    EntityData: {
      entityId: components["schemas"]["EntityId"];
      latest: {
        [key: string]: {
          [key: string]: {
            /** Format: int64 */
            ts: number;
            value: string;
            /** Format: int64 */
            count: number | null;
          };
        };
      };
      timeseries: Record<string, never>;
      aggLatest: Record<string, never>;
    };
    EntityDataPageLink: {
      /** Format: int32 */
      pageSize: number;
      /** Format: int32 */
      page: number;
      textSearch?: string | null;
      dynamic?: boolean | null;
      sortOrder?: {
        key: components["schemas"]["EntityKey"];
        direction?: ("ASC" | "DESC") | null;
      } | null;
    };
    /**
     * @example {
     *       "entityFilter": {
     *         "type": "entityType",
     *         "entityType": "DEVICE"
     *       },
     *       "keyFilters": [
     *         {
     *           "key": {
     *             "type": "TIME_SERIES",
     *             "key": "temperature"
     *           },
     *           "valueType": "NUMERIC",
     *           "predicate": {
     *             "type": "NUMERIC",
     *             "operation": "GREATER",
     *             "value": {
     *               "defaultValue": 20
     *             }
     *           }
     *         }
     *       ],
     *       "entityFields": [
     *         {
     *           "type": "ENTITY_FIELD",
     *           "key": "name"
     *         }
     *       ],
     *       "latestValues": [
     *         {
     *           "type": "TIME_SERIES",
     *           "key": "temperature"
     *         }
     *       ],
     *       "pageLink": {
     *         "pageSize": 10,
     *         "page": 0,
     *         "sortOrder": {
     *           "key": {
     *             "type": "ENTITY_FIELD",
     *             "key": "name"
     *           },
     *           "direction": "ASC"
     *         }
     *       }
     *     }
     */
    EntityDataQuery: {
      entityFilter: components["schemas"]["EntityFilter"];
      keyFilters?: components["schemas"]["KeyFilter"][] | null;
      /** @description AND when left out. */
      keyFiltersOperation?: ("AND" | "OR") | null;
      entityFields?: components["schemas"]["EntityKey"][] | null;
      latestValues?: components["schemas"]["EntityKey"][] | null;
      pageLink: components["schemas"]["EntityDataPageLink"];
    };
    /**
     * @description Entity types are DEVICE, CUSTOMER, USER, TENANT, DEVICE_PROFILE.
     * @example {
     *       "type": "entityType",
     *       "entityType": "DEVICE"
     *     }
     */
    EntityFilter: {
      /** @enum {string} */
      type: "singleEntity" | "entityList" | "entityName" | "entityType" | "deviceType" | "deviceList";
      entityType?: ("DEVICE" | "CUSTOMER" | "USER" | "TENANT" | "DEVICE_PROFILE") | null;
      /** @description singleEntity: the one, as a reference. */
      singleEntity?: components["schemas"]["EntityIdInput"];
      /** @description entityList: ids of entities of the entityType. */
      entityList?: string[];
      /** @description entityName: how the name begins. */
      entityNameFilter?: string | null;
      /** @description deviceType: names of device profiles. */
      deviceTypes?: string[];
      /** @description deviceType: how the name begins. */
      deviceNameFilter?: string | null;
      /** @description deviceList: a part of name, label, profile or customer. */
      textSearch?: string | null;
      /**
       * Format: uuid
       * @description deviceList: only devices of this customer.
       */
      customerId?: string | null;
      /**
       * Format: uuid
       * @description deviceList: only devices of this profile.
       */
      deviceProfileId?: string | null;
      /** @description deviceList: only active devices, or only others. */
      active?: boolean | null;
      /** @description deviceList: only gateways, or only devices that are none. */
      gateway?: boolean | null;
    };
    /**
     * @example {
     *       "entityType": "DEVICE",
     *       "id": "0198a1c0-0000-7000-8000-000000000040"
     *     }
     */
    EntityId: {
      /** @enum {string} */
      entityType:
        | "TENANT"
        | "CUSTOMER"
        | "USER"
        | "DEVICE"
        | "DEVICE_PROFILE"
        | "TENANT_PROFILE"
        | "RPC"
        | "API_KEY"
        | "ASSET"
        | "DASHBOARD"
        | "ENTITY_VIEW"
        | "RULE_CHAIN"
        | "EDGE"
        | "ALARM"
        | "TABLE_VIEW"
        | "VIEW_LINK"
        | "DASHBOARD_LINK"
        | "REPORT"
        | "OTA_PACKAGE"
        | "OTA_ROLLOUT";
      /** Format: uuid */
      id: string;
    };
    /**
     * @example {
     *       "entityType": "DEVICE",
     *       "id": "0198a1c0-0000-7000-8000-000000000040"
     *     }
     */
    EntityIdInput: {
      entityType?:
        | (
            | "TENANT"
            | "CUSTOMER"
            | "USER"
            | "DEVICE"
            | "DEVICE_PROFILE"
            | "TENANT_PROFILE"
            | "RPC"
            | "API_KEY"
            | "ASSET"
            | "DASHBOARD"
            | "ENTITY_VIEW"
            | "RULE_CHAIN"
            | "EDGE"
            | "ALARM"
            | "TABLE_VIEW"
            | "VIEW_LINK"
            | "DASHBOARD_LINK"
            | "REPORT"
            | "OTA_PACKAGE"
            | "OTA_ROLLOUT"
          )
        | null;
      /** Format: uuid */
      id: string;
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "TENANT_PROFILE",
     *         "id": "0198a1c0-0000-7000-8000-000000000020"
     *       },
     *       "name": "Default"
     *     }
     */
    EntityInfo: {
      id: components["schemas"]["EntityId"];
      name: string;
    };
    /**
     * @description Fields are id, entityType, createdTime, name, type, label, title, additionalInfo, ownerName, ownerType, customerTitle, customerIsPublic, isGateway, gatewayId, gatewayName, firstName, lastName, email, phone, country, state, city, address, address2, zip, region. ATTRIBUTE is the server attribute, else the shared, else the client one.
     * @example {
     *       "type": "TIME_SERIES",
     *       "key": "temperature"
     *     }
     */
    EntityKey: {
      /** @enum {string} */
      type: "ENTITY_FIELD" | "TIME_SERIES" | "ATTRIBUTE" | "CLIENT_ATTRIBUTE" | "SHARED_ATTRIBUTE" | "SERVER_ATTRIBUTE";
      key: string;
    };
    /**
     * @example {
     *       "from": {
     *         "entityType": "DEVICE",
     *         "id": "0198a1c0-0000-7000-8000-000000000040"
     *       },
     *       "to": {
     *         "entityType": "DEVICE",
     *         "id": "0198a1c0-0000-7000-8000-000000000040"
     *       },
     *       "type": "Created",
     *       "typeGroup": "COMMON",
     *       "additionalInfo": null
     *     }
     */
    EntityRelation: {
      from: components["schemas"]["EntityId"];
      to: components["schemas"]["EntityId"];
      type: string;
      /** @enum {string} */
      typeGroup: "COMMON" | "DASHBOARD" | "RULE_CHAIN" | "RULE_NODE" | "EDGE" | "EDGE_AUTO_ASSIGN_RULE_CHAIN";
      additionalInfo: {
        [key: string]: unknown;
      } | null;
    };
    /**
     * @example {
     *       "from": {
     *         "entityType": "DEVICE",
     *         "id": "0198a1c0-0000-7000-8000-000000000040"
     *       },
     *       "to": {
     *         "entityType": "DEVICE",
     *         "id": "0198a1c0-0000-7000-8000-000000000040"
     *       },
     *       "type": "Created",
     *       "typeGroup": "COMMON",
     *       "additionalInfo": null,
     *       "fromName": "gateway-1",
     *       "toName": "boiler-7"
     *     }
     */
    EntityRelationInfo: {
      from: components["schemas"]["EntityId"];
      to: components["schemas"]["EntityId"];
      type: string;
      /** @enum {string} */
      typeGroup: "COMMON" | "DASHBOARD" | "RULE_CHAIN" | "RULE_NODE" | "EDGE" | "EDGE_AUTO_ASSIGN_RULE_CHAIN";
      additionalInfo: {
        [key: string]: unknown;
      } | null;
      fromName: string;
      toName: string;
    };
    EntitySource: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "entity";
      /** @enum {string} */
      field:
        "id" | "name" | "label" | "profile" | "customer" | "gateway" | "createdTime" | "active" | "lastActivityTime";
      /**
       * @default self
       * @enum {string}
       */
      of?: "self" | "gateway" | "customer";
    };
    /**
     * @description What every refused or failed call answers.
     * @example {
     *       "status": 404,
     *       "message": "device 784f394c-42b6-435a-983c-b7beff2784f9 does not exist",
     *       "errorCode": 32,
     *       "timestamp": 1767225600000
     *     }
     */
    ErrorResponse: {
      /**
       * Format: int32
       * @description The HTTP status.
       */
      status: number;
      /** @description What was wrong, for people. Its wording may change. */
      message: string;
      /**
       * Format: int32
       * @description What was wrong, for programs.
       * @enum {integer}
       */
      errorCode: 2 | 10 | 11 | 15 | 20 | 31 | 32 | 33 | 35 | 41 | 45 | 46;
      /**
       * Format: int64
       * @description Milliseconds since the epoch.
       */
      timestamp: number;
    };
    Explanation: {
      /**
       * Format: int64
       * @description Devices in scope that the caller may see.
       * @example 120
       */
      devices: number;
      /**
       * Format: int64
       * @description Their series that would be read.
       * @example 240
       */
      series: number;
      /**
       * Format: int64
       * @description Within a factor of 3.
       * @example 1728000
       */
      estimatedSamples: number;
      /**
       * Format: int64
       * @example 336
       */
      estimatedRows: number;
      /**
       * Format: int64
       * @example 180
       */
      estimatedMs: number;
      limits: components["schemas"]["ExplanationLimits"];
      /**
       * @description What would be done, for people. The wording may change.
       * @example [
       *       "120 devices in scope with 240 series",
       *       "Read avg of \"temp\": about 864,000 samples of 120 series"
       *     ]
       */
      plan: string[];
      warnings: components["schemas"]["ExplanationWarning"][];
    };
    ExplanationLimits: {
      /**
       * Format: int64
       * @description With more, the report is refused.
       * @example 500000000
       */
      samples: number;
      /**
       * Format: int64
       * @description Rows that are given at most.
       * @example 10000
       */
      rows: number;
      /**
       * Format: int64
       * @description How long it may run unless its view says otherwise.
       * @example 60000
       */
      timeoutMs: number;
    };
    ExplanationWarning: {
      /** @example REPORT_EXPENSIVE */
      code: string;
      /** @example The report reads about 80 million samples; a bucket of 1 day would read fewer. */
      message: string;
      /**
       * @description What the text beside it is made of, by name; the names depend on its kind.
       * @example {
       *       "count": 3
       *     }
       */
      values: {
        [key: string]: unknown;
      };
    };
    ExpressionRange: {
      /** @enum {string} */
      type: "expression";
      /** @description "now", then steps as "-7d", then perhaps a unit as "/d". */
      from: string;
      /** @description "now", then steps as "-7d", then perhaps a unit as "/d". */
      to: string;
      /** @description IANA name; `viewer` and `tenant` are resolved for each run. Left out: That of the author, of the tenant, or UTC. */
      timezone?: string;
      /**
       * @description Left out: monday
       * @enum {string}
       */
      weekStart?: "monday" | "sunday" | "saturday";
      /**
       * Format: int32
       * @description Left out: 1
       */
      fiscalStartMonth?: number;
      /**
       * Format: int64
       * @default 0
       */
      delayMs?: number;
    };
    FieldSource:
      | components["schemas"]["EntitySource"]
      | components["schemas"]["AttributeSource"]
      | components["schemas"]["TelemetrySource"]
      | components["schemas"]["TimeBucketSource"]
      | components["schemas"]["TimePartSource"]
      | components["schemas"]["TimestampSource"]
      | components["schemas"]["ConstantSource"]
      | components["schemas"]["FormulaSource"];
    FilterTarget:
      | components["schemas"]["EntitySource"]
      | components["schemas"]["AttributeSource"]
      | components["schemas"]["TelemetrySource"]
      | components["schemas"]["TimePartSource"]
      | components["schemas"]["ResultTarget"];
    /**
     * @description Left out: `{}`.
     * @example {
     *       "filters": {
     *         "building": [
     *           "North"
     *         ]
     *       },
     *       "q": "so"
     *     }
     */
    FilterValuesQuery: {
      /**
       * @description Values by the names of filters, in place of the saved ones.
       * @default null
       */
      filters?: {
        [key: string]: unknown[];
      } | null;
      /**
       * @description Part of the value, without regard to case.
       * @default
       */
      q?: string;
      /**
       * Format: int32
       * @default 100
       */
      limit?: number;
    };
    FormulaSource: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "expression";
      expr: string;
      /**
       * @description Over finished rows, or over samples.
       * @default group
       * @enum {string}
       */
      stage?: "group" | "row";
      /** @description Of the row stage: sources by the names that the formula uses. Left out: None. */
      inputs?: {
        [key: string]: components["schemas"]["DataSource"];
      };
      /**
       * @description How samples of several inputs meet: on the same instant, or with the last one carried forward. Left out: exact
       * @enum {string}
       */
      align?: "exact" | "locf";
    };
    GapFill: {
      /**
       * @default missing
       * @enum {string}
       */
      value?: "missing" | "zero" | "constant" | "previous" | "linear" | "next";
      /** @default null */
      constant?: (number | string) | null;
      /**
       * Format: int32
       * @description Longest run that previous, linear and next fill.
       * @default null
       */
      maxBuckets?: number | null;
    };
    /** @description What fills empty buckets. Left out: `{}`. */
    Gaps: {
      /**
       * @default none
       * @enum {string}
       */
      buckets?: "none" | "all";
      /**
       * @default missing
       * @enum {string}
       */
      value?: "missing" | "zero" | "constant" | "previous" | "linear" | "next";
      /** @default null */
      constant?: (number | string) | null;
      /**
       * Format: int32
       * @description Longest run that previous, linear and next fill.
       * @default null
       */
      maxBuckets?: number | null;
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "DEVICE",
     *         "id": "0198a1c0-0000-7000-8000-000000000040"
     *       },
     *       "createdTime": 1767225600000,
     *       "name": "gateway-1",
     *       "label": "Hall 3",
     *       "type": "default",
     *       "customerId": null,
     *       "customerTitle": null,
     *       "active": true,
     *       "online": true,
     *       "connection": {
     *         "since": 1767225600000,
     *         "protocol": "MQTT 3.1.1",
     *         "transport": "TLS",
     *         "remoteAddress": "192.0.2.17"
     *       },
     *       "sessions": 1,
     *       "devices": 20,
     *       "lastMinute": {
     *         "messages": 1200,
     *         "points": 3600,
     *         "refused": 2
     *       },
     *       "lastHour": {
     *         "refused": 5,
     *         "reason": "invalid",
     *         "reasons": [
     *           {
     *             "reason": "invalid",
     *             "refused": 4
     *           },
     *           {
     *             "reason": "rate-limited",
     *             "refused": 1
     *           }
     *         ]
     *       },
     *       "lastActivityTime": 1767225600000,
     *       "lastConnectTime": 1767225600000,
     *       "lastDisconnectTime": 1767225540000,
     *       "lastEnd": {
     *         "reason": "KEEP_ALIVE_MISSED",
     *         "text": "Nothing was heard for longer than the keep-alive time"
     *       }
     *     }
     */
    Gateway: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      name: string;
      label: string | null;
      /** @description The name of the device profile. */
      type: string;
      customerId: components["schemas"]["EntityId"] | null;
      customerTitle: string | null;
      active: boolean;
      /** @description Whether it has a connection now. */
      online: boolean;
      connection: {
        /** Format: int64 */
        since: number;
        /** @enum {string} */
        protocol: "MQTT 3.1" | "MQTT 3.1.1" | "MQTT 5";
        /** @enum {string} */
        transport: "TCP" | "TLS" | "WEBSOCKET";
        remoteAddress: string;
      } | null;
      /**
       * Format: int64
       * @description Connections that are open now.
       */
      sessions: number;
      /**
       * Format: int64
       * @description Devices that are routed through it.
       */
      devices: number;
      lastMinute: {
        /** Format: int64 */
        messages: number;
        /** Format: int64 */
        points: number;
        /** Format: int64 */
        refused: number;
      };
      /** @description Kept over a restart, like the traffic of the last hour. */
      lastHour: {
        /**
         * Format: int64
         * @description Messages that were refused, wholly or in part.
         */
        refused: number;
        /** @description The most frequent reason, as `invalid`; null if nothing was refused. */
        reason: string | null;
        /** @description The most frequent one first. */
        reasons: {
          reason: string;
          /** Format: int64 */
          refused: number;
        }[];
      };
      /** Format: int64 */
      lastActivityTime: number | null;
      /** Format: int64 */
      lastConnectTime: number | null;
      /** Format: int64 */
      lastDisconnectTime: number | null;
      lastEnd: components["schemas"]["ConnectionEnd"] | null;
    };
    /**
     * @example {
     *       "transports": [
     *         {
     *           "protocol": "mqtt",
     *           "host": "localhost",
     *           "port": 1883,
     *           "examples": [
     *             {
     *               "program": "mosquitto",
     *               "steps": [
     *                 {
     *                   "kind": "command",
     *                   "file": null,
     *                   "text": "mosquitto_pub -d -q 1 -h localhost -p 1883 -t v1/gateway/telemetry -u A1B2C3D4E5F6G7H8I9J0 -m \"{\\\"Thermometer\\\":[{\\\"temperature\\\":21.5}]}\""
     *                 }
     *               ],
     *               "continuous": [
     *                 {
     *                   "kind": "command",
     *                   "file": null,
     *                   "text": "LC_ALL=C awk 'BEGIN { for (t = 0; ; t += 0.1) {\n  printf \"{\\\"Thermometer\\\":[{\\\"temperature\\\":%.1f,\\\"humidity\\\":%.0f}],\", 21 + 2 * sin(t), 50 + 8 * cos(t)\n  printf \"\\\"Boiler\\\":[{\\\"temperature\\\":%.1f,\\\"pressure\\\":%.2f}],\", 65 + 5 * sin(t / 2), 2 + 0.3 * cos(t)\n  printf \"\\\"Truck\\\":[{\\\"speed\\\":%.0f,\\\"latitude\\\":%.5f,\\\"longitude\\\":%.5f}]}\\n\", 45 + 15 * sin(2 * t), 52.52 + 0.01 * sin(t / 3), 13.405 + 0.016 * cos(t / 3)\n  fflush(); system(\"sleep 2\")\n} }' | mosquitto_pub -d -q 1 -h localhost -p 1883 -t v1/gateway/telemetry -u A1B2C3D4E5F6G7H8I9J0 -l"
     *                 }
     *               ]
     *             }
     *           ]
     *         }
     *       ]
     *     }
     */
    GatewayConnectionExamples: {
      transports: {
        /** @enum {string} */
        protocol: "mqtt" | "mqtts";
        host: string;
        /** Format: int64 */
        port: number;
        examples: {
          /** @enum {string} */
          program: "mosquitto" | "mqttjs" | "paho" | "tb-gateway";
          /** @description In their order. */
          steps: {
            /** @enum {string} */
            kind: "command" | "file" | "section";
            /** @description To save the text as, or to put it into; null for a command. */
            file: string | null;
            text: string;
          }[];
          /** @description Instead, to send changing values of several devices until they are stopped; none for a program that sends what it reads. */
          continuous: {
            /** @enum {string} */
            kind: "command" | "file" | "section";
            /** @description To save the text as, or to put it into; null for a command. */
            file: string | null;
            text: string;
          }[];
        }[];
      }[];
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "DEVICE",
     *         "id": "0198a1c0-0000-7000-8000-000000000040"
     *       },
     *       "createdTime": 1767225600000,
     *       "name": "gateway-1",
     *       "label": "Hall 3",
     *       "type": "default",
     *       "customerId": null,
     *       "customerTitle": null,
     *       "active": true,
     *       "online": true,
     *       "connection": {
     *         "since": 1767225600000,
     *         "protocol": "MQTT 3.1.1",
     *         "transport": "TLS",
     *         "remoteAddress": "192.0.2.17"
     *       },
     *       "sessions": 1,
     *       "devices": 20,
     *       "lastMinute": {
     *         "messages": 1200,
     *         "points": 3600,
     *         "refused": 2
     *       },
     *       "lastHour": {
     *         "refused": 5,
     *         "reason": "invalid",
     *         "reasons": [
     *           {
     *             "reason": "invalid",
     *             "refused": 4
     *           },
     *           {
     *             "reason": "rate-limited",
     *             "refused": 1
     *           }
     *         ]
     *       },
     *       "lastActivityTime": 1767225600000,
     *       "lastConnectTime": 1767225600000,
     *       "lastDisconnectTime": 1767225540000,
     *       "lastEnd": {
     *         "reason": "KEEP_ALIVE_MISSED",
     *         "text": "Nothing was heard for longer than the keep-alive time"
     *       },
     *       "connectOnUplink": false,
     *       "traffic": {
     *         "startTs": 1767225600000,
     *         "messages": {
     *           "perSecond": 20,
     *           "minutes": [
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             1200,
     *             1194,
     *             412
     *           ]
     *         },
     *         "points": {
     *           "perSecond": 60.5,
     *           "minutes": [
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             3600,
     *             3582,
     *             1236
     *           ]
     *         },
     *         "refusals": {
     *           "lastMinute": 2,
     *           "lastHour": 5,
     *           "minutes": [
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             2
     *           ],
     *           "reasons": [
     *             {
     *               "reason": "invalid",
     *               "lastMinute": 2,
     *               "lastHour": 5
     *             }
     *           ]
     *         }
     *       },
     *       "acknowledgements": {
     *         "samples": 240,
     *         "meanMillis": 2.5,
     *         "p50Millis": 2,
     *         "p99Millis": 9,
     *         "maxMillis": 14
     *       }
     *     }
     */
    GatewayDetails: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      name: string;
      label: string | null;
      /** @description The name of the device profile. */
      type: string;
      customerId: components["schemas"]["EntityId"] | null;
      customerTitle: string | null;
      active: boolean;
      /** @description Whether it has a connection now. */
      online: boolean;
      connection: {
        /** Format: int64 */
        since: number;
        /** @enum {string} */
        protocol: "MQTT 3.1" | "MQTT 3.1.1" | "MQTT 5";
        /** @enum {string} */
        transport: "TCP" | "TLS" | "WEBSOCKET";
        remoteAddress: string;
      } | null;
      /**
       * Format: int64
       * @description Connections that are open now.
       */
      sessions: number;
      /**
       * Format: int64
       * @description Devices that are routed through it.
       */
      devices: number;
      lastMinute: {
        /** Format: int64 */
        messages: number;
        /** Format: int64 */
        points: number;
        /** Format: int64 */
        refused: number;
      };
      /** @description Kept over a restart, like the traffic of the last hour. */
      lastHour: {
        /**
         * Format: int64
         * @description Messages that were refused, wholly or in part.
         */
        refused: number;
        /** @description The most frequent reason, as `invalid`; null if nothing was refused. */
        reason: string | null;
        /** @description The most frequent one first. */
        reasons: {
          reason: string;
          /** Format: int64 */
          refused: number;
        }[];
      };
      /** Format: int64 */
      lastActivityTime: number | null;
      /** Format: int64 */
      lastConnectTime: number | null;
      /** Format: int64 */
      lastDisconnectTime: number | null;
      lastEnd: components["schemas"]["ConnectionEnd"] | null;
      /** @description Whether what it sends of a device connects that device, by its additionalInfo or by the setting. */
      connectOnUplink: boolean;
      traffic: components["schemas"]["TrafficFigures"];
      /** @description From the receipt of a message to its acknowledgement, by samples of the last minute. */
      acknowledgements: {
        /** Format: int64 */
        samples: number;
        /** Format: double */
        meanMillis: number;
        /** Format: double */
        p50Millis: number;
        /** Format: double */
        p99Millis: number;
        /** Format: double */
        maxMillis: number;
      } | null;
    };
    /** @description How rows are formed. Left out: `{}`. */
    Grouping: {
      /**
       * @default grouped
       * @enum {string}
       */
      mode?: "grouped" | "perEntity" | "raw";
      /** @default false */
      keepEmptyGroups?: boolean;
      /**
       * @default keep
       * @enum {string}
       */
      missingGroup?: "keep" | "drop";
      /**
       * @description Raw mode: whether the keys of a device meet on one instant, or with the last value carried forward.
       * @default exact
       * @enum {string}
       */
      align?: "exact" | "locf";
      /**
       * Format: int64
       * @default 604800000
       */
      toleranceMs?: number;
      /**
       * @default none
       * @enum {string}
       */
      totals?: "none" | "grand" | "rollup";
    };
    /**
     * @example {
     *       "status": "UP"
     *     }
     */
    Health: {
      /** @enum {string} */
      status: "UP" | "DOWN";
    };
    /**
     * @example {
     *       "status": "UP",
     *       "version": "1.0.0",
     *       "runtime": "Node.js 24.21.0",
     *       "startTs": 1767225600000,
     *       "uptimeSeconds": 86400,
     *       "memory": {
     *         "residentBytes": 412000000,
     *         "heapBytes": 91000000,
     *         "externalBytes": 22000000
     *       },
     *       "cpuSeconds": 512.4,
     *       "eventLoopDelay": {
     *         "p50Millis": 20.1,
     *         "p99Millis": 23.7,
     *         "maxMillis": 61.5
     *       },
     *       "stores": [
     *         {
     *           "name": "telemetry",
     *           "healthy": true,
     *           "bytes": 1204224000
     *         },
     *         {
     *           "name": "entities",
     *           "healthy": true,
     *           "bytes": 8192000
     *         }
     *       ],
     *       "disk": {
     *         "freeBytes": 48000000000,
     *         "bytes": 64000000000
     *       },
     *       "points": 120000000,
     *       "mqtt": {
     *         "connections": 3,
     *         "sessions": 3,
     *         "connectsRefused": 0,
     *         "publishesRefused": 5,
     *         "protocolErrors": 0,
     *         "overflows": 0
     *       },
     *       "live": {
     *         "connections": 2,
     *         "subscriptions": 7,
     *         "unsentBytes": 0
     *       },
     *       "queues": {
     *         "mailsWaiting": 0,
     *         "callsPending": 1,
     *         "devicePolls": 0,
     *         "telemetryWaits": 0
     *       },
     *       "failures": {
     *         "telemetryBatches": 0,
     *         "attributeBatches": 0,
     *         "mails": 0,
     *         "auditRecords": 0,
     *         "retentionRuns": 0
     *       },
     *       "reports": [
     *         {
     *           "pool": "reports",
     *           "running": 1,
     *           "waiting": 0,
     *           "slots": 4,
     *           "capacity": 100
     *         }
     *       ]
     *     }
     */
    HealthDetails: {
      /** @enum {string} */
      status: "UP" | "DOWN";
      version: string;
      runtime: string;
      /** Format: int64 */
      startTs: number;
      /** Format: int64 */
      uptimeSeconds: number;
      memory: {
        /** Format: int64 */
        residentBytes: number;
        /** Format: int64 */
        heapBytes: number;
        /** Format: int64 */
        externalBytes: number;
      };
      /**
       * Format: double
       * @description Used since the start.
       */
      cpuSeconds: number;
      /** @description Since the metrics were last collected at /metrics. */
      eventLoopDelay: {
        /** Format: double */
        p50Millis: number;
        /** Format: double */
        p99Millis: number;
        /** Format: double */
        maxMillis: number;
      };
      stores: {
        /** @enum {string} */
        name: "telemetry" | "entities";
        healthy: boolean;
        /** Format: int64 */
        bytes: number;
      }[];
      disk: {
        /** Format: int64 */
        freeBytes: number;
        /** Format: int64 */
        bytes: number;
      };
      /**
       * Format: int64
       * @description About how many points of telemetry are stored; null while the store cannot say.
       */
      points: number | null;
      mqtt: {
        /** Format: int64 */
        connections: number;
        /** Format: int64 */
        sessions: number;
        /** Format: int64 */
        connectsRefused: number;
        /** Format: int64 */
        publishesRefused: number;
        /** Format: int64 */
        protocolErrors: number;
        /** Format: int64 */
        overflows: number;
      };
      live: {
        /** Format: int64 */
        connections: number;
        /** Format: int64 */
        subscriptions: number;
        /** Format: int64 */
        unsentBytes: number;
      };
      queues: {
        /** Format: int64 */
        mailsWaiting: number;
        /** Format: int64 */
        callsPending: number;
        /** Format: int64 */
        devicePolls: number;
        /**
         * Format: int64
         * @description Messages that waited for a full commit, since the start.
         */
        telemetryWaits: number;
      };
      failures: {
        /** Format: int64 */
        telemetryBatches: number;
        /** Format: int64 */
        attributeBatches: number;
        /** Format: int64 */
        mails: number;
        /** Format: int64 */
        auditRecords: number;
        /** Format: int64 */
        retentionRuns: number;
      };
      reports: components["schemas"]["ReportLoad"][];
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "DASHBOARD",
     *         "id": "0198a1c0-0000-7000-8000-00000000005a"
     *       },
     *       "createdTime": 1767225600000,
     *       "tenantId": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "title": "Boiler room",
     *       "name": "Boiler room",
     *       "image": null,
     *       "assignedCustomers": [
     *         {
     *           "customerId": {
     *             "entityType": "CUSTOMER",
     *             "id": "0198a1c0-0000-7000-8000-000000000030"
     *           },
     *           "title": "Acme",
     *           "public": false
     *         }
     *       ],
     *       "mobileHide": false,
     *       "mobileOrder": null,
     *       "externalId": null,
     *       "version": 1,
     *       "configuration": {
     *         "bridgehead": 1,
     *         "timeRange": {
     *           "type": "rolling",
     *           "amount": 24,
     *           "unit": "h"
     *         },
     *         "panels": []
     *       },
     *       "hideDashboardToolbar": true
     *     }
     */
    HomeDashboard: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      tenantId: components["schemas"]["EntityId"];
      title: string;
      /** @description The title. */
      name: string;
      image: string | null;
      /** @description A user of a customer sees the own one. */
      assignedCustomers: components["schemas"]["AssignedCustomer"][];
      mobileHide: boolean;
      /** Format: int64 */
      mobileOrder: number | null;
      externalId: components["schemas"]["EntityId"] | null;
      /** Format: int64 */
      version: number;
      /** @description As it was sent. */
      configuration: {
        [key: string]: unknown;
      } | null;
      hideDashboardToolbar: boolean;
    };
    /**
     * @example {
     *       "dashboardId": {
     *         "entityType": "DASHBOARD",
     *         "id": "0198a1c0-0000-7000-8000-00000000005a"
     *       },
     *       "hideDashboardToolbar": true
     *     }
     */
    HomeDashboardInfo: {
      dashboardId: components["schemas"]["EntityId"] | null;
      hideDashboardToolbar: boolean;
    };
    /**
     * @example {
     *       "dashboardId": {
     *         "entityType": "DASHBOARD",
     *         "id": "0198a1c0-0000-7000-8000-00000000005a"
     *       },
     *       "hideDashboardToolbar": true
     *     }
     */
    HomeDashboardInfoInput: {
      dashboardId?: components["schemas"]["EntityIdInput"] | null;
      hideDashboardToolbar?: boolean | null;
    };
    /**
     * @example {
     *       "dryRun": false,
     *       "rows": 3,
     *       "accepted": 2,
     *       "refused": 1,
     *       "startTs": 1767225600000,
     *       "endTs": 1767225660000,
     *       "devices": {
     *         "written": 1,
     *         "created": 0,
     *         "unknown": 1,
     *         "unknownNames": [
     *           "boiler-9"
     *         ]
     *       },
     *       "refusals": [
     *         {
     *           "field": "device",
     *           "reason": "unknown-device",
     *           "count": 1
     *         }
     *       ],
     *       "errors": [
     *         {
     *           "line": 4,
     *           "field": "device",
     *           "reason": "unknown-device",
     *           "message": "there is no device \"boiler-9\""
     *         }
     *       ],
     *       "errorsOmitted": 0
     *     }
     */
    ImportReport: {
      dryRun: boolean;
      /**
       * Format: int64
       * @description Rows read, without the head of a CSV and empty lines.
       */
      rows: number;
      /**
       * Format: int64
       * @description Points that are stored and synced, or would be.
       */
      accepted: number;
      /**
       * Format: int64
       * @description Rows, and values of rows with several, that were not taken.
       */
      refused: number;
      /**
       * Format: int64
       * @description Time of the oldest accepted point.
       */
      startTs: number | null;
      /**
       * Format: int64
       * @description Time of the newest accepted point.
       */
      endTs: number | null;
      devices: {
        /**
         * Format: int64
         * @description Devices that were given points. Counted up to 200000.
         */
        written: number;
        /** Format: int64 */
        created: number;
        /**
         * Format: int64
         * @description Names that no device has. Counted up to 200000.
         */
        unknown: number;
        /** @description Some of them, as many as errorsMax. */
        unknownNames: string[];
      };
      /** @description What was refused and why, all of it counted. */
      refusals: {
        field: string;
        reason: string;
        /** Format: int64 */
        count: number;
      }[];
      /** @description The first of them with their lines. */
      errors: {
        /** Format: int64 */
        line: number;
        field: string;
        reason: string;
        message: string;
      }[];
      /**
       * Format: int64
       * @description Refused values that are not among these errors.
       */
      errorsOmitted: number;
    };
    ImportedDevice: {
      /** Format: int64 */
      line: number;
      name: string;
      /** @enum {string} */
      outcome: "new" | "changed" | "unchanged" | "refused";
      /** @description The columns in which a device that exists changes. */
      changes: string[];
      /** @description Why the row is refused. */
      reason: string | null;
      /** Format: uuid */
      deviceId: string | null;
      /** @description The random token of a device that was created. */
      accessToken: string | null;
    };
    InstantRange: {
      /** @enum {string} */
      type: "absolute";
      /** Format: int64 */
      startTs: number;
      /** Format: int64 */
      endTs: number;
      /** @description IANA name; `viewer` and `tenant` are resolved for each run. Left out: That of the author, of the tenant, or UTC. */
      timezone?: string;
      /**
       * @description Left out: monday
       * @enum {string}
       */
      weekStart?: "monday" | "sunday" | "saturday";
      /**
       * Format: int32
       * @description Left out: 1
       */
      fiscalStartMonth?: number;
      /**
       * Format: int64
       * @default 0
       */
      delayMs?: number;
    };
    /**
     * @example {
     *       "tokenExpirationTime": 9000,
     *       "refreshTokenExpTime": 604800,
     *       "tokenIssuer": "bridgehead",
     *       "tokenSigningKey": null
     *     }
     */
    JwtSettings: {
      /**
       * Format: int32
       * @description Seconds that an access token lasts, from 60.
       */
      tokenExpirationTime: number;
      /**
       * Format: int32
       * @description Seconds that a refresh token lasts, from 900.
       */
      refreshTokenExpTime: number;
      /** @description The issuer named in tokens. */
      tokenIssuer: string;
      /** @description Always null: its holder could make any token. */
      tokenSigningKey: string | null;
    };
    /**
     * @example {
     *       "tokenExpirationTime": 9000,
     *       "refreshTokenExpTime": 604800,
     *       "tokenIssuer": "bridgehead",
     *       "tokenSigningKey": null
     *     }
     */
    JwtSettingsInput: {
      /**
       * Format: int32
       * @description Seconds that an access token lasts, from 60.
       */
      tokenExpirationTime: number;
      /**
       * Format: int32
       * @description Seconds that a refresh token lasts, from 900.
       */
      refreshTokenExpTime: number;
      /** @description The issuer named in tokens. */
      tokenIssuer: string;
      /** @description Base64 of 64 bytes or more; null or missing leaves the key as it is. */
      tokenSigningKey?: string | null;
    };
    /**
     * @example {
     *       "key": {
     *         "type": "TIME_SERIES",
     *         "key": "temperature"
     *       },
     *       "valueType": "NUMERIC",
     *       "predicate": {
     *         "type": "NUMERIC",
     *         "operation": "GREATER",
     *         "value": {
     *           "defaultValue": 20
     *         }
     *       }
     *     }
     */
    KeyFilter: {
      key: components["schemas"]["EntityKey"];
      valueType?: ("STRING" | "NUMERIC" | "DATE_TIME" | "BOOLEAN") | null;
      /**
       * @description `type` is STRING, NUMERIC, BOOLEAN or COMPLEX. STRING takes EQUAL, NOT_EQUAL, STARTS_WITH, ENDS_WITH, CONTAINS, NOT_CONTAINS, IN, NOT_IN, and `ignoreCase`; NUMERIC takes EQUAL, NOT_EQUAL, GREATER, LESS, GREATER_OR_EQUAL, LESS_OR_EQUAL; BOOLEAN takes EQUAL and NOT_EQUAL; COMPLEX joins `predicates` by AND or OR. NUMERIC looks at numbers, and at texts that spell one.
       * @example {
       *       "type": "NUMERIC",
       *       "operation": "GREATER",
       *       "value": {
       *         "defaultValue": 20
       *       }
       *     }
       */
      predicate: {
        [key: string]: unknown;
      };
    };
    KnownKey: {
      /** @example temp */
      key: string;
      /** @enum {string} */
      kind: "telemetry" | "attribute";
      /** @description Null for telemetry. */
      scope: ("client" | "shared" | "server") | null;
      /**
       * @description Devices by the type of their newest value: number, text, boolean, json.
       * @example {
       *       "number": 120,
       *       "text": 3
       *     }
       */
      types: {
        [key: string]: number;
      };
      /**
       * Format: int64
       * @description Devices that have the key.
       * @example 123
       */
      devices: number;
      /**
       * Format: int64
       * @description Time of the newest value, in milliseconds.
       * @example 1767225600000
       */
      lastTs: number;
      /**
       * @description Up to five of the newest values.
       * @example [
       *       21.5,
       *       "n/a"
       *     ]
       */
      samples: (string | number | boolean)[];
    };
    /**
     * @example {
     *       "status": 403,
     *       "message": "the tenant may have 100 devices",
     *       "errorCode": 41,
     *       "timestamp": 1767225600000,
     *       "entityType": "DEVICE",
     *       "limit": 100
     *     }
     */
    LimitExceededResponse: {
      /**
       * Format: int32
       * @description The HTTP status.
       */
      status: number;
      /** @description What was wrong, for people. Its wording may change. */
      message: string;
      /**
       * Format: int32
       * @description What was wrong, for programs.
       * @enum {integer}
       */
      errorCode: 2 | 10 | 11 | 15 | 20 | 31 | 32 | 33 | 35 | 41 | 45 | 46;
      /**
       * Format: int64
       * @description Milliseconds since the epoch.
       */
      timestamp: number;
      /** @description Of which entities there are too many. */
      entityType?: string;
      /**
       * Format: int64
       * @description How many the profile of the tenant allows.
       */
      limit?: number;
    };
    /**
     * @example {
     *       "username": "ada@example.com",
     *       "password": "s3cret-Pass"
     *     }
     */
    LoginRequest: {
      /** @description The email of a user. */
      username: string;
      password: string;
    };
    /**
     * @example {
     *       "token": "eyJhbGciOiJIUzUxMiJ9.eyJzdWIiOiJhZGEifQ.c2ln",
     *       "refreshToken": "eyJhbGciOiJIUzUxMiJ9.e30.c2ln"
     *     }
     */
    LoginResponse: {
      token: string;
      refreshToken: string;
    };
    /** @description How a missing value is written. Left out: `{}`. */
    MissingValues: {
      /**
       * @default empty
       * @enum {string}
       */
      encode?: "empty" | "omit" | "text";
      /** @default - */
      text?: string;
      /**
       * @default none
       * @enum {string}
       */
      dropRows?: "none" | "anyMeasureMissing" | "allMeasuresMissing";
    };
    /**
     * @example {
     *       "status": 504,
     *       "message": "\"boiler-7\" sends through the gateway \"gateway-1\" but was never connected, so nothing can be sent to it",
     *       "errorCode": 2,
     *       "timestamp": 1767225600000,
     *       "gatewayId": {
     *         "entityType": "DEVICE",
     *         "id": "0198a1c0-0000-7000-8000-000000000040"
     *       }
     *     }
     */
    NeverConnectedResponse: {
      /**
       * Format: int32
       * @description The HTTP status.
       */
      status: number;
      /** @description What was wrong, for people. Its wording may change. */
      message: string;
      /**
       * Format: int32
       * @description What was wrong, for programs.
       * @enum {integer}
       */
      errorCode: 2 | 10 | 11 | 15 | 20 | 31 | 32 | 33 | 35 | 41 | 45 | 46;
      /**
       * Format: int64
       * @description Milliseconds since the epoch.
       */
      timestamp: number;
      gatewayId?: components["schemas"]["EntityId"];
    };
    /** @example {} */
    Nothing: Record<string, never>;
    /**
     * @example {
     *       "id": {
     *         "entityType": "OTA_PACKAGE",
     *         "id": "0198a1c0-0000-7000-8000-000000000058"
     *       },
     *       "createdTime": 1767225600000,
     *       "tenantId": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "deviceProfileId": {
     *         "entityType": "DEVICE_PROFILE",
     *         "id": "0198a1c0-0000-7000-8000-000000000050"
     *       },
     *       "type": "FIRMWARE",
     *       "name": "boiler",
     *       "title": "boiler",
     *       "version": "2.5.0",
     *       "tag": "boiler 2.5.0",
     *       "url": null,
     *       "hasData": true,
     *       "fileName": "boiler-2.5.0.bin",
     *       "contentType": "application/octet-stream",
     *       "checksumAlgorithm": "SHA256",
     *       "checksum": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
     *       "dataSize": 262144,
     *       "externalId": null,
     *       "additionalInfo": {
     *         "description": ""
     *       },
     *       "data": null
     *     }
     */
    OtaPackage: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      tenantId: components["schemas"]["EntityId"];
      deviceProfileId: components["schemas"]["EntityId"];
      /** @enum {string} */
      type: "FIRMWARE" | "SOFTWARE";
      /** @description The same as the title. */
      name: string;
      title: string;
      /** @description Of the firmware or software. */
      version: string;
      tag: string | null;
      /** @description From where devices download it, instead of a file. */
      url: string | null;
      /** @description Whether it has a file or a url, so that it can be assigned. */
      hasData: boolean;
      fileName: string | null;
      contentType: string | null;
      checksumAlgorithm: ("MD5" | "SHA256" | "SHA384" | "SHA512" | "CRC32") | null;
      /** @description In lower-case hex; CRC32 with its lowest byte first. */
      checksum: string | null;
      /**
       * Format: int64
       * @description In bytes.
       */
      dataSize: number | null;
      externalId: components["schemas"]["EntityId"] | null;
      additionalInfo: {
        [key: string]: unknown;
      } | null;
      /** @description Always null: the bytes are downloaded. */
      data: string | null;
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "OTA_PACKAGE",
     *         "id": "0198a1c0-0000-7000-8000-000000000058"
     *       },
     *       "createdTime": 1767225600000,
     *       "tenantId": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "deviceProfileId": {
     *         "entityType": "DEVICE_PROFILE",
     *         "id": "0198a1c0-0000-7000-8000-000000000050"
     *       },
     *       "type": "FIRMWARE",
     *       "name": "boiler",
     *       "title": "boiler",
     *       "version": "2.5.0",
     *       "tag": "boiler 2.5.0",
     *       "url": null,
     *       "hasData": true,
     *       "fileName": "boiler-2.5.0.bin",
     *       "contentType": "application/octet-stream",
     *       "checksumAlgorithm": "SHA256",
     *       "checksum": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
     *       "dataSize": 262144,
     *       "externalId": null,
     *       "additionalInfo": {
     *         "description": ""
     *       }
     *     }
     */
    OtaPackageInfo: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      tenantId: components["schemas"]["EntityId"];
      deviceProfileId: components["schemas"]["EntityId"];
      /** @enum {string} */
      type: "FIRMWARE" | "SOFTWARE";
      /** @description The same as the title. */
      name: string;
      title: string;
      /** @description Of the firmware or software. */
      version: string;
      tag: string | null;
      /** @description From where devices download it, instead of a file. */
      url: string | null;
      /** @description Whether it has a file or a url, so that it can be assigned. */
      hasData: boolean;
      fileName: string | null;
      contentType: string | null;
      checksumAlgorithm: ("MD5" | "SHA256" | "SHA384" | "SHA512" | "CRC32") | null;
      /** @description In lower-case hex; CRC32 with its lowest byte first. */
      checksum: string | null;
      /**
       * Format: int64
       * @description In bytes.
       */
      dataSize: number | null;
      externalId: components["schemas"]["EntityId"] | null;
      additionalInfo: {
        [key: string]: unknown;
      } | null;
    };
    /**
     * @example {
     *       "type": "FIRMWARE",
     *       "title": "boiler",
     *       "version": "2.5.0",
     *       "tag": "boiler 2.5.0",
     *       "deviceProfileId": {
     *         "entityType": "DEVICE_PROFILE",
     *         "id": "0198a1c0-0000-7000-8000-000000000050"
     *       }
     *     }
     */
    OtaPackageInput: {
      id?: components["schemas"]["EntityIdInput"] | null;
      /** @enum {string} */
      type: "FIRMWARE" | "SOFTWARE";
      title: string;
      version: string;
      tag?: string | null;
      deviceProfileId: components["schemas"]["EntityIdInput"];
      url?: string | null;
      usesUrl?: boolean | null;
      isURL?: boolean | null;
      checksumAlgorithm?: ("MD5" | "SHA256" | "SHA384" | "SHA512" | "CRC32") | null;
      checksum?: string | null;
      /** Format: int64 */
      dataSize?: number | null;
      externalId?: components["schemas"]["EntityIdInput"] | null;
      additionalInfo?: {
        [key: string]: unknown;
      } | null;
    };
    /**
     * @example {
     *       "file": "…"
     *     }
     */
    OtaPackageUpload: {
      /** Format: binary */
      file: string;
    };
    /**
     * @example {
     *       "ts": 1767229200000,
     *       "gateways": {
     *         "total": 4,
     *         "online": 3
     *       },
     *       "devices": {
     *         "total": 57,
     *         "active": 55
     *       },
     *       "traffic": {
     *         "startTs": 1767225600000,
     *         "messages": {
     *           "perSecond": 20,
     *           "minutes": [
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             1200,
     *             1194,
     *             412
     *           ]
     *         },
     *         "points": {
     *           "perSecond": 60.5,
     *           "minutes": [
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             3600,
     *             3582,
     *             1236
     *           ]
     *         },
     *         "refusals": {
     *           "lastMinute": 2,
     *           "lastHour": 5,
     *           "minutes": [
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             0,
     *             2
     *           ],
     *           "reasons": [
     *             {
     *               "reason": "invalid",
     *               "lastMinute": 2,
     *               "lastHour": 5
     *             }
     *           ]
     *         }
     *       },
     *       "reports": [
     *         {
     *           "pool": "reports",
     *           "running": 1,
     *           "waiting": 0,
     *           "slots": 4,
     *           "capacity": 100
     *         }
     *       ],
     *       "storage": null,
     *       "month": {
     *         "startTs": 1767225600000,
     *         "messages": 812345,
     *         "points": 4061725,
     *         "pointDays": 121851750
     *       },
     *       "tenants": null,
     *       "byTenant": {
     *         "offlineGateways": [
     *           {
     *             "id": {
     *               "entityType": "TENANT",
     *               "id": "0198a1c0-0000-7000-8000-000000000010"
     *             },
     *             "title": "Heating Ltd",
     *             "count": 3,
     *             "lastDisconnectTime": 1767225600000
     *           }
     *         ],
     *         "refusals": [],
     *         "limits": {
     *           "nearest": [
     *             {
     *               "id": {
     *                 "entityType": "TENANT",
     *                 "id": "0198a1c0-0000-7000-8000-000000000010"
     *               },
     *               "title": "Heating Ltd",
     *               "name": "maxDevices",
     *               "used": 97,
     *               "limit": 100
     *             }
     *           ],
     *           "total": 1
     *         }
     *       },
     *       "missingNodes": 0
     *     }
     */
    Overview: {
      /** Format: int64 */
      ts: number;
      gateways: {
        /** Format: int64 */
        total: number;
        /**
         * Format: int64
         * @description Those that have a connection now.
         */
        online: number;
      };
      devices: {
        /**
         * Format: int64
         * @description Without gateways.
         */
        total: number;
        /** Format: int64 */
        active: number;
      };
      traffic: components["schemas"]["TrafficFigures"] | null;
      reports: components["schemas"]["ReportLoad"][];
      storage: {
        /**
         * Format: int64
         * @description Null in a cluster, whose nodes keep no data on their disks.
         */
        telemetryBytes: number | null;
        /**
         * Format: int64
         * @description Null in a cluster, whose nodes keep no data on their disks.
         */
        entityBytes: number | null;
        /**
         * Format: int64
         * @description About how many points of telemetry are stored; null while the store cannot say.
         */
        points: number | null;
        /**
         * Format: int64
         * @description Null in a cluster, whose nodes keep no data on their disks.
         */
        diskFreeBytes: number | null;
        /**
         * Format: int64
         * @description Null in a cluster, whose nodes keep no data on their disks.
         */
        diskBytes: number | null;
        /** @description The finding about how full the disk is; null if there is none, and in a cluster. */
        diskFinding: ("disk-almost-full" | "disk-full-soon") | null;
      } | null;
      month: {
        /** Format: int64 */
        startTs: number;
        /** Format: int64 */
        messages: number;
        /** Format: int64 */
        points: number;
        /**
         * Format: int64
         * @description Points stored, each times the days for which it is kept, at least one.
         */
        pointDays: number;
      } | null;
      /** Format: int64 */
      tenants: number | null;
      /** @description For system administrators: the ten tenants with the most gateways offline, and with the most messages refused in the last hour, the most first, and those that come near a limit. No gateways while a node of a cluster has not answered. */
      byTenant: {
        offlineGateways: {
          id: components["schemas"]["EntityId"];
          title: string;
          /** Format: int64 */
          count: number;
          /**
           * Format: int64
           * @description When the one of them that was heard of last lost its connection; null if that one never had any.
           */
          lastDisconnectTime: number | null;
        }[];
        refusals: {
          id: components["schemas"]["EntityId"];
          title: string;
          /** Format: int64 */
          count: number;
        }[];
        /** @description The limits of tenants of which more is used than the `warnThreshold` of the profile, the ten with the largest share first, and how many there are. */
        limits: {
          nearest: {
            id: components["schemas"]["EntityId"];
            title: string;
            /** @description The limit, as in the profile. */
            name: string;
            /** Format: int64 */
            used: number;
            /** Format: int64 */
            limit: number;
          }[];
          /** Format: int64 */
          total: number;
        };
      } | null;
      /**
       * Format: int64
       * @description Nodes of a cluster that did not answer in time: their traffic, connections and reports are not counted. 0 without a cluster.
       */
      missingNodes: number;
    };
    PageDataApiKeyInfo: {
      data: components["schemas"]["ApiKeyInfo"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataAuditLog: {
      data: components["schemas"]["AuditLog"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataConnectionEvent: {
      data: components["schemas"]["ConnectionEvent"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataCustomer: {
      data: components["schemas"]["Customer"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataDashboardInfo: {
      data: components["schemas"]["DashboardInfo"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataDevice: {
      data: components["schemas"]["Device"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataDeviceInfo: {
      data: components["schemas"]["DeviceInfo"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataDeviceProfile: {
      data: components["schemas"]["DeviceProfile"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataDeviceProfileInfo: {
      data: components["schemas"]["DeviceProfileInfo"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataEntityData: {
      data: components["schemas"]["EntityData"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataEntityInfo: {
      data: components["schemas"]["EntityInfo"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataGateway: {
      data: components["schemas"]["Gateway"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataOtaPackageInfo: {
      data: components["schemas"]["OtaPackageInfo"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataRefusal: {
      data: components["schemas"]["Refusal"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataRollout: {
      data: components["schemas"]["Rollout"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataRolloutDevice: {
      data: components["schemas"]["RolloutDevice"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataRoutedDevice: {
      data: components["schemas"]["RoutedDevice"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataRpc: {
      data: components["schemas"]["Rpc"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataTenant: {
      data: components["schemas"]["Tenant"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataTenantInfo: {
      data: components["schemas"]["TenantInfo"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataTenantProfile: {
      data: components["schemas"]["TenantProfile"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataUser: {
      data: components["schemas"]["User"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataUserEmailInfo: {
      data: components["schemas"]["UserEmailInfo"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    PageDataViewInfo: {
      data: components["schemas"]["ViewInfo"][];
      /**
       * Format: int32
       * @example 1
       */
      totalPages: number;
      /**
       * Format: int64
       * @description Rows on all pages together.
       * @example 1
       */
      totalElements: number;
      /** @example false */
      hasNext: boolean;
    };
    /**
     * @example {
     *       "match": {
     *         "text": "last 3 full weeks",
     *         "timeRange": {
     *           "type": "rolling",
     *           "amount": 3,
     *           "unit": "w",
     *           "align": "w",
     *           "offset": 0,
     *           "timezone": "Europe/Kyiv",
     *           "weekStart": "monday",
     *           "fiscalStartMonth": 1,
     *           "delayMs": 0
     *         },
     *         "startTs": 1765749600000,
     *         "endTs": 1767564000000
     *       },
     *       "proposals": []
     *     }
     */
    ParsedRange: {
      /** @description Null for a text that may mean several things, or none. */
      match: components["schemas"]["RangeInWords"] | null;
      /** @description What it may mean then, three at most. */
      proposals: components["schemas"]["RangeInWords"][];
    };
    /**
     * @description Given at once for a persistent call.
     * @example {
     *       "rpcId": "0198a1c0-0000-7000-8000-000000000070"
     *     }
     */
    PersistentRpcId: {
      /** Format: uuid */
      rpcId: string;
    };
    /**
     * @example {
     *       "ts": 1767225600000,
     *       "value": "21.5"
     *     }
     */
    Point: {
      /** Format: int64 */
      ts: number;
      /** @description A text, whatever it was, unless useStrictDataTypes is true. */
      value: unknown;
    };
    /**
     * @example {
     *       "findings": [
     *         {
     *           "kind": "certificate-ends",
     *           "severity": "warning",
     *           "found": "The certificate /etc/bridgehead/fullchain.pem ends in 9 days.",
     *           "remedy": "Renew it in its place: the new one is used without a restart.",
     *           "values": {
     *             "file": "/etc/bridgehead/fullchain.pem",
     *             "days": 9
     *           },
     *           "tenants": null
     *         }
     *       ],
     *       "versions": [
     *         {
     *           "name": "Node.js",
     *           "version": "24.18.0"
     *         }
     *       ],
     *       "sync": [
     *         {
     *           "store": "entities",
     *           "how": "Each change is committed and synced by SQLite (synchronous = FULL)."
     *         }
     *       ]
     *     }
     */
    Posture: {
      /** @description The most severe first; none where nothing is wrong. */
      findings: {
        /** @enum {string} */
        kind:
          | "plain-servers"
          | "certificate-ends"
          | "no-backups"
          | "backup-overdue"
          | "changes-not-kept"
          | "backups-unverified"
          | "no-system-administrator"
          | "passwords-in-settings"
          | "old-passwords"
          | "unused-accounts"
          | "endless-api-keys"
          | "unused-api-keys"
          | "master-key-old"
          | "token-key-old"
          | "other-runtime"
          | "sync-lax"
          | "sync-unchecked"
          | "files-gone"
          | "history-damaged"
          | "disk-almost-full"
          | "disk-full-soon"
          | "volatile-data"
          | "network-disk"
          | "files-open-to-others"
          | "no-device-limit"
          | "no-rate-limit";
        /** @enum {string} */
        severity: "critical" | "warning" | "advice";
        found: string;
        remedy: string;
        /**
         * @description What the text beside it is made of, by name; the names depend on its kind.
         * @example {
         *       "count": 3
         *     }
         */
        values: {
          [key: string]: unknown;
        };
        /** @description Whom a finding about tenants is about: the five with the most devices, and how many there are. */
        tenants: {
          named: {
            id: components["schemas"]["EntityId"];
            title: string;
          }[];
          /** Format: int64 */
          total: number;
        } | null;
      }[];
      /** @description Of the platform, its runtime, its engines, and the servers that it uses. */
      versions: {
        name: string;
        version: string;
      }[];
      /** @description What has happened to a change before it is acknowledged. */
      sync: {
        /** @enum {string} */
        store: "telemetry" | "entities";
        how: string;
      }[];
    };
    PresetRange: {
      /** @enum {string} */
      type: "preset";
      /** @enum {string} */
      preset:
        | "last5Minutes"
        | "last15Minutes"
        | "last30Minutes"
        | "lastHour"
        | "last6Hours"
        | "last12Hours"
        | "last24Hours"
        | "last7Days"
        | "last14Days"
        | "last30Days"
        | "last90Days"
        | "last365Days"
        | "today"
        | "yesterday"
        | "thisWeek"
        | "thisMonth"
        | "thisQuarter"
        | "thisYear"
        | "weekToDate"
        | "monthToDate"
        | "quarterToDate"
        | "yearToDate"
        | "lastWeek"
        | "lastMonth"
        | "lastQuarter"
        | "lastYear"
        | "previous7Days"
        | "previous30Days"
        | "allTime";
      /** @description IANA name; `viewer` and `tenant` are resolved for each run. Left out: That of the author, of the tenant, or UTC. */
      timezone?: string;
      /**
       * @description Left out: monday
       * @enum {string}
       */
      weekStart?: "monday" | "sunday" | "saturday";
      /**
       * Format: int32
       * @description Left out: 1
       */
      fiscalStartMonth?: number;
      /**
       * Format: int64
       * @default 0
       */
      delayMs?: number;
    };
    /**
     * @description What is wrong, for programs; absent for rare problems; its other members depend on the kind: limits, and what was found.
     * @example {
     *       "kind": "too-long",
     *       "field": "name",
     *       "max": 255,
     *       "found": 300
     *     }
     */
    ProblemData: {
      /** @enum {string} */
      kind:
        | "required"
        | "blank"
        | "taken"
        | "too-long"
        | "length"
        | "too-many"
        | "contains"
        | "not-unicode"
        | "not-an-email"
        | "not-an-id"
        | "type"
        | "range"
        | "bound"
        | "one-of"
        | "unknown"
        | "used-elsewhere"
        | "not-a-count"
        | "device-profile-used"
        | "device-profile-default"
        | "last-tenant-administrator"
        | "last-system-administrator"
        | "link-expired"
        | "link-unknown"
        | "password-short"
        | "password-long"
        | "password-spaces"
        | "password-lacks"
        | "password-same"
        | "password-used"
        | "password-wrong";
      /** @description The member that it is about; dots lead to members of members. */
      field: string;
    } & {
      [key: string]: unknown;
    };
    ProfileReference: {
      /**
       * Format: uuid
       * @description Left out: That of the name.
       */
      id?: string;
      /** @description Left out: That of the id. */
      name?: string;
    };
    /**
     * @example {
     *       "deviceName": "d",
     *       "provisionDeviceKey": "k",
     *       "provisionDeviceSecret": "s"
     *     }
     */
    ProvisionRequest: {
      deviceName?: string | null;
      provisionDeviceKey: string;
      provisionDeviceSecret: string;
    };
    /**
     * @example {
     *       "status": "SUCCESS",
     *       "credentialsType": "ACCESS_TOKEN",
     *       "credentialsValue": "A1B2C3D4E5F6G7H8I9J0"
     *     }
     */
    ProvisionResponse: {
      /** @enum {string} */
      status: "SUCCESS" | "FAILURE" | "NOT_FOUND";
      /** @enum {string} */
      credentialsType?: "ACCESS_TOKEN" | "MQTT_BASIC" | "X509_CERTIFICATE";
      credentialsValue?: unknown;
      errorMsg?: string;
    };
    /**
     * @example {
     *       "publicId": "0198a1c0-0000-7000-8000-000000000030"
     *     }
     */
    PublicLoginRequest: {
      /**
       * Format: uuid
       * @description The id of a public customer.
       */
      publicId: string;
    };
    /**
     * @example {
     *       "text": "last 3 full weeks",
     *       "timeRange": {
     *         "type": "rolling",
     *         "amount": 3,
     *         "unit": "w",
     *         "align": "w",
     *         "offset": 0,
     *         "timezone": "Europe/Kyiv",
     *         "weekStart": "monday",
     *         "fiscalStartMonth": 1,
     *         "delayMs": 0
     *       },
     *       "startTs": 1765749600000,
     *       "endTs": 1767564000000
     *     }
     */
    RangeInWords: {
      /** @description The text as it was understood. */
      text: string;
      timeRange: components["schemas"]["TimeRange"];
      /**
       * Format: int64
       * @description Where it begins now, in milliseconds.
       */
      startTs: number;
      /**
       * Format: int64
       * @description Where it ends now; this instant is outside.
       */
      endTs: number;
    };
    /**
     * @example {
     *       "text": "last 3 full weeks",
     *       "timezone": "Europe/Kyiv"
     *     }
     */
    RangeText: {
      text: string;
      /**
       * @description An IANA name, viewer or tenant.
       * @default viewer
       */
      timezone?: string;
      /**
       * @default monday
       * @enum {string}
       */
      weekStart?: "monday" | "sunday" | "saturday";
      /**
       * Format: int32
       * @default 1
       */
      fiscalStartMonth?: number;
    };
    /**
     * @example {
     *       "id": "0198a1c0-0000-7000-8000-000000000040"
     *     }
     */
    RecordId: {
      /** Format: uuid */
      id: string;
    };
    /**
     * @example {
     *       "refreshToken": "eyJhbGciOiJIUzUxMiJ9.e30.c2ln"
     *     }
     */
    RefreshTokenRequest: {
      refreshToken: string;
    };
    /**
     * @example {
     *       "number": 4711,
     *       "ts": 1767225600000,
     *       "gateway": {
     *         "id": {
     *           "entityType": "DEVICE",
     *           "id": "0198a1c0-0000-7000-8000-000000000040"
     *         },
     *         "name": "gateway-1"
     *       },
     *       "topic": "v1/gateway/attributes",
     *       "reason": "invalid",
     *       "partly": false,
     *       "entries": [
     *         {
     *           "device": "boiler-7",
     *           "deviceId": {
     *             "entityType": "DEVICE",
     *             "id": "0198a1c0-0000-7000-8000-000000000040"
     *           },
     *           "reason": "invalid",
     *           "message": "the attributes of a device must be a JSON object, got a number"
     *         }
     *       ],
     *       "entriesTotal": 1,
     *       "bytes": 14,
     *       "payload": "{\"boiler-7\":7}",
     *       "cut": false
     *     }
     */
    Refusal: {
      /**
       * Format: int64
       * @description Ascends in the order of receipt.
       */
      number: number;
      /** Format: int64 */
      ts: number;
      gateway: {
        id: components["schemas"]["EntityId"];
        name: string;
      };
      topic: string;
      /** @description The kind of error, as `invalid` or `rate-limited`. */
      reason: string;
      /** @description Whether other parts of the message were processed. */
      partly: boolean;
      /** @description What was refused: the first parts, in order. */
      entries: {
        /** @description The name that the gateway used. */
        device: string | null;
        deviceId: components["schemas"]["EntityId"] | null;
        /** @description The kind of error, as `invalid` or `rate-limited`. */
        reason: string;
        message: string;
      }[];
      /**
       * Format: int64
       * @description How many parts were refused.
       */
      entriesTotal: number;
      /**
       * Format: int64
       * @description Size of the payload; null if it was not to blame, as when storage fails.
       */
      bytes: number | null;
      /** @description The beginning of the payload as text, with secrets masked as `***`. */
      payload: string | null;
      /** @description Whether the payload is longer than the text. */
      cut: boolean;
    };
    /**
     * @example {
     *       "bucket": "day",
     *       "amount": 1
     *     }
     */
    ReportBucket: {
      /** @enum {string} */
      bucket: "auto" | "second" | "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";
      /**
       * Format: int64
       * @default 1
       */
      amount?: number;
    };
    /**
     * @example {
     *       "id": "kwh",
     *       "label": "energyUsage",
     *       "type": "number",
     *       "unit": "kWh",
     *       "role": "measure",
     *       "decimals": 2
     *     }
     */
    ReportColumn: {
      /** @description The field; a compared column has its kind behind a dot. */
      id: string;
      label: string;
      /** @enum {string} */
      type: "number" | "text" | "boolean" | "time" | "json" | "any";
      unit: string;
      /** @enum {string} */
      role: "dimension" | "time" | "measure" | "comparison";
      /** Format: int64 */
      decimals: number | null;
    };
    /**
     * @description Left out: `{}`.
     * @example {
     *       "rangeStartTs": 1767225600000,
     *       "rangeEndTs": 1767232800000,
     *       "sort": [
     *         {
     *           "field": "kwh",
     *           "direction": "desc"
     *         }
     *       ],
     *       "limit": 10
     *     }
     */
    ReportDataInput: {
      /**
       * Format: int64
       * @description Start of the range in milliseconds, inclusive. Left out, the saved one.
       * @default null
       */
      rangeStartTs?: number | null;
      /**
       * Format: int64
       * @description End of the range in milliseconds, exclusive. Left out, the saved one.
       * @default null
       */
      rangeEndTs?: number | null;
      /**
       * @description Values by the names of filters, in place of the saved ones.
       * @default null
       */
      filters?: {
        [key: string]: unknown[];
      } | null;
      /** @description IANA name, in place of the zone of the view. */
      timezone?: string;
      /**
       * Format: int64
       * @description Rows at most.
       */
      limit?: number;
      /**
       * Format: int64
       * @description Rows to leave out at the beginning.
       */
      offset?: number;
      /** @description In place of the order of the view. */
      sort?: components["schemas"]["ReportSort"][];
      bucket?: components["schemas"]["ReportBucket"];
    };
    /**
     * @example Building,Date,energyUsage
     *     North,2026-01-01T00:00:00.000Z,30
     */
    ReportFile: string;
    /**
     * @description Left out: `{}`.
     * @example {
     *       "rangeStartTs": 1767225600000,
     *       "rangeEndTs": 1767232800000,
     *       "filters": {
     *         "building": [
     *           "North"
     *         ]
     *       }
     *     }
     */
    ReportFileInput: {
      /**
       * Format: int64
       * @description Start of the range in milliseconds, inclusive. Left out, the saved one.
       * @default null
       */
      rangeStartTs?: number | null;
      /**
       * Format: int64
       * @description End of the range in milliseconds, exclusive. Left out, the saved one.
       * @default null
       */
      rangeEndTs?: number | null;
      /**
       * @description Values by the names of filters, in place of the saved ones.
       * @default null
       */
      filters?: {
        [key: string]: unknown[];
      } | null;
      /** @description IANA name, in place of the zone of the view. */
      timezone?: string;
    };
    /**
     * @example {
     *       "id": "0198a1c0-0000-7000-8000-0000000000d0",
     *       "viewId": "0198a1c0-0000-7000-8000-0000000000b0",
     *       "format": "csv",
     *       "state": "done",
     *       "progress": 100,
     *       "rows": 1200,
     *       "bytes": 48211,
     *       "truncated": false,
     *       "createdTime": 1767225600000,
     *       "startedTime": 1767225600000,
     *       "endedTime": 1767225600000,
     *       "expiresAt": 1767312000000,
     *       "error": null
     *     }
     */
    ReportJob: {
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-0000000000d0
       */
      id: string;
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-0000000000b0
       */
      viewId: string;
      /** @enum {string} */
      format: "json" | "csv" | "ndjson" | "xlsx";
      /** @enum {string} */
      state: "queued" | "running" | "done" | "failed" | "cancelled";
      /**
       * Format: int64
       * @description In percent.
       * @example 100
       */
      progress: number;
      /**
       * Format: int64
       * @example 1200
       */
      rows: number | null;
      /**
       * Format: int64
       * @example 48211
       */
      bytes: number | null;
      /** @example false */
      truncated: boolean | null;
      /**
       * Format: int64
       * @example 1767225600000
       */
      createdTime: number;
      /**
       * Format: int64
       * @example 1767225600000
       */
      startedTime: number | null;
      /**
       * Format: int64
       * @example 1767225600000
       */
      endedTime: number | null;
      /**
       * Format: int64
       * @description When it is removed.
       * @example 1767312000000
       */
      expiresAt: number;
      error: components["schemas"]["ReportJobError"] | null;
    };
    ReportJobError: {
      code: string;
      message: string;
    };
    /**
     * @example {
     *       "pool": "reports",
     *       "running": 1,
     *       "waiting": 0,
     *       "slots": 4,
     *       "capacity": 100
     *     }
     */
    ReportLoad: {
      /** @enum {string} */
      pool: "reports" | "ui" | "jobs";
      /** Format: int64 */
      running: number;
      /** Format: int64 */
      waiting: number;
      /**
       * Format: int64
       * @description How many may run at the same time.
       */
      slots: number;
      /**
       * Format: int64
       * @description How many may wait.
       */
      capacity: number;
    };
    ReportMeta: {
      /** Format: int64 */
      rangeStartTs: number;
      /** Format: int64 */
      rangeEndTs: number;
      timezone: string;
      /**
       * Format: int64
       * @description Of the view; null for one that is not saved.
       */
      revision: number | null;
      truncated: boolean;
      truncation: components["schemas"]["ReportTruncation"] | null;
      /** @enum {string} */
      cache: "hit" | "miss";
      partialBuckets: ("first" | "last")[];
      bucketWidth: components["schemas"]["BucketWidth"] | null;
      /** @description By field: samples that a function of numbers left out. */
      skippedValues: {
        [key: string]: number;
      };
      /**
       * Format: int64
       * @description If no measure has a value: when the newest value of the keys that they read was measured, before or after the range. Null if a measure has one, and if there never was one.
       */
      newestTs: number | null;
      warnings: components["schemas"]["ReportWarning"][];
      /** Format: int64 */
      devices: number;
      /** Format: int64 */
      series: number;
      /** Format: int64 */
      durationMs: number;
    };
    /**
     * @example {
     *       "view": {
     *         "name": "Devices",
     *         "fields": [
     *           {
     *             "id": "n",
     *             "label": "Device",
     *             "source": {
     *               "type": "entity",
     *               "field": "name"
     *             }
     *           },
     *           {
     *             "id": "t",
     *             "label": "temp",
     *             "source": {
     *               "type": "telemetry",
     *               "key": "temp"
     *             }
     *           }
     *         ]
     *       },
     *       "rows": 100
     *     }
     */
    ReportPreviewInput: {
      view: components["schemas"]["SentTableView"];
      /**
       * Format: int64
       * @description Start of the range in milliseconds, inclusive. Left out, the saved one.
       * @default null
       */
      rangeStartTs?: number | null;
      /**
       * Format: int64
       * @description End of the range in milliseconds, exclusive. Left out, the saved one.
       * @default null
       */
      rangeEndTs?: number | null;
      /**
       * @description Values by the names of filters, in place of the saved ones.
       * @default null
       */
      filters?: {
        [key: string]: unknown[];
      } | null;
      /**
       * Format: int32
       * @description Rows at most.
       * @default 1000
       */
      rows?: number;
    };
    /**
     * @example {
     *       "field": "kwh",
     *       "direction": "desc"
     *     }
     */
    ReportSort: {
      field: string;
      /**
       * @default asc
       * @enum {string}
       */
      direction?: "asc" | "desc";
      /** @enum {string} */
      missing?: "first" | "last";
    };
    /**
     * @example {
     *       "columnLabels": [
     *         "Building",
     *         "Date",
     *         "energyUsage",
     *         "Temperature"
     *       ],
     *       "dataTable": [
     *         {
     *           "Building": "North",
     *           "Date": "1767225600000",
     *           "energyUsage": 30,
     *           "Temperature": 22
     *         },
     *         {
     *           "Building": "North",
     *           "Date": "1767229200000",
     *           "energyUsage": 41,
     *           "Temperature": 30
     *         }
     *       ]
     *     }
     */
    ReportTable: {
      /** @description Labels of the columns in their order. */
      columnLabels: string[];
      dataTable: {
        [key: string]: string | number;
      }[];
    };
    /**
     * @example {
     *       "groupedBy": [],
     *       "cells": [
     *         null,
     *         null,
     *         71
     *       ]
     *     }
     */
    ReportTotal: {
      groupedBy: string[];
      cells: unknown[];
    };
    /**
     * @example {
     *       "reason": "rows",
     *       "limit": 10000
     *     }
     */
    ReportTruncation: {
      /** @enum {string} */
      reason: "rows" | "bytes";
      /** Format: int64 */
      limit: number;
    };
    /**
     * @example {
     *       "code": "VALUES_SKIPPED",
     *       "message": "Column \"State\" counts numbers only, and none of its samples is one (12 skipped).",
     *       "values": {
     *         "column": "State",
     *         "count": 12
     *       },
     *       "field": "state"
     *     }
     */
    ReportWarning: {
      code: string;
      message: string;
      /**
       * @description What the text beside it is made of, by name; the names depend on its kind.
       * @example {
       *       "count": 3
       *     }
       */
      values?: {
        [key: string]: unknown;
      };
      field: string | null;
    };
    /**
     * @example {
     *       "email": "ada@example.com"
     *     }
     */
    ResetPasswordEmailRequest: {
      email: string;
    };
    /**
     * @example {
     *       "resetToken": "mF3b0rZ6V1c7Q2pXn8sT4uYwK5hJ9dLe",
     *       "password": "analytical-engine"
     *     }
     */
    ResetPasswordRequest: {
      resetToken: string;
      password: string;
    };
    /**
     * @description All windows of all parties have to have a call left.
     * @example {
     *       "party": "tenant",
     *       "name": "tenantServerRestLimitsConfiguration",
     *       "limit": "500:60",
     *       "windows": [
     *         {
     *           "calls": 500,
     *           "seconds": 60,
     *           "remaining": 498,
     *           "nextInSeconds": 1
     *         }
     *       ]
     *     }
     */
    RestCallLimit: {
      /** @enum {string} */
      party: "tenant" | "customer" | "user";
      name: string;
      limit: string;
      windows: {
        /** Format: int64 */
        calls: number;
        /** Format: int64 */
        seconds: number;
        /**
         * Format: int64
         * @description Calls that may be made at once.
         */
        remaining: number;
        /**
         * Format: int64
         * @description Seconds until there is one more; 0 where none is missing.
         */
        nextInSeconds: number;
      }[];
    };
    /** @description A measure of the view, compared after grouping. */
    ResultTarget: {
      field: string;
    };
    RollingRange: {
      /** @enum {string} */
      type: "rolling";
      /** Format: int32 */
      amount: number;
      /** @enum {string} */
      unit: "s" | "m" | "h" | "d" | "w" | "M" | "Q" | "y";
      /** @default null */
      align?: ("s" | "m" | "h" | "d" | "w" | "M" | "Q" | "y") | null;
      /**
       * Format: int32
       * @default 0
       */
      offset?: number;
      /** @description IANA name; `viewer` and `tenant` are resolved for each run. Left out: That of the author, of the tenant, or UTC. */
      timezone?: string;
      /**
       * @description Left out: monday
       * @enum {string}
       */
      weekStart?: "monday" | "sunday" | "saturday";
      /**
       * Format: int32
       * @description Left out: 1
       */
      fiscalStartMonth?: number;
      /**
       * Format: int64
       * @default 0
       */
      delayMs?: number;
    };
    /**
     * @example {
     *       "id": "0198a1c0-0000-7000-8000-0000000000e0",
     *       "createdTime": 1767225600000,
     *       "name": "boiler 2.5.0, hall 3",
     *       "packageId": "0198a1c0-0000-7000-8000-000000000058",
     *       "type": "FIRMWARE",
     *       "title": "boiler",
     *       "version": "2.5.0",
     *       "deviceProfileId": "0198a1c0-0000-7000-8000-000000000050",
     *       "target": {
     *         "type": "GATEWAY",
     *         "id": "0198a1c0-0000-7000-8000-000000000040",
     *         "name": "gateway-1",
     *         "listed": null
     *       },
     *       "state": "RUNNING",
     *       "reason": null,
     *       "endedTime": null,
     *       "failurePercentMax": 10,
     *       "waveMinutesMax": 1440,
     *       "failurePercent": 5.6,
     *       "devices": 20,
     *       "hadIt": 0,
     *       "counts": {
     *         "PENDING": 0,
     *         "QUEUED": 0,
     *         "INITIATED": 0,
     *         "DOWNLOADING": 2,
     *         "DOWNLOADED": 0,
     *         "VERIFIED": 0,
     *         "UPDATING": 0,
     *         "UPDATED": 17,
     *         "FAILED": 1,
     *         "SKIPPED": 0,
     *         "WITHDRAWN": 0
     *       },
     *       "wave": 1,
     *       "waves": [
     *         {
     *           "wave": 1,
     *           "percent": 5,
     *           "devices": 20,
     *           "counts": {
     *             "PENDING": 0,
     *             "QUEUED": 0,
     *             "INITIATED": 0,
     *             "DOWNLOADING": 2,
     *             "DOWNLOADED": 0,
     *             "VERIFIED": 0,
     *             "UPDATING": 0,
     *             "UPDATED": 17,
     *             "FAILED": 1,
     *             "SKIPPED": 0,
     *             "WITHDRAWN": 0
     *           },
     *           "beganTime": 1767225600000,
     *           "endedTime": null,
     *           "endsTime": 1767312000000
     *         }
     *       ]
     *     }
     */
    Rollout: {
      /** Format: uuid */
      id: string;
      /** Format: int64 */
      createdTime: number;
      name: string;
      /** Format: uuid */
      packageId: string;
      /** @enum {string} */
      type: "FIRMWARE" | "SOFTWARE";
      title: string;
      /** @description Of the package. */
      version: string;
      /** Format: uuid */
      deviceProfileId: string;
      target: components["schemas"]["RolloutTarget"];
      /** @enum {string} */
      state: "RUNNING" | "PAUSED" | "STOPPED" | "DONE";
      /** @description Why it was stopped, with the figures. */
      reason: string | null;
      /** Format: int64 */
      endedTime: number | null;
      /** Format: double */
      failurePercentMax: number;
      /** Format: int32 */
      waveMinutesMax: number;
      /**
       * Format: double
       * @description Failed among the ended updates, without `hadIt`.
       */
      failurePercent: number | null;
      /**
       * Format: int32
       * @description All devices, `hadIt` included.
       */
      devices: number;
      /**
       * Format: int32
       * @description Devices that had the version before.
       */
      hadIt: number;
      counts: components["schemas"]["RolloutCounts"];
      /**
       * Format: int32
       * @description The one that began last.
       */
      wave: number;
      waves: components["schemas"]["RolloutWave"][];
    };
    /**
     * @example {
     *       "PENDING": 0,
     *       "QUEUED": 0,
     *       "INITIATED": 0,
     *       "DOWNLOADING": 0,
     *       "DOWNLOADED": 0,
     *       "VERIFIED": 0,
     *       "UPDATING": 0,
     *       "UPDATED": 0,
     *       "FAILED": 0,
     *       "SKIPPED": 0,
     *       "WITHDRAWN": 0
     *     }
     */
    RolloutCounts: {
      /** Format: int32 */
      PENDING: number;
      /** Format: int32 */
      QUEUED: number;
      /** Format: int32 */
      INITIATED: number;
      /** Format: int32 */
      DOWNLOADING: number;
      /** Format: int32 */
      DOWNLOADED: number;
      /** Format: int32 */
      VERIFIED: number;
      /** Format: int32 */
      UPDATING: number;
      /** Format: int32 */
      UPDATED: number;
      /** Format: int32 */
      FAILED: number;
      /** Format: int32 */
      SKIPPED: number;
      /** Format: int32 */
      WITHDRAWN: number;
    };
    /**
     * @example {
     *       "deviceId": "0198a1c0-0000-7000-8000-000000000040",
     *       "name": "boiler-7",
     *       "label": null,
     *       "wave": 1,
     *       "state": "DOWNLOADING",
     *       "progress": 40,
     *       "error": null,
     *       "updatedTime": 1767225600000
     *     }
     */
    RolloutDevice: {
      /** Format: uuid */
      deviceId: string;
      name: string;
      label: string | null;
      /**
       * Format: int32
       * @description From 1; 0 where it had the version before.
       */
      wave: number;
      /** @enum {string} */
      state:
        | "PENDING"
        | "QUEUED"
        | "INITIATED"
        | "DOWNLOADING"
        | "DOWNLOADED"
        | "VERIFIED"
        | "UPDATING"
        | "UPDATED"
        | "FAILED"
        | "SKIPPED"
        | "WITHDRAWN";
      /**
       * Format: int32
       * @description In percent, where the device reports it.
       */
      progress: number | null;
      /** @description Why it failed, as the device reports it. */
      error: string | null;
      /**
       * Format: int64
       * @description When the state was last seen to change.
       */
      updatedTime: number;
    };
    /**
     * @example {
     *       "packageId": "0198a1c0-0000-7000-8000-000000000058",
     *       "name": "boiler 2.5.0, hall 3",
     *       "target": {
     *         "gatewayId": "0198a1c0-0000-7000-8000-000000000040"
     *       },
     *       "waves": [
     *         {
     *           "percent": 5
     *         },
     *         {
     *           "percent": 25
     *         },
     *         {
     *           "percent": 100
     *         }
     *       ],
     *       "failurePercentMax": 10,
     *       "waveMinutesMax": 1440
     *     }
     */
    RolloutInput: {
      /** Format: uuid */
      packageId: string;
      /** @description Title and version when left out. */
      name?: string | null;
      target: components["schemas"]["RolloutTargetInput"];
      /** @description Ascending; the last is 100. One wave of 100 when left out. */
      waves?: components["schemas"]["RolloutWaveInput"][];
      /**
       * Format: double
       * @description The rollout stops when more of the ended updates have failed. 10 when left out; 100 never stops.
       */
      failurePercentMax?: number;
      /**
       * Format: int32
       * @description Time limit of a wave, after which the next one begins. 1440 when left out.
       */
      waveMinutesMax?: number;
    };
    RolloutTarget: {
      /** @enum {string} */
      type: "DEVICES" | "DEVICE_PROFILE" | "GATEWAY" | "CUSTOMER";
      /** Format: uuid */
      id: string | null;
      /** @description As it was when the rollout began. */
      name: string | null;
      /**
       * Format: int32
       * @description How many devices were named.
       */
      listed: number | null;
    };
    /**
     * @example {
     *       "gatewayId": "0198a1c0-0000-7000-8000-000000000040"
     *     }
     */
    RolloutTargetInput: {
      /** @description These devices. */
      deviceIds?: string[];
      /**
       * Format: uuid
       * @description All devices of the profile.
       */
      deviceProfileId?: string;
      /**
       * Format: uuid
       * @description Devices that are routed through the gateway, or were when last connected.
       */
      gatewayId?: string;
      /**
       * Format: uuid
       * @description Devices of the customer.
       */
      customerId?: string;
    };
    /**
     * @example {
     *       "wave": 1,
     *       "percent": 5,
     *       "devices": 20,
     *       "counts": {
     *         "PENDING": 0,
     *         "QUEUED": 0,
     *         "INITIATED": 0,
     *         "DOWNLOADING": 2,
     *         "DOWNLOADED": 0,
     *         "VERIFIED": 0,
     *         "UPDATING": 0,
     *         "UPDATED": 17,
     *         "FAILED": 1,
     *         "SKIPPED": 0,
     *         "WITHDRAWN": 0
     *       },
     *       "beganTime": 1767225600000,
     *       "endedTime": null,
     *       "endsTime": 1767312000000
     *     }
     */
    RolloutWave: {
      /**
       * Format: int32
       * @description From 1.
       */
      wave: number;
      /**
       * Format: double
       * @description Of all devices to be updated, those of earlier waves included.
       */
      percent: number;
      /** Format: int32 */
      devices: number;
      counts: components["schemas"]["RolloutCounts"];
      /** Format: int64 */
      beganTime: number | null;
      /** Format: int64 */
      endedTime: number | null;
      /**
       * Format: int64
       * @description When its time limit ends; null unless it is the current wave of a running rollout.
       */
      endsTime: number | null;
    };
    /**
     * @example {
     *       "percent": 5
     *     }
     */
    RolloutWaveInput: {
      /**
       * Format: double
       * @description Of all devices, those of earlier waves included.
       */
      percent: number;
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "DEVICE",
     *         "id": "0198a1c0-0000-7000-8000-000000000040"
     *       },
     *       "name": "boiler-7",
     *       "label": null,
     *       "type": "default",
     *       "active": true,
     *       "connected": true,
     *       "routedSince": 1767225600000,
     *       "neverConnected": false,
     *       "lastActivityTime": 1767225600000
     *     }
     */
    RoutedDevice: {
      id: components["schemas"]["EntityId"];
      name: string;
      label: string | null;
      type: string;
      active: boolean;
      /** @description Whether it is routed through the gateway, and the gateway is online. */
      connected: boolean;
      /**
       * Format: int64
       * @description Null where it came through this gateway last, but has no route now.
       */
      routedSince: number | null;
      /** @description Whether it is known only by what was sent of it, so that calls and shared attributes do not reach it. */
      neverConnected: boolean;
      /** Format: int64 */
      lastActivityTime: number | null;
    };
    /** @description Rows at most. Left out: `{}`. */
    RowLimit: {
      /**
       * Format: int32
       * @default 10000
       */
      rows?: number;
      /**
       * @default truncate
       * @enum {string}
       */
      onExceed?: "truncate" | "fail";
      /** @default null */
      top?: components["schemas"]["TopGroups"] | null;
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "RPC",
     *         "id": "0198a1c0-0000-7000-8000-000000000070"
     *       },
     *       "createdTime": 1767225600000,
     *       "tenantId": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "deviceId": {
     *         "entityType": "DEVICE",
     *         "id": "0198a1c0-0000-7000-8000-000000000040"
     *       },
     *       "expirationTime": 1767225610000,
     *       "request": {
     *         "id": "0198a1c0-0000-7000-8000-000000000070",
     *         "tenantId": {
     *           "entityType": "TENANT",
     *           "id": "0198a1c0-0000-7000-8000-000000000010"
     *         },
     *         "deviceId": {
     *           "entityType": "DEVICE",
     *           "id": "0198a1c0-0000-7000-8000-000000000040"
     *         },
     *         "oneway": false,
     *         "expirationTime": 1767225610000,
     *         "body": {
     *           "method": "getState",
     *           "params": "{}"
     *         },
     *         "persisted": true,
     *         "retries": 3
     *       },
     *       "response": null,
     *       "status": "QUEUED",
     *       "additionalInfo": {
     *         "ticket": 12
     *       }
     *     }
     */
    Rpc: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      tenantId: components["schemas"]["EntityId"];
      deviceId: components["schemas"]["EntityId"];
      /** Format: int64 */
      expirationTime: number;
      request: components["schemas"]["StoredRpcRequest"];
      /** @description What the device replied, or null. */
      response: unknown;
      /** @enum {string} */
      status: "QUEUED" | "SENT" | "DELIVERED" | "SUCCESSFUL" | "TIMEOUT" | "FAILED" | "EXPIRED";
      additionalInfo: {
        [key: string]: unknown;
      } | null;
    };
    /**
     * @example {
     *       "method": "setGpio",
     *       "params": {
     *         "pin": 7,
     *         "value": 1
     *       },
     *       "timeout": 5000,
     *       "persistent": false
     *     }
     */
    RpcRequest: {
      method: string;
      /** @description Default: {}. */
      params?: unknown;
      /**
       * Format: int64
       * @description Milliseconds; too short ones are raised.
       */
      timeout?: number;
      /**
       * Format: int64
       * @description Goes before timeout.
       */
      expirationTime?: number | null;
      /** @description Keeps the call until the device comes. */
      persistent?: boolean;
      /**
       * Format: int64
       * @description Of a persistent call.
       */
      retries?: number | null;
      additionalInfo?: {
        [key: string]: unknown;
      } | null;
    };
    /** @description Limits of a run. Left out: `{}`. */
    RunOptions: {
      /**
       * Format: int32
       * @default null
       */
      timeoutMs?: number | null;
      /**
       * Format: int32
       * @default 0
       */
      cacheTtlSec?: number;
      /**
       * Format: int32
       * @default 0
       */
      lateDataMs?: number;
    };
    /**
     * @example {
     *       "passwordPolicy": {
     *         "minimumLength": 8,
     *         "maximumLength": 72,
     *         "minimumUppercaseLetters": null,
     *         "minimumLowercaseLetters": null,
     *         "minimumDigits": null,
     *         "minimumSpecialCharacters": null,
     *         "allowWhitespaces": true,
     *         "forceUserToResetPasswordIfNotValid": false,
     *         "passwordExpirationPeriodDays": null,
     *         "passwordReuseFrequencyDays": null
     *       },
     *       "maxFailedLoginAttempts": null,
     *       "userLockoutNotificationEmail": null,
     *       "userActivationTokenTtl": 24,
     *       "passwordResetTokenTtl": 24
     *     }
     */
    SecuritySettings: {
      passwordPolicy: components["schemas"]["UserPasswordPolicy"];
      /** Format: int32 */
      maxFailedLoginAttempts: number | null;
      userLockoutNotificationEmail: string | null;
      /**
       * Format: int32
       * @description Hours.
       */
      userActivationTokenTtl: number;
      /**
       * Format: int32
       * @description Hours.
       */
      passwordResetTokenTtl: number;
    };
    /**
     * @example {
     *       "passwordPolicy": {
     *         "minimumLength": 8,
     *         "maximumLength": 72,
     *         "minimumUppercaseLetters": null,
     *         "minimumLowercaseLetters": null,
     *         "minimumDigits": null,
     *         "minimumSpecialCharacters": null,
     *         "allowWhitespaces": true,
     *         "forceUserToResetPasswordIfNotValid": false,
     *         "passwordExpirationPeriodDays": null,
     *         "passwordReuseFrequencyDays": null
     *       },
     *       "maxFailedLoginAttempts": 10,
     *       "userLockoutNotificationEmail": null,
     *       "userActivationTokenTtl": 24,
     *       "passwordResetTokenTtl": 24
     *     }
     */
    SecuritySettingsInput: {
      passwordPolicy: {
        /** Format: int32 */
        minimumLength?: number | null;
        /** Format: int32 */
        maximumLength?: number | null;
        /** Format: int32 */
        minimumUppercaseLetters?: number | null;
        /** Format: int32 */
        minimumLowercaseLetters?: number | null;
        /** Format: int32 */
        minimumDigits?: number | null;
        /** Format: int32 */
        minimumSpecialCharacters?: number | null;
        allowWhitespaces?: boolean | null;
        forceUserToResetPasswordIfNotValid?: boolean | null;
        /** Format: int32 */
        passwordExpirationPeriodDays?: number | null;
        /** Format: int32 */
        passwordReuseFrequencyDays?: number | null;
      };
      /** Format: int32 */
      maxFailedLoginAttempts?: number | null;
      userLockoutNotificationEmail?: string | null;
      /** Format: int32 */
      userActivationTokenTtl?: number | null;
      /** Format: int32 */
      passwordResetTokenTtl?: number | null;
    };
    /**
     * @example {
     *       "viewId": "0198a1c0-0000-7000-8000-0000000000b0",
     *       "format": "csv"
     *     }
     */
    SentReportJob: {
      /**
       * Format: uuid
       * @description The last segment of the link of the view.
       */
      viewId: string;
      /**
       * @default json
       * @enum {string}
       */
      format?: "json" | "csv" | "ndjson" | "xlsx";
      /**
       * Format: int64
       * @description Start of the range in milliseconds, inclusive. Left out, the saved one.
       * @default null
       */
      rangeStartTs?: number | null;
      /**
       * Format: int64
       * @description End of the range in milliseconds, exclusive. Left out, the saved one.
       * @default null
       */
      rangeEndTs?: number | null;
      /**
       * @description Values by the names of filters, in place of the saved ones.
       * @default null
       */
      filters?: {
        [key: string]: unknown[];
      } | null;
    };
    /**
     * @example {
     *       "name": "Devices",
     *       "fields": [
     *         {
     *           "id": "n",
     *           "label": "Device",
     *           "source": {
     *             "type": "entity",
     *             "field": "name"
     *           }
     *         },
     *         {
     *           "id": "t",
     *           "label": "temp",
     *           "source": {
     *             "type": "telemetry",
     *             "key": "temp"
     *           }
     *         }
     *       ]
     *     }
     */
    SentTableView: {
      /** @example Building energy, hourly */
      name: string;
      /** @default  */
      description?: string;
      /**
       * @description Parts joined by /; empty at the top.
       * @default
       * @example Energy
       */
      folder?: string;
      /**
       * @description Left out: `[]`.
       * @example [
       *       "energy"
       *     ]
       */
      tags?: string[];
      /**
       * Format: int32
       * @default 1
       */
      schemaVersion?: number;
      sharing?: components["schemas"]["ViewSharing"];
      scope?: components["schemas"]["ViewScope"];
      /** @description Left out: The last 7 days. */
      timeRange?: components["schemas"]["TimeRange"];
      fields: components["schemas"]["ViewField"][];
      /** @description Left out: `[]`. */
      filters?: components["schemas"]["ViewFilter"][];
      grouping?: components["schemas"]["Grouping"];
      gaps?: components["schemas"]["Gaps"];
      /** @description Left out: `[]`. */
      sort?: components["schemas"]["SortEntry"][];
      limit?: components["schemas"]["RowLimit"];
      nulls?: components["schemas"]["MissingValues"];
      /** @default null */
      compare?: components["schemas"]["Comparison"] | null;
      options?: components["schemas"]["RunOptions"];
      visualization?: components["schemas"]["Visualization"];
      /**
       * Format: int64
       * @description The revision that is replaced, where no If-Match says it.
       */
      revision?: number;
    } & {
      [key: string]: unknown;
    };
    /**
     * @example {
     *       "name": "Screen in the lobby",
     *       "lockedFilters": {
     *         "building": [
     *           "North"
     *         ]
     *       }
     *     }
     */
    SentViewLink: {
      /** @example Screen in the lobby */
      name?: string;
      /**
       * Format: uuid
       * @description The customer whose devices it shows; left out, what its creator may see.
       */
      customerId?: string;
      /**
       * Format: int64
       * @description Left out, in 30 days, unless the settings say otherwise.
       */
      expiresTime?: number;
      /**
       * @description Values that the bearer cannot change, by the name of the filter.
       * @example {
       *       "building": [
       *         "North"
       *       ]
       *     }
       */
      lockedFilters?: {
        [key: string]: unknown[];
      };
      /**
       * @description Sites that may show its page in a frame, and whose pages may call with it; left out, no frame, and calls of any.
       * @example [
       *       "https://www.example.com"
       *     ]
       */
      origins?: string[];
      /**
       * @description 8 to 72 characters.
       * @example rain on tin roofs
       */
      password?: string;
    };
    /**
     * @example {
     *       "id": "0198a1c0-0000-7000-8000-0000000000d0",
     *       "title": "Boiler room",
     *       "version": 1,
     *       "configuration": {
     *         "bridgehead": 1,
     *         "timeRange": {
     *           "type": "preset",
     *           "preset": "today"
     *         },
     *         "panels": []
     *       },
     *       "views": []
     *     }
     */
    SharedDashboard: {
      /** Format: uuid */
      id: string;
      /** @example Boiler room */
      title: string;
      /**
       * Format: int64
       * @example 1
       */
      version: number;
      configuration: {
        [key: string]: unknown;
      };
      /** @description Those that its panels show and the caller may see. */
      views: components["schemas"]["SharedTableView"][];
    };
    SharedTableView: {
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-0000000000b0
       */
      id: string;
      /**
       * Format: int64
       * @description One more with every save.
       * @example 3
       */
      revision: number;
      /** @example Building energy, hourly */
      name: string;
      /** @default  */
      description: string;
      links: components["schemas"]["ViewPages"];
      /**
       * Format: int32
       * @default 1
       */
      schemaVersion: number;
      /** @description Left out: The last 7 days. */
      timeRange: components["schemas"]["TimeRange"];
      fields: components["schemas"]["ViewField"][];
      /** @description Left out: `[]`. */
      filters: components["schemas"]["ViewFilter"][];
      grouping: components["schemas"]["Grouping"];
      gaps: components["schemas"]["Gaps"];
      /** @description Left out: `[]`. */
      sort: components["schemas"]["SortEntry"][];
      limit: components["schemas"]["RowLimit"];
      nulls: components["schemas"]["MissingValues"];
      /** @default null */
      compare: components["schemas"]["Comparison"] | null;
      options: components["schemas"]["RunOptions"];
      visualization: components["schemas"]["Visualization"];
    };
    /**
     * @example {
     *       "title": "Acme",
     *       "isPublic": false
     *     }
     */
    ShortCustomerInfo: {
      title: string;
      isPublic: boolean;
    };
    /**
     * @example {
     *       "field": "temp",
     *       "direction": "desc"
     *     }
     */
    SortEntry: {
      field: string;
      /**
       * @default asc
       * @enum {string}
       */
      direction?: "asc" | "desc";
      /**
       * @default last
       * @enum {string}
       */
      missing?: "first" | "last";
    };
    StoredRpcRequest: {
      /** Format: uuid */
      id: string;
      tenantId: components["schemas"]["EntityId"];
      deviceId: components["schemas"]["EntityId"];
      oneway: boolean;
      /** Format: int64 */
      expirationTime: number;
      body: {
        method: string;
        /** @description JSON as text. */
        params: string;
      };
      persisted: boolean;
      /** Format: int32 */
      retries: number | null;
    };
    /**
     * @example {
     *       "version": "1.0.0",
     *       "artifact": "bridgehead",
     *       "name": "Bridgehead",
     *       "type": "CE"
     *     }
     */
    SystemInfo: {
      version: string;
      artifact: string;
      name: string;
      type: string;
    };
    /**
     * @example {
     *       "userTokenAccessEnabled": false,
     *       "allowedDashboardIds": [],
     *       "edgesSupportEnabled": false,
     *       "hasRepository": false,
     *       "tbelEnabled": false,
     *       "persistDeviceStateToTelemetry": false,
     *       "userSettings": {
     *         "openedMenuSections": []
     *       },
     *       "maxDatapointsLimit": 50000,
     *       "apiKeysNeedHttps": false,
     *       "sendsMail": true,
     *       "inactivityTimeout": 600000
     *     }
     */
    SystemParams: {
      userTokenAccessEnabled: boolean;
      allowedDashboardIds: string[];
      edgesSupportEnabled: boolean;
      hasRepository: boolean;
      tbelEnabled: boolean;
      persistDeviceStateToTelemetry: boolean;
      userSettings: {
        openedMenuSections: string[];
      };
      /** Format: int64 */
      maxDatapointsLimit: number;
      /** @description False where API keys are accepted over plain HTTP too. */
      apiKeysNeedHttps: boolean;
      /** @description False where no mail server is configured, and links are handed over. */
      sendsMail: boolean;
      /**
       * Format: int64
       * @description Milliseconds of silence after which a device counts as inactive, unless it has an `inactivityTimeout` of its own.
       */
      inactivityTimeout: number;
    };
    TableView: {
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-0000000000b0
       */
      id: string;
      /**
       * Format: int64
       * @description One more with every save.
       * @example 3
       */
      revision: number;
      owner: components["schemas"]["ViewOwner"];
      /**
       * Format: int64
       * @example 1767225600000
       */
      createdTime: number;
      /**
       * Format: int64
       * @example 1767225600000
       */
      updatedTime: number;
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-000000000001
       */
      updatedBy: string;
      /** @example Building energy, hourly */
      name: string;
      /** @default  */
      description: string;
      /**
       * @description Parts joined by /; empty at the top.
       * @default
       * @example Energy
       */
      folder: string;
      /**
       * @description Left out: `[]`.
       * @example [
       *       "energy"
       *     ]
       */
      tags: string[];
      sharing: components["schemas"]["ViewSharing"];
      links: components["schemas"]["ViewPages"];
      /**
       * Format: int32
       * @default 1
       */
      schemaVersion: number;
      scope: components["schemas"]["ViewScope"];
      /** @description Left out: The last 7 days. */
      timeRange: components["schemas"]["TimeRange"];
      fields: components["schemas"]["ViewField"][];
      /** @description Left out: `[]`. */
      filters: components["schemas"]["ViewFilter"][];
      grouping: components["schemas"]["Grouping"];
      gaps: components["schemas"]["Gaps"];
      /** @description Left out: `[]`. */
      sort: components["schemas"]["SortEntry"][];
      limit: components["schemas"]["RowLimit"];
      nulls: components["schemas"]["MissingValues"];
      /** @default null */
      compare: components["schemas"]["Comparison"] | null;
      options: components["schemas"]["RunOptions"];
      visualization: components["schemas"]["Visualization"];
    };
    /**
     * @example device,ts,key,value,type
     *     boiler-7,1767225600000,temperature,21.5,number
     *     #complete,,points,1,number
     */
    TelemetryFile: string;
    TelemetrySource: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "telemetry";
      key: string;
      /**
       * @description Dotted path into JSON; left out, the whole value.
       * @default null
       */
      path?: string | null;
      /**
       * @default auto
       * @enum {string}
       */
      cast?: "auto" | "number" | "text" | "boolean";
      /**
       * @default self
       * @enum {string}
       */
      of?: "self" | "gateway" | "customer";
    };
    /**
     * @example device,ts,key,value,type
     *     boiler-7,1767225600000,temperature,21.5,number
     */
    TelemetryUpload: string;
    /**
     * @example {
     *       "id": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "createdTime": 1767225600000,
     *       "title": "Plant North",
     *       "name": "Plant North",
     *       "region": "Global",
     *       "tenantProfileId": {
     *         "entityType": "TENANT_PROFILE",
     *         "id": "0198a1c0-0000-7000-8000-000000000020"
     *       },
     *       "country": null,
     *       "state": null,
     *       "city": null,
     *       "address": null,
     *       "address2": null,
     *       "zip": null,
     *       "phone": null,
     *       "email": null,
     *       "additionalInfo": null,
     *       "version": 1
     *     }
     */
    Tenant: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      title: string;
      name: string;
      region: string;
      tenantProfileId: components["schemas"]["EntityId"];
      country: string | null;
      state: string | null;
      city: string | null;
      address: string | null;
      address2: string | null;
      zip: string | null;
      phone: string | null;
      email: string | null;
      additionalInfo: {
        [key: string]: unknown;
      } | null;
      /** Format: int64 */
      version: number;
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "createdTime": 1767225600000,
     *       "title": "Plant North",
     *       "name": "Plant North",
     *       "region": "Global",
     *       "tenantProfileId": {
     *         "entityType": "TENANT_PROFILE",
     *         "id": "0198a1c0-0000-7000-8000-000000000020"
     *       },
     *       "country": null,
     *       "state": null,
     *       "city": null,
     *       "address": null,
     *       "address2": null,
     *       "zip": null,
     *       "phone": null,
     *       "email": null,
     *       "additionalInfo": null,
     *       "version": 1,
     *       "tenantProfileName": "Default"
     *     }
     */
    TenantInfo: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      title: string;
      name: string;
      region: string;
      tenantProfileId: components["schemas"]["EntityId"];
      country: string | null;
      state: string | null;
      city: string | null;
      address: string | null;
      address2: string | null;
      zip: string | null;
      phone: string | null;
      email: string | null;
      additionalInfo: {
        [key: string]: unknown;
      } | null;
      /** Format: int64 */
      version: number;
      tenantProfileName: string;
    };
    /**
     * @example {
     *       "title": "Plant North"
     *     }
     */
    TenantInput: {
      id?: components["schemas"]["EntityIdInput"] | null;
      title: string;
      tenantProfileId?: components["schemas"]["EntityIdInput"] | null;
      country?: string | null;
      state?: string | null;
      city?: string | null;
      address?: string | null;
      address2?: string | null;
      zip?: string | null;
      phone?: string | null;
      email?: string | null;
      additionalInfo?: {
        [key: string]: unknown;
      } | null;
      /** Format: int64 */
      version?: number | null;
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "TENANT_PROFILE",
     *         "id": "0198a1c0-0000-7000-8000-000000000020"
     *       },
     *       "createdTime": 1767225600000,
     *       "name": "Default",
     *       "description": null,
     *       "default": true,
     *       "isolatedTbRuleEngine": false,
     *       "profileData": {
     *         "configuration": {
     *           "type": "DEFAULT",
     *           "maxDevices": 100,
     *           "transportTenantMsgRateLimit": "1000:1,20000:60"
     *         },
     *         "queueConfiguration": null
     *       }
     *     }
     */
    TenantProfile: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      name: string;
      description: string | null;
      default: boolean;
      isolatedTbRuleEngine: boolean;
      profileData: {
        [key: string]: unknown;
      } | null;
    };
    /**
     * @example {
     *       "name": "Small",
     *       "profileData": {
     *         "configuration": {
     *           "type": "DEFAULT",
     *           "maxDevices": 100,
     *           "transportTenantMsgRateLimit": "1000:1,20000:60"
     *         },
     *         "queueConfiguration": null
     *       }
     *     }
     */
    TenantProfileInput: {
      id?: components["schemas"]["EntityIdInput"] | null;
      name: string;
      description?: string | null;
      default?: boolean | null;
      isolatedTbRuleEngine?: boolean | null;
      profileData?: {
        [key: string]: unknown;
      } | null;
    };
    TimeBucketSource: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "timeBucket";
      /**
       * @default auto
       * @enum {string}
       */
      bucket?: "auto" | "second" | "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";
      /**
       * Format: int32
       * @default 1
       */
      amount?: number;
      /**
       * @default start
       * @enum {string}
       */
      labelAt?: "start" | "end";
      /**
       * Format: int32
       * @description Most buckets that `auto` may give.
       * @default 300
       */
      maxBuckets?: number;
    };
    TimePartSource: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "timePart";
      /** @enum {string} */
      part:
        | "minuteOfHour"
        | "hourOfDay"
        | "dayOfWeek"
        | "dayOfMonth"
        | "weekOfMonth"
        | "weekOfYear"
        | "monthOfYear"
        | "quarterOfYear"
        | "year"
        | "isWeekend";
    };
    /**
     * @example {
     *       "type": "preset",
     *       "preset": "last7Days",
     *       "timezone": "Europe/Berlin"
     *     }
     */
    TimeRange:
      | components["schemas"]["PresetRange"]
      | components["schemas"]["RollingRange"]
      | components["schemas"]["InstantRange"]
      | components["schemas"]["DateRange"]
      | components["schemas"]["ExpressionRange"];
    /**
     * @description Points by their keys.
     * @example {
     *       "temperature": [
     *         {
     *           "ts": 1767225600000,
     *           "value": "21.5"
     *         }
     *       ]
     *     }
     */
    Timeseries: {
      [key: string]: components["schemas"]["Point"][];
    };
    TimestampSource: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "timestamp";
    };
    TopGroups: {
      /** Format: int32 */
      n: number;
      by: string;
      /**
       * @default desc
       * @enum {string}
       */
      direction?: "asc" | "desc";
      /** @description Left out: `[]`. */
      per?: string[];
      /**
       * @description Whether the rest of the groups becomes one row.
       * @default false
       */
      others?: boolean;
      /** @default Others */
      othersLabel?: string;
    };
    /**
     * @example {
     *       "startTs": 1767225600000,
     *       "messages": {
     *         "perSecond": 20,
     *         "minutes": [
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           1200,
     *           1194,
     *           412
     *         ]
     *       },
     *       "points": {
     *         "perSecond": 60.5,
     *         "minutes": [
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           3600,
     *           3582,
     *           1236
     *         ]
     *       },
     *       "refusals": {
     *         "lastMinute": 2,
     *         "lastHour": 5,
     *         "minutes": [
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           0,
     *           2
     *         ],
     *         "reasons": [
     *           {
     *             "reason": "invalid",
     *             "lastMinute": 2,
     *             "lastHour": 5
     *           }
     *         ]
     *       }
     *     }
     */
    TrafficFigures: {
      /**
       * Format: int64
       * @description When the first of the minutes began.
       */
      startTs: number;
      messages: {
        /**
         * Format: double
         * @description Mean of the last minute.
         */
        perSecond: number;
        /** @description Counts of 60 minutes; the last one is the current minute. */
        minutes: number[];
      };
      points: {
        /**
         * Format: double
         * @description Mean of the last minute.
         */
        perSecond: number;
        /** @description Counts of 60 minutes; the last one is the current minute. */
        minutes: number[];
      };
      refusals: {
        /** Format: int64 */
        lastMinute: number;
        /** Format: int64 */
        lastHour: number;
        /** @description Counts of 60 minutes; the last one is the current minute. */
        minutes: number[];
        /** @description The most frequent one first. */
        reasons: {
          /** @description The kind of error, as `invalid` or `rate-limited`. */
          reason: string;
          /** Format: int64 */
          lastMinute: number;
          /** Format: int64 */
          lastHour: number;
        }[];
      };
    };
    /**
     * @example {
     *       "party": "device",
     *       "name": "transportDeviceMsgRateLimit",
     *       "limit": "20:1,600:60"
     *     }
     */
    TrafficLimit: {
      /** @enum {string} */
      party: "tenant" | "device" | "gateway" | "gateway device" | "session";
      name: string;
      /** @description count:seconds with commas between several; null for none. */
      limit: string | null;
    };
    /**
     * @example {
     *       "columns": [
     *         {
     *           "id": "building",
     *           "label": "Building",
     *           "type": "text",
     *           "unit": "",
     *           "role": "dimension",
     *           "decimals": null
     *         },
     *         {
     *           "id": "hour",
     *           "label": "Date",
     *           "type": "time",
     *           "unit": "",
     *           "role": "time",
     *           "decimals": null
     *         },
     *         {
     *           "id": "kwh",
     *           "label": "energyUsage",
     *           "type": "number",
     *           "unit": "kWh",
     *           "role": "measure",
     *           "decimals": 2
     *         }
     *       ],
     *       "rows": [
     *         [
     *           "North",
     *           1767225600000,
     *           30
     *         ],
     *         [
     *           "North",
     *           1767229200000,
     *           41
     *         ]
     *       ],
     *       "totals": [],
     *       "filled": [],
     *       "meta": {
     *         "rangeStartTs": 1767225600000,
     *         "rangeEndTs": 1767232800000,
     *         "timezone": "UTC",
     *         "revision": 3,
     *         "truncated": false,
     *         "truncation": null,
     *         "cache": "miss",
     *         "partialBuckets": [],
     *         "bucketWidth": {
     *           "bucket": "hour",
     *           "amount": 1
     *         },
     *         "skippedValues": {},
     *         "newestTs": null,
     *         "warnings": [],
     *         "devices": 2,
     *         "series": 2,
     *         "durationMs": 12
     *       }
     *     }
     */
    TypedReport: {
      columns: components["schemas"]["ReportColumn"][];
      /** @description Cells in the order of the columns: times as integers, missing as null. */
      rows: unknown[][];
      totals: components["schemas"]["ReportTotal"][];
      /** @description Row and column of each cell that gap filling made up. */
      filled: number[][];
      meta: components["schemas"]["ReportMeta"];
    };
    /**
     * @example {
     *       "devices": 57,
     *       "maxDevices": 100,
     *       "assets": 0,
     *       "maxAssets": 0,
     *       "customers": 3,
     *       "maxCustomers": 0,
     *       "users": 12,
     *       "maxUsers": 0,
     *       "dashboards": 5,
     *       "maxDashboards": 0,
     *       "edges": 0,
     *       "maxEdges": 0,
     *       "transportMessages": 812345,
     *       "maxTransportMessages": 1000000,
     *       "transportDataPoints": 4061725,
     *       "maxTransportDataPoints": 0,
     *       "dpStorageDays": 121851750,
     *       "maxDPStorageDays": 0,
     *       "emails": 4,
     *       "maxEmails": 0,
     *       "sms": 0,
     *       "maxSms": 0,
     *       "smsEnabled": false,
     *       "alarms": 0,
     *       "maxAlarms": 0,
     *       "startTs": 1767225600000,
     *       "endTs": 1769904000000,
     *       "warnThreshold": 0.8,
     *       "transportState": "WARNING",
     *       "storageState": "ENABLED",
     *       "emailState": "ENABLED"
     *     }
     */
    UsageInfo: {
      /**
       * Format: int64
       * @example 0
       */
      devices: number;
      /**
       * Format: int64
       * @description 0 where there is no limit.
       * @example 0
       */
      maxDevices: number;
      /**
       * Format: int64
       * @example 0
       */
      assets: number;
      /**
       * Format: int64
       * @description 0 where there is no limit.
       * @example 0
       */
      maxAssets: number;
      /**
       * Format: int64
       * @example 0
       */
      customers: number;
      /**
       * Format: int64
       * @description 0 where there is no limit.
       * @example 0
       */
      maxCustomers: number;
      /**
       * Format: int64
       * @example 0
       */
      users: number;
      /**
       * Format: int64
       * @description 0 where there is no limit.
       * @example 0
       */
      maxUsers: number;
      /**
       * Format: int64
       * @example 0
       */
      dashboards: number;
      /**
       * Format: int64
       * @description 0 where there is no limit.
       * @example 0
       */
      maxDashboards: number;
      /**
       * Format: int64
       * @example 0
       */
      edges: number;
      /**
       * Format: int64
       * @description 0 where there is no limit.
       * @example 0
       */
      maxEdges: number;
      /**
       * Format: int64
       * @example 0
       */
      transportMessages: number;
      /**
       * Format: int64
       * @description 0 where there is no limit.
       * @example 0
       */
      maxTransportMessages: number;
      /**
       * Format: int64
       * @example 0
       */
      transportDataPoints: number;
      /**
       * Format: int64
       * @description 0 where there is no limit.
       * @example 0
       */
      maxTransportDataPoints: number;
      /**
       * Format: int64
       * @description Points stored this month times the days for which they are kept.
       * @example 0
       */
      dpStorageDays: number;
      /**
       * Format: int64
       * @description 0 where there is no limit.
       * @example 0
       */
      maxDPStorageDays: number;
      /**
       * Format: int64
       * @example 0
       */
      emails: number;
      /**
       * Format: int64
       * @description 0 where there is no limit.
       * @example 0
       */
      maxEmails: number;
      /**
       * Format: int64
       * @example 0
       */
      sms: number;
      /**
       * Format: int64
       * @description 0 where there is no limit.
       * @example 0
       */
      maxSms: number;
      smsEnabled: boolean;
      /**
       * Format: int64
       * @example 0
       */
      alarms: number;
      /**
       * Format: int64
       * @description 0 where there is no limit.
       * @example 0
       */
      maxAlarms: number;
      /**
       * Format: int64
       * @description When the month began, in UTC.
       */
      startTs: number;
      /**
       * Format: int64
       * @description When the next month begins and its counts start at 0.
       */
      endTs: number;
      /**
       * Format: double
       * @description The fraction of a limit from which on its state is WARNING.
       */
      warnThreshold: number;
      /** @enum {string} */
      transportState: "ENABLED" | "WARNING" | "DISABLED";
      /** @enum {string} */
      storageState: "ENABLED" | "WARNING" | "DISABLED";
      /** @enum {string} */
      emailState: "ENABLED" | "WARNING" | "DISABLED";
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "USER",
     *         "id": "0198a1c0-0000-7000-8000-000000000001"
     *       },
     *       "createdTime": 1767225600000,
     *       "tenantId": {
     *         "entityType": "TENANT",
     *         "id": "0198a1c0-0000-7000-8000-000000000010"
     *       },
     *       "customerId": {
     *         "entityType": "CUSTOMER",
     *         "id": "13814000-1dd2-11b2-8080-808080808080"
     *       },
     *       "email": "ada@example.com",
     *       "name": "ada@example.com",
     *       "authority": "TENANT_ADMIN",
     *       "firstName": "Ada",
     *       "lastName": "L",
     *       "phone": null,
     *       "additionalInfo": {
     *         "lang": "en_US"
     *       },
     *       "version": 3
     *     }
     */
    User: {
      id: components["schemas"]["EntityId"];
      /** Format: int64 */
      createdTime: number;
      tenantId: components["schemas"]["EntityId"];
      customerId: components["schemas"]["EntityId"];
      email: string;
      name: string;
      /** @enum {string} */
      authority: "SYS_ADMIN" | "TENANT_ADMIN" | "CUSTOMER_USER";
      firstName: string | null;
      lastName: string | null;
      phone: string | null;
      additionalInfo: {
        [key: string]: unknown;
      } | null;
      /** Format: int64 */
      version: number;
    };
    /**
     * @example {
     *       "value": "https://iot.example.com/api/noauth/activate?activateToken=mF3b0rZ6V1c7Q2pXn8sT4uYwK5hJ9dLe",
     *       "ttlMs": 86400000
     *     }
     */
    UserActivationLink: {
      value: string;
      /** Format: int64 */
      ttlMs: number;
    };
    /**
     * @example {
     *       "id": {
     *         "entityType": "USER",
     *         "id": "0198a1c0-0000-7000-8000-000000000001"
     *       },
     *       "email": "ada@example.com",
     *       "firstName": "Ada",
     *       "lastName": "L"
     *     }
     */
    UserEmailInfo: {
      id: components["schemas"]["EntityId"];
      email: string;
      firstName: string | null;
      lastName: string | null;
    };
    /**
     * @example {
     *       "email": "ada@example.com",
     *       "authority": "TENANT_ADMIN",
     *       "firstName": "Ada",
     *       "lastName": "L"
     *     }
     */
    UserInput: {
      id?: components["schemas"]["EntityIdInput"] | null;
      email: string;
      /** @enum {string} */
      authority?: "SYS_ADMIN" | "TENANT_ADMIN" | "CUSTOMER_USER";
      tenantId?: components["schemas"]["EntityIdInput"] | null;
      customerId?: components["schemas"]["EntityIdInput"] | null;
      firstName?: string | null;
      lastName?: string | null;
      phone?: string | null;
      additionalInfo?: {
        [key: string]: unknown;
      } | null;
      /** Format: int64 */
      version?: number | null;
    };
    /**
     * @example {
     *       "minimumLength": 8,
     *       "maximumLength": 72,
     *       "minimumUppercaseLetters": null,
     *       "minimumLowercaseLetters": null,
     *       "minimumDigits": null,
     *       "minimumSpecialCharacters": null,
     *       "allowWhitespaces": true,
     *       "forceUserToResetPasswordIfNotValid": false,
     *       "passwordExpirationPeriodDays": null,
     *       "passwordReuseFrequencyDays": null
     *     }
     */
    UserPasswordPolicy: {
      /** Format: int32 */
      minimumLength: number;
      /** Format: int32 */
      maximumLength: number;
      /** Format: int32 */
      minimumUppercaseLetters: number | null;
      /** Format: int32 */
      minimumLowercaseLetters: number | null;
      /** Format: int32 */
      minimumDigits: number | null;
      /** Format: int32 */
      minimumSpecialCharacters: number | null;
      allowWhitespaces: boolean;
      forceUserToResetPasswordIfNotValid: boolean;
      /** Format: int32 */
      passwordExpirationPeriodDays: number | null;
      /** Format: int32 */
      passwordReuseFrequencyDays: number | null;
    };
    /**
     * @example {
     *       "deviceTable": {
     *         "columns": [
     *           "name",
     *           "label"
     *         ],
     *         "pageSize": 20
     *       },
     *       "theme": "dark"
     *     }
     */
    UserSettings: {
      [key: string]: unknown;
    };
    /**
     * @example {
     *       "deviceTable.pageSize": 50,
     *       "theme": "light"
     *     }
     */
    UserSettingsChange: {
      [key: string]: unknown;
    };
    /**
     * @example {
     *       "name": "Energy, second draft"
     *     }
     */
    ViewCopy: {
      /** @description Left out, "X (copy)". */
      name?: string;
      /** @description Left out, that of the view. */
      folder?: string;
    };
    ViewDefinition: {
      /** @example Building energy, hourly */
      name: string;
      /** @default  */
      description?: string;
      /**
       * @description Parts joined by /; empty at the top.
       * @default
       * @example Energy
       */
      folder?: string;
      /**
       * @description Left out: `[]`.
       * @example [
       *       "energy"
       *     ]
       */
      tags?: string[];
      /**
       * Format: int32
       * @default 1
       */
      schemaVersion?: number;
      sharing?: components["schemas"]["ViewSharing"];
      scope?: components["schemas"]["ViewScope"];
      /** @description Left out: The last 7 days. */
      timeRange?: components["schemas"]["TimeRange"];
      fields: components["schemas"]["ViewField"][];
      /** @description Left out: `[]`. */
      filters?: components["schemas"]["ViewFilter"][];
      grouping?: components["schemas"]["Grouping"];
      gaps?: components["schemas"]["Gaps"];
      /** @description Left out: `[]`. */
      sort?: components["schemas"]["SortEntry"][];
      limit?: components["schemas"]["RowLimit"];
      nulls?: components["schemas"]["MissingValues"];
      /** @default null */
      compare?: components["schemas"]["Comparison"] | null;
      options?: components["schemas"]["RunOptions"];
      visualization?: components["schemas"]["Visualization"];
    };
    ViewDisplay: {
      /** @example line */
      type: string;
    };
    /**
     * @example {
     *       "id": "temp",
     *       "label": "Temperature",
     *       "source": {
     *         "type": "telemetry",
     *         "key": "temp"
     *       },
     *       "aggregation": {
     *         "fn": "avg"
     *       }
     *     }
     */
    ViewField: {
      id: string;
      /** @description Unique among all columns of the report. */
      label: string;
      /**
       * @description Left out: What its source usually is.
       * @enum {string}
       */
      kind?: "dimension" | "measure" | "time";
      source: components["schemas"]["FieldSource"];
      /**
       * @description Of a measure; left out, the mean of numbers and the latest of other values.
       * @default null
       */
      aggregation?: components["schemas"]["Aggregation"] | null;
      /**
       * @description A condition on each sample of this measure only.
       * @default null
       */
      where?: string | null;
      /** @default null */
      range?: components["schemas"]["TimeRange"] | null;
      /**
       * @default auto
       * @enum {string}
       */
      dataType?: "auto" | "number" | "text" | "boolean" | "time" | "json";
      /** @default  */
      unit?: string;
      /**
       * Format: int32
       * @default null
       */
      decimals?: number | null;
      /** @default false */
      round?: boolean;
      /** @description Left out: `{}`. */
      format?: {
        [key: string]: unknown;
      };
      /** @description Left out: `[]`. */
      colors?: {
        [key: string]: unknown;
      }[];
      /** @default null */
      fill?: components["schemas"]["GapFill"] | null;
      /** @default false */
      hidden?: boolean;
      /** @default  */
      description?: string;
    };
    /**
     * @example {
     *       "name": "building",
     *       "target": {
     *         "type": "attribute",
     *         "scope": "server",
     *         "key": "building"
     *       }
     *     }
     */
    ViewFilter: {
      name: string;
      /** @description Left out: The name. */
      label?: string;
      target: components["schemas"]["FilterTarget"];
      /**
       * @default samples
       * @enum {string}
       */
      apply?: "samples" | "aligned" | "latest";
      /**
       * @default in
       * @enum {string}
       */
      operator?:
        | "in"
        | "notIn"
        | "eq"
        | "ne"
        | "contains"
        | "startsWith"
        | "endsWith"
        | "matches"
        | "gt"
        | "gte"
        | "lt"
        | "lte"
        | "between"
        | "isMissing"
        | "isPresent";
      /** @description Left out: `[]`. */
      values?: (string | number | boolean | null)[];
      /**
       * @default auto
       * @enum {string}
       */
      valueType?: "auto" | "number" | "text" | "boolean" | "time";
      /** @description Left out: False where the operator compares parts of texts. */
      caseSensitive?: boolean;
      /**
       * @default all
       * @enum {string}
       */
      emptyMeans?: "all" | "none";
      /** @default false */
      required?: boolean;
      /** @default true */
      overridable?: boolean;
    };
    ViewInfo: {
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-0000000000b0
       */
      id: string;
      /**
       * Format: int64
       * @description One more with every save.
       * @example 3
       */
      revision: number;
      owner: components["schemas"]["ViewOwner"];
      /**
       * Format: int64
       * @example 1767225600000
       */
      createdTime: number;
      /**
       * Format: int64
       * @example 1767225600000
       */
      updatedTime: number;
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-000000000001
       */
      updatedBy: string;
      /** @example Building energy, hourly */
      name: string;
      /** @default  */
      description: string;
      /**
       * @description Parts joined by /; empty at the top.
       * @default
       * @example Energy
       */
      folder: string;
      /**
       * @description Left out: `[]`.
       * @example [
       *       "energy"
       *     ]
       */
      tags: string[];
      sharing: components["schemas"]["ViewSharing"];
      links: components["schemas"]["ViewPages"];
      visualization: components["schemas"]["ViewDisplay"];
    };
    ViewLink: {
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-0000000000c0
       */
      id: string;
      /** @example Screen in the lobby */
      name: string;
      /** Format: uuid */
      customerId: string | null;
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-000000000001
       */
      userId: string | null;
      /**
       * Format: int64
       * @example 1767225600000
       */
      createdTime: number;
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-000000000001
       */
      createdBy: string;
      /**
       * Format: int64
       * @example 1769817600000
       */
      expiresTime: number;
      /** @example false */
      hasPassword: boolean;
      /**
       * @description Values that the bearer cannot change, by the name of the filter.
       * @example {
       *       "building": [
       *         "North"
       *       ]
       *     }
       */
      lockedFilters: {
        [key: string]: unknown[];
      };
      /** @example [] */
      origins: string[];
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-0000000000b0
       */
      viewId: string;
    };
    ViewOwner: {
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-000000000010
       */
      tenantId: string;
      /** Format: uuid */
      customerId: string | null;
      /**
       * Format: uuid
       * @example 0198a1c0-0000-7000-8000-000000000001
       */
      userId: string;
    };
    /**
     * @example {
     *       "editor": "https://iot.example.com/views/0198a1c0-0000-7000-8000-0000000000b0",
     *       "show": "https://iot.example.com/show/0198a1c0-0000-7000-8000-0000000000b0",
     *       "embed": "https://iot.example.com/embed/0198a1c0-0000-7000-8000-0000000000b0"
     *     }
     */
    ViewPages: {
      /** @description The page on which the view is edited. */
      editor: string;
      /** @description The page that shows it. */
      show: string;
      /** @description The page for frames of other sites; it needs a share link: ?link=… */
      embed: string;
    };
    /**
     * @example {
     *       "pointer": "/fields/1/label",
     *       "code": "LABEL_DUPLICATE",
     *       "message": "Column label \"x\" is used twice."
     *     }
     */
    ViewProblem: {
      pointer: string;
      code: string;
      message: string;
      problem?: components["schemas"]["ProblemData"];
    };
    ViewRevision: {
      /**
       * Format: int64
       * @example 3
       */
      revision: number;
      /** @example Building energy, hourly */
      name: string;
      /**
       * Format: int64
       * @example 1767225600000
       */
      savedTime: number;
      /** @example 0198a1c0-0000-7000-8000-000000000001 */
      savedBy: string;
      definition: components["schemas"]["ViewDefinition"];
    };
    /** @description Which devices; a list that is left out does not restrict. Left out: `{}`. */
    ViewScope: {
      /**
       * @default DEVICE
       * @enum {string}
       */
      entityType?: "DEVICE";
      /** @default null */
      profiles?: components["schemas"]["ProfileReference"][] | null;
      /** @default null */
      deviceIds?: string[] | null;
      /**
       * @description "none" selects devices without a customer.
       * @default null
       */
      customerIds?: ("none" | string)[] | null;
      /** @default null */
      gatewayIds?: string[] | null;
      /**
       * @description `*` any run, `?` one character, without regard to case.
       * @default null
       */
      nameMatches?: string | null;
      /**
       * @description A condition on entity fields and attributes.
       * @default null
       */
      where?: string | null;
    };
    /**
     * @description Left out: `{}`.
     * @example {
     *       "visibility": "private",
     *       "customerIds": [],
     *       "allCustomers": false
     *     }
     */
    ViewSharing: {
      /**
       * @default private
       * @enum {string}
       */
      visibility?: "private" | "tenant" | "customers";
      /** @description Left out: `[]`. */
      customerIds?: string[];
      /** @default false */
      allCustomers?: boolean;
    };
    /**
     * @example {
     *       "valid": true,
     *       "errors": [],
     *       "warnings": [],
     *       "normalized": null
     *     }
     */
    ViewValidation: {
      valid: boolean;
      errors: components["schemas"]["ViewProblem"][];
      warnings: components["schemas"]["ViewProblem"][];
      /** @description The view with every default written out; null where it is not valid. */
      normalized: components["schemas"]["ViewDefinition"] | null;
    };
    /** @description How the view is drawn; it changes no figure. Left out: `{}`. */
    Visualization: {
      /**
       * @default table
       * @enum {string}
       */
      type?:
        | "table"
        | "pivotTable"
        | "line"
        | "area"
        | "bar"
        | "stackedBar"
        | "pie"
        | "donut"
        | "card"
        | "gauge"
        | "heatMap"
        | "scatter"
        | "timeline"
        | "map";
      x?: string;
      y?: string[];
      series?: string;
      size?: string;
      value?: string;
      columns?: string[];
      values?: string[];
      latitude?: string;
      longitude?: string;
      /** @description Settings of the kind of drawing. */
      options?: {
        [key: string]: unknown;
      };
    };
  };
  responses: {
    /** @description A parameter, a member or a value cannot be accepted. */
    BadRequest: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description No credentials, or credentials that are not accepted. */
    Unauthenticated: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description Not for this role, or not for this owner. */
    Forbidden: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description What the call names does not exist, for this caller. */
    NotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description The answer cannot be given in the form that was asked for. */
    NotAcceptable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description The request did not arrive in time. */
    RequestTimeout: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description The entity has changed since it was read: the version that was sent is not the present one. */
    Conflict: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description The body is larger than this call allows. */
    TooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description The media type of the body is not one that this call reads. */
    UnsupportedMediaType: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description A rate limit, or a bound on work that is under way. `Retry-After` says how long to wait. */
    TooManyRequests: {
      headers: {
        /** @description Seconds to wait. */
        "Retry-After"?: number;
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description The headers of the request are too large. */
    HeadersTooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description A fault of the platform or of its storage. The log of the server has it. */
    InternalError: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description The platform cannot serve this at the moment: it is starting, stopping, or full. */
    Unavailable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description What the call waits for did not happen in time. */
    Timeout: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description The body, a parameter, the range or a filter cannot be accepted. */
    AnalyticsBadRequest: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnalyticsErrorResponse"];
      };
    };
    /** @description No token, a token that is not or no longer good, or no right to do this. */
    AnalyticsForbidden: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnalyticsErrorResponse"];
      };
    };
    /** @description What the call names does not exist, for this caller. */
    AnalyticsNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnalyticsErrorResponse"];
      };
    };
    /** @description The view has changed meanwhile, or its name is taken. */
    AnalyticsConflict: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnalyticsErrorResponse"];
      };
    };
    /** @description The body is larger than this call allows. */
    AnalyticsTooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnalyticsErrorResponse"];
      };
    };
    /** @description The body is not announced as JSON. */
    AnalyticsUnsupportedMediaType: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnalyticsErrorResponse"];
      };
    };
    /** @description Too many reports at a time. `Retry-After` says how long to wait. */
    AnalyticsTooManyRequests: {
      headers: {
        /** @description Seconds to wait. */
        "Retry-After"?: number;
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnalyticsErrorResponse"];
      };
    };
    /** @description A fault of the platform. The log of the server has it. */
    AnalyticsInternalError: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnalyticsErrorResponse"];
      };
    };
    /** @description Reports cannot be run at the moment. `Retry-After` says when to try again. */
    AnalyticsUnavailable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnalyticsErrorResponse"];
      };
    };
    /** @description The report took longer than it may. */
    AnalyticsTimeout: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnalyticsErrorResponse"];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getActuatorHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "UP"
           *     }
           */
          "application/json": components["schemas"]["Health"];
        };
      };
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      /** @description The same, of a platform that cannot serve. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "UP"
           *     }
           */
          "application/json": components["schemas"]["Health"];
        };
      };
    };
  };
  getActuatorInfo: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example {} */
          "application/json": components["schemas"]["Nothing"];
        };
      };
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getJwtSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tokenExpirationTime": 9000,
           *       "refreshTokenExpTime": 604800,
           *       "tokenIssuer": "bridgehead",
           *       "tokenSigningKey": null
           *     }
           */
          "application/json": components["schemas"]["JwtSettings"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveJwtSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "tokenExpirationTime": 9000,
         *       "refreshTokenExpTime": 604800,
         *       "tokenIssuer": "bridgehead",
         *       "tokenSigningKey": null
         *     }
         */
        "application/json": components["schemas"]["JwtSettingsInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "token": "eyJhbGciOiJIUzUxMiJ9.eyJzdWIiOiJhZGEifQ.c2ln",
           *       "refreshToken": "eyJhbGciOiJIUzUxMiJ9.e30.c2ln"
           *     }
           */
          "application/json": components["schemas"]["LoginResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getSecuritySettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "passwordPolicy": {
           *         "minimumLength": 8,
           *         "maximumLength": 72,
           *         "minimumUppercaseLetters": null,
           *         "minimumLowercaseLetters": null,
           *         "minimumDigits": null,
           *         "minimumSpecialCharacters": null,
           *         "allowWhitespaces": true,
           *         "forceUserToResetPasswordIfNotValid": false,
           *         "passwordExpirationPeriodDays": null,
           *         "passwordReuseFrequencyDays": null
           *       },
           *       "maxFailedLoginAttempts": null,
           *       "userLockoutNotificationEmail": null,
           *       "userActivationTokenTtl": 24,
           *       "passwordResetTokenTtl": 24
           *     }
           */
          "application/json": components["schemas"]["SecuritySettings"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveSecuritySettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "passwordPolicy": {
         *         "minimumLength": 8,
         *         "maximumLength": 72,
         *         "minimumUppercaseLetters": null,
         *         "minimumLowercaseLetters": null,
         *         "minimumDigits": null,
         *         "minimumSpecialCharacters": null,
         *         "allowWhitespaces": true,
         *         "forceUserToResetPasswordIfNotValid": false,
         *         "passwordExpirationPeriodDays": null,
         *         "passwordReuseFrequencyDays": null
         *       },
         *       "maxFailedLoginAttempts": 10,
         *       "userLockoutNotificationEmail": null,
         *       "userActivationTokenTtl": 24,
         *       "passwordResetTokenTtl": 24
         *     }
         */
        "application/json": components["schemas"]["SecuritySettingsInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "passwordPolicy": {
           *         "minimumLength": 8,
           *         "maximumLength": 72,
           *         "minimumUppercaseLetters": null,
           *         "minimumLowercaseLetters": null,
           *         "minimumDigits": null,
           *         "minimumSpecialCharacters": null,
           *         "allowWhitespaces": true,
           *         "forceUserToResetPasswordIfNotValid": false,
           *         "passwordExpirationPeriodDays": null,
           *         "passwordReuseFrequencyDays": null
           *       },
           *       "maxFailedLoginAttempts": null,
           *       "userLockoutNotificationEmail": null,
           *       "userActivationTokenTtl": 24,
           *       "passwordResetTokenTtl": 24
           *     }
           */
          "application/json": components["schemas"]["SecuritySettings"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getSystemAdministrators: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "firstName" | "lastName" | "email";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        /** @description Whether additionalInfo has the state of the account, as that of a single user does. */
        accounts?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "USER",
           *             "id": "0198a1c0-0000-7000-8000-000000000001"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "13814000-1dd2-11b2-8080-808080808080"
           *           },
           *           "email": "ada@example.com",
           *           "name": "ada@example.com",
           *           "authority": "TENANT_ADMIN",
           *           "firstName": "Ada",
           *           "lastName": "L",
           *           "phone": null,
           *           "additionalInfo": {
           *             "lang": "en_US"
           *           },
           *           "version": 3
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataUser"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "userId": {
         *         "entityType": "USER",
         *         "id": "0198a1c0-0000-7000-8000-000000000001"
         *       },
         *       "description": "nightly export",
         *       "enabled": true,
         *       "expirationTime": 1798761600000
         *     }
         */
        "application/json": components["schemas"]["ApiKeyInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "API_KEY",
           *         "id": "0198a1c0-0000-7000-8000-0000000000aa"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "userId": {
           *         "entityType": "USER",
           *         "id": "0198a1c0-0000-7000-8000-000000000001"
           *       },
           *       "expirationTime": 1798761600000,
           *       "description": "nightly export",
           *       "enabled": true,
           *       "expired": false,
           *       "valueStart": "bh_Q2x7K",
           *       "lastUsedTime": null,
           *       "value": "bh_Q2x7KuV0c2l0b3JzLXNlZS1vbmUta2V5LW9uY2UtYW5kLW5ldmVyLWFnYWluLWFmdGVyLXRoaXMtYW5zd2Vy"
           *     }
           */
          "application/json": components["schemas"]["ApiKey"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  updateApiKeyDescription: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /** @example nightly export */
        "application/json": string;
        /** @example nightly export */
        "text/plain": string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "API_KEY",
           *         "id": "0198a1c0-0000-7000-8000-0000000000aa"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "userId": {
           *         "entityType": "USER",
           *         "id": "0198a1c0-0000-7000-8000-000000000001"
           *       },
           *       "expirationTime": 1798761600000,
           *       "description": "nightly export",
           *       "enabled": true,
           *       "expired": false,
           *       "valueStart": "bh_Q2x7K",
           *       "lastUsedTime": null
           *     }
           */
          "application/json": components["schemas"]["ApiKeyInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  enableApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        enabledValue: boolean;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "API_KEY",
           *         "id": "0198a1c0-0000-7000-8000-0000000000aa"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "userId": {
           *         "entityType": "USER",
           *         "id": "0198a1c0-0000-7000-8000-000000000001"
           *       },
           *       "expirationTime": 1798761600000,
           *       "description": "nightly export",
           *       "enabled": true,
           *       "expired": false,
           *       "valueStart": "bh_Q2x7K",
           *       "lastUsedTime": null
           *     }
           */
          "application/json": components["schemas"]["ApiKeyInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getUserApiKeys: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "expirationTime" | "description" | "enabled";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
      };
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "API_KEY",
           *             "id": "0198a1c0-0000-7000-8000-0000000000aa"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "userId": {
           *             "entityType": "USER",
           *             "id": "0198a1c0-0000-7000-8000-000000000001"
           *           },
           *           "expirationTime": 1798761600000,
           *           "description": "nightly export",
           *           "enabled": true,
           *           "expired": false,
           *           "valueStart": "bh_Q2x7K",
           *           "lastUsedTime": null
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataApiKeyInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getAuditLogs: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "entityType" | "entityName" | "userName" | "actionType" | "actionStatus";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        /** @description Milliseconds; from this time, inclusive. */
        startTime?: number;
        /** @description Milliseconds; up to this time, inclusive. */
        endTime?: number;
        /** @description Comma-separated, of ADDED, UPDATED, DELETED, ATTRIBUTES_UPDATED, ATTRIBUTES_DELETED, ATTRIBUTES_READ, TIMESERIES_UPDATED, TIMESERIES_DELETED, RPC_CALL, CREDENTIALS_UPDATED, CREDENTIALS_READ, ASSIGNED_TO_CUSTOMER, UNASSIGNED_FROM_CUSTOMER, LOGIN, LOGOUT, LOCKOUT, PROVISION_SUCCESS, PROVISION_FAILURE, EXPORTED, LINK_USED, PAUSED, RESUMED, STOPPED. */
        actionTypes?: string;
        actionStatus?: "SUCCESS" | "FAILURE";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "id": "0198a1c0-0000-7000-8000-000000000090"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "13814000-1dd2-11b2-8080-808080808080"
           *           },
           *           "entityId": {
           *             "entityType": "DEVICE",
           *             "id": "0198a1c0-0000-7000-8000-000000000040"
           *           },
           *           "entityName": "boiler-7",
           *           "userId": {
           *             "entityType": "USER",
           *             "id": "0198a1c0-0000-7000-8000-000000000001"
           *           },
           *           "userName": "ada@example.com",
           *           "actionType": "ATTRIBUTES_UPDATED",
           *           "actionData": {
           *             "scope": "SERVER_SCOPE",
           *             "attributes": {
           *               "mode": "eco"
           *             }
           *           },
           *           "actionStatus": "SUCCESS",
           *           "actionFailureDetails": ""
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataAuditLog"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getAuditLogsByCustomerId: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "entityType" | "entityName" | "userName" | "actionType" | "actionStatus";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        /** @description Milliseconds; from this time, inclusive. */
        startTime?: number;
        /** @description Milliseconds; up to this time, inclusive. */
        endTime?: number;
        /** @description Comma-separated, of ADDED, UPDATED, DELETED, ATTRIBUTES_UPDATED, ATTRIBUTES_DELETED, ATTRIBUTES_READ, TIMESERIES_UPDATED, TIMESERIES_DELETED, RPC_CALL, CREDENTIALS_UPDATED, CREDENTIALS_READ, ASSIGNED_TO_CUSTOMER, UNASSIGNED_FROM_CUSTOMER, LOGIN, LOGOUT, LOCKOUT, PROVISION_SUCCESS, PROVISION_FAILURE, EXPORTED, LINK_USED, PAUSED, RESUMED, STOPPED. */
        actionTypes?: string;
        actionStatus?: "SUCCESS" | "FAILURE";
      };
      header?: never;
      path: {
        customerId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "id": "0198a1c0-0000-7000-8000-000000000090"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "13814000-1dd2-11b2-8080-808080808080"
           *           },
           *           "entityId": {
           *             "entityType": "DEVICE",
           *             "id": "0198a1c0-0000-7000-8000-000000000040"
           *           },
           *           "entityName": "boiler-7",
           *           "userId": {
           *             "entityType": "USER",
           *             "id": "0198a1c0-0000-7000-8000-000000000001"
           *           },
           *           "userName": "ada@example.com",
           *           "actionType": "ATTRIBUTES_UPDATED",
           *           "actionData": {
           *             "scope": "SERVER_SCOPE",
           *             "attributes": {
           *               "mode": "eco"
           *             }
           *           },
           *           "actionStatus": "SUCCESS",
           *           "actionFailureDetails": ""
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataAuditLog"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getAuditLogsByEntityId: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "entityType" | "entityName" | "userName" | "actionType" | "actionStatus";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        /** @description Milliseconds; from this time, inclusive. */
        startTime?: number;
        /** @description Milliseconds; up to this time, inclusive. */
        endTime?: number;
        /** @description Comma-separated, of ADDED, UPDATED, DELETED, ATTRIBUTES_UPDATED, ATTRIBUTES_DELETED, ATTRIBUTES_READ, TIMESERIES_UPDATED, TIMESERIES_DELETED, RPC_CALL, CREDENTIALS_UPDATED, CREDENTIALS_READ, ASSIGNED_TO_CUSTOMER, UNASSIGNED_FROM_CUSTOMER, LOGIN, LOGOUT, LOCKOUT, PROVISION_SUCCESS, PROVISION_FAILURE, EXPORTED, LINK_USED, PAUSED, RESUMED, STOPPED. */
        actionTypes?: string;
        actionStatus?: "SUCCESS" | "FAILURE";
      };
      header?: never;
      path: {
        entityType:
          | "TENANT"
          | "TENANT_PROFILE"
          | "CUSTOMER"
          | "USER"
          | "DEVICE"
          | "DEVICE_PROFILE"
          | "OTA_PACKAGE"
          | "OTA_ROLLOUT"
          | "DASHBOARD"
          | "API_KEY"
          | "RPC"
          | "TABLE_VIEW"
          | "VIEW_LINK"
          | "DASHBOARD_LINK"
          | "REPORT";
        entityId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "id": "0198a1c0-0000-7000-8000-000000000090"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "13814000-1dd2-11b2-8080-808080808080"
           *           },
           *           "entityId": {
           *             "entityType": "DEVICE",
           *             "id": "0198a1c0-0000-7000-8000-000000000040"
           *           },
           *           "entityName": "boiler-7",
           *           "userId": {
           *             "entityType": "USER",
           *             "id": "0198a1c0-0000-7000-8000-000000000001"
           *           },
           *           "userName": "ada@example.com",
           *           "actionType": "ATTRIBUTES_UPDATED",
           *           "actionData": {
           *             "scope": "SERVER_SCOPE",
           *             "attributes": {
           *               "mode": "eco"
           *             }
           *           },
           *           "actionStatus": "SUCCESS",
           *           "actionFailureDetails": ""
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataAuditLog"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getAuditLogsByUserId: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "entityType" | "entityName" | "userName" | "actionType" | "actionStatus";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        /** @description Milliseconds; from this time, inclusive. */
        startTime?: number;
        /** @description Milliseconds; up to this time, inclusive. */
        endTime?: number;
        /** @description Comma-separated, of ADDED, UPDATED, DELETED, ATTRIBUTES_UPDATED, ATTRIBUTES_DELETED, ATTRIBUTES_READ, TIMESERIES_UPDATED, TIMESERIES_DELETED, RPC_CALL, CREDENTIALS_UPDATED, CREDENTIALS_READ, ASSIGNED_TO_CUSTOMER, UNASSIGNED_FROM_CUSTOMER, LOGIN, LOGOUT, LOCKOUT, PROVISION_SUCCESS, PROVISION_FAILURE, EXPORTED, LINK_USED, PAUSED, RESUMED, STOPPED. */
        actionTypes?: string;
        actionStatus?: "SUCCESS" | "FAILURE";
      };
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "id": "0198a1c0-0000-7000-8000-000000000090"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "13814000-1dd2-11b2-8080-808080808080"
           *           },
           *           "entityId": {
           *             "entityType": "DEVICE",
           *             "id": "0198a1c0-0000-7000-8000-000000000040"
           *           },
           *           "entityName": "boiler-7",
           *           "userId": {
           *             "entityType": "USER",
           *             "id": "0198a1c0-0000-7000-8000-000000000001"
           *           },
           *           "userName": "ada@example.com",
           *           "actionType": "ATTRIBUTES_UPDATED",
           *           "actionData": {
           *             "scope": "SERVER_SCOPE",
           *             "attributes": {
           *               "mode": "eco"
           *             }
           *           },
           *           "actionStatus": "SUCCESS",
           *           "actionFailureDetails": ""
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataAuditLog"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  changePassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "currentPassword": "s3cret-Pass",
         *       "newPassword": "analytical-engine"
         *     }
         */
        "application/json": components["schemas"]["ChangePasswordRequest"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "token": "eyJhbGciOiJIUzUxMiJ9.eyJzdWIiOiJhZGEifQ.c2ln",
           *       "refreshToken": "eyJhbGciOiJIUzUxMiJ9.e30.c2ln"
           *     }
           */
          "application/json": components["schemas"]["LoginResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  login: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "username": "ada@example.com",
         *       "password": "s3cret-Pass"
         *     }
         */
        "application/json": components["schemas"]["LoginRequest"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "token": "eyJhbGciOiJIUzUxMiJ9.eyJzdWIiOiJhZGEifQ.c2ln",
           *       "refreshToken": "eyJhbGciOiJIUzUxMiJ9.e30.c2ln"
           *     }
           */
          "application/json": components["schemas"]["LoginResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      /** @description No credentials, or credentials that are not accepted. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CredentialsExpiredResponse"];
        };
      };
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  loginPublic: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "publicId": "0198a1c0-0000-7000-8000-000000000030"
         *     }
         */
        "application/json": components["schemas"]["PublicLoginRequest"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "token": "eyJhbGciOiJIUzUxMiJ9.eyJzdWIiOiJhZGEifQ.c2ln",
           *       "refreshToken": "eyJhbGciOiJIUzUxMiJ9.e30.c2ln"
           *     }
           */
          "application/json": components["schemas"]["LoginResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  logout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  refreshToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "refreshToken": "eyJhbGciOiJIUzUxMiJ9.e30.c2ln"
         *     }
         */
        "application/json": components["schemas"]["RefreshTokenRequest"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "token": "eyJhbGciOiJIUzUxMiJ9.eyJzdWIiOiJhZGEifQ.c2ln",
           *       "refreshToken": "eyJhbGciOiJIUzUxMiJ9.e30.c2ln"
           *     }
           */
          "application/json": components["schemas"]["LoginResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "USER",
           *         "id": "0198a1c0-0000-7000-8000-000000000001"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "customerId": {
           *         "entityType": "CUSTOMER",
           *         "id": "13814000-1dd2-11b2-8080-808080808080"
           *       },
           *       "email": "ada@example.com",
           *       "name": "ada@example.com",
           *       "authority": "TENANT_ADMIN",
           *       "firstName": "Ada",
           *       "lastName": "L",
           *       "phone": null,
           *       "additionalInfo": {
           *         "lang": "en_US"
           *       },
           *       "version": 3
           *     }
           */
          "application/json": components["schemas"]["User"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveCustomer: {
    parameters: {
      query?: {
        nameConflictPolicy?: "FAIL" | "UNIQUIFY";
        uniquifySeparator?: string;
        uniquifyStrategy?: "RANDOM" | "INCREMENTAL";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Acme",
         *       "city": "Oslo"
         *     }
         */
        "application/json": components["schemas"]["CustomerInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "CUSTOMER",
           *         "id": "0198a1c0-0000-7000-8000-000000000030"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "title": "Acme",
           *       "name": "Acme",
           *       "externalId": null,
           *       "country": null,
           *       "state": null,
           *       "city": "Oslo",
           *       "address": null,
           *       "address2": null,
           *       "zip": null,
           *       "phone": null,
           *       "email": null,
           *       "additionalInfo": null,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["Customer"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      /** @description Not for this role, or not for this owner. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LimitExceededResponse"];
        };
      };
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  unassignDeviceFromCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DEVICE",
           *         "id": "0198a1c0-0000-7000-8000-000000000040"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "customerId": {
           *         "entityType": "CUSTOMER",
           *         "id": "13814000-1dd2-11b2-8080-808080808080"
           *       },
           *       "name": "boiler-7",
           *       "type": "default",
           *       "label": null,
           *       "deviceProfileId": {
           *         "entityType": "DEVICE_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000050"
           *       },
           *       "deviceData": {
           *         "configuration": {
           *           "type": "DEFAULT"
           *         },
           *         "transportConfiguration": {
           *           "type": "DEFAULT"
           *         }
           *       },
           *       "firmwareId": null,
           *       "softwareId": null,
           *       "externalId": null,
           *       "additionalInfo": {
           *         "gateway": false,
           *         "description": ""
           *       },
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["Device"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  claimDevice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceName: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "secretKey": "abc"
         *     }
         */
        "application/json": components["schemas"]["ClaimRequest"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "device": {
           *         "id": {
           *           "entityType": "DEVICE",
           *           "id": "0198a1c0-0000-7000-8000-000000000040"
           *         },
           *         "createdTime": 1767225600000,
           *         "tenantId": {
           *           "entityType": "TENANT",
           *           "id": "0198a1c0-0000-7000-8000-000000000010"
           *         },
           *         "customerId": {
           *           "entityType": "CUSTOMER",
           *           "id": "13814000-1dd2-11b2-8080-808080808080"
           *         },
           *         "name": "boiler-7",
           *         "type": "default",
           *         "label": null,
           *         "deviceProfileId": {
           *           "entityType": "DEVICE_PROFILE",
           *           "id": "0198a1c0-0000-7000-8000-000000000050"
           *         },
           *         "deviceData": {
           *           "configuration": {
           *             "type": "DEFAULT"
           *           },
           *           "transportConfiguration": {
           *             "type": "DEFAULT"
           *           }
           *         },
           *         "firmwareId": null,
           *         "softwareId": null,
           *         "externalId": null,
           *         "additionalInfo": {
           *           "gateway": false,
           *           "description": ""
           *         },
           *         "version": 1
           *       },
           *       "response": "SUCCESS"
           *     }
           */
          "application/json": components["schemas"]["ClaimResult"];
        };
      };
      /** @description A parameter, a member or a value cannot be accepted. Or: A bare word: the device has an owner, or there is no such claim. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  reClaimDevice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  assignDashboardToPublicCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DASHBOARD",
           *         "id": "0198a1c0-0000-7000-8000-00000000005a"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "title": "Boiler room",
           *       "name": "Boiler room",
           *       "image": null,
           *       "assignedCustomers": [
           *         {
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "0198a1c0-0000-7000-8000-000000000030"
           *           },
           *           "title": "Acme",
           *           "public": false
           *         }
           *       ],
           *       "mobileHide": false,
           *       "mobileOrder": null,
           *       "externalId": null,
           *       "version": 1,
           *       "configuration": {
           *         "bridgehead": 1,
           *         "timeRange": {
           *           "type": "rolling",
           *           "amount": 24,
           *           "unit": "h"
           *         },
           *         "panels": []
           *       }
           *     }
           */
          "application/json": components["schemas"]["Dashboard"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      /** @description Not for this role, or not for this owner. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LimitExceededResponse"];
        };
      };
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  unassignDashboardFromPublicCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DASHBOARD",
           *         "id": "0198a1c0-0000-7000-8000-00000000005a"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "title": "Boiler room",
           *       "name": "Boiler room",
           *       "image": null,
           *       "assignedCustomers": [
           *         {
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "0198a1c0-0000-7000-8000-000000000030"
           *           },
           *           "title": "Acme",
           *           "public": false
           *         }
           *       ],
           *       "mobileHide": false,
           *       "mobileOrder": null,
           *       "externalId": null,
           *       "version": 1,
           *       "configuration": {
           *         "bridgehead": 1,
           *         "timeRange": {
           *           "type": "rolling",
           *           "amount": 24,
           *           "unit": "h"
           *         },
           *         "panels": []
           *       }
           *     }
           */
          "application/json": components["schemas"]["Dashboard"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  assignDeviceToPublicCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DEVICE",
           *         "id": "0198a1c0-0000-7000-8000-000000000040"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "customerId": {
           *         "entityType": "CUSTOMER",
           *         "id": "13814000-1dd2-11b2-8080-808080808080"
           *       },
           *       "name": "boiler-7",
           *       "type": "default",
           *       "label": null,
           *       "deviceProfileId": {
           *         "entityType": "DEVICE_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000050"
           *       },
           *       "deviceData": {
           *         "configuration": {
           *           "type": "DEFAULT"
           *         },
           *         "transportConfiguration": {
           *           "type": "DEFAULT"
           *         }
           *       },
           *       "firmwareId": null,
           *       "softwareId": null,
           *       "externalId": null,
           *       "additionalInfo": {
           *         "gateway": false,
           *         "description": ""
           *       },
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["Device"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      /** @description Not for this role, or not for this owner. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LimitExceededResponse"];
        };
      };
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getCustomerById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        customerId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "CUSTOMER",
           *         "id": "0198a1c0-0000-7000-8000-000000000030"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "title": "Acme",
           *       "name": "Acme",
           *       "externalId": null,
           *       "country": null,
           *       "state": null,
           *       "city": "Oslo",
           *       "address": null,
           *       "address2": null,
           *       "zip": null,
           *       "phone": null,
           *       "email": null,
           *       "additionalInfo": null,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["Customer"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        customerId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  assignDashboardToCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        customerId: string;
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DASHBOARD",
           *         "id": "0198a1c0-0000-7000-8000-00000000005a"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "title": "Boiler room",
           *       "name": "Boiler room",
           *       "image": null,
           *       "assignedCustomers": [
           *         {
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "0198a1c0-0000-7000-8000-000000000030"
           *           },
           *           "title": "Acme",
           *           "public": false
           *         }
           *       ],
           *       "mobileHide": false,
           *       "mobileOrder": null,
           *       "externalId": null,
           *       "version": 1,
           *       "configuration": {
           *         "bridgehead": 1,
           *         "timeRange": {
           *           "type": "rolling",
           *           "amount": 24,
           *           "unit": "h"
           *         },
           *         "panels": []
           *       }
           *     }
           */
          "application/json": components["schemas"]["Dashboard"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  unassignDashboardFromCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        customerId: string;
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DASHBOARD",
           *         "id": "0198a1c0-0000-7000-8000-00000000005a"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "title": "Boiler room",
           *       "name": "Boiler room",
           *       "image": null,
           *       "assignedCustomers": [
           *         {
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "0198a1c0-0000-7000-8000-000000000030"
           *           },
           *           "title": "Acme",
           *           "public": false
           *         }
           *       ],
           *       "mobileHide": false,
           *       "mobileOrder": null,
           *       "externalId": null,
           *       "version": 1,
           *       "configuration": {
           *         "bridgehead": 1,
           *         "timeRange": {
           *           "type": "rolling",
           *           "amount": 24,
           *           "unit": "h"
           *         },
           *         "panels": []
           *       }
           *     }
           */
          "application/json": components["schemas"]["Dashboard"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getCustomerDashboards: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "title";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
      };
      header?: never;
      path: {
        customerId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "DASHBOARD",
           *             "id": "0198a1c0-0000-7000-8000-00000000005a"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "title": "Boiler room",
           *           "name": "Boiler room",
           *           "image": null,
           *           "assignedCustomers": [
           *             {
           *               "customerId": {
           *                 "entityType": "CUSTOMER",
           *                 "id": "0198a1c0-0000-7000-8000-000000000030"
           *               },
           *               "title": "Acme",
           *               "public": false
           *             }
           *           ],
           *           "mobileHide": false,
           *           "mobileOrder": null,
           *           "externalId": null,
           *           "version": 1
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataDashboardInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  assignDeviceToCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        customerId: string;
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DEVICE",
           *         "id": "0198a1c0-0000-7000-8000-000000000040"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "customerId": {
           *         "entityType": "CUSTOMER",
           *         "id": "13814000-1dd2-11b2-8080-808080808080"
           *       },
           *       "name": "boiler-7",
           *       "type": "default",
           *       "label": null,
           *       "deviceProfileId": {
           *         "entityType": "DEVICE_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000050"
           *       },
           *       "deviceData": {
           *         "configuration": {
           *           "type": "DEFAULT"
           *         },
           *         "transportConfiguration": {
           *           "type": "DEFAULT"
           *         }
           *       },
           *       "firmwareId": null,
           *       "softwareId": null,
           *       "externalId": null,
           *       "additionalInfo": {
           *         "gateway": false,
           *         "description": ""
           *       },
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["Device"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getCustomerDeviceInfos: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "name" | "deviceProfileName" | "label" | "customerTitle";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        type?: string;
        deviceProfileId?: string;
        active?: boolean;
        /** @description Only gateways, or only devices that are none. */
        gateway?: boolean;
      };
      header?: never;
      path: {
        customerId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "DEVICE",
           *             "id": "0198a1c0-0000-7000-8000-000000000040"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "13814000-1dd2-11b2-8080-808080808080"
           *           },
           *           "name": "boiler-7",
           *           "type": "default",
           *           "label": null,
           *           "deviceProfileId": {
           *             "entityType": "DEVICE_PROFILE",
           *             "id": "0198a1c0-0000-7000-8000-000000000050"
           *           },
           *           "deviceData": {
           *             "configuration": {
           *               "type": "DEFAULT"
           *             },
           *             "transportConfiguration": {
           *               "type": "DEFAULT"
           *             }
           *           },
           *           "firmwareId": null,
           *           "softwareId": null,
           *           "externalId": null,
           *           "additionalInfo": {
           *             "gateway": false,
           *             "description": ""
           *           },
           *           "version": 1,
           *           "customerTitle": null,
           *           "customerIsPublic": false,
           *           "deviceProfileName": "default",
           *           "active": true
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataDeviceInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getCustomerDevices: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "name" | "type" | "label";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        type?: string;
      };
      header?: never;
      path: {
        customerId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "DEVICE",
           *             "id": "0198a1c0-0000-7000-8000-000000000040"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "13814000-1dd2-11b2-8080-808080808080"
           *           },
           *           "name": "boiler-7",
           *           "type": "default",
           *           "label": null,
           *           "deviceProfileId": {
           *             "entityType": "DEVICE_PROFILE",
           *             "id": "0198a1c0-0000-7000-8000-000000000050"
           *           },
           *           "deviceData": {
           *             "configuration": {
           *               "type": "DEFAULT"
           *             },
           *             "transportConfiguration": {
           *               "type": "DEFAULT"
           *             }
           *           },
           *           "firmwareId": null,
           *           "softwareId": null,
           *           "externalId": null,
           *           "additionalInfo": {
           *             "gateway": false,
           *             "description": ""
           *           },
           *           "version": 1
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataDevice"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getShortCustomerInfoById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        customerId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "title": "Acme",
           *       "isPublic": false
           *     }
           */
          "application/json": components["schemas"]["ShortCustomerInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getCustomerTitleById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        customerId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example Acme */
          "application/text": string;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getCustomerUsers: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "firstName" | "lastName" | "email";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        /** @description Whether additionalInfo has the state of the account, as that of a single user does. */
        accounts?: boolean;
      };
      header?: never;
      path: {
        customerId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "USER",
           *             "id": "0198a1c0-0000-7000-8000-000000000001"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "13814000-1dd2-11b2-8080-808080808080"
           *           },
           *           "email": "ada@example.com",
           *           "name": "ada@example.com",
           *           "authority": "TENANT_ADMIN",
           *           "firstName": "Ada",
           *           "lastName": "L",
           *           "phone": null,
           *           "additionalInfo": {
           *             "lang": "en_US"
           *           },
           *           "version": 3
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataUser"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getCustomers: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?:
          | "id"
          | "createdTime"
          | "title"
          | "email"
          | "country"
          | "state"
          | "city"
          | "address"
          | "address2"
          | "zip"
          | "phone";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "CUSTOMER",
           *             "id": "0198a1c0-0000-7000-8000-000000000030"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "title": "Acme",
           *           "name": "Acme",
           *           "externalId": null,
           *           "country": null,
           *           "state": null,
           *           "city": "Oslo",
           *           "address": null,
           *           "address2": null,
           *           "zip": null,
           *           "phone": null,
           *           "email": null,
           *           "additionalInfo": null,
           *           "version": 1
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataCustomer"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getCustomersByIds: {
    parameters: {
      query: {
        customerIds: string[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": {
           *           "entityType": "CUSTOMER",
           *           "id": "0198a1c0-0000-7000-8000-000000000030"
           *         },
           *         "createdTime": 1767225600000,
           *         "tenantId": {
           *           "entityType": "TENANT",
           *           "id": "0198a1c0-0000-7000-8000-000000000010"
           *         },
           *         "title": "Acme",
           *         "name": "Acme",
           *         "externalId": null,
           *         "country": null,
           *         "state": null,
           *         "city": "Oslo",
           *         "address": null,
           *         "address2": null,
           *         "zip": null,
           *         "phone": null,
           *         "email": null,
           *         "additionalInfo": null,
           *         "version": 1
           *       }
           *     ]
           */
          "application/json": components["schemas"]["Customer"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveDashboard: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Boiler room",
         *       "configuration": {
         *         "bridgehead": 1,
         *         "timeRange": {
         *           "type": "rolling",
         *           "amount": 24,
         *           "unit": "h"
         *         },
         *         "panels": []
         *       }
         *     }
         */
        "application/json": components["schemas"]["DashboardInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DASHBOARD",
           *         "id": "0198a1c0-0000-7000-8000-00000000005a"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "title": "Boiler room",
           *       "name": "Boiler room",
           *       "image": null,
           *       "assignedCustomers": [
           *         {
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "0198a1c0-0000-7000-8000-000000000030"
           *           },
           *           "title": "Acme",
           *           "public": false
           *         }
           *       ],
           *       "mobileHide": false,
           *       "mobileOrder": null,
           *       "externalId": null,
           *       "version": 1,
           *       "configuration": {
           *         "bridgehead": 1,
           *         "timeRange": {
           *           "type": "rolling",
           *           "amount": 24,
           *           "unit": "h"
           *         },
           *         "panels": []
           *       }
           *     }
           */
          "application/json": components["schemas"]["Dashboard"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      /** @description Not for this role, or not for this owner. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LimitExceededResponse"];
        };
      };
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getHomeDashboard: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body can be empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DASHBOARD",
           *         "id": "0198a1c0-0000-7000-8000-00000000005a"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "title": "Boiler room",
           *       "name": "Boiler room",
           *       "image": null,
           *       "assignedCustomers": [
           *         {
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "0198a1c0-0000-7000-8000-000000000030"
           *           },
           *           "title": "Acme",
           *           "public": false
           *         }
           *       ],
           *       "mobileHide": false,
           *       "mobileOrder": null,
           *       "externalId": null,
           *       "version": 1,
           *       "configuration": {
           *         "bridgehead": 1,
           *         "timeRange": {
           *           "type": "rolling",
           *           "amount": 24,
           *           "unit": "h"
           *         },
           *         "panels": []
           *       },
           *       "hideDashboardToolbar": true
           *     }
           */
          "application/json": components["schemas"]["HomeDashboard"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getHomeDashboardInfo: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body can be empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "dashboardId": {
           *         "entityType": "DASHBOARD",
           *         "id": "0198a1c0-0000-7000-8000-00000000005a"
           *       },
           *       "hideDashboardToolbar": true
           *     }
           */
          "application/json": components["schemas"]["HomeDashboardInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDashboardInfoById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DASHBOARD",
           *         "id": "0198a1c0-0000-7000-8000-00000000005a"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "title": "Boiler room",
           *       "name": "Boiler room",
           *       "image": null,
           *       "assignedCustomers": [
           *         {
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "0198a1c0-0000-7000-8000-000000000030"
           *           },
           *           "title": "Acme",
           *           "public": false
           *         }
           *       ],
           *       "mobileHide": false,
           *       "mobileOrder": null,
           *       "externalId": null,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["DashboardInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDashboardById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DASHBOARD",
           *         "id": "0198a1c0-0000-7000-8000-00000000005a"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "title": "Boiler room",
           *       "name": "Boiler room",
           *       "image": null,
           *       "assignedCustomers": [
           *         {
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "0198a1c0-0000-7000-8000-000000000030"
           *           },
           *           "title": "Acme",
           *           "public": false
           *         }
           *       ],
           *       "mobileHide": false,
           *       "mobileOrder": null,
           *       "externalId": null,
           *       "version": 1,
           *       "configuration": {
           *         "bridgehead": 1,
           *         "timeRange": {
           *           "type": "rolling",
           *           "amount": 24,
           *           "unit": "h"
           *         },
           *         "panels": []
           *       }
           *     }
           */
          "application/json": components["schemas"]["Dashboard"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteDashboard: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  updateDashboardCustomers: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       "0198a1c0-0000-7000-8000-000000000030"
         *     ]
         */
        "application/json": string[];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DASHBOARD",
           *         "id": "0198a1c0-0000-7000-8000-00000000005a"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "title": "Boiler room",
           *       "name": "Boiler room",
           *       "image": null,
           *       "assignedCustomers": [
           *         {
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "0198a1c0-0000-7000-8000-000000000030"
           *           },
           *           "title": "Acme",
           *           "public": false
           *         }
           *       ],
           *       "mobileHide": false,
           *       "mobileOrder": null,
           *       "externalId": null,
           *       "version": 1,
           *       "configuration": {
           *         "bridgehead": 1,
           *         "timeRange": {
           *           "type": "rolling",
           *           "amount": 24,
           *           "unit": "h"
           *         },
           *         "panels": []
           *       }
           *     }
           */
          "application/json": components["schemas"]["Dashboard"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  addDashboardCustomers: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       "0198a1c0-0000-7000-8000-000000000030"
         *     ]
         */
        "application/json": string[];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DASHBOARD",
           *         "id": "0198a1c0-0000-7000-8000-00000000005a"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "title": "Boiler room",
           *       "name": "Boiler room",
           *       "image": null,
           *       "assignedCustomers": [
           *         {
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "0198a1c0-0000-7000-8000-000000000030"
           *           },
           *           "title": "Acme",
           *           "public": false
           *         }
           *       ],
           *       "mobileHide": false,
           *       "mobileOrder": null,
           *       "externalId": null,
           *       "version": 1,
           *       "configuration": {
           *         "bridgehead": 1,
           *         "timeRange": {
           *           "type": "rolling",
           *           "amount": 24,
           *           "unit": "h"
           *         },
           *         "panels": []
           *       }
           *     }
           */
          "application/json": components["schemas"]["Dashboard"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  removeDashboardCustomers: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       "0198a1c0-0000-7000-8000-000000000030"
         *     ]
         */
        "application/json": string[];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DASHBOARD",
           *         "id": "0198a1c0-0000-7000-8000-00000000005a"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "title": "Boiler room",
           *       "name": "Boiler room",
           *       "image": null,
           *       "assignedCustomers": [
           *         {
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "0198a1c0-0000-7000-8000-000000000030"
           *           },
           *           "title": "Acme",
           *           "public": false
           *         }
           *       ],
           *       "mobileHide": false,
           *       "mobileOrder": null,
           *       "externalId": null,
           *       "version": 1,
           *       "configuration": {
           *         "bridgehead": 1,
           *         "timeRange": {
           *           "type": "rolling",
           *           "amount": 24,
           *           "unit": "h"
           *         },
           *         "panels": []
           *       }
           *     }
           */
          "application/json": components["schemas"]["Dashboard"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  watchDashboardPanels: {
    parameters: {
      query?: {
        /** @description The body of the call that computes panels, as JSON: {"panels":["temperature"]}. */
        request?: string;
      };
      header?: never;
      path: {
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example event: rows
           *     data: {"id":"temperature","length":2,"rows":[…],…}
           */
          "text/event-stream": string;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  computeDashboardPanels: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "filters": {
         *         "building": [
         *           "North"
         *         ]
         *       },
         *       "panels": [
         *         "temperature"
         *       ]
         *     }
         */
        "application/json": components["schemas"]["DashboardPanelsInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "panels": [
           *         {
           *           "id": "energy",
           *           "error": {
           *             "code": "VIEW_NOT_FOUND",
           *             "message": "the view does not exist"
           *           }
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["ComputedPanels"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
      504: components["responses"]["Timeout"];
    };
  };
  getDashboardRevisions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "revision": 1,
           *         "title": "Boiler room",
           *         "savedTime": 1767225600000,
           *         "savedBy": {
           *           "entityType": "USER",
           *           "id": "0198a1c0-0000-7000-8000-000000000001"
           *         }
           *       }
           *     ]
           */
          "application/json": components["schemas"]["DashboardRevisionInfo"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDashboardRevision: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        dashboardId: string;
        revision: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "revision": 1,
           *       "title": "Boiler room",
           *       "savedTime": 1767225600000,
           *       "savedBy": {
           *         "entityType": "USER",
           *         "id": "0198a1c0-0000-7000-8000-000000000001"
           *       },
           *       "configuration": {
           *         "bridgehead": 1,
           *         "timeRange": {
           *           "type": "rolling",
           *           "amount": 24,
           *           "unit": "h"
           *         },
           *         "panels": []
           *       }
           *     }
           */
          "application/json": components["schemas"]["DashboardRevision"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  restoreDashboardRevision: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        dashboardId: string;
        revision: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DASHBOARD",
           *         "id": "0198a1c0-0000-7000-8000-00000000005a"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "title": "Boiler room",
           *       "name": "Boiler room",
           *       "image": null,
           *       "assignedCustomers": [
           *         {
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "0198a1c0-0000-7000-8000-000000000030"
           *           },
           *           "title": "Acme",
           *           "public": false
           *         }
           *       ],
           *       "mobileHide": false,
           *       "mobileOrder": null,
           *       "externalId": null,
           *       "version": 1,
           *       "configuration": {
           *         "bridgehead": 1,
           *         "timeRange": {
           *           "type": "rolling",
           *           "amount": 24,
           *           "unit": "h"
           *         },
           *         "panels": []
           *       }
           *     }
           */
          "application/json": components["schemas"]["Dashboard"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDashboardsByIds: {
    parameters: {
      query: {
        dashboardIds: string[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": {
           *           "entityType": "DASHBOARD",
           *           "id": "0198a1c0-0000-7000-8000-00000000005a"
           *         },
           *         "createdTime": 1767225600000,
           *         "tenantId": {
           *           "entityType": "TENANT",
           *           "id": "0198a1c0-0000-7000-8000-000000000010"
           *         },
           *         "title": "Boiler room",
           *         "name": "Boiler room",
           *         "image": null,
           *         "assignedCustomers": [
           *           {
           *             "customerId": {
           *               "entityType": "CUSTOMER",
           *               "id": "0198a1c0-0000-7000-8000-000000000030"
           *             },
           *             "title": "Acme",
           *             "public": false
           *           }
           *         ],
           *         "mobileHide": false,
           *         "mobileOrder": null,
           *         "externalId": null,
           *         "version": 1
           *       }
           *     ]
           */
          "application/json": components["schemas"]["DashboardInfo"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveDevice: {
    parameters: {
      query?: {
        /** @description The token of a new device; random by default. */
        accessToken?: string;
        nameConflictPolicy?: "FAIL" | "UNIQUIFY";
        uniquifySeparator?: string;
        uniquifyStrategy?: "RANDOM" | "INCREMENTAL";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "boiler-7",
         *       "type": "default",
         *       "label": "Hall 3"
         *     }
         */
        "application/json": components["schemas"]["DeviceInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DEVICE",
           *         "id": "0198a1c0-0000-7000-8000-000000000040"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "customerId": {
           *         "entityType": "CUSTOMER",
           *         "id": "13814000-1dd2-11b2-8080-808080808080"
           *       },
           *       "name": "boiler-7",
           *       "type": "default",
           *       "label": null,
           *       "deviceProfileId": {
           *         "entityType": "DEVICE_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000050"
           *       },
           *       "deviceData": {
           *         "configuration": {
           *           "type": "DEFAULT"
           *         },
           *         "transportConfiguration": {
           *           "type": "DEFAULT"
           *         }
           *       },
           *       "firmwareId": null,
           *       "softwareId": null,
           *       "externalId": null,
           *       "additionalInfo": {
           *         "gateway": false,
           *         "description": ""
           *       },
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["Device"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      /** @description Not for this role, or not for this owner. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LimitExceededResponse"];
        };
      };
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getGatewayConnectionExamples: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "transports": [
           *         {
           *           "protocol": "mqtt",
           *           "host": "localhost",
           *           "port": 1883,
           *           "examples": [
           *             {
           *               "program": "mosquitto",
           *               "steps": [
           *                 {
           *                   "kind": "command",
           *                   "file": null,
           *                   "text": "mosquitto_pub -d -q 1 -h localhost -p 1883 -t v1/gateway/telemetry -u A1B2C3D4E5F6G7H8I9J0 -m \"{\\\"Thermometer\\\":[{\\\"temperature\\\":21.5}]}\""
           *                 }
           *               ],
           *               "continuous": [
           *                 {
           *                   "kind": "command",
           *                   "file": null,
           *                   "text": "LC_ALL=C awk 'BEGIN { for (t = 0; ; t += 0.1) {\n  printf \"{\\\"Thermometer\\\":[{\\\"temperature\\\":%.1f,\\\"humidity\\\":%.0f}],\", 21 + 2 * sin(t), 50 + 8 * cos(t)\n  printf \"\\\"Boiler\\\":[{\\\"temperature\\\":%.1f,\\\"pressure\\\":%.2f}],\", 65 + 5 * sin(t / 2), 2 + 0.3 * cos(t)\n  printf \"\\\"Truck\\\":[{\\\"speed\\\":%.0f,\\\"latitude\\\":%.5f,\\\"longitude\\\":%.5f}]}\\n\", 45 + 15 * sin(2 * t), 52.52 + 0.01 * sin(t / 3), 13.405 + 0.016 * cos(t / 3)\n  fflush(); system(\"sleep 2\")\n} }' | mosquitto_pub -d -q 1 -h localhost -p 1883 -t v1/gateway/telemetry -u A1B2C3D4E5F6G7H8I9J0 -l"
           *                 }
           *               ]
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["GatewayConnectionExamples"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  downloadGatewayDockerCompose: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example services:
           *       gateway:
           *         image: "…"
           */
          "application/yaml": string;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDevicePublishTelemetryCommands: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "http": {
           *         "http": "curl -v -X POST http://localhost:8080/api/v1/A1B2C3D4E5F6G7H8I9J0/telemetry --header Content-Type:application/json --data \"{\\\"temperature\\\":25}\""
           *       },
           *       "mqtt": {
           *         "mqtt": "mosquitto_pub -d -q 1 -h localhost -p 1883 -t v1/devices/me/telemetry -u A1B2C3D4E5F6G7H8I9J0 -m \"{\\\"temperature\\\":25}\"",
           *         "docker": {
           *           "mqtt": "docker run --rm --add-host=host.docker.internal:host-gateway eclipse-mosquitto mosquitto_pub -d -q 1 -h host.docker.internal -p 1883 -t v1/devices/me/telemetry -u A1B2C3D4E5F6G7H8I9J0 -m \"{\\\"temperature\\\":25}\""
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["ConnectivityCommands"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  downloadServerCertificate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        protocol: "mqtts" | "https" | "coaps";
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example -----BEGIN CERTIFICATE-----
           *     …
           *     -----END CERTIFICATE-----
           */
          "application/x-pem-file": string;
        };
      };
      400: components["responses"]["BadRequest"];
      404: components["responses"]["NotFound"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveDeviceWithCredentials: {
    parameters: {
      query?: {
        nameConflictPolicy?: "FAIL" | "UNIQUIFY";
        uniquifySeparator?: string;
        uniquifyStrategy?: "RANDOM" | "INCREMENTAL";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "device": {
         *         "name": "boiler-7",
         *         "type": "default"
         *       },
         *       "credentials": {
         *         "credentialsType": "ACCESS_TOKEN",
         *         "credentialsId": "A1b2C3d4E5f6G7h8I9j0"
         *       }
         *     }
         */
        "application/json": components["schemas"]["DeviceWithCredentialsInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DEVICE",
           *         "id": "0198a1c0-0000-7000-8000-000000000040"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "customerId": {
           *         "entityType": "CUSTOMER",
           *         "id": "13814000-1dd2-11b2-8080-808080808080"
           *       },
           *       "name": "boiler-7",
           *       "type": "default",
           *       "label": null,
           *       "deviceProfileId": {
           *         "entityType": "DEVICE_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000050"
           *       },
           *       "deviceData": {
           *         "configuration": {
           *           "type": "DEFAULT"
           *         },
           *         "transportConfiguration": {
           *           "type": "DEFAULT"
           *         }
           *       },
           *       "firmwareId": null,
           *       "softwareId": null,
           *       "externalId": null,
           *       "additionalInfo": {
           *         "gateway": false,
           *         "description": ""
           *       },
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["Device"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      /** @description Not for this role, or not for this owner. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LimitExceededResponse"];
        };
      };
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  updateDeviceCredentials: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "deviceId": {
         *         "entityType": "DEVICE",
         *         "id": "0198a1c0-0000-7000-8000-000000000040"
         *       },
         *       "credentialsType": "ACCESS_TOKEN",
         *       "credentialsId": "A1b2C3d4E5f6G7h8I9j0"
         *     }
         */
        "application/json": components["schemas"]["DeviceCredentialsInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "id": "0198a1c0-0000-7000-8000-000000000060"
           *       },
           *       "createdTime": 1767225600000,
           *       "deviceId": {
           *         "entityType": "DEVICE",
           *         "id": "0198a1c0-0000-7000-8000-000000000040"
           *       },
           *       "credentialsType": "ACCESS_TOKEN",
           *       "credentialsId": "A1b2C3d4E5f6G7h8I9j0",
           *       "credentialsValue": null,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["DeviceCredentials"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDeviceInfoById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DEVICE",
           *         "id": "0198a1c0-0000-7000-8000-000000000040"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "customerId": {
           *         "entityType": "CUSTOMER",
           *         "id": "13814000-1dd2-11b2-8080-808080808080"
           *       },
           *       "name": "boiler-7",
           *       "type": "default",
           *       "label": null,
           *       "deviceProfileId": {
           *         "entityType": "DEVICE_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000050"
           *       },
           *       "deviceData": {
           *         "configuration": {
           *           "type": "DEFAULT"
           *         },
           *         "transportConfiguration": {
           *           "type": "DEFAULT"
           *         }
           *       },
           *       "firmwareId": null,
           *       "softwareId": null,
           *       "externalId": null,
           *       "additionalInfo": {
           *         "gateway": false,
           *         "description": ""
           *       },
           *       "version": 1,
           *       "customerTitle": null,
           *       "customerIsPublic": false,
           *       "deviceProfileName": "default",
           *       "active": true
           *     }
           */
          "application/json": components["schemas"]["DeviceInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDeviceTypes: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "tenantId": {
           *           "entityType": "TENANT",
           *           "id": "0198a1c0-0000-7000-8000-000000000010"
           *         },
           *         "entityType": "DEVICE",
           *         "type": "default"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["DeviceType"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDeviceById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DEVICE",
           *         "id": "0198a1c0-0000-7000-8000-000000000040"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "customerId": {
           *         "entityType": "CUSTOMER",
           *         "id": "13814000-1dd2-11b2-8080-808080808080"
           *       },
           *       "name": "boiler-7",
           *       "type": "default",
           *       "label": null,
           *       "deviceProfileId": {
           *         "entityType": "DEVICE_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000050"
           *       },
           *       "deviceData": {
           *         "configuration": {
           *           "type": "DEFAULT"
           *         },
           *         "transportConfiguration": {
           *           "type": "DEFAULT"
           *         }
           *       },
           *       "firmwareId": null,
           *       "softwareId": null,
           *       "externalId": null,
           *       "additionalInfo": {
           *         "gateway": false,
           *         "description": ""
           *       },
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["Device"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteDevice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDeviceCredentialsByDeviceId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "id": "0198a1c0-0000-7000-8000-000000000060"
           *       },
           *       "createdTime": 1767225600000,
           *       "deviceId": {
           *         "entityType": "DEVICE",
           *         "id": "0198a1c0-0000-7000-8000-000000000040"
           *       },
           *       "credentialsType": "ACCESS_TOKEN",
           *       "credentialsId": "A1b2C3d4E5f6G7h8I9j0",
           *       "credentialsValue": null,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["DeviceCredentials"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveDeviceProfile: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "pump",
         *       "type": "DEFAULT",
         *       "transportType": "DEFAULT",
         *       "profileData": {
         *         "configuration": {
         *           "type": "DEFAULT"
         *         },
         *         "transportConfiguration": {
         *           "type": "DEFAULT"
         *         },
         *         "provisionConfiguration": {
         *           "type": "DISABLED",
         *           "provisionDeviceSecret": null
         *         },
         *         "alarms": null,
         *         "keys": [
         *           {
         *             "key": "temperature",
         *             "unit": "°C",
         *             "decimals": 1
         *           }
         *         ]
         *       }
         *     }
         */
        "application/json": components["schemas"]["DeviceProfileInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description What of it is kept and has no effect: entries of the form `299 - "text"`, with commas between them. */
          Warning?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DEVICE_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000050"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "name": "default",
           *       "description": "Default device profile",
           *       "image": null,
           *       "default": true,
           *       "type": "DEFAULT",
           *       "transportType": "DEFAULT",
           *       "provisionType": "DISABLED",
           *       "provisionDeviceKey": null,
           *       "defaultRuleChainId": null,
           *       "defaultDashboardId": null,
           *       "defaultQueueName": null,
           *       "defaultEdgeRuleChainId": null,
           *       "firmwareId": null,
           *       "softwareId": null,
           *       "profileData": {
           *         "configuration": {
           *           "type": "DEFAULT"
           *         },
           *         "transportConfiguration": {
           *           "type": "DEFAULT"
           *         },
           *         "provisionConfiguration": {
           *           "type": "DISABLED",
           *           "provisionDeviceSecret": null
           *         },
           *         "alarms": null
           *       },
           *       "externalId": null,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["DeviceProfile"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getAttributesKeys: {
    parameters: {
      query?: {
        /** @description Without it: of devices of all profiles. */
        deviceProfileId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       "humidity",
           *       "temperature"
           *     ]
           */
          "application/json": string[];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDeviceProfileTimeseriesKeys: {
    parameters: {
      query?: {
        /** @description Without it: of devices of all profiles. */
        deviceProfileId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       "humidity",
           *       "temperature"
           *     ]
           */
          "application/json": string[];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDeviceProfileNames: {
    parameters: {
      query?: {
        /** @description Only profiles that devices have. */
        activeOnly?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": {
           *           "entityType": "DEVICE_PROFILE",
           *           "id": "0198a1c0-0000-7000-8000-000000000050"
           *         },
           *         "name": "default"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["DeviceProfileName"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDeviceProfileById: {
    parameters: {
      query?: {
        /** @description Has no effect. */
        inlineImages?: boolean;
      };
      header?: never;
      path: {
        deviceProfileId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description What of it is kept and has no effect: entries of the form `299 - "text"`, with commas between them. */
          Warning?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DEVICE_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000050"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "name": "default",
           *       "description": "Default device profile",
           *       "image": null,
           *       "default": true,
           *       "type": "DEFAULT",
           *       "transportType": "DEFAULT",
           *       "provisionType": "DISABLED",
           *       "provisionDeviceKey": null,
           *       "defaultRuleChainId": null,
           *       "defaultDashboardId": null,
           *       "defaultQueueName": null,
           *       "defaultEdgeRuleChainId": null,
           *       "firmwareId": null,
           *       "softwareId": null,
           *       "profileData": {
           *         "configuration": {
           *           "type": "DEFAULT"
           *         },
           *         "transportConfiguration": {
           *           "type": "DEFAULT"
           *         },
           *         "provisionConfiguration": {
           *           "type": "DISABLED",
           *           "provisionDeviceSecret": null
           *         },
           *         "alarms": null
           *       },
           *       "externalId": null,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["DeviceProfile"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteDeviceProfile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceProfileId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  setDefaultDeviceProfile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceProfileId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DEVICE_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000050"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "name": "default",
           *       "description": "Default device profile",
           *       "image": null,
           *       "default": true,
           *       "type": "DEFAULT",
           *       "transportType": "DEFAULT",
           *       "provisionType": "DISABLED",
           *       "provisionDeviceKey": null,
           *       "defaultRuleChainId": null,
           *       "defaultDashboardId": null,
           *       "defaultQueueName": null,
           *       "defaultEdgeRuleChainId": null,
           *       "firmwareId": null,
           *       "softwareId": null,
           *       "profileData": {
           *         "configuration": {
           *           "type": "DEFAULT"
           *         },
           *         "transportConfiguration": {
           *           "type": "DEFAULT"
           *         },
           *         "provisionConfiguration": {
           *           "type": "DISABLED",
           *           "provisionDeviceSecret": null
           *         },
           *         "alarms": null
           *       },
           *       "externalId": null,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["DeviceProfile"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDefaultDeviceProfileInfo: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DEVICE_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000050"
           *       },
           *       "name": "default",
           *       "image": null,
           *       "defaultDashboardId": null,
           *       "type": "DEFAULT",
           *       "transportType": "DEFAULT",
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "keys": [
           *         {
           *           "key": "temperature",
           *           "unit": "°C",
           *           "decimals": 1
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["DeviceProfileInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDeviceProfileInfoById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceProfileId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DEVICE_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000050"
           *       },
           *       "name": "default",
           *       "image": null,
           *       "defaultDashboardId": null,
           *       "type": "DEFAULT",
           *       "transportType": "DEFAULT",
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "keys": [
           *         {
           *           "key": "temperature",
           *           "unit": "°C",
           *           "decimals": 1
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["DeviceProfileInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDeviceProfileInfos: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "name" | "type" | "transportType" | "description" | "isDefault";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        transportType?: "DEFAULT" | "MQTT" | "COAP" | "LWM2M" | "SNMP";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "DEVICE_PROFILE",
           *             "id": "0198a1c0-0000-7000-8000-000000000050"
           *           },
           *           "name": "default",
           *           "image": null,
           *           "defaultDashboardId": null,
           *           "type": "DEFAULT",
           *           "transportType": "DEFAULT",
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "keys": [
           *             {
           *               "key": "temperature",
           *               "unit": "°C",
           *               "decimals": 1
           *             }
           *           ]
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataDeviceProfileInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDeviceProfileInfosByIds: {
    parameters: {
      query: {
        deviceProfileIds: string[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": {
           *           "entityType": "DEVICE_PROFILE",
           *           "id": "0198a1c0-0000-7000-8000-000000000050"
           *         },
           *         "name": "default",
           *         "image": null,
           *         "defaultDashboardId": null,
           *         "type": "DEFAULT",
           *         "transportType": "DEFAULT",
           *         "tenantId": {
           *           "entityType": "TENANT",
           *           "id": "0198a1c0-0000-7000-8000-000000000010"
           *         },
           *         "keys": [
           *           {
           *             "key": "temperature",
           *             "unit": "°C",
           *             "decimals": 1
           *           }
           *         ]
           *       }
           *     ]
           */
          "application/json": components["schemas"]["DeviceProfileInfo"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDeviceProfiles: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "name" | "type" | "transportType" | "description" | "isDefault";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "DEVICE_PROFILE",
           *             "id": "0198a1c0-0000-7000-8000-000000000050"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "name": "default",
           *           "description": "Default device profile",
           *           "image": null,
           *           "default": true,
           *           "type": "DEFAULT",
           *           "transportType": "DEFAULT",
           *           "provisionType": "DISABLED",
           *           "provisionDeviceKey": null,
           *           "defaultRuleChainId": null,
           *           "defaultDashboardId": null,
           *           "defaultQueueName": null,
           *           "defaultEdgeRuleChainId": null,
           *           "firmwareId": null,
           *           "softwareId": null,
           *           "profileData": {
           *             "configuration": {
           *               "type": "DEFAULT"
           *             },
           *             "transportConfiguration": {
           *               "type": "DEFAULT"
           *             },
           *             "provisionConfiguration": {
           *               "type": "DISABLED",
           *               "provisionDeviceSecret": null
           *             },
           *             "alarms": null
           *           },
           *           "externalId": null,
           *           "version": 1
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataDeviceProfile"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDevicesByIds: {
    parameters: {
      query: {
        deviceIds: string[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": {
           *           "entityType": "DEVICE",
           *           "id": "0198a1c0-0000-7000-8000-000000000040"
           *         },
           *         "createdTime": 1767225600000,
           *         "tenantId": {
           *           "entityType": "TENANT",
           *           "id": "0198a1c0-0000-7000-8000-000000000010"
           *         },
           *         "customerId": {
           *           "entityType": "CUSTOMER",
           *           "id": "13814000-1dd2-11b2-8080-808080808080"
           *         },
           *         "name": "boiler-7",
           *         "type": "default",
           *         "label": null,
           *         "deviceProfileId": {
           *           "entityType": "DEVICE_PROFILE",
           *           "id": "0198a1c0-0000-7000-8000-000000000050"
           *         },
           *         "deviceData": {
           *           "configuration": {
           *             "type": "DEFAULT"
           *           },
           *           "transportConfiguration": {
           *             "type": "DEFAULT"
           *           }
           *         },
           *         "firmwareId": null,
           *         "softwareId": null,
           *         "externalId": null,
           *         "additionalInfo": {
           *           "gateway": false,
           *           "description": ""
           *         },
           *         "version": 1
           *       }
           *     ]
           */
          "application/json": components["schemas"]["Device"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  countByDeviceProfileAndEmptyOtaPackage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        otaPackageType: "FIRMWARE" | "SOFTWARE";
        deviceProfileId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example 42 */
          "application/json": number;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  exportDevices: {
    parameters: {
      query?: {
        /** @description Of name, label, profile, gateway, customer, connectedThrough, active, lastActivity, created, server:KEY, shared:KEY, client:KEY, telemetry:KEY; name, label, profile, gateway, customer when left out. */
        columns?: string[];
        /** @description A part of name, label, profile or customer. */
        textSearch?: string;
        deviceProfileId?: string;
        customerId?: string;
        active?: boolean;
        /** @description Only gateways, or only devices that are none. */
        gateway?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example name,label,profile,gateway,customer
           *     boiler-7,,default,false,
           */
          "text/csv": components["schemas"]["DeviceFile"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  importDevices: {
    parameters: {
      query?: {
        /** @description True writes nothing and reports what an import would do. */
        dryRun?: boolean;
        /** @description What each column of the file is, in order: name, label, profile, gateway, customer, token, server:KEY, shared:KEY, -. Guessed by the head of the file when left out. */
        columns?: string[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example name;profile;server:site
         *     boiler-7;boiler;north
         */
        "text/csv": components["schemas"]["DeviceUpload"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "dryRun": false,
           *       "counts": {
           *         "new": 1,
           *         "changed": 0,
           *         "unchanged": 0,
           *         "refused": 0
           *       },
           *       "columns": [
           *         {
           *           "head": "Name",
           *           "word": "name"
           *         }
           *       ],
           *       "newProfiles": [],
           *       "rows": [
           *         {
           *           "line": 2,
           *           "name": "boiler-7",
           *           "outcome": "new",
           *           "changes": [],
           *           "reason": null,
           *           "deviceId": "0198a1c0-0000-7000-8000-000000000040",
           *           "accessToken": null
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["DeviceImportReport"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDeviceConnectivity: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "ts";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
      };
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "ts": 1767225600000,
           *           "event": "DISCONNECTED",
           *           "end": {
           *             "reason": "CONNECTION_LOST",
           *             "text": "The connection broke"
           *           },
           *           "gateway": null
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataConnectionEvent"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  countEntitiesByQuery: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "entityFilter": {
         *         "type": "entityType",
         *         "entityType": "DEVICE"
         *       },
         *       "keyFilters": [
         *         {
         *           "key": {
         *             "type": "TIME_SERIES",
         *             "key": "temperature"
         *           },
         *           "valueType": "NUMERIC",
         *           "predicate": {
         *             "type": "NUMERIC",
         *             "operation": "GREATER",
         *             "value": {
         *               "defaultValue": 20
         *             }
         *           }
         *         }
         *       ]
         *     }
         */
        "application/json": components["schemas"]["EntityCountQuery"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example 57 */
          "application/json": number;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  findEntityDataByQuery: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "entityFilter": {
         *         "type": "entityType",
         *         "entityType": "DEVICE"
         *       },
         *       "keyFilters": [
         *         {
         *           "key": {
         *             "type": "TIME_SERIES",
         *             "key": "temperature"
         *           },
         *           "valueType": "NUMERIC",
         *           "predicate": {
         *             "type": "NUMERIC",
         *             "operation": "GREATER",
         *             "value": {
         *               "defaultValue": 20
         *             }
         *           }
         *         }
         *       ],
         *       "entityFields": [
         *         {
         *           "type": "ENTITY_FIELD",
         *           "key": "name"
         *         }
         *       ],
         *       "latestValues": [
         *         {
         *           "type": "TIME_SERIES",
         *           "key": "temperature"
         *         }
         *       ],
         *       "pageLink": {
         *         "pageSize": 10,
         *         "page": 0,
         *         "sortOrder": {
         *           "key": {
         *             "type": "ENTITY_FIELD",
         *             "key": "name"
         *           },
         *           "direction": "ASC"
         *         }
         *       }
         *     }
         */
        "application/json": components["schemas"]["EntityDataQuery"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "entityId": {
           *             "entityType": "DEVICE",
           *             "id": "0198a1c0-0000-7000-8000-000000000040"
           *           },
           *           "latest": {
           *             "ENTITY_FIELD": {
           *               "name": {
           *                 "ts": 0,
           *                 "value": "boiler-7",
           *                 "count": null
           *               }
           *             },
           *             "TIME_SERIES": {
           *               "temperature": {
           *                 "ts": 1767225600000,
           *                 "value": "21.5",
           *                 "count": null
           *               }
           *             }
           *           },
           *           "timeseries": {},
           *           "aggLatest": {}
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataEntityData"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  findEntityKeysByQuery: {
    parameters: {
      query?: {
        /** @description Whether to name telemetry, which is so when left out. */
        timeseries?: boolean;
        /** @description Whether to name attributes, which is so when left out. */
        attributes?: boolean;
        /** @description Attributes of this scope; of all when left out. */
        scope?: "CLIENT_SCOPE" | "SERVER_SCOPE" | "SHARED_SCOPE";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "entityFilter": {
         *         "type": "entityType",
         *         "entityType": "DEVICE"
         *       },
         *       "keyFilters": [
         *         {
         *           "key": {
         *             "type": "TIME_SERIES",
         *             "key": "temperature"
         *           },
         *           "valueType": "NUMERIC",
         *           "predicate": {
         *             "type": "NUMERIC",
         *             "operation": "GREATER",
         *             "value": {
         *               "defaultValue": 20
         *             }
         *           }
         *         }
         *       ],
         *       "entityFields": [
         *         {
         *           "type": "ENTITY_FIELD",
         *           "key": "name"
         *         }
         *       ],
         *       "latestValues": [
         *         {
         *           "type": "TIME_SERIES",
         *           "key": "temperature"
         *         }
         *       ],
         *       "pageLink": {
         *         "pageSize": 10,
         *         "page": 0,
         *         "sortOrder": {
         *           "key": {
         *             "type": "ENTITY_FIELD",
         *             "key": "name"
         *           },
         *           "direction": "ASC"
         *         }
         *       }
         *     }
         */
        "application/json": components["schemas"]["EntityDataQuery"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "entityTypes": [
           *         "DEVICE"
           *       ],
           *       "timeseries": [
           *         "temperature"
           *       ],
           *       "attribute": [
           *         "active",
           *         "fw"
           *       ]
           *     }
           */
          "application/json": components["schemas"]["AvailableEntityKeys"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getGateways: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "name" | "online" | "lastActivityTime" | "refused";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        online?: boolean;
        /** @description Only those of which messages were refused in the last hour, or only the others. */
        refused?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "DEVICE",
           *             "id": "0198a1c0-0000-7000-8000-000000000040"
           *           },
           *           "createdTime": 1767225600000,
           *           "name": "gateway-1",
           *           "label": "Hall 3",
           *           "type": "default",
           *           "customerId": null,
           *           "customerTitle": null,
           *           "active": true,
           *           "online": true,
           *           "connection": {
           *             "since": 1767225600000,
           *             "protocol": "MQTT 3.1.1",
           *             "transport": "TLS",
           *             "remoteAddress": "192.0.2.17"
           *           },
           *           "sessions": 1,
           *           "devices": 20,
           *           "lastMinute": {
           *             "messages": 1200,
           *             "points": 3600,
           *             "refused": 2
           *           },
           *           "lastHour": {
           *             "refused": 5,
           *             "reason": "invalid",
           *             "reasons": [
           *               {
           *                 "reason": "invalid",
           *                 "refused": 4
           *               },
           *               {
           *                 "reason": "rate-limited",
           *                 "refused": 1
           *               }
           *             ]
           *           },
           *           "lastActivityTime": 1767225600000,
           *           "lastConnectTime": 1767225600000,
           *           "lastDisconnectTime": 1767225540000,
           *           "lastEnd": {
           *             "reason": "KEEP_ALIVE_MISSED",
           *             "text": "Nothing was heard for longer than the keep-alive time"
           *           }
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataGateway"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getGateway: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DEVICE",
           *         "id": "0198a1c0-0000-7000-8000-000000000040"
           *       },
           *       "createdTime": 1767225600000,
           *       "name": "gateway-1",
           *       "label": "Hall 3",
           *       "type": "default",
           *       "customerId": null,
           *       "customerTitle": null,
           *       "active": true,
           *       "online": true,
           *       "connection": {
           *         "since": 1767225600000,
           *         "protocol": "MQTT 3.1.1",
           *         "transport": "TLS",
           *         "remoteAddress": "192.0.2.17"
           *       },
           *       "sessions": 1,
           *       "devices": 20,
           *       "lastMinute": {
           *         "messages": 1200,
           *         "points": 3600,
           *         "refused": 2
           *       },
           *       "lastHour": {
           *         "refused": 5,
           *         "reason": "invalid",
           *         "reasons": [
           *           {
           *             "reason": "invalid",
           *             "refused": 4
           *           },
           *           {
           *             "reason": "rate-limited",
           *             "refused": 1
           *           }
           *         ]
           *       },
           *       "lastActivityTime": 1767225600000,
           *       "lastConnectTime": 1767225600000,
           *       "lastDisconnectTime": 1767225540000,
           *       "lastEnd": {
           *         "reason": "KEEP_ALIVE_MISSED",
           *         "text": "Nothing was heard for longer than the keep-alive time"
           *       },
           *       "connectOnUplink": false,
           *       "traffic": {
           *         "startTs": 1767225600000,
           *         "messages": {
           *           "perSecond": 20,
           *           "minutes": [
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             1200,
           *             1194,
           *             412
           *           ]
           *         },
           *         "points": {
           *           "perSecond": 60.5,
           *           "minutes": [
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             3600,
           *             3582,
           *             1236
           *           ]
           *         },
           *         "refusals": {
           *           "lastMinute": 2,
           *           "lastHour": 5,
           *           "minutes": [
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             2
           *           ],
           *           "reasons": [
           *             {
           *               "reason": "invalid",
           *               "lastMinute": 2,
           *               "lastHour": 5
           *             }
           *           ]
           *         }
           *       },
           *       "acknowledgements": {
           *         "samples": 240,
           *         "meanMillis": 2.5,
           *         "p50Millis": 2,
           *         "p99Millis": 9,
           *         "maxMillis": 14
           *       }
           *     }
           */
          "application/json": components["schemas"]["GatewayDetails"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getGatewayDevices: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "name" | "connected" | "lastActivityTime";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
      };
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "DEVICE",
           *             "id": "0198a1c0-0000-7000-8000-000000000040"
           *           },
           *           "name": "boiler-7",
           *           "label": null,
           *           "type": "default",
           *           "active": true,
           *           "connected": true,
           *           "routedSince": 1767225600000,
           *           "neverConnected": false,
           *           "lastActivityTime": 1767225600000
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataRoutedDevice"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getGatewayRefusals: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "ts";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        /** @description Only those that are counted for this reason. */
        reason?: string;
        /** @description Only those with a part of the device so named. */
        device?: string;
      };
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "number": 4711,
           *           "ts": 1767225600000,
           *           "gateway": {
           *             "id": {
           *               "entityType": "DEVICE",
           *               "id": "0198a1c0-0000-7000-8000-000000000040"
           *             },
           *             "name": "gateway-1"
           *           },
           *           "topic": "v1/gateway/attributes",
           *           "reason": "invalid",
           *           "partly": false,
           *           "entries": [
           *             {
           *               "device": "boiler-7",
           *               "deviceId": {
           *                 "entityType": "DEVICE",
           *                 "id": "0198a1c0-0000-7000-8000-000000000040"
           *               },
           *               "reason": "invalid",
           *               "message": "the attributes of a device must be a JSON object, got a number"
           *             }
           *           ],
           *           "entriesTotal": 1,
           *           "bytes": 14,
           *           "payload": "{\"boiler-7\":7}",
           *           "cut": false
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataRefusal"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getHealthDetails: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "UP",
           *       "version": "1.0.0",
           *       "runtime": "Node.js 24.21.0",
           *       "startTs": 1767225600000,
           *       "uptimeSeconds": 86400,
           *       "memory": {
           *         "residentBytes": 412000000,
           *         "heapBytes": 91000000,
           *         "externalBytes": 22000000
           *       },
           *       "cpuSeconds": 512.4,
           *       "eventLoopDelay": {
           *         "p50Millis": 20.1,
           *         "p99Millis": 23.7,
           *         "maxMillis": 61.5
           *       },
           *       "stores": [
           *         {
           *           "name": "telemetry",
           *           "healthy": true,
           *           "bytes": 1204224000
           *         },
           *         {
           *           "name": "entities",
           *           "healthy": true,
           *           "bytes": 8192000
           *         }
           *       ],
           *       "disk": {
           *         "freeBytes": 48000000000,
           *         "bytes": 64000000000
           *       },
           *       "points": 120000000,
           *       "mqtt": {
           *         "connections": 3,
           *         "sessions": 3,
           *         "connectsRefused": 0,
           *         "publishesRefused": 5,
           *         "protocolErrors": 0,
           *         "overflows": 0
           *       },
           *       "live": {
           *         "connections": 2,
           *         "subscriptions": 7,
           *         "unsentBytes": 0
           *       },
           *       "queues": {
           *         "mailsWaiting": 0,
           *         "callsPending": 1,
           *         "devicePolls": 0,
           *         "telemetryWaits": 0
           *       },
           *       "failures": {
           *         "telemetryBatches": 0,
           *         "attributeBatches": 0,
           *         "mails": 0,
           *         "auditRecords": 0,
           *         "retentionRuns": 0
           *       },
           *       "reports": [
           *         {
           *           "pool": "reports",
           *           "running": 1,
           *           "waiting": 0,
           *           "slots": 4,
           *           "capacity": 100
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["HealthDetails"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getLiveness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "UP"
           *     }
           */
          "application/json": components["schemas"]["Health"];
        };
      };
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getReadiness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "UP"
           *     }
           */
          "application/json": components["schemas"]["Health"];
        };
      };
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      /** @description The same, of a platform that cannot serve. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "UP"
           *     }
           */
          "application/json": components["schemas"]["Health"];
        };
      };
    };
  };
  getCallerLimits: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "restCalls": [
           *         {
           *           "party": "tenant",
           *           "name": "tenantServerRestLimitsConfiguration",
           *           "limit": "500:60",
           *           "windows": [
           *             {
           *               "calls": 500,
           *               "seconds": 60,
           *               "remaining": 498,
           *               "nextInSeconds": 1
           *             }
           *           ]
           *         }
           *       ],
           *       "transport": [
           *         {
           *           "party": "device",
           *           "name": "transportDeviceMsgRateLimit",
           *           "limit": "20:1,600:60"
           *         }
           *       ],
           *       "entities": [
           *         {
           *           "name": "maxDevices",
           *           "limit": 100,
           *           "used": 57
           *         }
           *       ],
           *       "webSocket": [
           *         {
           *           "name": "maxWsSessionsPerTenant",
           *           "limit": null,
           *           "used": 2
           *         }
           *       ],
           *       "month": {
           *         "startTs": 1767225600000,
           *         "endTs": 1769904000000,
           *         "limits": [
           *           {
           *             "name": "maxTransportMessages",
           *             "limit": 1000000,
           *             "used": 812345
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": components["schemas"]["CallerLimits"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  checkActivateToken: {
    parameters: {
      query: {
        activateToken: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description To the page that sets the password, or to the one that says that the link has expired. */
      303: {
        headers: {
          /** @description The path of that page. */
          Location?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      /** @description The link is not known. The body is empty. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  activateUser: {
    parameters: {
      query?: {
        /** @description Whether a mail confirms it to the user; true by default. */
        sendActivationMail?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "activateToken": "mF3b0rZ6V1c7Q2pXn8sT4uYwK5hJ9dLe",
         *       "password": "analytical-engine"
         *     }
         */
        "application/json": components["schemas"]["ActivateUserRequest"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "token": "eyJhbGciOiJIUzUxMiJ9.eyJzdWIiOiJhZGEifQ.c2ln",
           *       "refreshToken": "eyJhbGciOiJIUzUxMiJ9.e30.c2ln"
           *     }
           */
          "application/json": components["schemas"]["LoginResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getActivationUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "activateToken": "mF3b0rZ6V1c7Q2pXn8sT4uYwK5hJ9dLe"
         *     }
         */
        "application/json": components["schemas"]["ActivationUserRequest"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "email": "ada@example.com"
           *     }
           */
          "application/json": components["schemas"]["ActivationUser"];
        };
      };
      400: components["responses"]["BadRequest"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getOAuth2Clients: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example [] */
          "application/json": unknown[];
        };
      };
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  checkResetToken: {
    parameters: {
      query: {
        resetToken: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description To the page that sets the password, or to the one that says that the link has expired. */
      303: {
        headers: {
          /** @description The path of that page. */
          Location?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      /** @description The link is not known. The body is empty. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Links of this user have been looked at too often. The body is empty. */
      429: {
        headers: {
          /** @description Seconds after which it makes sense to try again. */
          "Retry-After"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  resetPassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "resetToken": "mF3b0rZ6V1c7Q2pXn8sT4uYwK5hJ9dLe",
         *       "password": "analytical-engine"
         *     }
         */
        "application/json": components["schemas"]["ResetPasswordRequest"];
      };
    };
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  requestResetPasswordByEmail: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.com"
         *     }
         */
        "application/json": components["schemas"]["ResetPasswordEmailRequest"];
      };
    };
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getUserPasswordPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "minimumLength": 8,
           *       "maximumLength": 72,
           *       "minimumUppercaseLetters": null,
           *       "minimumLowercaseLetters": null,
           *       "minimumDigits": null,
           *       "minimumSpecialCharacters": null,
           *       "allowWhitespaces": true,
           *       "forceUserToResetPasswordIfNotValid": false,
           *       "passwordExpirationPeriodDays": null,
           *       "passwordReuseFrequencyDays": null
           *     }
           */
          "application/json": components["schemas"]["UserPasswordPolicy"];
        };
      };
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getRollouts: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "name" | "state";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        state?: "RUNNING" | "PAUSED" | "STOPPED" | "DONE";
        packageId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198a1c0-0000-7000-8000-0000000000e0",
           *           "createdTime": 1767225600000,
           *           "name": "boiler 2.5.0, hall 3",
           *           "packageId": "0198a1c0-0000-7000-8000-000000000058",
           *           "type": "FIRMWARE",
           *           "title": "boiler",
           *           "version": "2.5.0",
           *           "deviceProfileId": "0198a1c0-0000-7000-8000-000000000050",
           *           "target": {
           *             "type": "GATEWAY",
           *             "id": "0198a1c0-0000-7000-8000-000000000040",
           *             "name": "gateway-1",
           *             "listed": null
           *           },
           *           "state": "RUNNING",
           *           "reason": null,
           *           "endedTime": null,
           *           "failurePercentMax": 10,
           *           "waveMinutesMax": 1440,
           *           "failurePercent": 5.6,
           *           "devices": 20,
           *           "hadIt": 0,
           *           "counts": {
           *             "PENDING": 0,
           *             "QUEUED": 0,
           *             "INITIATED": 0,
           *             "DOWNLOADING": 2,
           *             "DOWNLOADED": 0,
           *             "VERIFIED": 0,
           *             "UPDATING": 0,
           *             "UPDATED": 17,
           *             "FAILED": 1,
           *             "SKIPPED": 0,
           *             "WITHDRAWN": 0
           *           },
           *           "wave": 1,
           *           "waves": [
           *             {
           *               "wave": 1,
           *               "percent": 5,
           *               "devices": 20,
           *               "counts": {
           *                 "PENDING": 0,
           *                 "QUEUED": 0,
           *                 "INITIATED": 0,
           *                 "DOWNLOADING": 2,
           *                 "DOWNLOADED": 0,
           *                 "VERIFIED": 0,
           *                 "UPDATING": 0,
           *                 "UPDATED": 17,
           *                 "FAILED": 1,
           *                 "SKIPPED": 0,
           *                 "WITHDRAWN": 0
           *               },
           *               "beganTime": 1767225600000,
           *               "endedTime": null,
           *               "endsTime": 1767312000000
           *             }
           *           ]
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataRollout"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  createRollout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "packageId": "0198a1c0-0000-7000-8000-000000000058",
         *       "name": "boiler 2.5.0, hall 3",
         *       "target": {
         *         "gatewayId": "0198a1c0-0000-7000-8000-000000000040"
         *       },
         *       "waves": [
         *         {
         *           "percent": 5
         *         },
         *         {
         *           "percent": 25
         *         },
         *         {
         *           "percent": 100
         *         }
         *       ],
         *       "failurePercentMax": 10,
         *       "waveMinutesMax": 1440
         *     }
         */
        "application/json": components["schemas"]["RolloutInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198a1c0-0000-7000-8000-0000000000e0",
           *       "createdTime": 1767225600000,
           *       "name": "boiler 2.5.0, hall 3",
           *       "packageId": "0198a1c0-0000-7000-8000-000000000058",
           *       "type": "FIRMWARE",
           *       "title": "boiler",
           *       "version": "2.5.0",
           *       "deviceProfileId": "0198a1c0-0000-7000-8000-000000000050",
           *       "target": {
           *         "type": "GATEWAY",
           *         "id": "0198a1c0-0000-7000-8000-000000000040",
           *         "name": "gateway-1",
           *         "listed": null
           *       },
           *       "state": "RUNNING",
           *       "reason": null,
           *       "endedTime": null,
           *       "failurePercentMax": 10,
           *       "waveMinutesMax": 1440,
           *       "failurePercent": 5.6,
           *       "devices": 20,
           *       "hadIt": 0,
           *       "counts": {
           *         "PENDING": 0,
           *         "QUEUED": 0,
           *         "INITIATED": 0,
           *         "DOWNLOADING": 2,
           *         "DOWNLOADED": 0,
           *         "VERIFIED": 0,
           *         "UPDATING": 0,
           *         "UPDATED": 17,
           *         "FAILED": 1,
           *         "SKIPPED": 0,
           *         "WITHDRAWN": 0
           *       },
           *       "wave": 1,
           *       "waves": [
           *         {
           *           "wave": 1,
           *           "percent": 5,
           *           "devices": 20,
           *           "counts": {
           *             "PENDING": 0,
           *             "QUEUED": 0,
           *             "INITIATED": 0,
           *             "DOWNLOADING": 2,
           *             "DOWNLOADED": 0,
           *             "VERIFIED": 0,
           *             "UPDATING": 0,
           *             "UPDATED": 17,
           *             "FAILED": 1,
           *             "SKIPPED": 0,
           *             "WITHDRAWN": 0
           *           },
           *           "beganTime": 1767225600000,
           *           "endedTime": null,
           *           "endsTime": 1767312000000
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["Rollout"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      /** @description Not for this role, or not for this owner. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LimitExceededResponse"];
        };
      };
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getRollout: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        rolloutId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198a1c0-0000-7000-8000-0000000000e0",
           *       "createdTime": 1767225600000,
           *       "name": "boiler 2.5.0, hall 3",
           *       "packageId": "0198a1c0-0000-7000-8000-000000000058",
           *       "type": "FIRMWARE",
           *       "title": "boiler",
           *       "version": "2.5.0",
           *       "deviceProfileId": "0198a1c0-0000-7000-8000-000000000050",
           *       "target": {
           *         "type": "GATEWAY",
           *         "id": "0198a1c0-0000-7000-8000-000000000040",
           *         "name": "gateway-1",
           *         "listed": null
           *       },
           *       "state": "RUNNING",
           *       "reason": null,
           *       "endedTime": null,
           *       "failurePercentMax": 10,
           *       "waveMinutesMax": 1440,
           *       "failurePercent": 5.6,
           *       "devices": 20,
           *       "hadIt": 0,
           *       "counts": {
           *         "PENDING": 0,
           *         "QUEUED": 0,
           *         "INITIATED": 0,
           *         "DOWNLOADING": 2,
           *         "DOWNLOADED": 0,
           *         "VERIFIED": 0,
           *         "UPDATING": 0,
           *         "UPDATED": 17,
           *         "FAILED": 1,
           *         "SKIPPED": 0,
           *         "WITHDRAWN": 0
           *       },
           *       "wave": 1,
           *       "waves": [
           *         {
           *           "wave": 1,
           *           "percent": 5,
           *           "devices": 20,
           *           "counts": {
           *             "PENDING": 0,
           *             "QUEUED": 0,
           *             "INITIATED": 0,
           *             "DOWNLOADING": 2,
           *             "DOWNLOADED": 0,
           *             "VERIFIED": 0,
           *             "UPDATING": 0,
           *             "UPDATED": 17,
           *             "FAILED": 1,
           *             "SKIPPED": 0,
           *             "WITHDRAWN": 0
           *           },
           *           "beganTime": 1767225600000,
           *           "endedTime": null,
           *           "endsTime": 1767312000000
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["Rollout"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteRollout: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        rolloutId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getRolloutDevices: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "name" | "wave" | "state" | "progress" | "updatedTime";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        state?:
          | "PENDING"
          | "QUEUED"
          | "INITIATED"
          | "DOWNLOADING"
          | "DOWNLOADED"
          | "VERIFIED"
          | "UPDATING"
          | "UPDATED"
          | "FAILED"
          | "SKIPPED"
          | "WITHDRAWN";
        wave?: number;
      };
      header?: never;
      path: {
        rolloutId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "deviceId": "0198a1c0-0000-7000-8000-000000000040",
           *           "name": "boiler-7",
           *           "label": null,
           *           "wave": 1,
           *           "state": "DOWNLOADING",
           *           "progress": 40,
           *           "error": null,
           *           "updatedTime": 1767225600000
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataRolloutDevice"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  pauseRollout: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        rolloutId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198a1c0-0000-7000-8000-0000000000e0",
           *       "createdTime": 1767225600000,
           *       "name": "boiler 2.5.0, hall 3",
           *       "packageId": "0198a1c0-0000-7000-8000-000000000058",
           *       "type": "FIRMWARE",
           *       "title": "boiler",
           *       "version": "2.5.0",
           *       "deviceProfileId": "0198a1c0-0000-7000-8000-000000000050",
           *       "target": {
           *         "type": "GATEWAY",
           *         "id": "0198a1c0-0000-7000-8000-000000000040",
           *         "name": "gateway-1",
           *         "listed": null
           *       },
           *       "state": "RUNNING",
           *       "reason": null,
           *       "endedTime": null,
           *       "failurePercentMax": 10,
           *       "waveMinutesMax": 1440,
           *       "failurePercent": 5.6,
           *       "devices": 20,
           *       "hadIt": 0,
           *       "counts": {
           *         "PENDING": 0,
           *         "QUEUED": 0,
           *         "INITIATED": 0,
           *         "DOWNLOADING": 2,
           *         "DOWNLOADED": 0,
           *         "VERIFIED": 0,
           *         "UPDATING": 0,
           *         "UPDATED": 17,
           *         "FAILED": 1,
           *         "SKIPPED": 0,
           *         "WITHDRAWN": 0
           *       },
           *       "wave": 1,
           *       "waves": [
           *         {
           *           "wave": 1,
           *           "percent": 5,
           *           "devices": 20,
           *           "counts": {
           *             "PENDING": 0,
           *             "QUEUED": 0,
           *             "INITIATED": 0,
           *             "DOWNLOADING": 2,
           *             "DOWNLOADED": 0,
           *             "VERIFIED": 0,
           *             "UPDATING": 0,
           *             "UPDATED": 17,
           *             "FAILED": 1,
           *             "SKIPPED": 0,
           *             "WITHDRAWN": 0
           *           },
           *           "beganTime": 1767225600000,
           *           "endedTime": null,
           *           "endsTime": 1767312000000
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["Rollout"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  resumeRollout: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        rolloutId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198a1c0-0000-7000-8000-0000000000e0",
           *       "createdTime": 1767225600000,
           *       "name": "boiler 2.5.0, hall 3",
           *       "packageId": "0198a1c0-0000-7000-8000-000000000058",
           *       "type": "FIRMWARE",
           *       "title": "boiler",
           *       "version": "2.5.0",
           *       "deviceProfileId": "0198a1c0-0000-7000-8000-000000000050",
           *       "target": {
           *         "type": "GATEWAY",
           *         "id": "0198a1c0-0000-7000-8000-000000000040",
           *         "name": "gateway-1",
           *         "listed": null
           *       },
           *       "state": "RUNNING",
           *       "reason": null,
           *       "endedTime": null,
           *       "failurePercentMax": 10,
           *       "waveMinutesMax": 1440,
           *       "failurePercent": 5.6,
           *       "devices": 20,
           *       "hadIt": 0,
           *       "counts": {
           *         "PENDING": 0,
           *         "QUEUED": 0,
           *         "INITIATED": 0,
           *         "DOWNLOADING": 2,
           *         "DOWNLOADED": 0,
           *         "VERIFIED": 0,
           *         "UPDATING": 0,
           *         "UPDATED": 17,
           *         "FAILED": 1,
           *         "SKIPPED": 0,
           *         "WITHDRAWN": 0
           *       },
           *       "wave": 1,
           *       "waves": [
           *         {
           *           "wave": 1,
           *           "percent": 5,
           *           "devices": 20,
           *           "counts": {
           *             "PENDING": 0,
           *             "QUEUED": 0,
           *             "INITIATED": 0,
           *             "DOWNLOADING": 2,
           *             "DOWNLOADED": 0,
           *             "VERIFIED": 0,
           *             "UPDATING": 0,
           *             "UPDATED": 17,
           *             "FAILED": 1,
           *             "SKIPPED": 0,
           *             "WITHDRAWN": 0
           *           },
           *           "beganTime": 1767225600000,
           *           "endedTime": null,
           *           "endsTime": 1767312000000
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["Rollout"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  stopRollout: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        rolloutId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198a1c0-0000-7000-8000-0000000000e0",
           *       "createdTime": 1767225600000,
           *       "name": "boiler 2.5.0, hall 3",
           *       "packageId": "0198a1c0-0000-7000-8000-000000000058",
           *       "type": "FIRMWARE",
           *       "title": "boiler",
           *       "version": "2.5.0",
           *       "deviceProfileId": "0198a1c0-0000-7000-8000-000000000050",
           *       "target": {
           *         "type": "GATEWAY",
           *         "id": "0198a1c0-0000-7000-8000-000000000040",
           *         "name": "gateway-1",
           *         "listed": null
           *       },
           *       "state": "RUNNING",
           *       "reason": null,
           *       "endedTime": null,
           *       "failurePercentMax": 10,
           *       "waveMinutesMax": 1440,
           *       "failurePercent": 5.6,
           *       "devices": 20,
           *       "hadIt": 0,
           *       "counts": {
           *         "PENDING": 0,
           *         "QUEUED": 0,
           *         "INITIATED": 0,
           *         "DOWNLOADING": 2,
           *         "DOWNLOADED": 0,
           *         "VERIFIED": 0,
           *         "UPDATING": 0,
           *         "UPDATED": 17,
           *         "FAILED": 1,
           *         "SKIPPED": 0,
           *         "WITHDRAWN": 0
           *       },
           *       "wave": 1,
           *       "waves": [
           *         {
           *           "wave": 1,
           *           "percent": 5,
           *           "devices": 20,
           *           "counts": {
           *             "PENDING": 0,
           *             "QUEUED": 0,
           *             "INITIATED": 0,
           *             "DOWNLOADING": 2,
           *             "DOWNLOADED": 0,
           *             "VERIFIED": 0,
           *             "UPDATING": 0,
           *             "UPDATED": 17,
           *             "FAILED": 1,
           *             "SKIPPED": 0,
           *             "WITHDRAWN": 0
           *           },
           *           "beganTime": 1767225600000,
           *           "endedTime": null,
           *           "endsTime": 1767312000000
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["Rollout"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveOtaPackageInfo: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "FIRMWARE",
         *       "title": "boiler",
         *       "version": "2.5.0",
         *       "tag": "boiler 2.5.0",
         *       "deviceProfileId": {
         *         "entityType": "DEVICE_PROFILE",
         *         "id": "0198a1c0-0000-7000-8000-000000000050"
         *       }
         *     }
         */
        "application/json": components["schemas"]["OtaPackageInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "OTA_PACKAGE",
           *         "id": "0198a1c0-0000-7000-8000-000000000058"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "deviceProfileId": {
           *         "entityType": "DEVICE_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000050"
           *       },
           *       "type": "FIRMWARE",
           *       "name": "boiler",
           *       "title": "boiler",
           *       "version": "2.5.0",
           *       "tag": "boiler 2.5.0",
           *       "url": null,
           *       "hasData": true,
           *       "fileName": "boiler-2.5.0.bin",
           *       "contentType": "application/octet-stream",
           *       "checksumAlgorithm": "SHA256",
           *       "checksum": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
           *       "dataSize": 262144,
           *       "externalId": null,
           *       "additionalInfo": {
           *         "description": ""
           *       }
           *     }
           */
          "application/json": components["schemas"]["OtaPackageInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getOtaPackageInfoById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        otaPackageId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "OTA_PACKAGE",
           *         "id": "0198a1c0-0000-7000-8000-000000000058"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "deviceProfileId": {
           *         "entityType": "DEVICE_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000050"
           *       },
           *       "type": "FIRMWARE",
           *       "name": "boiler",
           *       "title": "boiler",
           *       "version": "2.5.0",
           *       "tag": "boiler 2.5.0",
           *       "url": null,
           *       "hasData": true,
           *       "fileName": "boiler-2.5.0.bin",
           *       "contentType": "application/octet-stream",
           *       "checksumAlgorithm": "SHA256",
           *       "checksum": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
           *       "dataSize": 262144,
           *       "externalId": null,
           *       "additionalInfo": {
           *         "description": ""
           *       }
           *     }
           */
          "application/json": components["schemas"]["OtaPackageInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getOtaPackageById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        otaPackageId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "OTA_PACKAGE",
           *         "id": "0198a1c0-0000-7000-8000-000000000058"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "deviceProfileId": {
           *         "entityType": "DEVICE_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000050"
           *       },
           *       "type": "FIRMWARE",
           *       "name": "boiler",
           *       "title": "boiler",
           *       "version": "2.5.0",
           *       "tag": "boiler 2.5.0",
           *       "url": null,
           *       "hasData": true,
           *       "fileName": "boiler-2.5.0.bin",
           *       "contentType": "application/octet-stream",
           *       "checksumAlgorithm": "SHA256",
           *       "checksum": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
           *       "dataSize": 262144,
           *       "externalId": null,
           *       "additionalInfo": {
           *         "description": ""
           *       },
           *       "data": null
           *     }
           */
          "application/json": components["schemas"]["OtaPackage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveOtaPackageData: {
    parameters: {
      query?: {
        /** @description What the file must have; left out, what it has is taken. */
        checksum?: string;
        /** @description SHA256 when left out. */
        checksumAlgorithm?: "MD5" | "SHA256" | "SHA384" | "SHA512" | "CRC32";
      };
      header?: never;
      path: {
        otaPackageId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "file": "…"
         *     }
         */
        "multipart/form-data": components["schemas"]["OtaPackageUpload"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "OTA_PACKAGE",
           *         "id": "0198a1c0-0000-7000-8000-000000000058"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "deviceProfileId": {
           *         "entityType": "DEVICE_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000050"
           *       },
           *       "type": "FIRMWARE",
           *       "name": "boiler",
           *       "title": "boiler",
           *       "version": "2.5.0",
           *       "tag": "boiler 2.5.0",
           *       "url": null,
           *       "hasData": true,
           *       "fileName": "boiler-2.5.0.bin",
           *       "contentType": "application/octet-stream",
           *       "checksumAlgorithm": "SHA256",
           *       "checksum": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
           *       "dataSize": 262144,
           *       "externalId": null,
           *       "additionalInfo": {
           *         "description": ""
           *       }
           *     }
           */
          "application/json": components["schemas"]["OtaPackageInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      /** @description Not for this role, or not for this owner. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LimitExceededResponse"];
        };
      };
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteOtaPackage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        otaPackageId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  downloadOtaPackage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        otaPackageId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example … */
          "application/octet-stream": unknown;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getOtaPackages: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?:
          "id" | "createdTime" | "type" | "title" | "version" | "tag" | "url" | "fileName" | "dataSize" | "checksum";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "OTA_PACKAGE",
           *             "id": "0198a1c0-0000-7000-8000-000000000058"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "deviceProfileId": {
           *             "entityType": "DEVICE_PROFILE",
           *             "id": "0198a1c0-0000-7000-8000-000000000050"
           *           },
           *           "type": "FIRMWARE",
           *           "name": "boiler",
           *           "title": "boiler",
           *           "version": "2.5.0",
           *           "tag": "boiler 2.5.0",
           *           "url": null,
           *           "hasData": true,
           *           "fileName": "boiler-2.5.0.bin",
           *           "contentType": "application/octet-stream",
           *           "checksumAlgorithm": "SHA256",
           *           "checksum": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
           *           "dataSize": 262144,
           *           "externalId": null,
           *           "additionalInfo": {
           *             "description": ""
           *           }
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataOtaPackageInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getOtaPackagesByDeviceProfileAndType: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?:
          "id" | "createdTime" | "type" | "title" | "version" | "tag" | "url" | "fileName" | "dataSize" | "checksum";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
      };
      header?: never;
      path: {
        deviceProfileId: string;
        type: "FIRMWARE" | "SOFTWARE";
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "OTA_PACKAGE",
           *             "id": "0198a1c0-0000-7000-8000-000000000058"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "deviceProfileId": {
           *             "entityType": "DEVICE_PROFILE",
           *             "id": "0198a1c0-0000-7000-8000-000000000050"
           *           },
           *           "type": "FIRMWARE",
           *           "name": "boiler",
           *           "title": "boiler",
           *           "version": "2.5.0",
           *           "tag": "boiler 2.5.0",
           *           "url": null,
           *           "hasData": true,
           *           "fileName": "boiler-2.5.0.bin",
           *           "contentType": "application/octet-stream",
           *           "checksumAlgorithm": "SHA256",
           *           "checksum": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
           *           "dataSize": 262144,
           *           "externalId": null,
           *           "additionalInfo": {
           *             "description": ""
           *           }
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataOtaPackageInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getOverview: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ts": 1767229200000,
           *       "gateways": {
           *         "total": 4,
           *         "online": 3
           *       },
           *       "devices": {
           *         "total": 57,
           *         "active": 55
           *       },
           *       "traffic": {
           *         "startTs": 1767225600000,
           *         "messages": {
           *           "perSecond": 20,
           *           "minutes": [
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             1200,
           *             1194,
           *             412
           *           ]
           *         },
           *         "points": {
           *           "perSecond": 60.5,
           *           "minutes": [
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             3600,
           *             3582,
           *             1236
           *           ]
           *         },
           *         "refusals": {
           *           "lastMinute": 2,
           *           "lastHour": 5,
           *           "minutes": [
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             0,
           *             2
           *           ],
           *           "reasons": [
           *             {
           *               "reason": "invalid",
           *               "lastMinute": 2,
           *               "lastHour": 5
           *             }
           *           ]
           *         }
           *       },
           *       "reports": [
           *         {
           *           "pool": "reports",
           *           "running": 1,
           *           "waiting": 0,
           *           "slots": 4,
           *           "capacity": 100
           *         }
           *       ],
           *       "storage": null,
           *       "month": {
           *         "startTs": 1767225600000,
           *         "messages": 812345,
           *         "points": 4061725,
           *         "pointDays": 121851750
           *       },
           *       "tenants": null,
           *       "byTenant": {
           *         "offlineGateways": [
           *           {
           *             "id": {
           *               "entityType": "TENANT",
           *               "id": "0198a1c0-0000-7000-8000-000000000010"
           *             },
           *             "title": "Heating Ltd",
           *             "count": 3,
           *             "lastDisconnectTime": 1767225600000
           *           }
           *         ],
           *         "refusals": [],
           *         "limits": {
           *           "nearest": [
           *             {
           *               "id": {
           *                 "entityType": "TENANT",
           *                 "id": "0198a1c0-0000-7000-8000-000000000010"
           *               },
           *               "title": "Heating Ltd",
           *               "name": "maxDevices",
           *               "used": 97,
           *               "limit": 100
           *             }
           *           ],
           *           "total": 1
           *         }
           *       },
           *       "missingNodes": 0
           *     }
           */
          "application/json": components["schemas"]["Overview"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  handleOneWayDeviceRPCRequestV1: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "method": "setGpio",
         *       "params": {
         *         "pin": 7,
         *         "value": 1
         *       },
         *       "timeout": 5000,
         *       "persistent": false
         *     }
         */
        "application/json": components["schemas"]["RpcRequest"];
        /**
         * @example {
         *       "method": "setGpio",
         *       "params": {
         *         "pin": 7,
         *         "value": 1
         *       },
         *       "timeout": 5000,
         *       "persistent": false
         *     }
         */
        "text/plain": components["schemas"]["RpcRequest"];
      };
    };
    responses: {
      /** @description Done. The body can be empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "rpcId": "0198a1c0-0000-7000-8000-000000000070"
           *     }
           */
          "application/json": components["schemas"]["PersistentRpcId"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      /** @description The device has not replied in time. The body is empty. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description No session of the device took the call in time. The body is empty, or an error that says why where the device sends through a gateway that has never connected it. The gateway is named to those who may see it. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": 504,
           *       "message": "\"boiler-7\" sends through the gateway \"gateway-1\" but was never connected, so nothing can be sent to it",
           *       "errorCode": 2,
           *       "timestamp": 1767225600000,
           *       "gatewayId": {
           *         "entityType": "DEVICE",
           *         "id": "0198a1c0-0000-7000-8000-000000000040"
           *       }
           *     }
           */
          "application/json": components["schemas"]["NeverConnectedResponse"];
        };
      };
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  handleTwoWayDeviceRPCRequestV1: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "method": "setGpio",
         *       "params": {
         *         "pin": 7,
         *         "value": 1
         *       },
         *       "timeout": 5000,
         *       "persistent": false
         *     }
         */
        "application/json": components["schemas"]["RpcRequest"];
        /**
         * @example {
         *       "method": "setGpio",
         *       "params": {
         *         "pin": 7,
         *         "value": 1
         *       },
         *       "timeout": 5000,
         *       "persistent": false
         *     }
         */
        "text/plain": components["schemas"]["RpcRequest"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "value": 1
           *     }
           */
          "application/json": unknown;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      /** @description The device's reply is not JSON. The body is empty. */
      406: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The device has not replied in time. The body is empty. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description No session of the device took the call in time. The body is empty, or an error that says why where the device sends through a gateway that has never connected it. The gateway is named to those who may see it. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": 504,
           *       "message": "\"boiler-7\" sends through the gateway \"gateway-1\" but was never connected, so nothing can be sent to it",
           *       "errorCode": 2,
           *       "timestamp": 1767225600000,
           *       "gatewayId": {
           *         "entityType": "DEVICE",
           *         "id": "0198a1c0-0000-7000-8000-000000000040"
           *       }
           *     }
           */
          "application/json": components["schemas"]["NeverConnectedResponse"];
        };
      };
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveDeviceAttributes: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceId: string;
        scope: "CLIENT_SCOPE" | "SERVER_SCOPE" | "SHARED_SCOPE";
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "mode": "eco",
         *       "limit": 42
         *     }
         */
        "application/json": components["schemas"]["AttributeValues"];
        /**
         * @example {
         *       "mode": "eco",
         *       "limit": 42
         *     }
         */
        "text/plain": components["schemas"]["AttributeValues"];
      };
    };
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      /** @description Not for this role, or not for this owner. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LimitExceededResponse"];
        };
      };
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteDeviceAttributes: {
    parameters: {
      query?: {
        /** @description Names, separated by commas. */
        keys?: string;
        /** @description One name, which may hold commas; may be repeated. Goes before keys. */
        key?: string[];
      };
      header?: never;
      path: {
        deviceId: string;
        scope: "CLIENT_SCOPE" | "SERVER_SCOPE" | "SHARED_SCOPE";
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveEntityAttributesV2: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        entityType: "DEVICE" | "TENANT" | "CUSTOMER" | "USER";
        entityId: string;
        scope: "CLIENT_SCOPE" | "SERVER_SCOPE" | "SHARED_SCOPE";
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "mode": "eco",
         *       "limit": 42
         *     }
         */
        "application/json": components["schemas"]["AttributeValues"];
        /**
         * @example {
         *       "mode": "eco",
         *       "limit": 42
         *     }
         */
        "text/plain": components["schemas"]["AttributeValues"];
      };
    };
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      /** @description Not for this role, or not for this owner. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LimitExceededResponse"];
        };
      };
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getAttributeKeys: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        entityType: "DEVICE" | "TENANT" | "CUSTOMER" | "USER";
        entityId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       "fw",
           *       "mode"
           *     ]
           */
          "application/json": string[];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getAttributeKeysByScope: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        entityType: "DEVICE" | "TENANT" | "CUSTOMER" | "USER";
        entityId: string;
        scope: "CLIENT_SCOPE" | "SERVER_SCOPE" | "SHARED_SCOPE";
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       "fw",
           *       "mode"
           *     ]
           */
          "application/json": string[];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTimeseriesKeys: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        entityType: "DEVICE" | "TENANT" | "CUSTOMER" | "USER";
        entityId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       "temperature",
           *       "mode"
           *     ]
           */
          "application/json": string[];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteEntityTimeseries: {
    parameters: {
      query?: {
        /** @description Names, separated by commas. */
        keys?: string;
        /** @description One name, which may hold commas; may be repeated. Goes before keys. */
        key?: string[];
        deleteAllDataForKeys?: boolean;
        startTs?: number;
        endTs?: number;
        deleteLatest?: boolean;
        rewriteLatestIfDeleted?: boolean;
      };
      header?: never;
      path: {
        entityType: "DEVICE" | "TENANT" | "CUSTOMER" | "USER";
        entityId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveEntityTelemetry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        entityType: "DEVICE" | "TENANT" | "CUSTOMER" | "USER";
        entityId: string;
        scope: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ts": 1767225600000,
         *       "values": {
         *         "temperature": 21.5,
         *         "mode": "eco"
         *       }
         *     }
         */
        "application/json": unknown;
        /**
         * @example {
         *       "ts": 1767225600000,
         *       "values": {
         *         "temperature": 21.5,
         *         "mode": "eco"
         *       }
         *     }
         */
        "text/plain": unknown;
      };
    };
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      /** @description Not for this role, or not for this owner. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LimitExceededResponse"];
        };
      };
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveEntityTelemetryWithTTL: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        entityType: "DEVICE" | "TENANT" | "CUSTOMER" | "USER";
        entityId: string;
        scope: string;
        ttl: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ts": 1767225600000,
         *       "values": {
         *         "temperature": 21.5,
         *         "mode": "eco"
         *       }
         *     }
         */
        "application/json": unknown;
        /**
         * @example {
         *       "ts": 1767225600000,
         *       "values": {
         *         "temperature": 21.5,
         *         "mode": "eco"
         *       }
         *     }
         */
        "text/plain": unknown;
      };
    };
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      /** @description Not for this role, or not for this owner. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LimitExceededResponse"];
        };
      };
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getAttributes: {
    parameters: {
      query?: {
        /** @description Names, separated by commas. */
        keys?: string;
        /** @description One name, which may hold commas; may be repeated. Goes before keys. */
        key?: string[];
      };
      header?: never;
      path: {
        entityType: "DEVICE" | "TENANT" | "CUSTOMER" | "USER";
        entityId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "lastUpdateTs": 1767225600000,
           *         "key": "fw",
           *         "value": "1.2"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["AttributeData"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getAttributesByScope: {
    parameters: {
      query?: {
        /** @description Names, separated by commas. */
        keys?: string;
        /** @description One name, which may hold commas; may be repeated. Goes before keys. */
        key?: string[];
      };
      header?: never;
      path: {
        entityType: "DEVICE" | "TENANT" | "CUSTOMER" | "USER";
        entityId: string;
        scope: "CLIENT_SCOPE" | "SERVER_SCOPE" | "SHARED_SCOPE";
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "lastUpdateTs": 1767225600000,
           *         "key": "fw",
           *         "value": "1.2"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["AttributeData"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getLatestTimeseries: {
    parameters: {
      query?: {
        /** @description Names, separated by commas. */
        keys?: string;
        /** @description One name, which may hold commas; may be repeated. Goes before keys. */
        key?: string[];
        startTs?: number;
        endTs?: number;
        agg?: "NONE" | "MIN" | "MAX" | "AVG" | "SUM" | "COUNT";
        intervalType?: "MILLISECONDS" | "WEEK" | "WEEK_ISO" | "MONTH" | "QUARTER";
        interval?: number;
        timeZone?: string;
        limit?: number;
        orderBy?: "ASC" | "DESC";
        useStrictDataTypes?: boolean;
      };
      header?: never;
      path: {
        entityType: "DEVICE" | "TENANT" | "CUSTOMER" | "USER";
        entityId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "temperature": [
           *         {
           *           "ts": 1767225600000,
           *           "value": "21.5"
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["Timeseries"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  exportTimeseries: {
    parameters: {
      query?: {
        /** @description Names, separated by commas. */
        keys?: string;
        /** @description One name, which may hold commas; may be repeated. Goes before keys. */
        key?: string[];
        /** @description Milliseconds, inclusive; all that is older is left out. */
        startTs?: number;
        /** @description Milliseconds, exclusive; all from then on is left out. */
        endTs?: number;
        /** @description CSV when left out. */
        format?: "CSV" | "NDJSON" | "PARQUET";
      };
      header?: never;
      path: {
        entityType: "DEVICE" | "TENANT" | "CUSTOMER" | "USER";
        entityId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example device,ts,key,value,type
           *     boiler-7,1767225600000,temperature,21.5,number
           *     #complete,,points,1,number
           */
          "text/csv": components["schemas"]["TelemetryFile"];
          /**
           * @example device,ts,key,value,type
           *     boiler-7,1767225600000,temperature,21.5,number
           *     #complete,,points,1,number
           */
          "application/x-ndjson": components["schemas"]["TelemetryFile"];
          /**
           * @example device,ts,key,value,type
           *     boiler-7,1767225600000,temperature,21.5,number
           *     #complete,,points,1,number
           */
          "application/vnd.apache.parquet": components["schemas"]["TelemetryFile"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTimeseriesHistory: {
    parameters: {
      query: {
        /** @description Names, separated by commas. */
        keys?: string;
        /** @description One name, which may hold commas; may be repeated. Goes before keys. */
        key?: string[];
        startTs: number;
        endTs: number;
        agg?: "NONE" | "MIN" | "MAX" | "AVG" | "SUM" | "COUNT";
        intervalType?: "MILLISECONDS" | "WEEK" | "WEEK_ISO" | "MONTH" | "QUARTER";
        interval?: number;
        timeZone?: string;
        limit?: number;
        orderBy?: "ASC" | "DESC";
        useStrictDataTypes?: boolean;
      };
      header?: never;
      path: {
        entityType: "DEVICE" | "TENANT" | "CUSTOMER" | "USER";
        entityId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "temperature": [
           *         {
           *           "ts": 1767225600000,
           *           "value": "21.5"
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["Timeseries"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveEntityAttributesV1: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        entityType: "DEVICE" | "TENANT" | "CUSTOMER" | "USER";
        entityId: string;
        scope: "CLIENT_SCOPE" | "SERVER_SCOPE" | "SHARED_SCOPE";
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "mode": "eco",
         *       "limit": 42
         *     }
         */
        "application/json": components["schemas"]["AttributeValues"];
        /**
         * @example {
         *       "mode": "eco",
         *       "limit": 42
         *     }
         */
        "text/plain": components["schemas"]["AttributeValues"];
      };
    };
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      /** @description Not for this role, or not for this owner. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LimitExceededResponse"];
        };
      };
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteEntityAttributes: {
    parameters: {
      query?: {
        /** @description Names, separated by commas. */
        keys?: string;
        /** @description One name, which may hold commas; may be repeated. Goes before keys. */
        key?: string[];
      };
      header?: never;
      path: {
        entityType: "DEVICE" | "TENANT" | "CUSTOMER" | "USER";
        entityId: string;
        scope: "CLIENT_SCOPE" | "SERVER_SCOPE" | "SHARED_SCOPE";
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getRefusals: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "ts";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        /** @description Only those that are counted for this reason. */
        reason?: string;
        /** @description Only those with a part of the device so named. */
        device?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "number": 4711,
           *           "ts": 1767225600000,
           *           "gateway": {
           *             "id": {
           *               "entityType": "DEVICE",
           *               "id": "0198a1c0-0000-7000-8000-000000000040"
           *             },
           *             "name": "gateway-1"
           *           },
           *           "topic": "v1/gateway/attributes",
           *           "reason": "invalid",
           *           "partly": false,
           *           "entries": [
           *             {
           *               "device": "boiler-7",
           *               "deviceId": {
           *                 "entityType": "DEVICE",
           *                 "id": "0198a1c0-0000-7000-8000-000000000040"
           *               },
           *               "reason": "invalid",
           *               "message": "the attributes of a device must be a JSON object, got a number"
           *             }
           *           ],
           *           "entriesTotal": 1,
           *           "bytes": 14,
           *           "payload": "{\"boiler-7\":7}",
           *           "cut": false
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataRefusal"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  findRelations: {
    parameters: {
      query?: {
        /** @description Relations from this entity, with `fromType`. */
        fromId?: string;
        fromType?:
          | "TENANT"
          | "CUSTOMER"
          | "USER"
          | "DEVICE"
          | "DEVICE_PROFILE"
          | "TENANT_PROFILE"
          | "RPC"
          | "API_KEY"
          | "ASSET"
          | "DASHBOARD"
          | "ENTITY_VIEW"
          | "RULE_CHAIN"
          | "EDGE"
          | "ALARM"
          | "TABLE_VIEW"
          | "VIEW_LINK"
          | "DASHBOARD_LINK"
          | "REPORT"
          | "OTA_PACKAGE"
          | "OTA_ROLLOUT";
        /** @description Relations to this entity, with `toType`. */
        toId?: string;
        toType?:
          | "TENANT"
          | "CUSTOMER"
          | "USER"
          | "DEVICE"
          | "DEVICE_PROFILE"
          | "TENANT_PROFILE"
          | "RPC"
          | "API_KEY"
          | "ASSET"
          | "DASHBOARD"
          | "ENTITY_VIEW"
          | "RULE_CHAIN"
          | "EDGE"
          | "ALARM"
          | "TABLE_VIEW"
          | "VIEW_LINK"
          | "DASHBOARD_LINK"
          | "REPORT"
          | "OTA_PACKAGE"
          | "OTA_ROLLOUT";
        /** @description Of this type; of any when left out. */
        relationType?: string;
        /** @description COMMON when left out. */
        relationTypeGroup?:
          "COMMON" | "DASHBOARD" | "RULE_CHAIN" | "RULE_NODE" | "EDGE" | "EDGE_AUTO_ASSIGN_RULE_CHAIN";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "from": {
           *           "entityType": "DEVICE",
           *           "id": "0198a1c0-0000-7000-8000-000000000040"
           *         },
           *         "to": {
           *           "entityType": "DEVICE",
           *           "id": "0198a1c0-0000-7000-8000-000000000040"
           *         },
           *         "type": "Created",
           *         "typeGroup": "COMMON",
           *         "additionalInfo": null
           *       }
           *     ]
           */
          "application/json": components["schemas"]["EntityRelation"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  findRelationsByFrom: {
    parameters: {
      query?: {
        /** @description Of this type; of any when left out. */
        relationType?: string;
        /** @description COMMON when left out. */
        relationTypeGroup?:
          "COMMON" | "DASHBOARD" | "RULE_CHAIN" | "RULE_NODE" | "EDGE" | "EDGE_AUTO_ASSIGN_RULE_CHAIN";
      };
      header?: never;
      path: {
        fromType:
          | "TENANT"
          | "CUSTOMER"
          | "USER"
          | "DEVICE"
          | "DEVICE_PROFILE"
          | "TENANT_PROFILE"
          | "RPC"
          | "API_KEY"
          | "ASSET"
          | "DASHBOARD"
          | "ENTITY_VIEW"
          | "RULE_CHAIN"
          | "EDGE"
          | "ALARM"
          | "TABLE_VIEW"
          | "VIEW_LINK"
          | "DASHBOARD_LINK"
          | "REPORT"
          | "OTA_PACKAGE"
          | "OTA_ROLLOUT";
        fromId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "from": {
           *           "entityType": "DEVICE",
           *           "id": "0198a1c0-0000-7000-8000-000000000040"
           *         },
           *         "to": {
           *           "entityType": "DEVICE",
           *           "id": "0198a1c0-0000-7000-8000-000000000040"
           *         },
           *         "type": "Created",
           *         "typeGroup": "COMMON",
           *         "additionalInfo": null
           *       }
           *     ]
           */
          "application/json": components["schemas"]["EntityRelation"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  findRelationInfos: {
    parameters: {
      query?: {
        /** @description Relations from this entity, with `fromType`. */
        fromId?: string;
        fromType?:
          | "TENANT"
          | "CUSTOMER"
          | "USER"
          | "DEVICE"
          | "DEVICE_PROFILE"
          | "TENANT_PROFILE"
          | "RPC"
          | "API_KEY"
          | "ASSET"
          | "DASHBOARD"
          | "ENTITY_VIEW"
          | "RULE_CHAIN"
          | "EDGE"
          | "ALARM"
          | "TABLE_VIEW"
          | "VIEW_LINK"
          | "DASHBOARD_LINK"
          | "REPORT"
          | "OTA_PACKAGE"
          | "OTA_ROLLOUT";
        /** @description Relations to this entity, with `toType`. */
        toId?: string;
        toType?:
          | "TENANT"
          | "CUSTOMER"
          | "USER"
          | "DEVICE"
          | "DEVICE_PROFILE"
          | "TENANT_PROFILE"
          | "RPC"
          | "API_KEY"
          | "ASSET"
          | "DASHBOARD"
          | "ENTITY_VIEW"
          | "RULE_CHAIN"
          | "EDGE"
          | "ALARM"
          | "TABLE_VIEW"
          | "VIEW_LINK"
          | "DASHBOARD_LINK"
          | "REPORT"
          | "OTA_PACKAGE"
          | "OTA_ROLLOUT";
        /** @description Of this type; of any when left out. */
        relationType?: string;
        /** @description COMMON when left out. */
        relationTypeGroup?:
          "COMMON" | "DASHBOARD" | "RULE_CHAIN" | "RULE_NODE" | "EDGE" | "EDGE_AUTO_ASSIGN_RULE_CHAIN";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "from": {
           *           "entityType": "DEVICE",
           *           "id": "0198a1c0-0000-7000-8000-000000000040"
           *         },
           *         "to": {
           *           "entityType": "DEVICE",
           *           "id": "0198a1c0-0000-7000-8000-000000000040"
           *         },
           *         "type": "Created",
           *         "typeGroup": "COMMON",
           *         "additionalInfo": null,
           *         "fromName": "gateway-1",
           *         "toName": "boiler-7"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["EntityRelationInfo"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  findInfoByFrom: {
    parameters: {
      query?: {
        /** @description Of this type; of any when left out. */
        relationType?: string;
        /** @description COMMON when left out. */
        relationTypeGroup?:
          "COMMON" | "DASHBOARD" | "RULE_CHAIN" | "RULE_NODE" | "EDGE" | "EDGE_AUTO_ASSIGN_RULE_CHAIN";
      };
      header?: never;
      path: {
        fromType:
          | "TENANT"
          | "CUSTOMER"
          | "USER"
          | "DEVICE"
          | "DEVICE_PROFILE"
          | "TENANT_PROFILE"
          | "RPC"
          | "API_KEY"
          | "ASSET"
          | "DASHBOARD"
          | "ENTITY_VIEW"
          | "RULE_CHAIN"
          | "EDGE"
          | "ALARM"
          | "TABLE_VIEW"
          | "VIEW_LINK"
          | "DASHBOARD_LINK"
          | "REPORT"
          | "OTA_PACKAGE"
          | "OTA_ROLLOUT";
        fromId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "from": {
           *           "entityType": "DEVICE",
           *           "id": "0198a1c0-0000-7000-8000-000000000040"
           *         },
           *         "to": {
           *           "entityType": "DEVICE",
           *           "id": "0198a1c0-0000-7000-8000-000000000040"
           *         },
           *         "type": "Created",
           *         "typeGroup": "COMMON",
           *         "additionalInfo": null,
           *         "fromName": "gateway-1",
           *         "toName": "boiler-7"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["EntityRelationInfo"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  findInfoByTo: {
    parameters: {
      query?: {
        /** @description Of this type; of any when left out. */
        relationType?: string;
        /** @description COMMON when left out. */
        relationTypeGroup?:
          "COMMON" | "DASHBOARD" | "RULE_CHAIN" | "RULE_NODE" | "EDGE" | "EDGE_AUTO_ASSIGN_RULE_CHAIN";
      };
      header?: never;
      path: {
        toType:
          | "TENANT"
          | "CUSTOMER"
          | "USER"
          | "DEVICE"
          | "DEVICE_PROFILE"
          | "TENANT_PROFILE"
          | "RPC"
          | "API_KEY"
          | "ASSET"
          | "DASHBOARD"
          | "ENTITY_VIEW"
          | "RULE_CHAIN"
          | "EDGE"
          | "ALARM"
          | "TABLE_VIEW"
          | "VIEW_LINK"
          | "DASHBOARD_LINK"
          | "REPORT"
          | "OTA_PACKAGE"
          | "OTA_ROLLOUT";
        toId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "from": {
           *           "entityType": "DEVICE",
           *           "id": "0198a1c0-0000-7000-8000-000000000040"
           *         },
           *         "to": {
           *           "entityType": "DEVICE",
           *           "id": "0198a1c0-0000-7000-8000-000000000040"
           *         },
           *         "type": "Created",
           *         "typeGroup": "COMMON",
           *         "additionalInfo": null,
           *         "fromName": "gateway-1",
           *         "toName": "boiler-7"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["EntityRelationInfo"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  findRelationsByTo: {
    parameters: {
      query?: {
        /** @description Of this type; of any when left out. */
        relationType?: string;
        /** @description COMMON when left out. */
        relationTypeGroup?:
          "COMMON" | "DASHBOARD" | "RULE_CHAIN" | "RULE_NODE" | "EDGE" | "EDGE_AUTO_ASSIGN_RULE_CHAIN";
      };
      header?: never;
      path: {
        toType:
          | "TENANT"
          | "CUSTOMER"
          | "USER"
          | "DEVICE"
          | "DEVICE_PROFILE"
          | "TENANT_PROFILE"
          | "RPC"
          | "API_KEY"
          | "ASSET"
          | "DASHBOARD"
          | "ENTITY_VIEW"
          | "RULE_CHAIN"
          | "EDGE"
          | "ALARM"
          | "TABLE_VIEW"
          | "VIEW_LINK"
          | "DASHBOARD_LINK"
          | "REPORT"
          | "OTA_PACKAGE"
          | "OTA_ROLLOUT";
        toId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "from": {
           *           "entityType": "DEVICE",
           *           "id": "0198a1c0-0000-7000-8000-000000000040"
           *         },
           *         "to": {
           *           "entityType": "DEVICE",
           *           "id": "0198a1c0-0000-7000-8000-000000000040"
           *         },
           *         "type": "Created",
           *         "typeGroup": "COMMON",
           *         "additionalInfo": null
           *       }
           *     ]
           */
          "application/json": components["schemas"]["EntityRelation"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  handleOneWayDeviceRPCRequestV2: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "method": "setGpio",
         *       "params": {
         *         "pin": 7,
         *         "value": 1
         *       },
         *       "timeout": 5000,
         *       "persistent": false
         *     }
         */
        "application/json": components["schemas"]["RpcRequest"];
        /**
         * @example {
         *       "method": "setGpio",
         *       "params": {
         *         "pin": 7,
         *         "value": 1
         *       },
         *       "timeout": 5000,
         *       "persistent": false
         *     }
         */
        "text/plain": components["schemas"]["RpcRequest"];
      };
    };
    responses: {
      /** @description Done. The body can be empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "rpcId": "0198a1c0-0000-7000-8000-000000000070"
           *     }
           */
          "application/json": components["schemas"]["PersistentRpcId"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
      /** @description The device could not be reached, or has not replied, in time. The body is empty, or an error that says why where the device sends through a gateway that has never connected it. The gateway is named to those who may see it. */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": 504,
           *       "message": "\"boiler-7\" sends through the gateway \"gateway-1\" but was never connected, so nothing can be sent to it",
           *       "errorCode": 2,
           *       "timestamp": 1767225600000,
           *       "gatewayId": {
           *         "entityType": "DEVICE",
           *         "id": "0198a1c0-0000-7000-8000-000000000040"
           *       }
           *     }
           */
          "application/json": components["schemas"]["NeverConnectedResponse"];
        };
      };
    };
  };
  getPersistedRpcByDevice: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "expirationTime" | "request" | "response";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        rpcStatus?: "QUEUED" | "SENT" | "DELIVERED" | "SUCCESSFUL" | "TIMEOUT" | "FAILED" | "EXPIRED";
      };
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "RPC",
           *             "id": "0198a1c0-0000-7000-8000-000000000070"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "deviceId": {
           *             "entityType": "DEVICE",
           *             "id": "0198a1c0-0000-7000-8000-000000000040"
           *           },
           *           "expirationTime": 1767225610000,
           *           "request": {
           *             "id": "0198a1c0-0000-7000-8000-000000000070",
           *             "tenantId": {
           *               "entityType": "TENANT",
           *               "id": "0198a1c0-0000-7000-8000-000000000010"
           *             },
           *             "deviceId": {
           *               "entityType": "DEVICE",
           *               "id": "0198a1c0-0000-7000-8000-000000000040"
           *             },
           *             "oneway": false,
           *             "expirationTime": 1767225610000,
           *             "body": {
           *               "method": "getState",
           *               "params": "{}"
           *             },
           *             "persisted": true,
           *             "retries": 3
           *           },
           *           "response": null,
           *           "status": "QUEUED",
           *           "additionalInfo": {
           *             "ticket": 12
           *           }
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataRpc"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getPersistedRpc: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        rpcId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "RPC",
           *         "id": "0198a1c0-0000-7000-8000-000000000070"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "deviceId": {
           *         "entityType": "DEVICE",
           *         "id": "0198a1c0-0000-7000-8000-000000000040"
           *       },
           *       "expirationTime": 1767225610000,
           *       "request": {
           *         "id": "0198a1c0-0000-7000-8000-000000000070",
           *         "tenantId": {
           *           "entityType": "TENANT",
           *           "id": "0198a1c0-0000-7000-8000-000000000010"
           *         },
           *         "deviceId": {
           *           "entityType": "DEVICE",
           *           "id": "0198a1c0-0000-7000-8000-000000000040"
           *         },
           *         "oneway": false,
           *         "expirationTime": 1767225610000,
           *         "body": {
           *           "method": "getState",
           *           "params": "{}"
           *         },
           *         "persisted": true,
           *         "retries": 3
           *       },
           *       "response": null,
           *       "status": "QUEUED",
           *       "additionalInfo": {
           *         "ticket": 12
           *       }
           *     }
           */
          "application/json": components["schemas"]["Rpc"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteRpc: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        rpcId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  handleTwoWayDeviceRPCRequestV2: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "method": "setGpio",
         *       "params": {
         *         "pin": 7,
         *         "value": 1
         *       },
         *       "timeout": 5000,
         *       "persistent": false
         *     }
         */
        "application/json": components["schemas"]["RpcRequest"];
        /**
         * @example {
         *       "method": "setGpio",
         *       "params": {
         *         "pin": 7,
         *         "value": 1
         *       },
         *       "timeout": 5000,
         *       "persistent": false
         *     }
         */
        "text/plain": components["schemas"]["RpcRequest"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "value": 1
           *     }
           */
          "application/json": unknown;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      /** @description The device's reply is not JSON. The body is empty. */
      406: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
      /** @description The device could not be reached, or has not replied, in time. The body is empty, or an error that says why where the device sends through a gateway that has never connected it. The gateway is named to those who may see it. */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": 504,
           *       "message": "\"boiler-7\" sends through the gateway \"gateway-1\" but was never connected, so nothing can be sent to it",
           *       "errorCode": 2,
           *       "timestamp": 1767225600000,
           *       "gatewayId": {
           *         "entityType": "DEVICE",
           *         "id": "0198a1c0-0000-7000-8000-000000000040"
           *       }
           *     }
           */
          "application/json": components["schemas"]["NeverConnectedResponse"];
        };
      };
    };
  };
  getSystemVersionInfo: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "version": "1.0.0",
           *       "artifact": "bridgehead",
           *       "name": "Bridgehead",
           *       "type": "CE"
           *     }
           */
          "application/json": components["schemas"]["SystemInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getSystemParams: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "userTokenAccessEnabled": false,
           *       "allowedDashboardIds": [],
           *       "edgesSupportEnabled": false,
           *       "hasRepository": false,
           *       "tbelEnabled": false,
           *       "persistDeviceStateToTelemetry": false,
           *       "userSettings": {
           *         "openedMenuSections": []
           *       },
           *       "maxDatapointsLimit": 50000,
           *       "apiKeysNeedHttps": false,
           *       "sendsMail": true,
           *       "inactivityTimeout": 600000
           *     }
           */
          "application/json": components["schemas"]["SystemParams"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getSystemPosture: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "findings": [
           *         {
           *           "kind": "certificate-ends",
           *           "severity": "warning",
           *           "found": "The certificate /etc/bridgehead/fullchain.pem ends in 9 days.",
           *           "remedy": "Renew it in its place: the new one is used without a restart.",
           *           "values": {
           *             "file": "/etc/bridgehead/fullchain.pem",
           *             "days": 9
           *           },
           *           "tenants": null
           *         }
           *       ],
           *       "versions": [
           *         {
           *           "name": "Node.js",
           *           "version": "24.18.0"
           *         }
           *       ],
           *       "sync": [
           *         {
           *           "store": "entities",
           *           "how": "Each change is committed and synced by SQLite (synchronous = FULL)."
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["Posture"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  exportTelemetry: {
    parameters: {
      query?: {
        /** @description Names, separated by commas. */
        keys?: string;
        /** @description One name, which may hold commas; may be repeated. Goes before keys. */
        key?: string[];
        /** @description Milliseconds, inclusive; all that is older is left out. */
        startTs?: number;
        /** @description Milliseconds, exclusive; all from then on is left out. */
        endTs?: number;
        /** @description CSV when left out. */
        format?: "CSV" | "NDJSON" | "PARQUET";
        /** @description Ids of devices; one that may not be read refuses the call. */
        deviceIds?: string[];
        /** @description Only devices of this profile. */
        deviceProfileId?: string;
        /** @description Only devices of this customer. */
        customerId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example device,ts,key,value,type
           *     boiler-7,1767225600000,temperature,21.5,number
           *     #complete,,points,1,number
           */
          "text/csv": components["schemas"]["TelemetryFile"];
          /**
           * @example device,ts,key,value,type
           *     boiler-7,1767225600000,temperature,21.5,number
           *     #complete,,points,1,number
           */
          "application/x-ndjson": components["schemas"]["TelemetryFile"];
          /**
           * @example device,ts,key,value,type
           *     boiler-7,1767225600000,temperature,21.5,number
           *     #complete,,points,1,number
           */
          "application/vnd.apache.parquet": components["schemas"]["TelemetryFile"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  importTelemetry: {
    parameters: {
      query?: {
        /** @description True writes nothing and reports what would be refused. */
        dryRun?: boolean;
        /** @description True creates devices that do not exist, with the default profile; administrators only. */
        createDevices?: boolean;
        /** @description Refused values that the report shows, 100 when left out; the counts are always whole. */
        errorsMax?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example device,ts,key,value,type
         *     boiler-7,1767225600000,temperature,21.5,number
         */
        "text/csv": components["schemas"]["TelemetryUpload"];
        /**
         * @example device,ts,key,value,type
         *     boiler-7,1767225600000,temperature,21.5,number
         */
        "application/x-ndjson": components["schemas"]["TelemetryUpload"];
        /**
         * @example device,ts,key,value,type
         *     boiler-7,1767225600000,temperature,21.5,number
         */
        "application/ndjson": components["schemas"]["TelemetryUpload"];
        /**
         * @example device,ts,key,value,type
         *     boiler-7,1767225600000,temperature,21.5,number
         */
        "application/jsonl": components["schemas"]["TelemetryUpload"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "dryRun": false,
           *       "rows": 3,
           *       "accepted": 2,
           *       "refused": 1,
           *       "startTs": 1767225600000,
           *       "endTs": 1767225660000,
           *       "devices": {
           *         "written": 1,
           *         "created": 0,
           *         "unknown": 1,
           *         "unknownNames": [
           *           "boiler-9"
           *         ]
           *       },
           *       "refusals": [
           *         {
           *           "field": "device",
           *           "reason": "unknown-device",
           *           "count": 1
           *         }
           *       ],
           *       "errors": [
           *         {
           *           "line": 4,
           *           "field": "device",
           *           "reason": "unknown-device",
           *           "message": "there is no device \"boiler-9\""
           *         }
           *       ],
           *       "errorsOmitted": 0
           *     }
           */
          "application/json": components["schemas"]["ImportReport"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveTenant: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Plant North"
         *     }
         */
        "application/json": components["schemas"]["TenantInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "createdTime": 1767225600000,
           *       "title": "Plant North",
           *       "name": "Plant North",
           *       "region": "Global",
           *       "tenantProfileId": {
           *         "entityType": "TENANT_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000020"
           *       },
           *       "country": null,
           *       "state": null,
           *       "city": null,
           *       "address": null,
           *       "address2": null,
           *       "zip": null,
           *       "phone": null,
           *       "email": null,
           *       "additionalInfo": null,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["Tenant"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenantCustomer: {
    parameters: {
      query: {
        customerTitle: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "CUSTOMER",
           *         "id": "0198a1c0-0000-7000-8000-000000000030"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "title": "Acme",
           *       "name": "Acme",
           *       "externalId": null,
           *       "country": null,
           *       "state": null,
           *       "city": "Oslo",
           *       "address": null,
           *       "address2": null,
           *       "zip": null,
           *       "phone": null,
           *       "email": null,
           *       "additionalInfo": null,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["Customer"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenantHomeDashboardInfo: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "dashboardId": {
           *         "entityType": "DASHBOARD",
           *         "id": "0198a1c0-0000-7000-8000-00000000005a"
           *       },
           *       "hideDashboardToolbar": true
           *     }
           */
          "application/json": components["schemas"]["HomeDashboardInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  setTenantHomeDashboardInfo: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "dashboardId": {
         *         "entityType": "DASHBOARD",
         *         "id": "0198a1c0-0000-7000-8000-00000000005a"
         *       },
         *       "hideDashboardToolbar": true
         *     }
         */
        "application/json": components["schemas"]["HomeDashboardInfoInput"];
      };
    };
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenantDashboards: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "title";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "DASHBOARD",
           *             "id": "0198a1c0-0000-7000-8000-00000000005a"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "title": "Boiler room",
           *           "name": "Boiler room",
           *           "image": null,
           *           "assignedCustomers": [
           *             {
           *               "customerId": {
           *                 "entityType": "CUSTOMER",
           *                 "id": "0198a1c0-0000-7000-8000-000000000030"
           *               },
           *               "title": "Acme",
           *               "public": false
           *             }
           *           ],
           *           "mobileHide": false,
           *           "mobileOrder": null,
           *           "externalId": null,
           *           "version": 1
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataDashboardInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenantDeviceByName: {
    parameters: {
      query: {
        deviceName: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "DEVICE",
           *         "id": "0198a1c0-0000-7000-8000-000000000040"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "customerId": {
           *         "entityType": "CUSTOMER",
           *         "id": "13814000-1dd2-11b2-8080-808080808080"
           *       },
           *       "name": "boiler-7",
           *       "type": "default",
           *       "label": null,
           *       "deviceProfileId": {
           *         "entityType": "DEVICE_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000050"
           *       },
           *       "deviceData": {
           *         "configuration": {
           *           "type": "DEFAULT"
           *         },
           *         "transportConfiguration": {
           *           "type": "DEFAULT"
           *         }
           *       },
           *       "firmwareId": null,
           *       "softwareId": null,
           *       "externalId": null,
           *       "additionalInfo": {
           *         "gateway": false,
           *         "description": ""
           *       },
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["Device"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenantDeviceInfos: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "name" | "deviceProfileName" | "label" | "customerTitle";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        type?: string;
        deviceProfileId?: string;
        active?: boolean;
        /** @description Only gateways, or only devices that are none. */
        gateway?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "DEVICE",
           *             "id": "0198a1c0-0000-7000-8000-000000000040"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "13814000-1dd2-11b2-8080-808080808080"
           *           },
           *           "name": "boiler-7",
           *           "type": "default",
           *           "label": null,
           *           "deviceProfileId": {
           *             "entityType": "DEVICE_PROFILE",
           *             "id": "0198a1c0-0000-7000-8000-000000000050"
           *           },
           *           "deviceData": {
           *             "configuration": {
           *               "type": "DEFAULT"
           *             },
           *             "transportConfiguration": {
           *               "type": "DEFAULT"
           *             }
           *           },
           *           "firmwareId": null,
           *           "softwareId": null,
           *           "externalId": null,
           *           "additionalInfo": {
           *             "gateway": false,
           *             "description": ""
           *           },
           *           "version": 1,
           *           "customerTitle": null,
           *           "customerIsPublic": false,
           *           "deviceProfileName": "default",
           *           "active": true
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataDeviceInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenantDevices: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "name" | "type" | "label";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        type?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "DEVICE",
           *             "id": "0198a1c0-0000-7000-8000-000000000040"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "13814000-1dd2-11b2-8080-808080808080"
           *           },
           *           "name": "boiler-7",
           *           "type": "default",
           *           "label": null,
           *           "deviceProfileId": {
           *             "entityType": "DEVICE_PROFILE",
           *             "id": "0198a1c0-0000-7000-8000-000000000050"
           *           },
           *           "deviceData": {
           *             "configuration": {
           *               "type": "DEFAULT"
           *             },
           *             "transportConfiguration": {
           *               "type": "DEFAULT"
           *             }
           *           },
           *           "firmwareId": null,
           *           "softwareId": null,
           *           "externalId": null,
           *           "additionalInfo": {
           *             "gateway": false,
           *             "description": ""
           *           },
           *           "version": 1
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataDevice"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenantInfoById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        tenantId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "createdTime": 1767225600000,
           *       "title": "Plant North",
           *       "name": "Plant North",
           *       "region": "Global",
           *       "tenantProfileId": {
           *         "entityType": "TENANT_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000020"
           *       },
           *       "country": null,
           *       "state": null,
           *       "city": null,
           *       "address": null,
           *       "address2": null,
           *       "zip": null,
           *       "phone": null,
           *       "email": null,
           *       "additionalInfo": null,
           *       "version": 1,
           *       "tenantProfileName": "Default"
           *     }
           */
          "application/json": components["schemas"]["TenantInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenantById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        tenantId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "createdTime": 1767225600000,
           *       "title": "Plant North",
           *       "name": "Plant North",
           *       "region": "Global",
           *       "tenantProfileId": {
           *         "entityType": "TENANT_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000020"
           *       },
           *       "country": null,
           *       "state": null,
           *       "city": null,
           *       "address": null,
           *       "address2": null,
           *       "zip": null,
           *       "phone": null,
           *       "email": null,
           *       "additionalInfo": null,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["Tenant"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteTenant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        tenantId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDashboardsOfTenant: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "title";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
      };
      header?: never;
      path: {
        tenantId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "DASHBOARD",
           *             "id": "0198a1c0-0000-7000-8000-00000000005a"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "title": "Boiler room",
           *           "name": "Boiler room",
           *           "image": null,
           *           "assignedCustomers": [
           *             {
           *               "customerId": {
           *                 "entityType": "CUSTOMER",
           *                 "id": "0198a1c0-0000-7000-8000-000000000030"
           *               },
           *               "title": "Acme",
           *               "public": false
           *             }
           *           ],
           *           "mobileHide": false,
           *           "mobileOrder": null,
           *           "externalId": null,
           *           "version": 1
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataDashboardInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getUsageOfTenant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        tenantId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "devices": 57,
           *       "maxDevices": 100,
           *       "assets": 0,
           *       "maxAssets": 0,
           *       "customers": 3,
           *       "maxCustomers": 0,
           *       "users": 12,
           *       "maxUsers": 0,
           *       "dashboards": 5,
           *       "maxDashboards": 0,
           *       "edges": 0,
           *       "maxEdges": 0,
           *       "transportMessages": 812345,
           *       "maxTransportMessages": 1000000,
           *       "transportDataPoints": 4061725,
           *       "maxTransportDataPoints": 0,
           *       "dpStorageDays": 121851750,
           *       "maxDPStorageDays": 0,
           *       "emails": 4,
           *       "maxEmails": 0,
           *       "sms": 0,
           *       "maxSms": 0,
           *       "smsEnabled": false,
           *       "alarms": 0,
           *       "maxAlarms": 0,
           *       "startTs": 1767225600000,
           *       "endTs": 1769904000000,
           *       "warnThreshold": 0.8,
           *       "transportState": "WARNING",
           *       "storageState": "ENABLED",
           *       "emailState": "ENABLED"
           *     }
           */
          "application/json": components["schemas"]["UsageInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenantAdmins: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "firstName" | "lastName" | "email";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        /** @description Whether additionalInfo has the state of the account, as that of a single user does. */
        accounts?: boolean;
      };
      header?: never;
      path: {
        tenantId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "USER",
           *             "id": "0198a1c0-0000-7000-8000-000000000001"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "13814000-1dd2-11b2-8080-808080808080"
           *           },
           *           "email": "ada@example.com",
           *           "name": "ada@example.com",
           *           "authority": "TENANT_ADMIN",
           *           "firstName": "Ada",
           *           "lastName": "L",
           *           "phone": null,
           *           "additionalInfo": {
           *             "lang": "en_US"
           *           },
           *           "version": 3
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataUser"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenantInfos: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?:
          | "id"
          | "createdTime"
          | "title"
          | "email"
          | "country"
          | "state"
          | "city"
          | "address"
          | "address2"
          | "zip"
          | "phone"
          | "tenantProfileName";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "createdTime": 1767225600000,
           *           "title": "Plant North",
           *           "name": "Plant North",
           *           "region": "Global",
           *           "tenantProfileId": {
           *             "entityType": "TENANT_PROFILE",
           *             "id": "0198a1c0-0000-7000-8000-000000000020"
           *           },
           *           "country": null,
           *           "state": null,
           *           "city": null,
           *           "address": null,
           *           "address2": null,
           *           "zip": null,
           *           "phone": null,
           *           "email": null,
           *           "additionalInfo": null,
           *           "version": 1,
           *           "tenantProfileName": "Default"
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataTenantInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveTenantProfile: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Small",
         *       "profileData": {
         *         "configuration": {
         *           "type": "DEFAULT",
         *           "maxDevices": 100,
         *           "transportTenantMsgRateLimit": "1000:1,20000:60"
         *         },
         *         "queueConfiguration": null
         *       }
         *     }
         */
        "application/json": components["schemas"]["TenantProfileInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "TENANT_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000020"
           *       },
           *       "createdTime": 1767225600000,
           *       "name": "Default",
           *       "description": null,
           *       "default": true,
           *       "isolatedTbRuleEngine": false,
           *       "profileData": {
           *         "configuration": {
           *           "type": "DEFAULT",
           *           "maxDevices": 100,
           *           "transportTenantMsgRateLimit": "1000:1,20000:60"
           *         },
           *         "queueConfiguration": null
           *       }
           *     }
           */
          "application/json": components["schemas"]["TenantProfile"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenantProfileById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        tenantProfileId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "TENANT_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000020"
           *       },
           *       "createdTime": 1767225600000,
           *       "name": "Default",
           *       "description": null,
           *       "default": true,
           *       "isolatedTbRuleEngine": false,
           *       "profileData": {
           *         "configuration": {
           *           "type": "DEFAULT",
           *           "maxDevices": 100,
           *           "transportTenantMsgRateLimit": "1000:1,20000:60"
           *         },
           *         "queueConfiguration": null
           *       }
           *     }
           */
          "application/json": components["schemas"]["TenantProfile"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteTenantProfile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        tenantProfileId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  setDefaultTenantProfile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        tenantProfileId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "TENANT_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000020"
           *       },
           *       "createdTime": 1767225600000,
           *       "name": "Default",
           *       "description": null,
           *       "default": true,
           *       "isolatedTbRuleEngine": false,
           *       "profileData": {
           *         "configuration": {
           *           "type": "DEFAULT",
           *           "maxDevices": 100,
           *           "transportTenantMsgRateLimit": "1000:1,20000:60"
           *         },
           *         "queueConfiguration": null
           *       }
           *     }
           */
          "application/json": components["schemas"]["TenantProfile"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDefaultTenantProfileInfo: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "TENANT_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000020"
           *       },
           *       "name": "Default"
           *     }
           */
          "application/json": components["schemas"]["EntityInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenantProfileInfoById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        tenantProfileId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "TENANT_PROFILE",
           *         "id": "0198a1c0-0000-7000-8000-000000000020"
           *       },
           *       "name": "Default"
           *     }
           */
          "application/json": components["schemas"]["EntityInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenantProfileInfos: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "name";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "TENANT_PROFILE",
           *             "id": "0198a1c0-0000-7000-8000-000000000020"
           *           },
           *           "name": "Default"
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataEntityInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenantProfiles: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "name" | "description" | "isDefault";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "TENANT_PROFILE",
           *             "id": "0198a1c0-0000-7000-8000-000000000020"
           *           },
           *           "createdTime": 1767225600000,
           *           "name": "Default",
           *           "description": null,
           *           "default": true,
           *           "isolatedTbRuleEngine": false,
           *           "profileData": {
           *             "configuration": {
           *               "type": "DEFAULT",
           *               "maxDevices": 100,
           *               "transportTenantMsgRateLimit": "1000:1,20000:60"
           *             },
           *             "queueConfiguration": null
           *           }
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataTenantProfile"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenantProfileList: {
    parameters: {
      query: {
        ids: string[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": {
           *           "entityType": "TENANT_PROFILE",
           *           "id": "0198a1c0-0000-7000-8000-000000000020"
           *         },
           *         "createdTime": 1767225600000,
           *         "name": "Default",
           *         "description": null,
           *         "default": true,
           *         "isolatedTbRuleEngine": false,
           *         "profileData": {
           *           "configuration": {
           *             "type": "DEFAULT",
           *             "maxDevices": 100,
           *             "transportTenantMsgRateLimit": "1000:1,20000:60"
           *           },
           *           "queueConfiguration": null
           *         }
           *       }
           *     ]
           */
          "application/json": components["schemas"]["TenantProfile"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenants: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?:
          | "id"
          | "createdTime"
          | "title"
          | "email"
          | "country"
          | "state"
          | "city"
          | "address"
          | "address2"
          | "zip"
          | "phone";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "createdTime": 1767225600000,
           *           "title": "Plant North",
           *           "name": "Plant North",
           *           "region": "Global",
           *           "tenantProfileId": {
           *             "entityType": "TENANT_PROFILE",
           *             "id": "0198a1c0-0000-7000-8000-000000000020"
           *           },
           *           "country": null,
           *           "state": null,
           *           "city": null,
           *           "address": null,
           *           "address2": null,
           *           "zip": null,
           *           "phone": null,
           *           "email": null,
           *           "additionalInfo": null,
           *           "version": 1
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataTenant"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenantsByIds: {
    parameters: {
      query: {
        tenantIds: string[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": {
           *           "entityType": "TENANT",
           *           "id": "0198a1c0-0000-7000-8000-000000000010"
           *         },
           *         "createdTime": 1767225600000,
           *         "title": "Plant North",
           *         "name": "Plant North",
           *         "region": "Global",
           *         "tenantProfileId": {
           *           "entityType": "TENANT_PROFILE",
           *           "id": "0198a1c0-0000-7000-8000-000000000020"
           *         },
           *         "country": null,
           *         "state": null,
           *         "city": null,
           *         "address": null,
           *         "address2": null,
           *         "zip": null,
           *         "phone": null,
           *         "email": null,
           *         "additionalInfo": null,
           *         "version": 1
           *       }
           *     ]
           */
          "application/json": components["schemas"]["Tenant"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getTenantUsageInfo: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "devices": 57,
           *       "maxDevices": 100,
           *       "assets": 0,
           *       "maxAssets": 0,
           *       "customers": 3,
           *       "maxCustomers": 0,
           *       "users": 12,
           *       "maxUsers": 0,
           *       "dashboards": 5,
           *       "maxDashboards": 0,
           *       "edges": 0,
           *       "maxEdges": 0,
           *       "transportMessages": 812345,
           *       "maxTransportMessages": 1000000,
           *       "transportDataPoints": 4061725,
           *       "maxTransportDataPoints": 0,
           *       "dpStorageDays": 121851750,
           *       "maxDPStorageDays": 0,
           *       "emails": 4,
           *       "maxEmails": 0,
           *       "sms": 0,
           *       "maxSms": 0,
           *       "smsEnabled": false,
           *       "alarms": 0,
           *       "maxAlarms": 0,
           *       "startTs": 1767225600000,
           *       "endTs": 1769904000000,
           *       "warnThreshold": 0.8,
           *       "transportState": "WARNING",
           *       "storageState": "ENABLED",
           *       "emailState": "ENABLED"
           *     }
           */
          "application/json": components["schemas"]["UsageInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveUser: {
    parameters: {
      query?: {
        /** @description Whether a new user gets the activation link by mail; true by default. */
        sendActivationMail?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "authority": "TENANT_ADMIN",
         *       "firstName": "Ada",
         *       "lastName": "L"
         *     }
         */
        "application/json": components["schemas"]["UserInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "USER",
           *         "id": "0198a1c0-0000-7000-8000-000000000001"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "customerId": {
           *         "entityType": "CUSTOMER",
           *         "id": "13814000-1dd2-11b2-8080-808080808080"
           *       },
           *       "email": "ada@example.com",
           *       "name": "ada@example.com",
           *       "authority": "TENANT_ADMIN",
           *       "firstName": "Ada",
           *       "lastName": "L",
           *       "phone": null,
           *       "additionalInfo": {
           *         "lang": "en_US"
           *       },
           *       "version": 3
           *     }
           */
          "application/json": components["schemas"]["User"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      /** @description Not for this role, or not for this owner. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LimitExceededResponse"];
        };
      };
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  sendActivationEmail: {
    parameters: {
      query: {
        /** @description The email of the user. */
        email: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getUserSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "deviceTable": {
           *         "columns": [
           *           "name",
           *           "label"
           *         ],
           *         "pageSize": 20
           *       },
           *       "theme": "dark"
           *     }
           */
          "application/json": components["schemas"]["UserSettings"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  putUserSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "deviceTable.pageSize": 50,
         *       "theme": "light"
         *     }
         */
        "application/json": components["schemas"]["UserSettingsChange"];
      };
    };
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  saveUserSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "deviceTable": {
         *         "columns": [
         *           "name",
         *           "label"
         *         ],
         *         "pageSize": 20
         *       },
         *       "theme": "dark"
         *     }
         */
        "application/json": components["schemas"]["UserSettings"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "deviceTable": {
           *         "columns": [
           *           "name",
           *           "label"
           *         ],
           *         "pageSize": 20
           *       },
           *       "theme": "dark"
           *     }
           */
          "application/json": components["schemas"]["UserSettings"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getGeneralUserSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "deviceTable": {
           *         "columns": [
           *           "name",
           *           "label"
           *         ],
           *         "pageSize": 20
           *       },
           *       "theme": "dark"
           *     }
           */
          "application/json": components["schemas"]["UserSettings"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  putGeneralUserSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "deviceTable.pageSize": 50,
         *       "theme": "light"
         *     }
         */
        "application/json": components["schemas"]["UserSettingsChange"];
      };
    };
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteGeneralUserSettings: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Names separated by commas; one with dots is a path into objects. */
        paths: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  isUserTokenAccessEnabled: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example false */
          "application/json": boolean;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getUserById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": {
           *         "entityType": "USER",
           *         "id": "0198a1c0-0000-7000-8000-000000000001"
           *       },
           *       "createdTime": 1767225600000,
           *       "tenantId": {
           *         "entityType": "TENANT",
           *         "id": "0198a1c0-0000-7000-8000-000000000010"
           *       },
           *       "customerId": {
           *         "entityType": "CUSTOMER",
           *         "id": "13814000-1dd2-11b2-8080-808080808080"
           *       },
           *       "email": "ada@example.com",
           *       "name": "ada@example.com",
           *       "authority": "TENANT_ADMIN",
           *       "firstName": "Ada",
           *       "lastName": "L",
           *       "phone": null,
           *       "additionalInfo": {
           *         "lang": "en_US"
           *       },
           *       "version": 3
           *     }
           */
          "application/json": components["schemas"]["User"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getActivationLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example https://iot.example.com/api/noauth/activate?activateToken=mF3b0rZ6V1c7Q2pXn8sT4uYwK5hJ9dLe */
          "text/plain": string;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getActivationLinkInfo: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "value": "https://iot.example.com/api/noauth/activate?activateToken=mF3b0rZ6V1c7Q2pXn8sT4uYwK5hJ9dLe",
           *       "ttlMs": 86400000
           *     }
           */
          "application/json": components["schemas"]["UserActivationLink"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getUserToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "token": "eyJhbGciOiJIUzUxMiJ9.eyJzdWIiOiJhZGEifQ.c2ln",
           *       "refreshToken": "eyJhbGciOiJIUzUxMiJ9.e30.c2ln"
           *     }
           */
          "application/json": components["schemas"]["LoginResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  setUserCredentialsEnabled: {
    parameters: {
      query?: {
        userCredentialsEnabled?: boolean;
      };
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getUsers: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "firstName" | "lastName" | "email";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        /** @description Whether additionalInfo has the state of the account, as that of a single user does. */
        accounts?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "USER",
           *             "id": "0198a1c0-0000-7000-8000-000000000001"
           *           },
           *           "createdTime": 1767225600000,
           *           "tenantId": {
           *             "entityType": "TENANT",
           *             "id": "0198a1c0-0000-7000-8000-000000000010"
           *           },
           *           "customerId": {
           *             "entityType": "CUSTOMER",
           *             "id": "13814000-1dd2-11b2-8080-808080808080"
           *           },
           *           "email": "ada@example.com",
           *           "name": "ada@example.com",
           *           "authority": "TENANT_ADMIN",
           *           "firstName": "Ada",
           *           "lastName": "L",
           *           "phone": null,
           *           "additionalInfo": {
           *             "lang": "en_US"
           *           },
           *           "version": 3
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataUser"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  findUsersByQuery: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "firstName" | "lastName" | "email";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": {
           *             "entityType": "USER",
           *             "id": "0198a1c0-0000-7000-8000-000000000001"
           *           },
           *           "email": "ada@example.com",
           *           "firstName": "Ada",
           *           "lastName": "L"
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataUserEmailInfo"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getUsersByIds: {
    parameters: {
      query: {
        userIds: string[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": {
           *           "entityType": "USER",
           *           "id": "0198a1c0-0000-7000-8000-000000000001"
           *         },
           *         "createdTime": 1767225600000,
           *         "tenantId": {
           *           "entityType": "TENANT",
           *           "id": "0198a1c0-0000-7000-8000-000000000010"
           *         },
           *         "customerId": {
           *           "entityType": "CUSTOMER",
           *           "id": "13814000-1dd2-11b2-8080-808080808080"
           *         },
           *         "email": "ada@example.com",
           *         "name": "ada@example.com",
           *         "authority": "TENANT_ADMIN",
           *         "firstName": "Ada",
           *         "lastName": "L",
           *         "phone": null,
           *         "additionalInfo": {
           *           "lang": "en_US"
           *         },
           *         "version": 3
           *       }
           *     ]
           */
          "application/json": components["schemas"]["User"][];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthenticated"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  provisionDevice: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "deviceName": "d",
         *       "provisionDeviceKey": "k",
         *       "provisionDeviceSecret": "s"
         *     }
         */
        "application/json": components["schemas"]["ProvisionRequest"];
        /**
         * @example {
         *       "deviceName": "d",
         *       "provisionDeviceKey": "k",
         *       "provisionDeviceSecret": "s"
         *     }
         */
        "text/plain": components["schemas"]["ProvisionRequest"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "SUCCESS",
           *       "credentialsType": "ACCESS_TOKEN",
           *       "credentialsValue": "A1B2C3D4E5F6G7H8I9J0"
           *     }
           */
          "application/json": components["schemas"]["ProvisionResponse"];
        };
      };
      /** @description The request is not valid; the text says why. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description Too many wrong keys and secrets came from this address, or for this key. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "Retry-After"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getDeviceAttributes: {
    parameters: {
      query?: {
        /** @description Client-side attributes, separated by commas. */
        clientKeys?: string;
        /** @description Shared attributes, separated by commas. With neither list all of both come. */
        sharedKeys?: string;
      };
      header?: never;
      path: {
        /** @description The access token of the device. */
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "client": {
           *         "fw": "1.2"
           *       },
           *       "shared": {
           *         "interval": 60
           *       }
           *     }
           */
          "application/json": components["schemas"]["DeviceAttributes"];
        };
      };
      /** @description The request is not valid; the text says why. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description There is no device with this token. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A rate limit of the tenant is reached, or too many wrong tokens came from this address. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "Retry-After"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It could not be stored, or failed unexpectedly. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The platform is stopping. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  postDeviceAttributes: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The access token of the device. */
        token: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "mode": "eco",
         *       "limit": 42
         *     }
         */
        "application/json": components["schemas"]["AttributeValues"];
        /**
         * @example {
         *       "mode": "eco",
         *       "limit": 42
         *     }
         */
        "text/plain": components["schemas"]["AttributeValues"];
      };
    };
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is not valid; the text says why. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description There is no device with this token. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description A rate limit of the tenant is reached, or too many wrong tokens came from this address. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "Retry-After"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It could not be stored, or failed unexpectedly. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The platform is stopping. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  awaitDeviceAttributes: {
    parameters: {
      query?: {
        /** @description The longest wait in milliseconds, at most 300000; 60000 where it is 0 or missing. */
        timeout?: number;
      };
      header?: never;
      path: {
        /** @description The access token of the device. */
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "mode": "eco",
           *       "limit": 42
           *     }
           */
          "application/json": components["schemas"]["AttributeValues"];
        };
      };
      /** @description The request is not valid; the text says why. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description There is no device with this token. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The device was deleted meanwhile. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description Nothing came in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A rate limit of the tenant is reached, or too many wrong tokens came from this address. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "Retry-After"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It could not be stored, or failed unexpectedly. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The platform is stopping. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  openDeviceClaim: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The access token of the device. */
        token: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "secretKey": "abc",
         *       "durationMs": 60000
         *     }
         */
        "application/json": components["schemas"]["DeviceClaimInput"];
        /**
         * @example {
         *       "secretKey": "abc",
         *       "durationMs": 60000
         *     }
         */
        "text/plain": components["schemas"]["DeviceClaimInput"];
      };
    };
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is not valid; the text says why. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description There is no device with this token. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description A rate limit of the tenant is reached, or too many wrong tokens came from this address. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "Retry-After"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It could not be stored, or failed unexpectedly. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The platform is stopping. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getDeviceFirmware: {
    parameters: {
      query?: {
        title?: string;
        version?: string;
        /** @description Bytes of a chunk; 0 for the whole. */
        size?: number;
        /** @description Number of the chunk, from 0. */
        chunk?: number;
      };
      header?: never;
      path: {
        /** @description The access token of the device. */
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example … */
          "application/octet-stream": unknown;
        };
      };
      /** @description The request is not valid; the text says why. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description There is no device with this token. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      404: components["responses"]["NotFound"];
      /** @description A rate limit of the tenant is reached, or too many wrong tokens came from this address. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "Retry-After"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It could not be stored, or failed unexpectedly. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The platform is stopping. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  awaitDeviceCall: {
    parameters: {
      query?: {
        /** @description The longest wait in milliseconds, at most 300000; 60000 where it is 0 or missing. */
        timeout?: number;
      };
      header?: never;
      path: {
        /** @description The access token of the device. */
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "method": "setGpio",
           *       "params": {
           *         "pin": 7,
           *         "value": 1
           *       }
           *     }
           */
          "application/json": components["schemas"]["DeviceCall"];
        };
      };
      /** @description The request is not valid; the text says why. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description There is no device with this token. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The device was deleted meanwhile. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description Nothing came in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A rate limit of the tenant is reached, or too many wrong tokens came from this address. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "Retry-After"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It could not be stored, or failed unexpectedly. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The platform is stopping. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  callFromDevice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The access token of the device. */
        token: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "method": "getSessionLimits",
         *       "params": {}
         *     }
         */
        "application/json": components["schemas"]["DeviceCallInput"];
        /**
         * @example {
         *       "method": "getSessionLimits",
         *       "params": {}
         *     }
         */
        "text/plain": components["schemas"]["DeviceCallInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "error": "unsupported method"
           *     }
           */
          "application/json": unknown;
        };
      };
      /** @description The request is not valid; the text says why. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description There is no device with this token. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description A rate limit of the tenant is reached, or too many wrong tokens came from this address. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "Retry-After"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It could not be stored, or failed unexpectedly. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The platform is stopping. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  answerDeviceCall: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The access token of the device. */
        token: string;
        /** @description The id that the call came with. */
        requestId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ok": true
         *     }
         */
        "application/json": unknown;
        /**
         * @example {
         *       "ok": true
         *     }
         */
        "text/plain": unknown;
      };
    };
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is not valid; the text says why. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description There is no device with this token. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description A rate limit of the tenant is reached, or too many wrong tokens came from this address. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "Retry-After"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It could not be stored, or failed unexpectedly. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The platform is stopping. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getDeviceSoftware: {
    parameters: {
      query?: {
        title?: string;
        version?: string;
        /** @description Bytes of a chunk; 0 for the whole. */
        size?: number;
        /** @description Number of the chunk, from 0. */
        chunk?: number;
      };
      header?: never;
      path: {
        /** @description The access token of the device. */
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example … */
          "application/octet-stream": unknown;
        };
      };
      /** @description The request is not valid; the text says why. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description There is no device with this token. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      404: components["responses"]["NotFound"];
      /** @description A rate limit of the tenant is reached, or too many wrong tokens came from this address. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "Retry-After"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It could not be stored, or failed unexpectedly. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The platform is stopping. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  postDeviceTelemetry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The access token of the device. */
        token: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ts": 1767225600000,
         *       "values": {
         *         "temperature": 21.5,
         *         "mode": "eco"
         *       }
         *     }
         */
        "application/json": unknown;
        /**
         * @example {
         *       "ts": 1767225600000,
         *       "values": {
         *         "temperature": 21.5,
         *         "mode": "eco"
         *       }
         *     }
         */
        "text/plain": unknown;
      };
    };
    responses: {
      /** @description Done. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is not valid; the text says why. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description There is no device with this token. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The device would have too many keys. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          "text/plain": string;
        };
      };
      /** @description A rate limit of the tenant is reached, or too many wrong tokens came from this address. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "Retry-After"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It could not be stored, or failed unexpectedly. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The platform is stopping. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  buildReport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "viewConfigId": "6f0c3a52-7b1d-4c8e-9f3a-2d5e8b1c7a90",
         *       "rangeStartTs": 1767225600000,
         *       "rangeEndTs": 1767232800000,
         *       "filters": {
         *         "building": [
         *           "North"
         *         ]
         *       }
         *     }
         */
        "application/json": components["schemas"]["BuildReportInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "columnLabels": [
           *         "Building",
           *         "Date",
           *         "energyUsage",
           *         "Temperature"
           *       ],
           *       "dataTable": [
           *         {
           *           "Building": "North",
           *           "Date": "1767225600000",
           *           "energyUsage": 30,
           *           "Temperature": 22
           *         },
           *         {
           *           "Building": "North",
           *           "Date": "1767229200000",
           *           "energyUsage": 41,
           *           "Temperature": 30
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["ReportTable"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      413: components["responses"]["AnalyticsTooLarge"];
      415: components["responses"]["AnalyticsUnsupportedMediaType"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
      504: components["responses"]["AnalyticsTimeout"];
    };
  };
  getSharedDashboard: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a dashboard. */
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198a1c0-0000-7000-8000-0000000000d0",
           *       "title": "Boiler room",
           *       "version": 1,
           *       "configuration": {
           *         "bridgehead": 1,
           *         "timeRange": {
           *           "type": "preset",
           *           "preset": "today"
           *         },
           *         "panels": []
           *       },
           *       "views": []
           *     }
           */
          "application/json": components["schemas"]["SharedDashboard"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  getDashboardLinks: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a dashboard. */
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": "0198a1c0-0000-7000-8000-0000000000c0",
           *         "name": "Screen in the lobby",
           *         "customerId": null,
           *         "userId": "0198a1c0-0000-7000-8000-000000000001",
           *         "createdTime": 1767225600000,
           *         "createdBy": "0198a1c0-0000-7000-8000-000000000001",
           *         "expiresTime": 1769817600000,
           *         "hasPassword": false,
           *         "lockedFilters": {
           *           "building": [
           *             "North"
           *           ]
           *         },
           *         "origins": [],
           *         "dashboardId": "0198a1c0-0000-7000-8000-0000000000d0"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["DashboardLink"][];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  createDashboardLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a dashboard. */
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Screen in the lobby",
         *       "lockedFilters": {
         *         "building": [
         *           "North"
         *         ]
         *       }
         *     }
         */
        "application/json": components["schemas"]["SentViewLink"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description Of the link. */
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198a1c0-0000-7000-8000-0000000000c0",
           *       "name": "Screen in the lobby",
           *       "customerId": null,
           *       "userId": "0198a1c0-0000-7000-8000-000000000001",
           *       "createdTime": 1767225600000,
           *       "createdBy": "0198a1c0-0000-7000-8000-000000000001",
           *       "expiresTime": 1769817600000,
           *       "hasPassword": false,
           *       "lockedFilters": {
           *         "building": [
           *           "North"
           *         ]
           *       },
           *       "origins": [],
           *       "dashboardId": "0198a1c0-0000-7000-8000-0000000000d0",
           *       "token": "bhl_…",
           *       "url": "https://iot.example.com/embed/0198a1c0-0000-7000-8000-0000000000b0?link=bhl_…"
           *     }
           */
          "application/json": components["schemas"]["CreatedDashboardLink"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      413: components["responses"]["AnalyticsTooLarge"];
      415: components["responses"]["AnalyticsUnsupportedMediaType"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  revokeDashboardLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a dashboard. */
        dashboardId: string;
        linkId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Revoked. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      413: components["responses"]["AnalyticsTooLarge"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  watchSharedDashboardPanels: {
    parameters: {
      query?: {
        /** @description The body of the call that computes panels, as JSON: {"panels":["temperature"]}. */
        request?: string;
      };
      header?: never;
      path: {
        /** @description The id of a dashboard. */
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example event: rows
           *     data: {"id":"temperature","length":2,"rows":[…],…}
           */
          "text/event-stream": string;
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  computeSharedDashboardPanels: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a dashboard. */
        dashboardId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "filters": {
         *         "building": [
         *           "North"
         *         ]
         *       },
         *       "panels": [
         *         "temperature"
         *       ]
         *     }
         */
        "application/json": components["schemas"]["DashboardPanelsInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "panels": [
           *         {
           *           "id": "energy",
           *           "error": {
           *             "code": "VIEW_NOT_FOUND",
           *             "message": "the view does not exist"
           *           }
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["ComputedPanels"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      413: components["responses"]["AnalyticsTooLarge"];
      415: components["responses"]["AnalyticsUnsupportedMediaType"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
      504: components["responses"]["AnalyticsTimeout"];
    };
  };
  discoverKeys: {
    parameters: {
      query?: {
        /** @description Left out, both. */
        kind?: "telemetry" | "attribute";
        /** @description Attributes of this scope. Left out, of all. */
        scope?: "client" | "shared" | "server";
        /** @description Devices of this profile. */
        profileId?: string;
        /** @description This device. */
        deviceId?: string;
        /** @description Part of the key, without regard to case. */
        q?: string;
        /** @description Left out, 100. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "key": "temp",
           *         "kind": "telemetry",
           *         "scope": null,
           *         "types": {
           *           "number": 120,
           *           "text": 3
           *         },
           *         "devices": 123,
           *         "lastTs": 1767225600000,
           *         "samples": [
           *           21.5,
           *           "n/a"
           *         ]
           *       }
           *     ]
           */
          "application/json": components["schemas"]["KnownKey"][];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  discoverValues: {
    parameters: {
      query: {
        kind: "attribute" | "entity";
        /** @description Of an attribute; left out, any. */
        scope?: "client" | "shared" | "server" | "any";
        /** @description The attribute, or the entity field. */
        key: string;
        /** @description Of the device itself, of its gateway or of its customer; left out, self. */
        of?: "self" | "gateway" | "customer";
        /** @description Part of the value, without regard to case. */
        q?: string;
        /** @description Left out, 100. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "value": "North",
           *         "devices": 2
           *       }
           *     ]
           */
          "application/json": components["schemas"]["DimensionValue"][];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  getAnalyticsHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "UP"
           *     }
           */
          "application/json": components["schemas"]["AnalyticsHealth"];
        };
      };
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      /** @description The same, while none can be run. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "UP"
           *     }
           */
          "application/json": components["schemas"]["AnalyticsHealth"];
        };
      };
    };
  };
  getAnalyticsMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example bridgehead_analytics_reports_running 3 */
          "text/plain": string;
        };
      };
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  getAnalyticsDescription: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "openapi": "3.1.0",
           *       "info": {
           *         "title": "Bridgehead REST API"
           *       }
           *     }
           */
          "application/json": unknown;
        };
      };
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  parseRange: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "last 3 full weeks",
         *       "timezone": "Europe/Kyiv"
         *     }
         */
        "application/json": components["schemas"]["RangeText"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "match": {
           *         "text": "last 3 full weeks",
           *         "timeRange": {
           *           "type": "rolling",
           *           "amount": 3,
           *           "unit": "w",
           *           "align": "w",
           *           "offset": 0,
           *           "timezone": "Europe/Kyiv",
           *           "weekStart": "monday",
           *           "fiscalStartMonth": 1,
           *           "delayMs": 0
           *         },
           *         "startTs": 1765749600000,
           *         "endTs": 1767564000000
           *       },
           *       "proposals": []
           *     }
           */
          "application/json": components["schemas"]["ParsedRange"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      413: components["responses"]["AnalyticsTooLarge"];
      415: components["responses"]["AnalyticsUnsupportedMediaType"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  createReportJob: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "viewId": "0198a1c0-0000-7000-8000-0000000000b0",
         *       "format": "csv"
         *     }
         */
        "application/json": components["schemas"]["SentReportJob"];
      };
    };
    responses: {
      /** @description Waiting for its turn. */
      202: {
        headers: {
          /** @description Of the report. */
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198a1c0-0000-7000-8000-0000000000d0",
           *       "viewId": "0198a1c0-0000-7000-8000-0000000000b0",
           *       "format": "csv",
           *       "state": "done",
           *       "progress": 100,
           *       "rows": 1200,
           *       "bytes": 48211,
           *       "truncated": false,
           *       "createdTime": 1767225600000,
           *       "startedTime": 1767225600000,
           *       "endedTime": 1767225600000,
           *       "expiresAt": 1767312000000,
           *       "error": null
           *     }
           */
          "application/json": components["schemas"]["ReportJob"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      413: components["responses"]["AnalyticsTooLarge"];
      415: components["responses"]["AnalyticsUnsupportedMediaType"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  getReportJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a report in the background. */
        jobId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198a1c0-0000-7000-8000-0000000000d0",
           *       "viewId": "0198a1c0-0000-7000-8000-0000000000b0",
           *       "format": "csv",
           *       "state": "done",
           *       "progress": 100,
           *       "rows": 1200,
           *       "bytes": 48211,
           *       "truncated": false,
           *       "createdTime": 1767225600000,
           *       "startedTime": 1767225600000,
           *       "endedTime": 1767225600000,
           *       "expiresAt": 1767312000000,
           *       "error": null
           *     }
           */
          "application/json": components["schemas"]["ReportJob"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  deleteReportJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a report in the background. */
        jobId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Cancelled or removed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      413: components["responses"]["AnalyticsTooLarge"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  watchReportJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a report in the background. */
        jobId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example event: state
           *     data: {"state":"running","progress":5,…}
           */
          "text/event-stream": string;
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  getReportJobResult: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a report in the background. */
        jobId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example Device,temp
           *     A,20
           */
          "application/json": unknown;
          /**
           * @example Device,temp
           *     A,20
           */
          "text/csv": unknown;
          /**
           * @example Device,temp
           *     A,20
           */
          "application/x-ndjson": unknown;
          /**
           * @example Device,temp
           *     A,20
           */
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": unknown;
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      409: components["responses"]["AnalyticsConflict"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  getViews: {
    parameters: {
      query: {
        /** @description Rows per page, from 1. */
        pageSize: number;
        /** @description Page number, from 0. */
        page: number;
        /** @description Case-insensitive part of the text. */
        textSearch?: string;
        /** @description In the order of creation when left out. */
        sortProperty?: "id" | "createdTime" | "updatedTime" | "name" | "folder";
        /** @description ASC when left out. */
        sortOrder?: "ASC" | "DESC";
        /** @description This folder and those below it. */
        folder?: string;
        /** @description Views with this tag. */
        tag?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198a1c0-0000-7000-8000-0000000000b0",
           *           "revision": 3,
           *           "owner": {
           *             "tenantId": "0198a1c0-0000-7000-8000-000000000010",
           *             "customerId": null,
           *             "userId": "0198a1c0-0000-7000-8000-000000000001"
           *           },
           *           "createdTime": 1767225600000,
           *           "updatedTime": 1767225600000,
           *           "updatedBy": "0198a1c0-0000-7000-8000-000000000001",
           *           "name": "Building energy, hourly",
           *           "description": "",
           *           "folder": "Energy",
           *           "tags": [
           *             "energy"
           *           ],
           *           "sharing": {
           *             "visibility": "private",
           *             "customerIds": [],
           *             "allCustomers": false
           *           },
           *           "links": {
           *             "editor": "https://iot.example.com/views/0198a1c0-0000-7000-8000-0000000000b0",
           *             "show": "https://iot.example.com/show/0198a1c0-0000-7000-8000-0000000000b0",
           *             "embed": "https://iot.example.com/embed/0198a1c0-0000-7000-8000-0000000000b0"
           *           },
           *           "visualization": {
           *             "type": "line"
           *           }
           *         }
           *       ],
           *       "totalPages": 1,
           *       "totalElements": 1,
           *       "hasNext": false
           *     }
           */
          "application/json": components["schemas"]["PageDataViewInfo"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  createView: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Devices",
         *       "fields": [
         *         {
         *           "id": "n",
         *           "label": "Device",
         *           "source": {
         *             "type": "entity",
         *             "field": "name"
         *           }
         *         },
         *         {
         *           "id": "t",
         *           "label": "temp",
         *           "source": {
         *             "type": "telemetry",
         *             "key": "temp"
         *           }
         *         }
         *       ]
         *     }
         */
        "application/json": components["schemas"]["SentTableView"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description The address of the view, with its id at the end. */
          Location?: string;
          /** @description Its revision. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198a1c0-0000-7000-8000-0000000000b0",
           *       "revision": 3,
           *       "owner": {
           *         "tenantId": "0198a1c0-0000-7000-8000-000000000010",
           *         "customerId": null,
           *         "userId": "0198a1c0-0000-7000-8000-000000000001"
           *       },
           *       "createdTime": 1767225600000,
           *       "updatedTime": 1767225600000,
           *       "updatedBy": "0198a1c0-0000-7000-8000-000000000001",
           *       "name": "Building energy, hourly",
           *       "description": "",
           *       "folder": "Energy",
           *       "tags": [
           *         "energy"
           *       ],
           *       "sharing": {
           *         "visibility": "private",
           *         "customerIds": [],
           *         "allCustomers": false
           *       },
           *       "links": {
           *         "editor": "https://iot.example.com/views/0198a1c0-0000-7000-8000-0000000000b0",
           *         "show": "https://iot.example.com/show/0198a1c0-0000-7000-8000-0000000000b0",
           *         "embed": "https://iot.example.com/embed/0198a1c0-0000-7000-8000-0000000000b0"
           *       },
           *       "schemaVersion": 1,
           *       "scope": {},
           *       "timeRange": {
           *         "type": "preset",
           *         "preset": "last7Days",
           *         "timezone": "Europe/Berlin"
           *       },
           *       "fields": [
           *         {
           *           "id": "temp",
           *           "label": "Temperature",
           *           "source": {
           *             "type": "telemetry",
           *             "key": "temp"
           *           },
           *           "aggregation": {
           *             "fn": "avg"
           *           }
           *         }
           *       ],
           *       "filters": [],
           *       "grouping": {},
           *       "gaps": {},
           *       "sort": [],
           *       "limit": {},
           *       "nulls": {},
           *       "compare": null,
           *       "options": {},
           *       "visualization": {}
           *     }
           */
          "application/json": components["schemas"]["TableView"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      409: components["responses"]["AnalyticsConflict"];
      413: components["responses"]["AnalyticsTooLarge"];
      415: components["responses"]["AnalyticsUnsupportedMediaType"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  explainUnsavedView: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "view": {
         *         "name": "Devices",
         *         "fields": [
         *           {
         *             "id": "n",
         *             "label": "Device",
         *             "source": {
         *               "type": "entity",
         *               "field": "name"
         *             }
         *           },
         *           {
         *             "id": "t",
         *             "label": "temp",
         *             "source": {
         *               "type": "telemetry",
         *               "key": "temp"
         *             }
         *           }
         *         ]
         *       },
         *       "rows": 100
         *     }
         */
        "application/json": components["schemas"]["ReportPreviewInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "devices": 120,
           *       "series": 240,
           *       "estimatedSamples": 1728000,
           *       "estimatedRows": 336,
           *       "estimatedMs": 180,
           *       "limits": {
           *         "samples": 500000000,
           *         "rows": 10000,
           *         "timeoutMs": 60000
           *       },
           *       "plan": [
           *         "120 devices in scope with 240 series",
           *         "Read avg of \"temp\": about 864,000 samples of 120 series"
           *       ],
           *       "warnings": [
           *         {
           *           "code": "REPORT_EXPENSIVE",
           *           "message": "The report reads about 80 million samples; a bucket of 1 day would read fewer.",
           *           "values": {
           *             "count": 3
           *           }
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["Explanation"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      413: components["responses"]["AnalyticsTooLarge"];
      415: components["responses"]["AnalyticsUnsupportedMediaType"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  previewView: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "view": {
         *         "name": "Devices",
         *         "fields": [
         *           {
         *             "id": "n",
         *             "label": "Device",
         *             "source": {
         *               "type": "entity",
         *               "field": "name"
         *             }
         *           },
         *           {
         *             "id": "t",
         *             "label": "temp",
         *             "source": {
         *               "type": "telemetry",
         *               "key": "temp"
         *             }
         *           }
         *         ]
         *       },
         *       "rows": 100
         *     }
         */
        "application/json": components["schemas"]["ReportPreviewInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "columns": [
           *         {
           *           "id": "building",
           *           "label": "Building",
           *           "type": "text",
           *           "unit": "",
           *           "role": "dimension",
           *           "decimals": null
           *         },
           *         {
           *           "id": "hour",
           *           "label": "Date",
           *           "type": "time",
           *           "unit": "",
           *           "role": "time",
           *           "decimals": null
           *         },
           *         {
           *           "id": "kwh",
           *           "label": "energyUsage",
           *           "type": "number",
           *           "unit": "kWh",
           *           "role": "measure",
           *           "decimals": 2
           *         }
           *       ],
           *       "rows": [
           *         [
           *           "North",
           *           1767225600000,
           *           30
           *         ],
           *         [
           *           "North",
           *           1767229200000,
           *           41
           *         ]
           *       ],
           *       "totals": [],
           *       "filled": [],
           *       "meta": {
           *         "rangeStartTs": 1767225600000,
           *         "rangeEndTs": 1767232800000,
           *         "timezone": "UTC",
           *         "revision": 3,
           *         "truncated": false,
           *         "truncation": null,
           *         "cache": "miss",
           *         "partialBuckets": [],
           *         "bucketWidth": {
           *           "bucket": "hour",
           *           "amount": 1
           *         },
           *         "skippedValues": {},
           *         "newestTs": null,
           *         "warnings": [],
           *         "devices": 2,
           *         "series": 2,
           *         "durationMs": 12
           *       }
           *     }
           */
          "application/json": components["schemas"]["TypedReport"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      413: components["responses"]["AnalyticsTooLarge"];
      415: components["responses"]["AnalyticsUnsupportedMediaType"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
      504: components["responses"]["AnalyticsTimeout"];
    };
  };
  validateView: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Devices",
         *       "fields": [
         *         {
         *           "id": "n",
         *           "label": "Device",
         *           "source": {
         *             "type": "entity",
         *             "field": "name"
         *           }
         *         },
         *         {
         *           "id": "t",
         *           "label": "temp",
         *           "source": {
         *             "type": "telemetry",
         *             "key": "temp"
         *           }
         *         }
         *       ]
         *     }
         */
        "application/json": components["schemas"]["SentTableView"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "valid": true,
           *       "errors": [],
           *       "warnings": [],
           *       "normalized": null
           *     }
           */
          "application/json": components["schemas"]["ViewValidation"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      413: components["responses"]["AnalyticsTooLarge"];
      415: components["responses"]["AnalyticsUnsupportedMediaType"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  getView: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a view. */
        viewId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198a1c0-0000-7000-8000-0000000000b0",
           *       "revision": 3,
           *       "owner": {
           *         "tenantId": "0198a1c0-0000-7000-8000-000000000010",
           *         "customerId": null,
           *         "userId": "0198a1c0-0000-7000-8000-000000000001"
           *       },
           *       "createdTime": 1767225600000,
           *       "updatedTime": 1767225600000,
           *       "updatedBy": "0198a1c0-0000-7000-8000-000000000001",
           *       "name": "Building energy, hourly",
           *       "description": "",
           *       "folder": "Energy",
           *       "tags": [
           *         "energy"
           *       ],
           *       "sharing": {
           *         "visibility": "private",
           *         "customerIds": [],
           *         "allCustomers": false
           *       },
           *       "links": {
           *         "editor": "https://iot.example.com/views/0198a1c0-0000-7000-8000-0000000000b0",
           *         "show": "https://iot.example.com/show/0198a1c0-0000-7000-8000-0000000000b0",
           *         "embed": "https://iot.example.com/embed/0198a1c0-0000-7000-8000-0000000000b0"
           *       },
           *       "schemaVersion": 1,
           *       "scope": {},
           *       "timeRange": {
           *         "type": "preset",
           *         "preset": "last7Days",
           *         "timezone": "Europe/Berlin"
           *       },
           *       "fields": [
           *         {
           *           "id": "temp",
           *           "label": "Temperature",
           *           "source": {
           *             "type": "telemetry",
           *             "key": "temp"
           *           },
           *           "aggregation": {
           *             "fn": "avg"
           *           }
           *         }
           *       ],
           *       "filters": [],
           *       "grouping": {},
           *       "gaps": {},
           *       "sort": [],
           *       "limit": {},
           *       "nulls": {},
           *       "compare": null,
           *       "options": {},
           *       "visualization": {}
           *     }
           */
          "application/json": components["schemas"]["TableView"] | components["schemas"]["SharedTableView"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  replaceView: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a view. */
        viewId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Devices",
         *       "fields": [
         *         {
         *           "id": "n",
         *           "label": "Device",
         *           "source": {
         *             "type": "entity",
         *             "field": "name"
         *           }
         *         },
         *         {
         *           "id": "t",
         *           "label": "temp",
         *           "source": {
         *             "type": "telemetry",
         *             "key": "temp"
         *           }
         *         }
         *       ]
         *     }
         */
        "application/json": components["schemas"]["SentTableView"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198a1c0-0000-7000-8000-0000000000b0",
           *       "revision": 3,
           *       "owner": {
           *         "tenantId": "0198a1c0-0000-7000-8000-000000000010",
           *         "customerId": null,
           *         "userId": "0198a1c0-0000-7000-8000-000000000001"
           *       },
           *       "createdTime": 1767225600000,
           *       "updatedTime": 1767225600000,
           *       "updatedBy": "0198a1c0-0000-7000-8000-000000000001",
           *       "name": "Building energy, hourly",
           *       "description": "",
           *       "folder": "Energy",
           *       "tags": [
           *         "energy"
           *       ],
           *       "sharing": {
           *         "visibility": "private",
           *         "customerIds": [],
           *         "allCustomers": false
           *       },
           *       "links": {
           *         "editor": "https://iot.example.com/views/0198a1c0-0000-7000-8000-0000000000b0",
           *         "show": "https://iot.example.com/show/0198a1c0-0000-7000-8000-0000000000b0",
           *         "embed": "https://iot.example.com/embed/0198a1c0-0000-7000-8000-0000000000b0"
           *       },
           *       "schemaVersion": 1,
           *       "scope": {},
           *       "timeRange": {
           *         "type": "preset",
           *         "preset": "last7Days",
           *         "timezone": "Europe/Berlin"
           *       },
           *       "fields": [
           *         {
           *           "id": "temp",
           *           "label": "Temperature",
           *           "source": {
           *             "type": "telemetry",
           *             "key": "temp"
           *           },
           *           "aggregation": {
           *             "fn": "avg"
           *           }
           *         }
           *       ],
           *       "filters": [],
           *       "grouping": {},
           *       "gaps": {},
           *       "sort": [],
           *       "limit": {},
           *       "nulls": {},
           *       "compare": null,
           *       "options": {},
           *       "visualization": {}
           *     }
           */
          "application/json": components["schemas"]["TableView"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      409: components["responses"]["AnalyticsConflict"];
      413: components["responses"]["AnalyticsTooLarge"];
      415: components["responses"]["AnalyticsUnsupportedMediaType"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  deleteView: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a view. */
        viewId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      413: components["responses"]["AnalyticsTooLarge"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  copyView: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a view. */
        viewId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Energy, second draft"
         *     }
         */
        "application/json": components["schemas"]["ViewCopy"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description The address of the view, with its id at the end. */
          Location?: string;
          /** @description Its revision. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198a1c0-0000-7000-8000-0000000000b0",
           *       "revision": 3,
           *       "owner": {
           *         "tenantId": "0198a1c0-0000-7000-8000-000000000010",
           *         "customerId": null,
           *         "userId": "0198a1c0-0000-7000-8000-000000000001"
           *       },
           *       "createdTime": 1767225600000,
           *       "updatedTime": 1767225600000,
           *       "updatedBy": "0198a1c0-0000-7000-8000-000000000001",
           *       "name": "Building energy, hourly",
           *       "description": "",
           *       "folder": "Energy",
           *       "tags": [
           *         "energy"
           *       ],
           *       "sharing": {
           *         "visibility": "private",
           *         "customerIds": [],
           *         "allCustomers": false
           *       },
           *       "links": {
           *         "editor": "https://iot.example.com/views/0198a1c0-0000-7000-8000-0000000000b0",
           *         "show": "https://iot.example.com/show/0198a1c0-0000-7000-8000-0000000000b0",
           *         "embed": "https://iot.example.com/embed/0198a1c0-0000-7000-8000-0000000000b0"
           *       },
           *       "schemaVersion": 1,
           *       "scope": {},
           *       "timeRange": {
           *         "type": "preset",
           *         "preset": "last7Days",
           *         "timezone": "Europe/Berlin"
           *       },
           *       "fields": [
           *         {
           *           "id": "temp",
           *           "label": "Temperature",
           *           "source": {
           *             "type": "telemetry",
           *             "key": "temp"
           *           },
           *           "aggregation": {
           *             "fn": "avg"
           *           }
           *         }
           *       ],
           *       "filters": [],
           *       "grouping": {},
           *       "gaps": {},
           *       "sort": [],
           *       "limit": {},
           *       "nulls": {},
           *       "compare": null,
           *       "options": {},
           *       "visualization": {}
           *     }
           */
          "application/json": components["schemas"]["TableView"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      409: components["responses"]["AnalyticsConflict"];
      413: components["responses"]["AnalyticsTooLarge"];
      415: components["responses"]["AnalyticsUnsupportedMediaType"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  getViewData: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a view. */
        viewId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "rangeStartTs": 1767225600000,
         *       "rangeEndTs": 1767232800000,
         *       "sort": [
         *         {
         *           "field": "kwh",
         *           "direction": "desc"
         *         }
         *       ],
         *       "limit": 10
         *     }
         */
        "application/json": components["schemas"]["ReportDataInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "columns": [
           *         {
           *           "id": "building",
           *           "label": "Building",
           *           "type": "text",
           *           "unit": "",
           *           "role": "dimension",
           *           "decimals": null
           *         },
           *         {
           *           "id": "hour",
           *           "label": "Date",
           *           "type": "time",
           *           "unit": "",
           *           "role": "time",
           *           "decimals": null
           *         },
           *         {
           *           "id": "kwh",
           *           "label": "energyUsage",
           *           "type": "number",
           *           "unit": "kWh",
           *           "role": "measure",
           *           "decimals": 2
           *         }
           *       ],
           *       "rows": [
           *         [
           *           "North",
           *           1767225600000,
           *           30
           *         ],
           *         [
           *           "North",
           *           1767229200000,
           *           41
           *         ]
           *       ],
           *       "totals": [],
           *       "filled": [],
           *       "meta": {
           *         "rangeStartTs": 1767225600000,
           *         "rangeEndTs": 1767232800000,
           *         "timezone": "UTC",
           *         "revision": 3,
           *         "truncated": false,
           *         "truncation": null,
           *         "cache": "miss",
           *         "partialBuckets": [],
           *         "bucketWidth": {
           *           "bucket": "hour",
           *           "amount": 1
           *         },
           *         "skippedValues": {},
           *         "newestTs": null,
           *         "warnings": [],
           *         "devices": 2,
           *         "series": 2,
           *         "durationMs": 12
           *       }
           *     }
           */
          "application/json": components["schemas"]["TypedReport"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      413: components["responses"]["AnalyticsTooLarge"];
      415: components["responses"]["AnalyticsUnsupportedMediaType"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
      504: components["responses"]["AnalyticsTimeout"];
    };
  };
  explainView: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a view. */
        viewId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "rangeStartTs": 1767225600000,
         *       "rangeEndTs": 1767232800000,
         *       "sort": [
         *         {
         *           "field": "kwh",
         *           "direction": "desc"
         *         }
         *       ],
         *       "limit": 10
         *     }
         */
        "application/json": components["schemas"]["ReportDataInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "devices": 120,
           *       "series": 240,
           *       "estimatedSamples": 1728000,
           *       "estimatedRows": 336,
           *       "estimatedMs": 180,
           *       "limits": {
           *         "samples": 500000000,
           *         "rows": 10000,
           *         "timeoutMs": 60000
           *       },
           *       "plan": [
           *         "120 devices in scope with 240 series",
           *         "Read avg of \"temp\": about 864,000 samples of 120 series"
           *       ],
           *       "warnings": [
           *         {
           *           "code": "REPORT_EXPENSIVE",
           *           "message": "The report reads about 80 million samples; a bucket of 1 day would read fewer.",
           *           "values": {
           *             "count": 3
           *           }
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["Explanation"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      413: components["responses"]["AnalyticsTooLarge"];
      415: components["responses"]["AnalyticsUnsupportedMediaType"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  downloadView: {
    parameters: {
      query?: {
        /** @description One of csv, xlsx, parquet, ndjson, in any case; csv where it is missing. */
        format?: string;
        rangeStartTs?: number;
        rangeEndTs?: number;
        /** @description JSON, as {"building":["North"]}. */
        filters?: string;
        timezone?: string;
      };
      header?: never;
      path: {
        /** @description The id of a view. */
        viewId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example Building,Date,energyUsage
           *     North,2026-01-01T00:00:00.000Z,30
           */
          "text/csv": components["schemas"]["ReportFile"];
          /**
           * @example Building,Date,energyUsage
           *     North,2026-01-01T00:00:00.000Z,30
           */
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["ReportFile"];
          /**
           * @example Building,Date,energyUsage
           *     North,2026-01-01T00:00:00.000Z,30
           */
          "application/vnd.apache.parquet": components["schemas"]["ReportFile"];
          /**
           * @example Building,Date,energyUsage
           *     North,2026-01-01T00:00:00.000Z,30
           */
          "application/x-ndjson": components["schemas"]["ReportFile"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
      504: components["responses"]["AnalyticsTimeout"];
    };
  };
  exportView: {
    parameters: {
      query?: {
        /** @description One of csv, xlsx, parquet, ndjson, in any case; csv where it is missing. */
        format?: string;
      };
      header?: never;
      path: {
        /** @description The id of a view. */
        viewId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "rangeStartTs": 1767225600000,
         *       "rangeEndTs": 1767232800000,
         *       "filters": {
         *         "building": [
         *           "North"
         *         ]
         *       }
         *     }
         */
        "application/json": components["schemas"]["ReportFileInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example Building,Date,energyUsage
           *     North,2026-01-01T00:00:00.000Z,30
           */
          "text/csv": components["schemas"]["ReportFile"];
          /**
           * @example Building,Date,energyUsage
           *     North,2026-01-01T00:00:00.000Z,30
           */
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["ReportFile"];
          /**
           * @example Building,Date,energyUsage
           *     North,2026-01-01T00:00:00.000Z,30
           */
          "application/vnd.apache.parquet": components["schemas"]["ReportFile"];
          /**
           * @example Building,Date,energyUsage
           *     North,2026-01-01T00:00:00.000Z,30
           */
          "application/x-ndjson": components["schemas"]["ReportFile"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      413: components["responses"]["AnalyticsTooLarge"];
      415: components["responses"]["AnalyticsUnsupportedMediaType"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
      504: components["responses"]["AnalyticsTimeout"];
    };
  };
  suggestFilterValues: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a view. */
        viewId: string;
        /** @description The name of the filter. */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "filters": {
         *         "building": [
         *           "North"
         *         ]
         *       },
         *       "q": "so"
         *     }
         */
        "application/json": components["schemas"]["FilterValuesQuery"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "value": "North",
           *         "devices": 2
           *       }
           *     ]
           */
          "application/json": components["schemas"]["DimensionValue"][];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      413: components["responses"]["AnalyticsTooLarge"];
      415: components["responses"]["AnalyticsUnsupportedMediaType"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  getViewLinks: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a view. */
        viewId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": "0198a1c0-0000-7000-8000-0000000000c0",
           *         "name": "Screen in the lobby",
           *         "customerId": null,
           *         "userId": "0198a1c0-0000-7000-8000-000000000001",
           *         "createdTime": 1767225600000,
           *         "createdBy": "0198a1c0-0000-7000-8000-000000000001",
           *         "expiresTime": 1769817600000,
           *         "hasPassword": false,
           *         "lockedFilters": {
           *           "building": [
           *             "North"
           *           ]
           *         },
           *         "origins": [],
           *         "viewId": "0198a1c0-0000-7000-8000-0000000000b0"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["ViewLink"][];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  createViewLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a view. */
        viewId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Screen in the lobby",
         *       "lockedFilters": {
         *         "building": [
         *           "North"
         *         ]
         *       }
         *     }
         */
        "application/json": components["schemas"]["SentViewLink"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description Of the link. */
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198a1c0-0000-7000-8000-0000000000c0",
           *       "name": "Screen in the lobby",
           *       "customerId": null,
           *       "userId": "0198a1c0-0000-7000-8000-000000000001",
           *       "createdTime": 1767225600000,
           *       "createdBy": "0198a1c0-0000-7000-8000-000000000001",
           *       "expiresTime": 1769817600000,
           *       "hasPassword": false,
           *       "lockedFilters": {
           *         "building": [
           *           "North"
           *         ]
           *       },
           *       "origins": [],
           *       "viewId": "0198a1c0-0000-7000-8000-0000000000b0",
           *       "token": "bhl_…",
           *       "url": "https://iot.example.com/embed/0198a1c0-0000-7000-8000-0000000000b0?link=bhl_…"
           *     }
           */
          "application/json": components["schemas"]["CreatedViewLink"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      413: components["responses"]["AnalyticsTooLarge"];
      415: components["responses"]["AnalyticsUnsupportedMediaType"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  revokeViewLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a view. */
        viewId: string;
        linkId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Revoked. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      413: components["responses"]["AnalyticsTooLarge"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  watchView: {
    parameters: {
      query?: {
        /** @description In the place of the saved start. */
        from?: number;
        /** @description In the place of the saved end. */
        to?: number;
        /** @description Values of filters as JSON: {"building":["North"]}. */
        filters?: string;
      };
      header?: never;
      path: {
        /** @description The id of a view. */
        viewId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example event: rows
           *     data: {"length":2,"rows":[[0,["North",31.5]]],…}
           */
          "text/event-stream": string;
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  getViewRevisions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a view. */
        viewId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "revision": 3,
           *         "name": "Building energy, hourly",
           *         "savedTime": 1767225600000,
           *         "savedBy": "0198a1c0-0000-7000-8000-000000000001",
           *         "definition": {
           *           "name": "Building energy, hourly",
           *           "description": "",
           *           "folder": "Energy",
           *           "tags": [
           *             "energy"
           *           ],
           *           "schemaVersion": 1,
           *           "sharing": {
           *             "visibility": "private",
           *             "customerIds": [],
           *             "allCustomers": false
           *           },
           *           "scope": {},
           *           "timeRange": {
           *             "type": "preset",
           *             "preset": "last7Days",
           *             "timezone": "Europe/Berlin"
           *           },
           *           "fields": [
           *             {
           *               "id": "temp",
           *               "label": "Temperature",
           *               "source": {
           *                 "type": "telemetry",
           *                 "key": "temp"
           *               },
           *               "aggregation": {
           *                 "fn": "avg"
           *               }
           *             }
           *           ],
           *           "filters": [],
           *           "grouping": {},
           *           "gaps": {},
           *           "sort": [],
           *           "limit": {},
           *           "nulls": {},
           *           "compare": null,
           *           "options": {},
           *           "visualization": {}
           *         }
           *       }
           *     ]
           */
          "application/json": components["schemas"]["ViewRevision"][];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  restoreViewRevision: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a view. */
        viewId: string;
        revision: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198a1c0-0000-7000-8000-0000000000b0",
           *       "revision": 3,
           *       "owner": {
           *         "tenantId": "0198a1c0-0000-7000-8000-000000000010",
           *         "customerId": null,
           *         "userId": "0198a1c0-0000-7000-8000-000000000001"
           *       },
           *       "createdTime": 1767225600000,
           *       "updatedTime": 1767225600000,
           *       "updatedBy": "0198a1c0-0000-7000-8000-000000000001",
           *       "name": "Building energy, hourly",
           *       "description": "",
           *       "folder": "Energy",
           *       "tags": [
           *         "energy"
           *       ],
           *       "sharing": {
           *         "visibility": "private",
           *         "customerIds": [],
           *         "allCustomers": false
           *       },
           *       "links": {
           *         "editor": "https://iot.example.com/views/0198a1c0-0000-7000-8000-0000000000b0",
           *         "show": "https://iot.example.com/show/0198a1c0-0000-7000-8000-0000000000b0",
           *         "embed": "https://iot.example.com/embed/0198a1c0-0000-7000-8000-0000000000b0"
           *       },
           *       "schemaVersion": 1,
           *       "scope": {},
           *       "timeRange": {
           *         "type": "preset",
           *         "preset": "last7Days",
           *         "timezone": "Europe/Berlin"
           *       },
           *       "fields": [
           *         {
           *           "id": "temp",
           *           "label": "Temperature",
           *           "source": {
           *             "type": "telemetry",
           *             "key": "temp"
           *           },
           *           "aggregation": {
           *             "fn": "avg"
           *           }
           *         }
           *       ],
           *       "filters": [],
           *       "grouping": {},
           *       "gaps": {},
           *       "sort": [],
           *       "limit": {},
           *       "nulls": {},
           *       "compare": null,
           *       "options": {},
           *       "visualization": {}
           *     }
           */
          "application/json": components["schemas"]["TableView"];
        };
      };
      400: components["responses"]["AnalyticsBadRequest"];
      403: components["responses"]["AnalyticsForbidden"];
      404: components["responses"]["AnalyticsNotFound"];
      409: components["responses"]["AnalyticsConflict"];
      413: components["responses"]["AnalyticsTooLarge"];
      429: components["responses"]["AnalyticsTooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["AnalyticsInternalError"];
      503: components["responses"]["AnalyticsUnavailable"];
    };
  };
  getMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example bridgehead_mqtt_connections 3 */
          "text/plain": string;
        };
      };
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
}
