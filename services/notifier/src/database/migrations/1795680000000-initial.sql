CREATE TABLE account_mails (
  id              uuid        PRIMARY KEY,
  kind            text        NOT NULL CHECK (kind IN ('email', 'sms', 'slack', 'webhook')),
  address         text        NOT NULL,
  status          text        NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'failed')),
  attempts        integer     NOT NULL DEFAULT 0,
  message_id      text        NOT NULL UNIQUE,
  content         jsonb       NOT NULL,
  lease_until     timestamptz,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  last_error_code text,
  queued_at       timestamptz NOT NULL DEFAULT now(),
  sent_at         timestamptz,
  failed_at       timestamptz,
  user_id         uuid, -- null for an email to our team that is about no user
  occasion        text        NOT NULL UNIQUE, -- each produces one email
  attempts_before integer     NOT NULL DEFAULT 0,
  mailbox         text, -- keyed digest of the mailbox that the last attempt was counted for; null for emails without a limit
  mailbox_group   text, -- the limit that counts it
  counted_at      timestamptz, -- when the last attempt was counted
  CONSTRAINT account_mails_check CHECK ((status = 'sent') = (sent_at IS NOT NULL)),
  CONSTRAINT account_mails_check1 CHECK ((status = 'failed') = (failed_at IS NOT NULL))
);
CREATE INDEX account_mails_finished ON account_mails (COALESCE(sent_at, failed_at)) WHERE status <> 'queued';
CREATE INDEX account_mails_mailbox ON account_mails (mailbox, mailbox_group, counted_at) WHERE mailbox IS NOT NULL;
CREATE INDEX account_mails_queued ON account_mails (next_attempt_at) WHERE status = 'queued';
CREATE INDEX account_mails_summaries ON account_mails (address) WHERE status = 'queued' AND content->>'subject' = 'summary';
CREATE INDEX account_mails_user ON account_mails (user_id);

CREATE TABLE account_recoveries (
  user_id uuid        PRIMARY KEY,
  version integer     NOT NULL,
  at      timestamptz NOT NULL
);

CREATE TABLE channels (
  id               uuid        PRIMARY KEY,
  buyer_id         uuid        NOT NULL, -- the user, who may be an admin
  kind             text        NOT NULL CHECK (kind IN ('email', 'sms', 'slack', 'webhook')),
  address          text        NOT NULL,
  first_name       text        NOT NULL,
  verified_at      timestamptz, -- null until it may be used; each set-up changes it
  disabled_at      timestamptz,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  confirmed_at     timestamptz, -- email: when the user last confirmed the address; like confirm_by a copy of what accounts owns
  confirm_by       timestamptz NOT NULL DEFAULT (now() + interval '72 hours'), -- email: from then on, an address that is not confirmed gets no personal data
  bounced_at       timestamptz, -- when a mail server last refused the address for good
  closing_at       timestamptz, -- the account was erased: only deliveries of paid leads are still sent
  erased_at        timestamptz, -- when address and name were removed
  settings         text, -- encrypted JSON; not for email
  paused_at        timestamptz,
  disabled_reason  text,
  failing_since    timestamptz, -- the first failure since the last message that was accepted
  removed_at       timestamptz, -- by its agent; the row serves the next set-up
  contact_version  integer, -- counts the changes of address and name, as accounts does
  last_failed_at   timestamptz, -- without meaning unless it is after failing_since, like failing_seconds
  failing_seconds  double      precision DEFAULT 0 NOT NULL, -- how long messages were tried in vain, without the gaps in which nothing was tried
  recovery_version integer     NOT NULL DEFAULT 0, -- recoveries of the account when the channel was set up or kept
  review_since     timestamptz, -- set up before the account was recovered, and not used until its agent keeps it
  CONSTRAINT channels_buyer_id_kind_key UNIQUE (buyer_id, kind)
);
CREATE INDEX channels_by_phone ON channels (address) WHERE kind = 'sms';
CREATE INDEX channels_closing ON channels (closing_at) WHERE closing_at IS NOT NULL AND erased_at IS NULL;

