CREATE SEQUENCE settings_change_numbers;

CREATE TABLE buyer_card_changes (
  id       bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  buyer_id uuid        NOT NULL,
  at       timestamptz NOT NULL,
  usable   boolean     NOT NULL
);
CREATE INDEX buyer_card_changes_of ON buyer_card_changes (buyer_id, at);

CREATE TABLE buyer_feed (
  buyer_id uuid,
  seq      integer,
  kind     text           NOT NULL CHECK (kind IN ('lead-sold', 'lead-delivered', 'lead-changed', 'eligibility-changed')),
  lead_id  uuid,
  at       timestamptz(3) NOT NULL,
  PRIMARY KEY (buyer_id, seq)
);
CREATE INDEX buyer_feed_by_time ON buyer_feed (at);

CREATE TABLE buyer_filter_changes (
  id                   bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  buyer_id             uuid           NOT NULL,
  at                   timestamptz    NOT NULL,
  time_zone            text           NOT NULL,
  states               text[]         NOT NULL,
  lead_types           text[]         NOT NULL,
  asset_bands          text[]         NOT NULL,
  age_ranges           text[]         NOT NULL,
  weekly_hours         int4multirange,
  weekly_budget_cents  integer,
  monthly_budget_cents integer
);
CREATE INDEX buyer_filter_changes_of ON buyer_filter_changes (buyer_id, at);

CREATE TABLE buyer_ties (
  kind     text CHECK (kind IN ('card', 'phone', 'domain')),
  digest   text,
  buyer_id uuid,
  PRIMARY KEY (kind, digest, buyer_id)
);
CREATE INDEX buyer_ties_of_buyer ON buyer_ties (buyer_id);

CREATE TABLE buyers (
  id                    uuid           PRIMARY KEY,
  service_enabled       boolean        NOT NULL,
  daily_lead_limit      integer        NOT NULL CHECK (daily_lead_limit BETWEEN 1 AND 1000),
  time_zone             text           NOT NULL,
  card_usable           boolean        NOT NULL DEFAULT false,
  card_version          integer        NOT NULL DEFAULT 0,
  is_eligible           boolean        NOT NULL DEFAULT false,
  recheck_at            timestamptz,
  waiting_since         timestamptz    NOT NULL DEFAULT clock_timestamp(),
  slots_day             date,
  slots_used            integer        NOT NULL DEFAULT 0 CHECK (slots_used >= 0),
  created_at            timestamptz    NOT NULL DEFAULT now(),
  service_change_number bigint         NOT NULL DEFAULT 0,
  limit_change_number   bigint         NOT NULL DEFAULT 0,
  settings_version      integer        NOT NULL DEFAULT 1,
  account_disabled      boolean        NOT NULL DEFAULT false,
  account_version       integer        NOT NULL DEFAULT 0,
  erased_at             timestamptz,
  closed_at             timestamptz,
  held_until            timestamptz,
  time_zone_version     integer        NOT NULL DEFAULT 0,
  under_review          boolean        NOT NULL DEFAULT false,
  review_version        integer        NOT NULL DEFAULT 0,
  filter_states         text[]         NOT NULL DEFAULT '{}',
  filter_lead_types     text[]         NOT NULL DEFAULT '{}',
  filter_asset_bands    text[]         NOT NULL DEFAULT '{}',
  filter_age_ranges     text[]         NOT NULL DEFAULT '{}',
  profile_mask          integer        NOT NULL DEFAULT 16777215,
  weekly_hours          int4multirange,
  weekly_budget_cents   integer,
  monthly_budget_cents  integer,
  week_start            date,
  week_cents            integer        NOT NULL DEFAULT 0,
  month_start           date,
  month_cents           integer        NOT NULL DEFAULT 0,
  filters_version       integer        NOT NULL DEFAULT 1,
  filters_change_number bigint         NOT NULL DEFAULT 0,
  delivery_pause_number bigint,
  delivery_paused_at    timestamptz,
  delivery_pauses       timestamptz[]  NOT NULL DEFAULT '{}'::timestamptz[],
  undelivered_leads     integer        NOT NULL DEFAULT 0,
  undelivered_allowance integer        NOT NULL DEFAULT 1,
  -- Whether only some leads fit this buyer, or only at some hours, or only while a budget lasts.
  has_filters           boolean        GENERATED ALWAYS AS (
    filter_states <> '{}' OR profile_mask <> 16777215 OR weekly_hours IS NOT NULL
    OR weekly_budget_cents IS NOT NULL OR monthly_budget_cents IS NOT NULL) STORED
);
CREATE INDEX buyers_closing ON buyers (erased_at) WHERE erased_at IS NOT NULL AND closed_at IS NULL;
CREATE INDEX buyers_to_recheck ON buyers (recheck_at) WHERE recheck_at IS NOT NULL;
CREATE INDEX buyers_waiting ON buyers (waiting_since, id) WHERE is_eligible AND NOT has_filters;
CREATE INDEX buyers_with_budget ON buyers (id) WHERE weekly_budget_cents IS NOT NULL OR monthly_budget_cents IS NOT NULL;

