CREATE FUNCTION fold_text(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(translate(regexp_replace(NORMALIZE(value, NFD), '[\u0300-\u036f]', '', 'g'), '’‘ʼ`ʻ´′＇‐‑–‒—−－', '''''''''''''''''-------'));

CREATE FUNCTION user_search_text(first_name text, last_name text, email text, company_name text, phone text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN fold_text(((((((((((' ' || first_name) || ' ') || last_name) || ' ') || email) || ' ') || COALESCE(company_name, '')) || ' ') || phone) || ' ') || regexp_replace(phone, '\D', '', 'g'));

CREATE TABLE audit_events (
  id             bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at             timestamptz NOT NULL DEFAULT now(),
  actor_id       uuid,
  user_id        uuid,
  action         text        NOT NULL,
  address        text,
  user_agent     text,
  correlation_id text,
  old_value      jsonb,
  new_value      jsonb,
  action_id      uuid,
  network        text,
  operator       text
);
CREATE UNIQUE INDEX audit_events_action ON audit_events (action_id) WHERE action_id IS NOT NULL;
CREATE INDEX audit_events_user ON audit_events (user_id, id DESC);
CREATE INDEX audit_events_with_values ON audit_events (at) WHERE num_nonnulls(address, user_agent, old_value, new_value) > 0;

CREATE TABLE component_checks (
  minute timestamptz CHECK (date_trunc('minute', minute) = minute) PRIMARY KEY,
  up     text[]      NOT NULL
);

CREATE TABLE incidents (
  id          uuid        PRIMARY KEY,
  title       text        NOT NULL,
  components  text[]      NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz
);
CREATE INDEX incidents_newest ON incidents (created_at DESC, id DESC);

CREATE TABLE incident_updates (
  id          uuid        PRIMARY KEY,
  incident_id uuid        NOT NULL REFERENCES incidents(id),
  status      text        NOT NULL,
  text        text        NOT NULL,
  at          timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX incident_updates_incident ON incident_updates (incident_id, at);

CREATE TABLE throttles (
  key           text        PRIMARY KEY,
  hits          integer     NOT NULL,
  window_start  timestamptz NOT NULL DEFAULT now(),
  blocked_until timestamptz NOT NULL DEFAULT '-infinity',
  updated_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX throttles_updated ON throttles (updated_at);

CREATE TABLE users (
  id                         uuid        PRIMARY KEY,
  email                      text        NOT NULL CHECK (email = lower(email)) UNIQUE,
  password                   text        NOT NULL,
  first_name                 text        NOT NULL,
  last_name                  text        NOT NULL,
  phone                      text        NOT NULL,
  company_name               text,
  stripe_payment_method_id   text,
  card_version               integer     NOT NULL DEFAULT 0,
  service_enabled            boolean     NOT NULL DEFAULT true,
  daily_lead_limit           integer     NOT NULL DEFAULT 25 CHECK (daily_lead_limit BETWEEN 1 AND 1000),
  is_admin                   boolean     NOT NULL DEFAULT false,
  time_zone                  text        NOT NULL DEFAULT 'America/New_York',
  disabled_at                timestamptz,
  created_at                 timestamptz NOT NULL DEFAULT now(),
  updated_at                 timestamptz NOT NULL DEFAULT now(),
  settings_version           integer     NOT NULL DEFAULT 1,
  published_disabled         boolean     NOT NULL DEFAULT false,
  status_version             integer     NOT NULL DEFAULT 0,
  email_confirmed_at         timestamptz,
  email_bounced_at           timestamptz,
  email_confirm_by           timestamptz NOT NULL DEFAULT (now() + interval '72 hours'),
  card_digit_failures        integer     NOT NULL DEFAULT 0,
  has_second_factor          boolean     NOT NULL DEFAULT false,
  erased_at                  timestamptz,
  erasure_published_at       timestamptz,
  time_zone_version          integer     NOT NULL DEFAULT 0,
  contact_version            integer     NOT NULL DEFAULT 0,
  recovery_version           integer     NOT NULL DEFAULT 0,
  published_recovery_version integer     NOT NULL DEFAULT 0,
  terms_accepted_at          timestamptz,
  terms_version              text,
  terms_network              text,
  CONSTRAINT an_erased_account_is_disabled CHECK (erased_at IS NULL OR disabled_at IS NOT NULL)
);
CREATE INDEX users_by_company ON users (lower(company_name), id);
CREATE INDEX users_by_limit ON users (daily_lead_limit DESC, created_at DESC, id DESC);
CREATE INDEX users_by_name ON users (lower(first_name), lower(last_name), id);
CREATE INDEX users_by_role ON users (is_admin DESC, created_at DESC, id DESC);
CREATE INDEX users_by_status ON users (service_enabled DESC, created_at DESC, id DESC);
CREATE INDEX users_folded_search ON users USING gin (user_search_text(first_name, last_name, email, company_name, phone) extensions.gin_trgm_ops);
CREATE INDEX users_never_confirmed ON users (created_at) WHERE email_confirmed_at IS NULL AND stripe_payment_method_id IS NULL AND erased_at IS NULL;
CREATE INDEX users_newest ON users (created_at DESC, id DESC);
CREATE INDEX users_unpublished_erasure ON users (id) WHERE erased_at IS NOT NULL AND erasure_published_at IS NULL;
CREATE INDEX users_unpublished_recovery ON users (id) WHERE published_recovery_version <> recovery_version;
CREATE INDEX users_unpublished_status ON users (id) WHERE NOT is_admin AND published_disabled <> (disabled_at IS NOT NULL);

CREATE TABLE authenticator_apps (
  id               uuid        PRIMARY KEY,
  user_id          uuid        NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  name             text        NOT NULL DEFAULT '',
  encrypted_secret text        NOT NULL,
  last_step        bigint      NOT NULL DEFAULT 0,
  confirmed_at     timestamptz,
  last_used_at     timestamptz,
  created_at       timestamptz NOT NULL DEFAULT now(),
  review           text,
  CONSTRAINT authenticator_apps_review CHECK (review IN ('after-password', 'off'))
);
CREATE INDEX authenticator_apps_unconfirmed ON authenticator_apps (created_at) WHERE confirmed_at IS NULL;
CREATE INDEX authenticator_apps_user ON authenticator_apps (user_id);

CREATE TABLE email_changes (
  id              uuid        PRIMARY KEY,
  user_id         uuid        NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  new_email       text        NOT NULL,
  token_hash      text        NOT NULL UNIQUE,
  expires_at      timestamptz NOT NULL,
  used_at         timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  previous_email  text,
  undo_token_hash text        UNIQUE,
  undo_expires_at timestamptz
);
CREATE INDEX email_changes_expires ON email_changes (expires_at);
CREATE INDEX email_changes_undo ON email_changes (previous_email) WHERE undo_token_hash IS NOT NULL;
CREATE INDEX email_changes_user ON email_changes (user_id);

CREATE TABLE email_confirmations (
  id         uuid        PRIMARY KEY,
  user_id    uuid        NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  email      text        NOT NULL,
  token_hash text        NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX email_confirmations_expires ON email_confirmations (expires_at);
CREATE INDEX email_confirmations_user ON email_confirmations (user_id);

CREATE TABLE sign_up_drafts (
  id                       uuid        PRIMARY KEY,
  session_hash             text        NOT NULL UNIQUE,
  current_step             text        NOT NULL,
  completed_steps          text[]      NOT NULL DEFAULT '{}',
  accepted_terms           boolean     NOT NULL DEFAULT false,
  delivery_email           boolean     NOT NULL DEFAULT true,
  delivery_text            boolean     NOT NULL DEFAULT false,
  delivery_slack           boolean     NOT NULL DEFAULT false,
  delivery_other           text,
  first_name               text,
  last_name                text,
  company_name             text,
  email                    text,
  phone                    text,
  reserved_user_id         uuid        NOT NULL UNIQUE,
  submission               jsonb,
  completed_at             timestamptz,
  user_id                  uuid        REFERENCES users(id) ON DELETE SET NULL,
  created_at               timestamptz NOT NULL DEFAULT now(),
  updated_at               timestamptz NOT NULL DEFAULT now(),
  personal_data_removed_at timestamptz,
  terms_accepted_at        timestamptz,
  terms_version            text,
  terms_network            text
);
CREATE INDEX sign_up_drafts_abandoned ON sign_up_drafts (updated_at) WHERE completed_at IS NULL AND user_id IS NULL;
CREATE INDEX sign_up_drafts_with_personal_data ON sign_up_drafts (updated_at) WHERE (completed_at IS NOT NULL OR user_id IS NOT NULL) AND personal_data_removed_at IS NULL;

CREATE TABLE integration_requests (
  id               uuid        PRIMARY KEY,
  user_id          uuid        NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  integration_type text        NOT NULL CHECK (integration_type IN ('sms', 'slack', 'other')),
  status           text        NOT NULL DEFAULT 'pending',
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  details          text,
  decline_reason   text,
  CONSTRAINT integration_requests_status CHECK (status IN ('pending', 'completed', 'declined'))
);
CREATE INDEX integration_requests_by_status ON integration_requests (status, (created_at::timestamptz(3)) DESC, id DESC);
CREATE INDEX integration_requests_newest ON integration_requests ((created_at::timestamptz(3)) DESC, id DESC);
CREATE UNIQUE INDEX integration_requests_open ON integration_requests (user_id, integration_type) WHERE status = 'pending';
CREATE INDEX integration_requests_user ON integration_requests (user_id, created_at DESC);

CREATE TABLE known_devices (
  user_id      uuid        REFERENCES users(id) ON DELETE CASCADE,
  device_key   text,
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, device_key)
);
CREATE INDEX known_devices_last_seen ON known_devices (last_seen_at);

CREATE TABLE passkeys (
  id            uuid        PRIMARY KEY,
  user_id       uuid        NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  name          text        NOT NULL,
  credential_id text        NOT NULL UNIQUE,
  public_key    bytea       NOT NULL,
  counter       bigint      NOT NULL,
  transports    text[]      NOT NULL DEFAULT '{}',
  last_used_at  timestamptz,
  created_at    timestamptz NOT NULL DEFAULT now(),
  review        text,
  CONSTRAINT passkeys_review CHECK (review IN ('after-password', 'off'))
);
CREATE INDEX passkeys_user ON passkeys (user_id);

CREATE TABLE password_resets (
  id             uuid        PRIMARY KEY,
  user_id        uuid        NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  token_hash     text        NOT NULL UNIQUE,
  expires_at     timestamptz NOT NULL,
  used_at        timestamptz,
  created_at     timestamptz NOT NULL DEFAULT now(),
  digit_failures integer     NOT NULL DEFAULT 0
);
CREATE INDEX password_resets_expires ON password_resets (expires_at);
CREATE INDEX password_resets_user ON password_resets (user_id);

CREATE TABLE recovery_codes (
  user_id    uuid        REFERENCES users(id) ON DELETE CASCADE,
  code_hash  text,
  used_at    timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE sessions (
  sid              uuid        PRIMARY KEY,
  sess             json        NOT NULL,
  expire           timestamptz NOT NULL,
  user_id          uuid        GENERATED ALWAYS AS ((sess ->> 'userId')::uuid) STORED NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  authenticated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_expire ON sessions (expire);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE sign_in_challenges (
  token_hash        text        PRIMARY KEY,
  purpose           text        NOT NULL,
  user_id           uuid        REFERENCES users(id) ON DELETE CASCADE,
  passkey_challenge text,
  expires_at        timestamptz NOT NULL,
  created_at        timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_challenges_expiry ON sign_in_challenges (expires_at);
CREATE INDEX sign_in_challenges_user ON sign_in_challenges (user_id);

CREATE FUNCTION anonymize_audit_events(keep_days integer, max_rows integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = accounts, pg_temp AS $$
DECLARE
  changed integer;
BEGIN
  WITH due AS (
    SELECT id FROM audit_events
     WHERE at < now() - make_interval(days => GREATEST(keep_days, 366))
       AND num_nonnulls(address, user_agent, old_value, new_value) > 0
     ORDER BY at LIMIT max_rows FOR UPDATE SKIP LOCKED)
  UPDATE audit_events e SET address = NULL, user_agent = NULL, old_value = NULL, new_value = NULL
    FROM due WHERE e.id = due.id;
  GET DIAGNOSTICS changed = ROW_COUNT;
  RETURN changed;
END $$;

CREATE FUNCTION keep_erased() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  NEW.email := 'removed-' || NEW.id || '@erased.invalid';
  NEW.first_name := 'Removed';
  NEW.last_name := 'agent';
  NEW.phone := '';
  NEW.company_name := NULL;
  NEW.stripe_payment_method_id := NULL;
  NEW.email_confirmed_at := NULL;
  NEW.email_bounced_at := NULL;
  NEW.erased_at := COALESCE(OLD.erased_at, NEW.erased_at);
  NEW.disabled_at := COALESCE(OLD.disabled_at, NEW.disabled_at, now());
  RETURN NEW;
END $$;
CREATE TRIGGER users_keep_erased BEFORE UPDATE ON users
  FOR EACH ROW WHEN (old.erased_at IS NOT NULL OR new.erased_at IS NOT NULL) EXECUTE FUNCTION keep_erased();

CREATE FUNCTION omit_values_of_erased() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM accounts.users u WHERE u.id = NEW.user_id AND u.erased_at IS NOT NULL) THEN
    NEW.address := NULL; NEW.user_agent := NULL; NEW.old_value := NULL; NEW.new_value := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_events_omit_values_of_erased BEFORE INSERT ON audit_events
  FOR EACH ROW WHEN (new.user_id IS NOT NULL) EXECUTE FUNCTION omit_values_of_erased();

CREATE FUNCTION refuse_change() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  removable CONSTANT text[] := ARRAY['address', 'user_agent', 'old_value', 'new_value'];
BEGIN
  IF TG_OP = 'UPDATE'
     AND (OLD.at < now() - interval '365 days'
          OR EXISTS (SELECT 1 FROM accounts.users u WHERE u.id = OLD.user_id AND u.erased_at IS NOT NULL))
     AND num_nonnulls(NEW.address, NEW.user_agent, NEW.old_value, NEW.new_value) = 0
     AND to_jsonb(NEW) - removable = to_jsonb(OLD) - removable THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit log is only added to' USING ERRCODE = '42501';
END $$;
CREATE TRIGGER audit_events_append_only BEFORE DELETE OR UPDATE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE FUNCTION remove_audit_values_of_erased(erased uuid) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = accounts, pg_temp AS $$
DECLARE
  changed integer;
BEGIN
  UPDATE audit_events SET address = NULL, user_agent = NULL, old_value = NULL, new_value = NULL
   WHERE user_id = erased AND num_nonnulls(address, user_agent, old_value, new_value) > 0
     AND EXISTS (SELECT 1 FROM users u WHERE u.id = erased AND u.erased_at IS NOT NULL);
  GET DIAGNOSTICS changed = ROW_COUNT;
  RETURN changed;
END $$;

REVOKE ALL ON FUNCTION anonymize_audit_events, remove_audit_values_of_erased FROM PUBLIC;
GRANT EXECUTE ON FUNCTION anonymize_audit_events, remove_audit_values_of_erased TO desk_accounts;