CREATE TABLE deliveries (
  id                       uuid        PRIMARY KEY,
  kind                     text        NOT NULL CHECK (kind IN ('email', 'sms', 'slack', 'webhook')),
  address                  text        NOT NULL,
  status                   text        NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'failed')),
  attempts                 integer     NOT NULL DEFAULT 0, -- claims, also those whose process died; never decreases
  message_id               text        NOT NULL UNIQUE, -- the same on every attempt
  content                  jsonb       NOT NULL, -- encrypted
  lease_until              timestamptz, -- until then, only the process that claimed the row may send it
  next_attempt_at          timestamptz NOT NULL DEFAULT now(),
  last_error_code          text,
  queued_at                timestamptz NOT NULL DEFAULT now(),
  sent_at                  timestamptz,
  failed_at                timestamptz,
  lead_id                  uuid        NOT NULL,
  buyer_id                 uuid        NOT NULL,
  offer_id                 uuid        NOT NULL,
  channel_id               uuid        NOT NULL REFERENCES channels(id),
  attempts_before          integer     NOT NULL DEFAULT 0, -- of them, those that the retry schedule does not count: earlier rounds, and claims after which nothing was sent
  contact                  jsonb, -- what was known about the address at the last attempt
  redacted                 boolean     NOT NULL DEFAULT false, -- sent without personal data
  content_removed_at       timestamptz,
  provider_message_id      text, -- text messages: Twilio's id of the last message
  confirmed_at             timestamptz, -- text messages: when the carrier confirmed the arrival
  reported_failure_is_ours boolean, -- text messages: null unless Twilio reported a failure later
  CONSTRAINT deliveries_check CHECK ((status = 'sent') = (sent_at IS NOT NULL)),
  CONSTRAINT deliveries_check1 CHECK ((status = 'failed') = (failed_at IS NOT NULL)),
  CONSTRAINT deliveries_lead_id_channel_id_key UNIQUE (lead_id, channel_id)
) WITH (fillfactor = 80, toast_tuple_target = 512);
-- Stored apart from the row, which is written several times while the content stays. Encrypted, it cannot be compressed.
ALTER TABLE deliveries ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX deliveries_failed ON deliveries ((failed_at::timestamptz(3)) DESC, id DESC) WHERE status = 'failed';
CREATE INDEX deliveries_log ON deliveries ((queued_at::timestamptz(3)) DESC, id DESC);
CREATE INDEX deliveries_log_not_sent ON deliveries (status, (queued_at::timestamptz(3)) DESC, id DESC) WHERE status <> 'sent';
CREATE INDEX deliveries_log_of_buyer ON deliveries (buyer_id, (queued_at::timestamptz(3)) DESC, id DESC);
CREATE INDEX deliveries_log_of_kind ON deliveries (kind, (queued_at::timestamptz(3)) DESC, id DESC);
CREATE INDEX deliveries_of_channel ON deliveries (channel_id, queued_at DESC);
CREATE INDEX deliveries_queued ON deliveries (next_attempt_at) WHERE status = 'queued';
CREATE INDEX deliveries_queued_by_kind ON deliveries (kind, next_attempt_at) WHERE status = 'queued';
CREATE INDEX deliveries_waiting_for_channel ON deliveries (channel_id) WHERE status = 'queued';
CREATE INDEX deliveries_with_content ON deliveries (COALESCE(sent_at, failed_at)) WHERE status <> 'queued' AND content_removed_at IS NULL;

CREATE TABLE delivery_attempts (
  delivery_id    uuid        REFERENCES deliveries(id) ON DELETE CASCADE,
  attempt        integer,
  started_at     timestamptz NOT NULL,
  duration_ms    integer     NOT NULL,
  result         text        NOT NULL CHECK (result IN ('accepted', 'temporary', 'permanent')),
  reason         text,
  provider_code  text,
  is_our_failure boolean,
  PRIMARY KEY (delivery_id, attempt)
);

CREATE TABLE lead_refunds (
  refund_id   uuid        PRIMARY KEY,
  lead_id     uuid        NOT NULL,
  refunded_at timestamptz,
  failed_at   timestamptz
);
CREATE INDEX lead_refunds_lead ON lead_refunds (lead_id);

CREATE TABLE notice_preferences (
  user_id           uuid        PRIMARY KEY,
  limit_reached     boolean     NOT NULL DEFAULT true,
  channel_problems  boolean     NOT NULL DEFAULT true,
  weekly_summary    boolean     NOT NULL DEFAULT true,
  receipts          boolean     NOT NULL DEFAULT false,
  quiet_from        time        without time zone,
  quiet_to          time        without time zone,
  time_zone         text,
  time_zone_version integer     NOT NULL DEFAULT 0,
  updated_at        timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT notice_preferences_check CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);

CREATE TABLE phone_codes (
  id           uuid        PRIMARY KEY,
  user_id      uuid        NOT NULL,
  phone        text        NOT NULL,
  digest       text        NOT NULL,
  opt_in_text  text        NOT NULL,
  network      text        NOT NULL,
  tries        integer     NOT NULL DEFAULT 0,
  requested_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  used_at      timestamptz
);
CREATE INDEX phone_codes_by_age ON phone_codes (requested_at);
CREATE INDEX phone_codes_by_phone ON phone_codes (phone, requested_at DESC);
CREATE INDEX phone_codes_by_user ON phone_codes (user_id, requested_at DESC);