CREATE TABLE buyer_changes (
  id               bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  buyer_id         uuid        NOT NULL REFERENCES buyers(id),
  at               timestamptz NOT NULL,
  service_enabled  boolean     NOT NULL,
  daily_lead_limit integer     NOT NULL
);
CREATE INDEX buyer_changes_of ON buyer_changes (buyer_id, at);

CREATE TABLE consent_records (
  lead_id       uuid        PRIMARY KEY,
  funnel_id     uuid        NOT NULL,
  given_at      timestamptz NOT NULL,
  full_name     text        NOT NULL,
  phone         text        NOT NULL,
  consent       jsonb       NOT NULL,
  digest_key_id text        NOT NULL,
  phone_digest  text        NOT NULL,
  email_digest  text        NOT NULL,
  email_hash    text        NOT NULL
);
CREATE INDEX consent_records_by_email_digest ON consent_records (email_digest);
CREATE INDEX consent_records_by_phone_digest ON consent_records (phone_digest);
CREATE INDEX consent_records_by_time ON consent_records (given_at);

CREATE TABLE feed_heads (
  buyer_id uuid           PRIMARY KEY,
  head     integer        NOT NULL,
  at       timestamptz(3) NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE filter_classes (
  state        text,
  profile_mask integer,
  PRIMARY KEY (state, profile_mask)
);

CREATE TABLE filtered_buyers (
  state         text,
  profile_mask  integer,
  waiting_since timestamptz,
  buyer_id      uuid,
  PRIMARY KEY (state, profile_mask, waiting_since, buyer_id)
);
CREATE INDEX filtered_buyers_of_buyer ON filtered_buyers (buyer_id);

CREATE TABLE funnel_key_changes (
  id         uuid        DEFAULT gen_random_uuid() PRIMARY KEY,
  at         timestamptz NOT NULL DEFAULT now(),
  action     text        NOT NULL,
  funnel_id  uuid        NOT NULL,
  key_prefix text        NOT NULL,
  operator   text        NOT NULL
);

CREATE TABLE funnels (
  id                     uuid        PRIMARY KEY,
  name                   text        NOT NULL,
  mode                   text        NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test', 'paused')),
  created_at             timestamptz NOT NULL DEFAULT now(),
  allowed_origins        text[]      NOT NULL DEFAULT '{}',
  requests_per_second    integer     CHECK (requests_per_second > 0),
  duplicate_window_days  integer     CHECK (duplicate_window_days > 0),
  required_fields        text[]      NOT NULL DEFAULT '{}',
  requires_consent_proof boolean     NOT NULL DEFAULT false,
  phone_verification     text        NOT NULL DEFAULT 'off' CHECK (phone_verification IN ('off', 'optional', 'required')),
  settings_version       integer     NOT NULL DEFAULT 1
);

CREATE TABLE funnel_keys (
  key_hash   text        PRIMARY KEY,
  funnel_id  uuid        NOT NULL REFERENCES funnels(id),
  key_prefix text        NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  kind       text        NOT NULL DEFAULT 'server' CHECK (kind IN ('server', 'publishable', 'address', 'report'))
);
CREATE INDEX funnel_keys_of ON funnel_keys (funnel_id, created_at);

CREATE TABLE lead_decisions (
  lead_id          uuid,
  id               uuid,
  kind             text        NOT NULL CHECK (kind IN ('withdrawn', 'rerouted')),
  reason           text        NOT NULL,
  actor_id         uuid        NOT NULL,
  decided_at       timestamptz NOT NULL,
  buyer_id         uuid,
  offer_id         uuid,
  overrode_filters boolean     NOT NULL DEFAULT false,
  CONSTRAINT a_rerouted_lead_has_an_offer CHECK ((kind = 'rerouted') = (num_nonnulls(buyer_id, offer_id) = 2)),
  PRIMARY KEY (lead_id, id)
);
CREATE INDEX lead_decisions_of_buyer ON lead_decisions (buyer_id) WHERE buyer_id IS NOT NULL;
CREATE UNIQUE INDEX lead_decisions_one_withdrawal ON lead_decisions (lead_id) WHERE kind = 'withdrawn';

CREATE TABLE lead_fingerprints (
  kind             text CHECK (kind IN ('email', 'phone', 'proof')),
  digest           text,
  lead_id          uuid        NOT NULL,
  seen_at          timestamptz NOT NULL,
  suppressed_until timestamptz,
  key_id           text        NOT NULL,
  source           text        NOT NULL,
  PRIMARY KEY (kind, digest)
);
CREATE INDEX lead_fingerprints_of_persons_seen ON lead_fingerprints (seen_at) WHERE kind <> 'proof';
CREATE INDEX lead_fingerprints_seen ON lead_fingerprints (seen_at);

CREATE TABLE leads (
  id                 uuid          PRIMARY KEY,
  funnel_id          uuid          NOT NULL REFERENCES funnels(id),
  idempotency_key    text,
  body_hash          text          NOT NULL,
  full_name          text          NOT NULL,
  phone              text          NOT NULL,
  email              text          NOT NULL,
  state              text          NOT NULL,
  zip_code           text          NOT NULL,
  age_range          text          NOT NULL,
  estimated_assets   text          NOT NULL,
  purchase_timeline  text          NOT NULL,
  lead_type          text          NOT NULL,
  consent            jsonb,
  extras             jsonb,
  reference          text,
  price              numeric(10,2) NOT NULL,
  status             text          NOT NULL DEFAULT 'available' CHECK (status IN ('available', 'reserved', 'sold', 'expired')),
  offers_made        integer       NOT NULL DEFAULT 0,
  created_at         timestamptz   NOT NULL DEFAULT now(),
  sold_at            timestamptz,
  contact_removed_at timestamptz,
  declined_by        uuid[]        NOT NULL DEFAULT '{}'::uuid[],
  phone_check        text,
  first_name         text,
  last_name          text,
  -- Both empty if it is not known which campaign brought the lead.
  campaign_source    text          NOT NULL DEFAULT '',
  campaign           text          NOT NULL DEFAULT '',
  CONSTRAINT leads_check CHECK ((status = 'sold') = (sold_at IS NOT NULL)),
  CONSTRAINT leads_funnel_id_idempotency_key_key UNIQUE (funnel_id, idempotency_key)
);
CREATE INDEX leads_by_status ON leads (status, created_at, id);
CREATE INDEX leads_of_funnel ON leads (funnel_id, created_at) INCLUDE (status);
CREATE INDEX leads_of_campaign ON leads (campaign, campaign_source, created_at, id) INCLUDE (status);
CREATE INDEX leads_received ON leads (created_at) INCLUDE (state, lead_type, estimated_assets, age_range);
CREATE INDEX leads_of_state ON leads (state, created_at, id) INCLUDE (status);
CREATE INDEX leads_sold_with_contact ON leads (sold_at) WHERE status = 'sold' AND contact_removed_at IS NULL;
CREATE INDEX leads_unsold_with_contact ON leads (created_at) WHERE status = 'expired' AND contact_removed_at IS NULL;
CREATE INDEX leads_waiting ON leads (created_at, id) WHERE status = 'available';
CREATE INDEX leads_waiting_by_class ON leads (state, lead_type, estimated_assets, age_range, declined_by, created_at, id) WHERE status = 'available';

CREATE TABLE lead_offers (
  id                    uuid        PRIMARY KEY,
  lead_id               uuid        NOT NULL REFERENCES leads(id),
  buyer_id              uuid        NOT NULL REFERENCES buyers(id),
  status                text        NOT NULL CHECK (status IN ('open', 'charged', 'declined', 'released')),
  amount_cents          integer     NOT NULL,
  slot_day              date        NOT NULL,
  slot_number           integer     NOT NULL,
  limit_in_force        integer     NOT NULL,
  reserved_at           timestamptz NOT NULL,
  closed_at             timestamptz,
  decline_code          text,
  undelivered_leads     integer     NOT NULL DEFAULT 0,
  undelivered_allowance integer     NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX lead_offers_exclusive ON lead_offers (lead_id) WHERE status IN ('open', 'charged');
CREATE INDEX lead_offers_declined ON lead_offers (slot_day, buyer_id) WHERE status = 'declined';
CREATE INDEX lead_offers_of_buyer ON lead_offers (buyer_id, slot_day);
CREATE INDEX lead_offers_of_lead ON lead_offers (lead_id, buyer_id);
CREATE INDEX lead_offers_open ON lead_offers (reserved_at) WHERE status = 'open';

CREATE TABLE lead_search (
  lead_id     uuid           PRIMARY KEY REFERENCES leads(id) ON DELETE CASCADE,
  received_at timestamptz(3) NOT NULL,
  -- Keyed hashes of what the lead is found by.
  hashes      bigint[]       NOT NULL,
  -- The data key of the hashes.
  key_id      text           NOT NULL
);
CREATE INDEX lead_search_by_time ON lead_search (received_at, lead_id);
CREATE INDEX lead_search_hashes ON lead_search USING gin (hashes) WITH (gin_pending_list_limit='256');

CREATE TABLE problem_reports (
  id            uuid        PRIMARY KEY,
  lead_id       uuid        NOT NULL,
  offer_id      uuid        NOT NULL,
  buyer_id      uuid        NOT NULL,
  funnel_id     uuid        NOT NULL REFERENCES funnels(id),
  reason        text        NOT NULL,
  state         text        NOT NULL CHECK (state IN ('reported', 'in-review', 'approved', 'declined', 'recorded')),
  details       text        NOT NULL DEFAULT '',
  reported_at   timestamptz NOT NULL,
  decided_at    timestamptz,
  decided_by    uuid,
  decision_note text        NOT NULL DEFAULT '',
  CONSTRAINT a_decided_report_has_a_time CHECK (state IN ('approved', 'declined') = (decided_at IS NOT NULL)),
  CONSTRAINT problem_reports_lead_id_reason_key UNIQUE (lead_id, reason)
);
CREATE INDEX problem_reports_by_time ON problem_reports (reported_at DESC, id DESC);
CREATE INDEX problem_reports_of_buyer ON problem_reports (buyer_id);
CREATE INDEX problem_reports_of_funnel ON problem_reports (funnel_id, reason);
CREATE UNIQUE INDEX problem_reports_one_open_for_a_lead ON problem_reports (lead_id) WHERE state IN ('reported', 'in-review');

CREATE TABLE provider_status (
  singleton    boolean DEFAULT true CHECK (singleton) PRIMARY KEY,
  is_available boolean NOT NULL DEFAULT true,
  version      integer NOT NULL DEFAULT 0
);

CREATE TABLE rejections (
  funnel_id uuid,
  day       date,
  reason    text,
  -- Empty: counts posts. Otherwise counts those in which this field was missing or not valid.
  field     text   DEFAULT '',
  count     bigint NOT NULL,
  PRIMARY KEY (funnel_id, day, reason, field)
);

CREATE TABLE sold_leads (
  lead_id          uuid           PRIMARY KEY REFERENCES leads(id),
  offer_id         uuid           NOT NULL REFERENCES lead_offers(id),
  buyer_id         uuid           NOT NULL,
  sold_at          timestamptz(3) NOT NULL,
  delivered_at     timestamptz(3),
  amount_cents     integer        NOT NULL,
  disposition      text           NOT NULL DEFAULT 'new' CHECK (disposition IN ('new', 'contacted', 'appointment', 'won', 'lost')),
  notes            text           NOT NULL DEFAULT '' CHECK (length(notes) <= 30000),
  version          integer        NOT NULL DEFAULT 1,
  refunded_at      timestamptz(3),
  refund_id        uuid,
  failed_refunds   uuid[]         NOT NULL DEFAULT '{}'::uuid[],
  seen_at          timestamptz,
  withheld_at      timestamptz,
  deferred_at      timestamptz,
  -- When its buyer first changed the disposition.
  contacted_at     timestamptz(3),
  -- When its buyer wants to be reminded to call, and when the reminder was published.
  remind_at        timestamptz(3),
  reminded_at      timestamptz(3),
  appointment_at   timestamptz(3),
  commission_cents integer        CHECK (commission_cents >= 0),
  -- As in leads, for lists and counts of one buyer's leads.
  state            text           NOT NULL,
  lead_type        text           NOT NULL,
  age_range        text           NOT NULL,
  estimated_assets text           NOT NULL,
  -- The hashes of lead_search, mixed with the buyer's id, so that a search reads no more than the leads of its buyer.
  hashes           bigint[]       NOT NULL
) WITH (fillfactor = 85);
CREATE INDEX sold_leads_by_time ON sold_leads (sold_at);
CREATE INDEX sold_leads_deferred ON sold_leads (buyer_id) WHERE deferred_at IS NOT NULL;
CREATE INDEX sold_leads_contacted ON sold_leads (contacted_at) INCLUDE (sold_at) WHERE contacted_at IS NOT NULL;
CREATE INDEX sold_leads_contacted_by ON sold_leads (buyer_id, contacted_at) INCLUDE (sold_at) WHERE contacted_at IS NOT NULL;
CREATE INDEX sold_leads_to_remind ON sold_leads (remind_at) WHERE remind_at IS NOT NULL AND reminded_at IS NULL AND withheld_at IS NULL;
CREATE INDEX sold_leads_reminders ON sold_leads (buyer_id, remind_at) WHERE remind_at IS NOT NULL;
CREATE INDEX sold_leads_refunded ON sold_leads (sold_at) INCLUDE (lead_id) WHERE refunded_at IS NOT NULL;
CREATE INDEX sold_leads_of_buyer ON sold_leads (buyer_id, sold_at, lead_id)
  INCLUDE (state, lead_type, age_range, estimated_assets, disposition);
CREATE INDEX sold_leads_hashes ON sold_leads USING gin (hashes) WITH (gin_pending_list_limit='256');

-- What a buyer's sold leads come to, by the day of the sale in the buyer's time zone, and by the value of each dimension.
CREATE TABLE sale_counts (
  buyer_id         uuid,
  day              date,
  dimension        text,
  value            text,
  leads            integer NOT NULL,
  refunded         integer NOT NULL,
  won              integer NOT NULL,
  -- Without what was refunded.
  spent_cents      bigint  NOT NULL,
  -- What the buyer entered as commission.
  commission_cents bigint  NOT NULL,
  PRIMARY KEY (buyer_id, day, dimension, value)
) WITH (fillfactor = 70);

-- For the report on all buyers, which reads nothing else.
CREATE INDEX sale_counts_of_day ON sale_counts (dimension, day, buyer_id) INCLUDE (leads, refunded, won, spent_cents)
  WHERE dimension IN ('all', 'week');

-- Filters of the list of leads that a buyer saved under a name.
CREATE TABLE lead_views (
  buyer_id   uuid,
  id         uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Name and filters, encrypted: a search may name a person.
  content    text        NOT NULL,
  PRIMARY KEY (buyer_id, id)
);

-- In which time zone the days of admins' reports begin. lead-router writes its setting here.
CREATE TABLE report_zone (
  singleton      boolean DEFAULT true CHECK (singleton) PRIMARY KEY,
  time_zone      text    NOT NULL,
  -- The first day of the week that is summarized next.
  summary_monday date    NOT NULL
);

-- The same for each buyer, in the buyer's time zone.
CREATE TABLE weekly_summaries (
  buyer_id  uuid        PRIMARY KEY,
  time_zone text        NOT NULL,
  monday    date        NOT NULL,
  due_at    timestamptz NOT NULL
);
CREATE INDEX weekly_summaries_due ON weekly_summaries (due_at);

-- What became of the leads that a funnel's posts brought, by the day of their acceptance and their campaign.
-- market-reports/market-counts.sql explains the four tables.
CREATE TABLE funnel_counts (
  funnel_id       uuid,
  day             date,
  campaign_source text,
  campaign        text,
  accepted        integer NOT NULL,
  sold            integer NOT NULL,
  expired         integer NOT NULL,
  refunded        integer NOT NULL,
  revenue_cents   bigint  NOT NULL,
  -- Sold leads by the status that their buyers gave them.
  contacted       integer NOT NULL,
  appointment     integer NOT NULL,
  won             integer NOT NULL,
  lost            integer NOT NULL,
  PRIMARY KEY (funnel_id, day, campaign_source, campaign)
) WITH (fillfactor = 70);
CREATE INDEX funnel_counts_of_day ON funnel_counts (day);

-- The same by state and type of the leads.
CREATE TABLE place_counts (
  day           date,
  state         text,
  lead_type     text,
  accepted      integer NOT NULL,
  sold          integer NOT NULL,
  expired       integer NOT NULL,
  refunded      integer NOT NULL,
  revenue_cents bigint  NOT NULL,
  PRIMARY KEY (day, state, lead_type)
) WITH (fillfactor = 70);

-- How long the deliveries of leads took. `delay`: how many of the bounds it exceeded.
CREATE TABLE delay_counts (
  day       date,
  delay     integer,
  delivered integer NOT NULL,
  PRIMARY KEY (day, delay)
) WITH (fillfactor = 70);
-- What is to be added to the three.
CREATE TABLE market_changes (
  id              uuid        DEFAULT gen_random_uuid() PRIMARY KEY,
  received_at     timestamptz NOT NULL,
  funnel_id       uuid        NOT NULL,
  campaign_source text        NOT NULL,
  campaign        text        NOT NULL,
  state           text        NOT NULL,
  lead_type       text        NOT NULL,
  accepted        integer     NOT NULL DEFAULT 0,
  sold            integer     NOT NULL DEFAULT 0,
  expired         integer     NOT NULL DEFAULT 0,
  refunded        integer     NOT NULL DEFAULT 0,
  revenue_cents   bigint      NOT NULL DEFAULT 0,
  contacted       integer     NOT NULL DEFAULT 0,
  appointment     integer     NOT NULL DEFAULT 0,
  won             integer     NOT NULL DEFAULT 0,
  lost            integer     NOT NULL DEFAULT 0,
  -- Null unless a delivery is added or subtracted.
  delay           integer,
  delivered       integer     NOT NULL DEFAULT 0
);
-- How the posts of a funnel's tool are read. The newest version is in force.
CREATE TABLE funnel_mappings (
  funnel_id uuid        REFERENCES funnels(id),
  version   integer     CHECK (version > 0),
  mapping   jsonb       NOT NULL,
  saved_at  timestamptz NOT NULL DEFAULT now(),
  saved_by  uuid        NOT NULL,
  PRIMARY KEY (funnel_id, version)
);

-- Secrets are encrypted. Only Meta's leads are fetched, by the token of a Page.
CREATE TABLE funnel_connections (
  funnel_id        uuid        REFERENCES funnels(id),
  tool             text        CHECK (tool IN ('meta', 'linkedin', 'google-ads', 'typeform')),
  secret           text        NOT NULL,
  page_id          text,
  page_token       text,
  page_name        text,
  saved_at         timestamptz(3) NOT NULL,
  saved_by         uuid        NOT NULL,
  error            text,
  failed_at        timestamptz,
  token_refused_at timestamptz,
  -- After a rate limit of Meta's.
  paused_until     timestamptz NOT NULL DEFAULT '-infinity',
  forms_due_at     timestamptz,
  forms_read_at    timestamptz,
  -- Up to which time of creation the leads of all forms were read.
  read_until       timestamptz,
  CONSTRAINT only_meta_has_a_page
    CHECK (CASE WHEN tool = 'meta' THEN 4 ELSE 0 END = num_nonnulls(page_id, page_token, forms_due_at, read_until)),
  CONSTRAINT an_error_has_a_time CHECK ((error IS NULL) = (failed_at IS NULL)),
  PRIMARY KEY (funnel_id, tool)
);

-- Leads of Meta's notifications and forms. A held post with the same id has the fetched lead, or the reason of the failure.
CREATE TABLE lead_fetches (
  id              uuid           PRIMARY KEY,
  funnel_id       uuid           NOT NULL REFERENCES funnels(id),
  external_id     text           NOT NULL,
  status          text           NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'fetched', 'failed')),
  notified_at     timestamptz(3) NOT NULL DEFAULT now(),
  attempts        integer        NOT NULL DEFAULT 0,
  -- Of these, which do not count.
  attempts_before integer        NOT NULL DEFAULT 0,
  next_attempt_at timestamptz    NOT NULL DEFAULT now(),
  lease_until     timestamptz,
  CONSTRAINT one_fetch_of_a_lead UNIQUE (funnel_id, external_id)
);
CREATE INDEX lead_fetches_due ON lead_fetches (next_attempt_at) WHERE status = 'queued';
CREATE INDEX lead_fetches_notified ON lead_fetches (notified_at);

