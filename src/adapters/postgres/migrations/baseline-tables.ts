// The tables and indexes of the baseline; see `baseline.ts`. `TEXT` is written for texts that are compared by their bytes.
// Rows that are replaced all the time have room for their next version on their page.
export const TABLES = `
  CREATE TABLE tenant_profile (
    id TEXT PRIMARY KEY,
    created_at bigint NOT NULL,
    name TEXT NOT NULL UNIQUE,
    description TEXT,
    is_default bigint NOT NULL,
    isolated_rule_engine bigint NOT NULL,
    profile_data TEXT NOT NULL,
    search_text TEXT NOT NULL
  );
  CREATE UNIQUE INDEX tenant_profile_default ON tenant_profile (is_default) WHERE is_default = 1;

  CREATE TABLE tenant (
    id TEXT PRIMARY KEY,
    created_at bigint NOT NULL,
    title TEXT NOT NULL,
    profile_id TEXT NOT NULL REFERENCES tenant_profile (id),
    country TEXT,
    state TEXT,
    city TEXT,
    address TEXT,
    address2 TEXT,
    zip TEXT,
    phone TEXT,
    email TEXT,
    additional_info TEXT,
    search_text TEXT NOT NULL,
    version bigint NOT NULL
  );
  CREATE INDEX tenant_by_profile ON tenant (profile_id);

  CREATE TABLE customer (
    id TEXT PRIMARY KEY,
    created_at bigint NOT NULL,
    tenant_id TEXT NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    country TEXT,
    state TEXT,
    city TEXT,
    address TEXT,
    address2 TEXT,
    zip TEXT,
    phone TEXT,
    email TEXT,
    additional_info TEXT,
    search_text TEXT NOT NULL,
    version bigint NOT NULL,
    external_id TEXT,
    UNIQUE (tenant_id, title)
  );
  CREATE INDEX customer_by_tenant ON customer (tenant_id, id);

  CREATE TABLE user_account (
    id TEXT PRIMARY KEY,
    created_at bigint NOT NULL,
    authority TEXT NOT NULL,
    tenant_id TEXT REFERENCES tenant (id) ON DELETE CASCADE,
    customer_id TEXT REFERENCES customer (id) ON DELETE CASCADE,
    email TEXT NOT NULL UNIQUE,
    first_name TEXT,
    last_name TEXT,
    phone TEXT,
    additional_info TEXT,
    search_email TEXT NOT NULL,
    search_text TEXT NOT NULL,
    version bigint NOT NULL,
    enabled bigint NOT NULL,
    password_hash TEXT,
    password_changed_at bigint,
    activation_hash bytea UNIQUE,
    activation_sealed bytea,
    activation_expires_at bigint,
    failed_logins bigint NOT NULL DEFAULT 0,
    last_login_at bigint
  );
  CREATE INDEX user_account_by_tenant ON user_account (tenant_id, authority, id);
  CREATE INDEX user_account_by_customer ON user_account (customer_id, id) WHERE customer_id IS NOT NULL;

  CREATE TABLE login_session (
    id TEXT PRIMARY KEY,
    login_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    refresh_id TEXT NOT NULL,
    created_at bigint NOT NULL,
    refreshed_at bigint,
    expires_at bigint NOT NULL
  );
  CREATE INDEX login_session_by_login ON login_session (login_id);
  CREATE INDEX login_session_by_user ON login_session (user_id, id);
  CREATE INDEX login_session_by_end ON login_session (expires_at);

  CREATE TABLE installation_key (
    name TEXT PRIMARY KEY,
    sealed bytea NOT NULL
  );

  CREATE TABLE device_profile (
    id TEXT PRIMARY KEY,
    created_at bigint NOT NULL,
    tenant_id TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT,
    is_default bigint NOT NULL,
    transport_type TEXT NOT NULL,
    provision_type TEXT NOT NULL,
    provision_key TEXT UNIQUE,
    provision_secret bytea,
    profile_data TEXT NOT NULL,
    search_text TEXT NOT NULL,
    version bigint NOT NULL,
    default_rule_chain_id TEXT,
    default_dashboard_id TEXT,
    default_queue_name TEXT,
    default_edge_rule_chain_id TEXT,
    firmware_id TEXT,
    software_id TEXT,
    external_id TEXT,
    UNIQUE (tenant_id, name)
  );
  CREATE UNIQUE INDEX device_profile_default ON device_profile (tenant_id) WHERE is_default = 1;

  CREATE TABLE device (
    id TEXT PRIMARY KEY,
    created_at bigint NOT NULL,
    tenant_id TEXT NOT NULL,
    customer_id TEXT,
    name TEXT NOT NULL,
    label TEXT,
    profile_id TEXT NOT NULL REFERENCES device_profile (id),
    device_data TEXT NOT NULL,
    additional_info TEXT,
    is_gateway bigint NOT NULL,
    overwrite_activity_time bigint NOT NULL,
    last_gateway_id TEXT,
    search_text TEXT NOT NULL,
    version bigint NOT NULL,
    firmware_id TEXT,
    software_id TEXT,
    external_id TEXT,
    UNIQUE (tenant_id, name)
  );
  CREATE INDEX device_by_profile ON device (profile_id, id);

  CREATE TABLE device_count (
    tenant_id TEXT PRIMARY KEY,
    devices bigint NOT NULL
  );

  CREATE TABLE device_credentials (
    id TEXT PRIMARY KEY,
    created_at bigint NOT NULL,
    tenant_id TEXT NOT NULL,
    device_id TEXT NOT NULL UNIQUE REFERENCES device (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    id_hash bytea NOT NULL UNIQUE,
    secret bytea NOT NULL,
    version bigint NOT NULL
  );

  CREATE TABLE device_route (
    device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
    gateway_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    tenant_id TEXT NOT NULL,
    connected_at bigint NOT NULL
  );
  CREATE INDEX device_route_by_gateway ON device_route (gateway_id);

  CREATE TABLE relation (
    tenant_id TEXT NOT NULL,
    from_type TEXT NOT NULL,
    from_id TEXT NOT NULL,
    to_type TEXT NOT NULL,
    to_id TEXT NOT NULL,
    relation_group TEXT NOT NULL,
    relation_type TEXT NOT NULL,
    PRIMARY KEY (from_id, relation_group, relation_type, to_id)
  );
  CREATE INDEX relation_by_to ON relation (to_id, relation_group, relation_type);

  CREATE TABLE attribute_owner (
    number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL UNIQUE
  );

  CREATE TABLE attribute (
    owner bigint NOT NULL REFERENCES attribute_owner (number) ON DELETE CASCADE,
    scope bigint NOT NULL,
    key TEXT NOT NULL,
    kind bigint NOT NULL,
    value jsonb NOT NULL,
    last_update_ts bigint NOT NULL,
    PRIMARY KEY (owner, scope, key)
  ) WITH (fillfactor = 80);

  CREATE TABLE device_activity (
    owner bigint PRIMARY KEY REFERENCES attribute_owner (number) ON DELETE CASCADE,
    active bigint NOT NULL DEFAULT 0,
    last_activity_time bigint NOT NULL DEFAULT 0,
    timeout_millis bigint,
    last_end TEXT,
    last_end_at bigint
  ) WITH (fillfactor = 80);
  CREATE INDEX device_activity_silent ON device_activity (last_activity_time)
    WHERE active = 1 AND timeout_millis IS NULL;
  CREATE INDEX device_activity_silent_by_own_timeout ON device_activity ((last_activity_time + timeout_millis))
    WHERE active = 1 AND timeout_millis IS NOT NULL;

  CREATE TABLE rpc_request_id (
    device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
    next_id bigint NOT NULL
  );

  CREATE TABLE rpc (
    id TEXT PRIMARY KEY,
    created_at bigint NOT NULL,
    tenant_id TEXT NOT NULL,
    device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    request_id bigint NOT NULL,
    method TEXT NOT NULL,
    params TEXT NOT NULL,
    one_way bigint NOT NULL,
    expiration_time bigint NOT NULL,
    retries bigint NOT NULL,
    additional_info TEXT,
    status TEXT NOT NULL,
    sent_through TEXT,
    timeouts bigint NOT NULL,
    response TEXT,
    unfinished bigint NOT NULL
  );
  CREATE INDEX rpc_by_device ON rpc (device_id, id);
  CREATE INDEX rpc_unfinished ON rpc (device_id, request_id) WHERE unfinished = 1;
  CREATE INDEX rpc_unsent ON rpc (device_id, id) WHERE unfinished = 1 AND status <> 'DELIVERED';
  CREATE INDEX rpc_by_expiration ON rpc (expiration_time) WHERE unfinished = 1;
  CREATE INDEX rpc_finished ON rpc (created_at) WHERE unfinished = 0;

  CREATE TABLE claim (
    device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
    secret_digest bytea NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX claim_by_expiry ON claim (expires_at);

  CREATE TABLE claim_tries (
    device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
    tries bigint NOT NULL,
    window_started_at bigint NOT NULL
  );

  CREATE TABLE series (
    number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    owner_id TEXT NOT NULL,
    key TEXT NOT NULL,
    UNIQUE (owner_id, key)
  );

  CREATE TABLE retired_series (number bigint PRIMARY KEY);

  CREATE TABLE api_key (
    id TEXT PRIMARY KEY,
    created_at bigint NOT NULL,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    value_digest bytea NOT NULL UNIQUE,
    value_start TEXT NOT NULL,
    description TEXT NOT NULL,
    search_text TEXT NOT NULL,
    enabled bigint NOT NULL,
    expires_at bigint,
    last_used_at bigint
  );
  CREATE INDEX api_key_by_user ON api_key (user_id, id);
  CREATE INDEX api_key_by_expiry ON api_key (expires_at) WHERE expires_at IS NOT NULL;

  CREATE TABLE admin_setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  );

  CREATE TABLE password_reset (
    user_id TEXT PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
    token_hash bytea NOT NULL UNIQUE,
    expires_at bigint NOT NULL
  );

  CREATE TABLE replaced_password (
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    replaced_at bigint NOT NULL,
    password_hash TEXT NOT NULL,
    PRIMARY KEY (user_id, replaced_at, password_hash)
  );

  CREATE TABLE unknown_login (
    id bigint PRIMARY KEY CHECK (id = 0),
    failures bigint NOT NULL
  );

  CREATE TABLE user_settings (
    user_id TEXT PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
    settings TEXT NOT NULL
  );

  CREATE TABLE audit_record (
    number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL,
    created_at bigint NOT NULL,
    tenant_id TEXT NOT NULL,
    customer_id TEXT,
    entity_type TEXT NOT NULL,
    entity_id TEXT,
    entity_name TEXT,
    user_id TEXT,
    user_name TEXT,
    action TEXT NOT NULL,
    status TEXT NOT NULL,
    search_text TEXT NOT NULL
  );
  CREATE INDEX audit_by_time ON audit_record (tenant_id, created_at);
  CREATE INDEX audit_by_entity ON audit_record (tenant_id, entity_id, entity_type, created_at) WHERE entity_id IS NOT NULL;
  CREATE INDEX audit_by_customer ON audit_record (tenant_id, customer_id, created_at) WHERE customer_id IS NOT NULL;
  CREATE INDEX audit_by_user ON audit_record (tenant_id, user_id, created_at) WHERE user_id IS NOT NULL;

  CREATE TABLE audit_detail (
    number bigint PRIMARY KEY REFERENCES audit_record (number) ON DELETE CASCADE,
    data TEXT NOT NULL,
    failure TEXT NOT NULL
  );

  CREATE TABLE audit_day (
    tenant_id TEXT NOT NULL,
    day bigint NOT NULL,
    records bigint NOT NULL,
    PRIMARY KEY (tenant_id, day)
  );
  CREATE INDEX device_by_customer ON device (tenant_id, customer_id, id) WHERE customer_id IS NOT NULL;
  CREATE INDEX device_in_order_of_id ON device (tenant_id, id);
  CREATE INDEX device_in_order_of_time ON device (tenant_id, created_at, id);

  CREATE TABLE tenant_usage (
    tenant_id TEXT NOT NULL,
    month bigint NOT NULL,
    messages bigint NOT NULL,
    data_points bigint NOT NULL,
    storage_point_days bigint NOT NULL,
    emails bigint NOT NULL,
    PRIMARY KEY (tenant_id, month)
  );
  CREATE INDEX tenant_usage_by_month ON tenant_usage (month);
  CREATE INDEX rpc_finished_by_tenant ON rpc (tenant_id, created_at) WHERE unfinished = 0;

  CREATE TABLE view (
    id TEXT NOT NULL PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
    -- The customer whose user owns it, with whom it goes; a view outlives its author otherwise.
    customer_id TEXT REFERENCES customer (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    updated_by TEXT NOT NULL,
    revision bigint NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    folder TEXT NOT NULL,
    tags TEXT NOT NULL,
    visibility TEXT NOT NULL,
    all_customers bigint NOT NULL,
    display_type TEXT NOT NULL,
    description TEXT NOT NULL,
    search_text TEXT NOT NULL,
    definition TEXT NOT NULL
  );
  CREATE UNIQUE INDEX view_by_name ON view (tenant_id, user_id, folder, name_key);
  CREATE INDEX view_by_customer ON view (customer_id) WHERE customer_id IS NOT NULL;

  CREATE TABLE view_share (
    view_id TEXT NOT NULL REFERENCES view (id) ON DELETE CASCADE,
    customer_id TEXT NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    PRIMARY KEY (view_id, customer_id)
  );
  CREATE INDEX view_share_by_customer ON view_share (customer_id);

  CREATE TABLE view_revision (
    view_id TEXT NOT NULL REFERENCES view (id) ON DELETE CASCADE,
    revision bigint NOT NULL,
    saved_at bigint NOT NULL,
    saved_by TEXT NOT NULL,
    name TEXT NOT NULL,
    definition TEXT NOT NULL
  );
  CREATE UNIQUE INDEX view_revision_by_number ON view_revision (view_id, revision);

  CREATE TABLE view_link (
    id TEXT NOT NULL PRIMARY KEY,
    view_id TEXT NOT NULL REFERENCES view (id) ON DELETE CASCADE,
    tenant_id TEXT NOT NULL,
    name TEXT NOT NULL,
    token_digest bytea NOT NULL UNIQUE,
    -- As whom it reads: one of the two is given.
    reader_user_id TEXT REFERENCES user_account (id) ON DELETE CASCADE,
    reader_customer_id TEXT REFERENCES customer (id) ON DELETE CASCADE,
    created_at bigint NOT NULL,
    created_by TEXT NOT NULL,
    expires_at bigint NOT NULL,
    password_hash TEXT,
    locked_filters TEXT NOT NULL,
    origins TEXT NOT NULL
  );
  CREATE INDEX view_link_by_view ON view_link (view_id, id);
  CREATE INDEX view_link_by_user ON view_link (reader_user_id) WHERE reader_user_id IS NOT NULL;
  CREATE INDEX view_link_by_customer ON view_link (reader_customer_id) WHERE reader_customer_id IS NOT NULL;

  CREATE TABLE report_job (
    id TEXT NOT NULL PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    view_id TEXT NOT NULL,
    format TEXT NOT NULL,
    request TEXT NOT NULL,
    created_at bigint NOT NULL,
    state TEXT NOT NULL,
    attempts bigint NOT NULL,
    started_at bigint,
    ended_at bigint,
    expires_at bigint NOT NULL,
    outcome TEXT
  );
  CREATE INDEX report_job_by_tenant ON report_job (tenant_id, user_id);
  CREATE INDEX report_job_by_user ON report_job (user_id);
  CREATE INDEX report_job_by_state ON report_job (state, id);
  CREATE INDEX report_job_by_end ON report_job (expires_at);
  CREATE INDEX device_with_firmware ON device (profile_id) WHERE firmware_id IS NOT NULL;
  CREATE INDEX device_with_software ON device (profile_id) WHERE software_id IS NOT NULL;

  CREATE TABLE device_profile_image (
    profile_id TEXT NOT NULL PRIMARY KEY REFERENCES device_profile (id) ON DELETE CASCADE,
    tenant_id TEXT NOT NULL,
    image TEXT NOT NULL
  );
  CREATE INDEX device_profile_image_by_tenant ON device_profile_image (tenant_id);

  CREATE TABLE connection_event (
    number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    owner bigint NOT NULL REFERENCES attribute_owner (number) ON DELETE CASCADE,
    at bigint NOT NULL,
    kind TEXT NOT NULL,
    reason TEXT,
    gateway_id TEXT
  );
  CREATE INDEX connection_event_of_owner ON connection_event (owner, number);
  CREATE INDEX gateway_of_tenant ON device (tenant_id, id) WHERE is_gateway = 1;
  CREATE INDEX device_by_last_gateway ON device (last_gateway_id) WHERE last_gateway_id IS NOT NULL;

  CREATE TABLE device_disconnect (
    device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    gateway_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    PRIMARY KEY (device_id, gateway_id)
  );
  CREATE INDEX device_disconnect_by_gateway ON device_disconnect (gateway_id);

  CREATE TABLE ota_package (
    id TEXT NOT NULL PRIMARY KEY,
    created_at bigint NOT NULL,
    tenant_id TEXT NOT NULL,
    profile_id TEXT NOT NULL REFERENCES device_profile (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    version TEXT NOT NULL,
    tag TEXT,
    -- What there is to install: one of the two, or neither yet.
    file_name TEXT,
    url TEXT,
    content_type TEXT,
    size_bytes bigint,
    checksum_algorithm TEXT,
    checksum TEXT,
    additional_info TEXT,
    external_id TEXT,
    search_text TEXT NOT NULL
  );
  CREATE UNIQUE INDEX ota_package_by_title ON ota_package (tenant_id, kind, title, version);
  CREATE INDEX ota_package_by_profile ON ota_package (profile_id, kind);

  CREATE TABLE package_change (
    number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    kind TEXT NOT NULL,
    tenant_id TEXT NOT NULL,
    device_id TEXT,
    profile_id TEXT,
    -- The device of the profile that was notified last.
    after TEXT NOT NULL DEFAULT ''
  );
  CREATE INDEX package_change_of_device ON package_change (device_id, kind) WHERE device_id IS NOT NULL;
  CREATE INDEX package_change_of_profile ON package_change (profile_id, kind) WHERE profile_id IS NOT NULL;

  CREATE TABLE rollout (
    id TEXT NOT NULL PRIMARY KEY,
    created_at bigint NOT NULL,
    tenant_id TEXT NOT NULL,
    package_id TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    version TEXT NOT NULL,
    name TEXT NOT NULL,
    -- JSON, as the list of waves.
    target TEXT NOT NULL,
    waves TEXT NOT NULL,
    -- The one that began last, from 1, and from when its time counts.
    wave bigint NOT NULL,
    wave_since bigint NOT NULL,
    wave_minutes_max bigint NOT NULL,
    failure_percent_max double precision NOT NULL,
    state TEXT NOT NULL,
    reason TEXT,
    ended_at bigint,
    search_text TEXT NOT NULL
  );
  CREATE INDEX rollout_of_tenant ON rollout (tenant_id, id);
  CREATE INDEX rollout_of_package ON rollout (package_id);
  CREATE INDEX rollout_unended ON rollout (tenant_id) WHERE ended_at IS NULL;

  CREATE TABLE rollout_device (
    rollout_id TEXT NOT NULL REFERENCES rollout (id) ON DELETE CASCADE,
    device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    -- 0 where it had the package before.
    wave bigint NOT NULL,
    state TEXT NOT NULL,
    progress bigint,
    error TEXT,
    updated_at bigint NOT NULL,
    -- When it was given the package, and what it had of its own.
    assigned_at bigint,
    former_package_id TEXT,
    PRIMARY KEY (rollout_id, device_id)
  );
  CREATE INDEX rollout_device_by_device ON rollout_device (device_id);
  CREATE INDEX rollout_device_unassigned ON rollout_device (rollout_id, wave) WHERE assigned_at IS NULL;

  CREATE TABLE rollout_count (
    rollout_id TEXT NOT NULL REFERENCES rollout (id) ON DELETE CASCADE,
    wave bigint NOT NULL,
    state TEXT NOT NULL,
    devices bigint NOT NULL,
    PRIMARY KEY (rollout_id, wave, state)
  );
  CREATE INDEX rollout_count_open ON rollout_count (rollout_id)
    WHERE devices > 0 AND state IN ('QUEUED', 'INITIATED', 'DOWNLOADING', 'DOWNLOADED', 'VERIFIED', 'UPDATING');

  CREATE TABLE store_mark (
    installation TEXT NOT NULL,
    begun bigint NOT NULL,
    generation bigint NOT NULL,
    -- Sealed with the master key, so that another key shows.
    sealed bytea,
    version TEXT
  );

  CREATE TABLE series_count (tenant_id TEXT PRIMARY KEY, series bigint NOT NULL);

  INSERT INTO unknown_login (id, failures) VALUES (0, 0);
  INSERT INTO store_mark (installation, begun, generation) VALUES (replace(gen_random_uuid()::text, '-', ''), 0, 0);
`;