CREATE TABLE phone_consents (
  id           uuid        PRIMARY KEY,
  user_id      uuid        NOT NULL,
  phone        text        NOT NULL,
  wording      text        NOT NULL,
  network      text        NOT NULL,
  agreed_at    timestamptz NOT NULL,
  confirmed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX phone_consents_by_user ON phone_consents (user_id);

CREATE TABLE phone_opt_outs (
  id           uuid        PRIMARY KEY,
  phone        text        NOT NULL,
  opted_out_at timestamptz NOT NULL DEFAULT now(),
  lifted_at    timestamptz
);
CREATE UNIQUE INDEX phone_opt_outs_in_force ON phone_opt_outs (phone) WHERE lifted_at IS NULL;

CREATE TABLE push_subscriptions (
  id               uuid        PRIMARY KEY,
  user_id          uuid        NOT NULL,
  endpoint_digest  text        NOT NULL,
  name             text        NOT NULL,
  settings         text,
  allowed_at       timestamptz NOT NULL DEFAULT now(),
  ended_at         timestamptz,
  end_reason       text,
  recovery_version integer     NOT NULL DEFAULT 0,
  review_since     timestamptz,
  CONSTRAINT push_subscriptions_check CHECK ((ended_at IS NULL) = (settings IS NOT NULL))
);
CREATE UNIQUE INDEX push_subscriptions_by_endpoint ON push_subscriptions (endpoint_digest) WHERE ended_at IS NULL;
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id);
CREATE INDEX push_subscriptions_ended ON push_subscriptions (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE push_messages (
  id              uuid        PRIMARY KEY,
  kind            text        NOT NULL CHECK (kind = 'push'),
  address         text        NOT NULL,
  status          text        NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'failed')),
  attempts        integer     NOT NULL DEFAULT 0,
  attempts_before integer     NOT NULL DEFAULT 0,
  message_id      text        NOT NULL UNIQUE, -- browser and occasion: each occasion produces one notification per browser
  content         jsonb       NOT NULL,
  lease_until     timestamptz,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  last_error_code text,
  queued_at       timestamptz NOT NULL DEFAULT now(),
  sent_at         timestamptz,
  failed_at       timestamptz,
  lead_id         uuid        NOT NULL,
  subscription_id uuid        NOT NULL REFERENCES push_subscriptions(id) ON DELETE CASCADE,
  CONSTRAINT push_messages_check CHECK ((status = 'sent') = (sent_at IS NOT NULL)),
  CONSTRAINT push_messages_check1 CHECK ((status = 'failed') = (failed_at IS NOT NULL))
);
CREATE INDEX push_messages_finished ON push_messages (COALESCE(sent_at, failed_at)) WHERE status <> 'queued';
CREATE INDEX push_messages_of_browser ON push_messages (subscription_id, queued_at DESC);
CREATE INDEX push_messages_of_lead ON push_messages (lead_id);
CREATE INDEX push_messages_queued ON push_messages (kind, next_attempt_at) WHERE status = 'queued';

CREATE TABLE slack_set_ups (
  id         uuid        PRIMARY KEY,
  user_id    uuid        NOT NULL,
  digest     text        NOT NULL UNIQUE,
  started_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);
CREATE INDEX slack_set_ups_by_age ON slack_set_ups (started_at);
CREATE INDEX slack_set_ups_by_user ON slack_set_ups (user_id);

CREATE TABLE undeliverable_leads (
  offer_id uuid        PRIMARY KEY,
  lead_id  uuid        NOT NULL,
  buyer_id uuid        NOT NULL,
  at       timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  seen_at  timestamptz
);
CREATE INDEX undeliverable_leads_by_lead ON undeliverable_leads (lead_id);

-- Vacuums and analyzes large tables after a hundredth of their rows changed, not a fifth as by default: until a vacuum, a count
-- that reads an index looks up new rows in the table, too.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['deliveries', 'delivery_attempts', 'inbox'] LOOP
    EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_scale_factor = 0.01, '
      'autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01)', name);
  END LOOP;
END $$;

-- Otherwise a vacuum that finds dead rows on few pages leaves them in the indexes, where a search for the few rows in progress
-- would pass all that have ended.
ALTER TABLE deliveries SET (vacuum_index_cleanup = on);