-- Posts that no lead was made from.
CREATE TABLE held_posts (
  id          uuid           PRIMARY KEY,
  funnel_id   uuid           NOT NULL REFERENCES funnels(id),
  -- The age of the lead: of a fetched one, when it was created at the platform.
  received_at timestamptz(3) NOT NULL,
  held_at     timestamptz(3) NOT NULL DEFAULT now(),
  reason      text           NOT NULL,
  refusal     text           NOT NULL,
  request     text,
  -- Keyed, of the request: the same one is held once.
  digest      text           NOT NULL,
  -- When a gateway replays it by itself, because it was fetched. A claim moves it on.
  replay_at   timestamptz,
  status      text           NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'accepted', 'duplicate', 'discarded')),
  lead_id     uuid           UNIQUE REFERENCES leads(id),
  closed_at   timestamptz(3),
  CONSTRAINT a_waiting_post_has_its_request CHECK ((status = 'waiting') = (request IS NOT NULL)),
  CONSTRAINT a_closed_post_has_a_time CHECK ((status = 'waiting') = (closed_at IS NULL)),
  CONSTRAINT an_accepted_post_has_its_lead CHECK ((status = 'accepted') = (lead_id IS NOT NULL))
);
CREATE INDEX held_posts_by_time ON held_posts (received_at DESC, id DESC);
CREATE INDEX held_posts_held ON held_posts (held_at);
CREATE INDEX held_posts_to_replay ON held_posts (replay_at) WHERE status = 'waiting';
CREATE UNIQUE INDEX held_posts_waiting ON held_posts (funnel_id, digest) WHERE status = 'waiting';

-- The newest refused posts of each funnel. Contains nothing that was posted.
CREATE TABLE refused_posts (
  id         uuid           PRIMARY KEY DEFAULT gen_random_uuid(),
  funnel_id  uuid           NOT NULL REFERENCES funnels(id),
  refused_at timestamptz(3) NOT NULL,
  reason     text           NOT NULL,
  -- Those that were missing or not valid.
  fields     text[]         NOT NULL
);
CREATE INDEX refused_posts_of_funnel ON refused_posts (funnel_id, refused_at DESC, id DESC);
CREATE INDEX refused_posts_refused ON refused_posts (refused_at);

CREATE TABLE test_leads (
  id              uuid        PRIMARY KEY,
  funnel_id       uuid        NOT NULL REFERENCES funnels(id),
  idempotency_key text,
  body_digest     text        NOT NULL,
  would_sell      boolean     NOT NULL,
  created_at      timestamptz NOT NULL,
  CONSTRAINT test_leads_funnel_id_idempotency_key_key UNIQUE (funnel_id, idempotency_key)
);
CREATE INDEX test_leads_created ON test_leads (created_at);

-- Its body is in buyers/eligibility.sql. Runs after buyers_keep_erased: triggers of one kind run in the order of their names.
CREATE FUNCTION derive_eligibility() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE TRIGGER buyers_z_derive_eligibility BEFORE INSERT OR UPDATE ON buyers
  FOR EACH ROW EXECUTE FUNCTION derive_eligibility();

CREATE FUNCTION keep_erased() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  NEW.erased_at := OLD.erased_at;
  NEW.account_disabled := true;
  RETURN NEW;
END $$;
CREATE TRIGGER buyers_keep_erased BEFORE UPDATE ON buyers
  FOR EACH ROW WHEN (old.erased_at IS NOT NULL) EXECUTE FUNCTION keep_erased();

-- Its body is in buyers/filtered-buyers.sql.
CREATE FUNCTION list_filtered_buyer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER buyers_list_new_filtered AFTER INSERT ON buyers
  FOR EACH ROW WHEN (new.is_eligible AND new.has_filters) EXECUTE FUNCTION list_filtered_buyer();
CREATE TRIGGER buyers_list_filtered AFTER UPDATE ON buyers
  FOR EACH ROW WHEN (
    (old.is_eligible AND old.has_filters OR new.is_eligible AND new.has_filters)
    AND (old.is_eligible, old.has_filters, old.waiting_since, old.filter_states, old.profile_mask)
        IS DISTINCT FROM (new.is_eligible, new.has_filters, new.waiting_since, new.filter_states, new.profile_mask))
  EXECUTE FUNCTION list_filtered_buyer();

CREATE FUNCTION note_card_change() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO buyer_card_changes (buyer_id, at, usable) VALUES (NEW.id, clock_timestamp(), NEW.card_usable);
  RETURN NULL;
END $$;
CREATE TRIGGER buyers_note_card_change AFTER UPDATE OF card_usable ON buyers
  FOR EACH ROW WHEN (new.card_usable <> old.card_usable) EXECUTE FUNCTION note_card_change();

CREATE FUNCTION note_declined_offer() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE leads SET declined_by = ARRAY(SELECT DISTINCT b FROM unnest(declined_by || NEW.buyer_id) b ORDER BY b)
   WHERE id = NEW.lead_id;
  RETURN NULL;
END $$;
CREATE TRIGGER lead_offers_note_decline AFTER UPDATE OF status ON lead_offers
  FOR EACH ROW WHEN (new.status = 'declined' AND old.status <> 'declined') EXECUTE FUNCTION note_declined_offer();

CREATE FUNCTION note_funnel_key_change() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  key record;
  action text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    key := NEW; action := 'funnel-key-created';
  ELSIF TG_OP = 'DELETE' THEN
    key := OLD; action := 'funnel-key-deleted';
  ELSE
    key := NEW;
    action := CASE WHEN NEW.revoked_at IS NULL THEN 'funnel-key-created' ELSE 'funnel-key-revoked' END;
  END IF;
  INSERT INTO funnel_key_changes (action, funnel_id, key_prefix, operator)
  VALUES (action, key.funnel_id, left(key.key_prefix, 40),
          left(COALESCE(NULLIF(current_setting('desk.operator', true), ''), session_user), 100));
  RETURN NULL;
END $$;
CREATE TRIGGER funnel_keys_note_addition AFTER INSERT OR DELETE ON funnel_keys
  FOR EACH ROW EXECUTE FUNCTION note_funnel_key_change();
CREATE TRIGGER funnel_keys_note_change AFTER UPDATE ON funnel_keys
  FOR EACH ROW WHEN ((old.revoked_at IS NULL) <> (new.revoked_at IS NULL) OR old.key_hash <> new.key_hash OR old.funnel_id <> new.funnel_id) EXECUTE FUNCTION note_funnel_key_change();


-- Retention and re-encryption change the hashes of a lead.
CREATE FUNCTION change_hashes_of_sale() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE sold_leads SET hashes = hashes_of_buyer(NEW.hashes, buyer_id) WHERE lead_id = NEW.lead_id;
  RETURN NULL;
END $$;
CREATE TRIGGER lead_search_change_sale AFTER UPDATE OF hashes ON lead_search
  FOR EACH ROW EXECUTE FUNCTION change_hashes_of_sale();

CREATE FUNCTION withhold_refunded_lead() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.withheld_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER withhold_refunded_lead BEFORE UPDATE OF refunded_at ON sold_leads
  FOR EACH ROW WHEN (new.refunded_at IS NOT NULL AND new.withheld_at IS NULL) EXECUTE FUNCTION withhold_refunded_lead();

-- Its body is in weekly-summaries/weekly-summaries.sql.
CREATE FUNCTION plan_weekly_summary() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER buyers_plan_weekly_summary AFTER INSERT OR UPDATE OF time_zone ON buyers
  FOR EACH ROW EXECUTE FUNCTION plan_weekly_summary();

-- Its body is in agent-reports/sale-counts.sql.
CREATE FUNCTION count_new_sales() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER sold_leads_count AFTER INSERT ON sold_leads REFERENCING NEW TABLE AS new_sales
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_sales();
CREATE FUNCTION count_changed_sale() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER sold_leads_count_again AFTER UPDATE ON sold_leads
  FOR EACH ROW WHEN (
    (old.sold_at, old.disposition, old.refunded_at, old.commission_cents)
    IS DISTINCT FROM (new.sold_at, new.disposition, new.refunded_at, new.commission_cents))
  EXECUTE FUNCTION count_changed_sale();

-- Their bodies are in market-reports/market-counts.sql.
CREATE FUNCTION count_accepted_leads() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER leads_count_accepted AFTER INSERT ON leads REFERENCING NEW TABLE AS accepted_leads
  FOR EACH STATEMENT EXECUTE FUNCTION count_accepted_leads();
CREATE FUNCTION count_expired_lead() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER leads_count_expired AFTER UPDATE OF status ON leads
  FOR EACH ROW WHEN ((old.status = 'expired') <> (new.status = 'expired')) EXECUTE FUNCTION count_expired_lead();
CREATE FUNCTION count_new_market_sales() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER sold_leads_count_in_market AFTER INSERT ON sold_leads REFERENCING NEW TABLE AS new_sales
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_market_sales();
CREATE FUNCTION count_changed_market_sale() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER sold_leads_count_in_market_again AFTER UPDATE ON sold_leads
  FOR EACH ROW WHEN ((old.disposition, old.refunded_at, old.delivered_at)
                     IS DISTINCT FROM (new.disposition, new.refunded_at, new.delivered_at))
  EXECUTE FUNCTION count_changed_market_sale();

-- Vacuums and analyzes large tables after a hundredth of their rows changed, not a fifth as by default: until a vacuum, a count
-- that reads an index looks up new rows in the table, too.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['buyer_feed', 'consent_records', 'lead_fingerprints', 'leads', 'lead_offers', 'lead_search', 'sold_leads', 'sale_counts', 'funnel_counts', 'place_counts', 'delay_counts', 'inbox'] LOOP
    EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_scale_factor = 0.01, '
      'autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01)', name);
  END LOOP;
END $$;

-- Otherwise a vacuum that finds dead rows on few pages leaves them in the indexes, where a search for the few rows in progress
-- would pass all that have ended.
ALTER TABLE leads SET (vacuum_index_cleanup = on);

INSERT INTO provider_status VALUES (true, true, 0);
INSERT INTO report_zone VALUES (true, 'America/New_York', date_trunc('week', now() AT TIME ZONE 'America/New_York')::date);
