-- What moved in a quarter of an hour, which begins at `slot`. balance/balance-counts.sql explains both tables.
CREATE TABLE balance_counts (
  slot    timestamptz,
  kind    text        CHECK (kind IN ('charge', 'refund', 'dispute', 'fee')),
  counted integer     NOT NULL,
  cents   bigint      NOT NULL,
  PRIMARY KEY (slot, kind)
) WITH (fillfactor = 70);

-- What is to be added.
CREATE TABLE balance_changes (
  id      uuid        DEFAULT gen_random_uuid() PRIMARY KEY,
  slot    timestamptz NOT NULL,
  kind    text        NOT NULL,
  counted integer     NOT NULL,
  cents   bigint      NOT NULL
);

CREATE TABLE businesses (
  id            integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name          text        NOT NULL,
  address_lines text[]      NOT NULL,
  tax_id        text,
  first_used_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT businesses_differ UNIQUE NULLS NOT DISTINCT (name, address_lines, tax_id)
);

CREATE TABLE buyer_reviews (
  buyer_id        uuid    PRIMARY KEY,
  version         integer NOT NULL,
  is_under_review boolean NOT NULL
);

CREATE TABLE card_expiry_notices (
  buyer_id                 uuid,
  stripe_payment_method_id text,
  exp_year                 integer,
  exp_month                integer,
  days                     integer,
  noticed_at               timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (buyer_id, stripe_payment_method_id, exp_year, exp_month, days)
);

CREATE TABLE card_setups (
  request_id         text        PRIMARY KEY,
  buyer_id           uuid        NOT NULL,
  intent_id          text        UNIQUE,
  created_at         timestamptz NOT NULL DEFAULT now(),
  failures           integer     NOT NULL DEFAULT 0,
  last_failed_at     timestamptz,
  last_failure_event text,
  canceled_at        timestamptz
);
CREATE INDEX card_setups_by_age ON card_setups (created_at);
CREATE INDEX card_setups_failed ON card_setups (last_failed_at) WHERE last_failed_at IS NOT NULL;
CREATE INDEX card_setups_of_buyer ON card_setups (buyer_id, created_at);

CREATE TABLE customers (
  buyer_id                 uuid        PRIMARY KEY,
  stripe_customer_id       text        UNIQUE,
  stripe_payment_method_id text,
  card_brand               text,
  card_last4               text,
  card_exp_month           integer,
  card_exp_year            integer,
  card_version             integer     NOT NULL DEFAULT 0,
  card_usable              boolean     NOT NULL DEFAULT false,
  created_at               timestamptz NOT NULL DEFAULT now(),
  updated_at               timestamptz NOT NULL DEFAULT now(),
  erased_at                timestamptz,
  forgotten_at             timestamptz,
  decline_code             text,
  card_saved_at            timestamptz,
  CONSTRAINT a_usable_card_is_complete CHECK (NOT card_usable OR (stripe_customer_id IS NOT NULL AND stripe_payment_method_id IS NOT NULL AND card_version > 0)),
  CONSTRAINT an_erased_buyer_has_no_usable_card CHECK (erased_at IS NULL OR NOT card_usable)
);
CREATE INDEX customers_payment_method ON customers (stripe_payment_method_id);

CREATE TABLE document_numbers (
  kind text   CHECK (kind IN ('receipt', 'credit-note', 'reversal')) PRIMARY KEY,
  last bigint NOT NULL DEFAULT 0
);

CREATE TABLE payment_totals (
  shard            integer       PRIMARY KEY,
  payments         bigint        NOT NULL DEFAULT 0,
  succeeded_amount numeric(14,2) NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE payment_totals_by_user (
  user_id          uuid          PRIMARY KEY,
  payments         bigint        NOT NULL,
  succeeded_amount numeric(14,2) NOT NULL
) WITH (fillfactor = 80);

CREATE TABLE provider_event_cursor (
  singleton    boolean     DEFAULT true CHECK (singleton) PRIMARY KEY,
  read_until   timestamptz NOT NULL DEFAULT now(),
  next_read_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE provider_events (
  event_id     text        PRIMARY KEY,
  type         text        NOT NULL,
  summary      jsonb       NOT NULL,
  received_at  timestamptz NOT NULL DEFAULT now(),
  processed_at timestamptz
);
CREATE INDEX provider_events_processed ON provider_events (processed_at) WHERE processed_at IS NOT NULL;
CREATE INDEX provider_events_waiting ON provider_events (received_at) WHERE processed_at IS NULL;

CREATE TABLE provider_status (
  singleton      boolean     DEFAULT true CHECK (singleton) PRIMARY KEY,
  is_available   boolean     NOT NULL DEFAULT true,
  version        integer     NOT NULL DEFAULT 0,
  changed_at     timestamptz NOT NULL DEFAULT now(),
  probe_delay_ms integer     NOT NULL DEFAULT 1000,
  next_probe_at  timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE purchases (
  id                       uuid          PRIMARY KEY,
  offer_id                 uuid          NOT NULL UNIQUE,
  user_id                  uuid          NOT NULL,
  lead_id                  uuid          NOT NULL,
  amount                   numeric(10,2) NOT NULL CHECK (amount > 0),
  currency                 text          NOT NULL,
  status                   text          NOT NULL CHECK (status IN ('pending', 'unknown', 'succeeded', 'failed', 'refunded')),
  stripe_payment_intent_id text          UNIQUE,
  stripe_payment_method_id text,
  stripe_customer_id       text,
  card_version             integer       NOT NULL,
  create_attempt           integer       NOT NULL DEFAULT 1,
  confirm_attempt          integer       NOT NULL DEFAULT 1,
  resolve_attempt          integer       NOT NULL DEFAULT 0,
  decline_code             text,
  cancel_code              text,
  first_requested_at       timestamptz   NOT NULL DEFAULT now(),
  purchased_at             timestamptz,
  created_at               timestamptz   NOT NULL DEFAULT now(),
  updated_at               timestamptz   NOT NULL DEFAULT now(),
  unanswered_ms            integer       NOT NULL DEFAULT 0,
  unanswered_since         timestamptz,
  has_receipt              boolean       NOT NULL DEFAULT false,
  given_back_by            uuid,
  CONSTRAINT a_failure_has_a_code CHECK ((status = 'failed') = (decline_code IS NOT NULL)),
  CONSTRAINT a_payment_has_an_intent_and_a_time CHECK (status IN ('succeeded', 'refunded') = (purchased_at IS NOT NULL) AND (purchased_at IS NULL OR stripe_payment_intent_id IS NOT NULL))
);
CREATE INDEX purchases_lead ON purchases (lead_id, created_at);
CREATE INDEX purchases_of_user ON purchases (user_id, first_requested_at);
CREATE UNIQUE INDEX purchases_one_for_a_lead ON purchases (lead_id) WHERE status NOT IN ('failed', 'refunded');
CREATE INDEX purchases_open ON purchases (first_requested_at) WHERE status IN ('pending', 'unknown');
CREATE INDEX purchases_paid ON purchases (purchased_at DESC, id DESC) WHERE purchased_at IS NOT NULL;
CREATE INDEX purchases_paid_by_intent ON purchases (stripe_payment_intent_id text_pattern_ops) INCLUDE (purchased_at, id, amount, status) WHERE purchased_at IS NOT NULL;
CREATE INDEX purchases_paid_by_user ON purchases (user_id, purchased_at DESC, id DESC) WHERE purchased_at IS NOT NULL;
CREATE INDEX purchases_without_receipt ON purchases (purchased_at, id) WHERE purchased_at IS NOT NULL AND NOT has_receipt;

CREATE TABLE balance_transactions (
  id           text        PRIMARY KEY,
  purchase_id  uuid        NOT NULL REFERENCES purchases(id),
  type         text        NOT NULL,
  amount_cents integer     NOT NULL,
  fee_cents    integer     NOT NULL,
  currency     text        NOT NULL,
  created_at   timestamptz NOT NULL
);

CREATE TABLE disputes (
  id                uuid          PRIMARY KEY,
  stripe_dispute_id text          NOT NULL UNIQUE,
  purchase_id       uuid          NOT NULL REFERENCES purchases(id),
  buyer_id          uuid          NOT NULL,
  lead_id           uuid          NOT NULL,
  amount            numeric(10,2) NOT NULL CHECK (amount > 0),
  status            text          NOT NULL,
  reason            text          NOT NULL,
  evidence_due_by   timestamptz,
  opened_at         timestamptz   NOT NULL,
  closed_at         timestamptz,
  reviewed_at       timestamptz,
  reviewed_by       uuid,
  updated_at        timestamptz   NOT NULL DEFAULT now(),
  CONSTRAINT a_decided_dispute_has_a_time CHECK (status NOT IN ('won', 'lost') OR closed_at IS NOT NULL)
);
CREATE INDEX disputes_by_time ON disputes (opened_at DESC);
CREATE INDEX disputes_of_purchase ON disputes (purchase_id);
CREATE INDEX disputes_to_review ON disputes (buyer_id) WHERE reviewed_at IS NULL;

CREATE TABLE documents (
  id             uuid          PRIMARY KEY,
  kind           text          NOT NULL REFERENCES document_numbers(kind),
  number         bigint        NOT NULL,
  purchase_id    uuid          NOT NULL REFERENCES purchases(id),
  refund_id      uuid,
  receipt_number bigint,
  user_id        uuid          NOT NULL,
  lead_id        uuid          NOT NULL,
  amount         numeric(10,2) NOT NULL CHECK (amount > 0),
  occurred_at    timestamptz   NOT NULL,
  issued_at      timestamptz   NOT NULL DEFAULT now(),
  business_id    integer       NOT NULL REFERENCES businesses(id),
  CONSTRAINT only_a_receipt_has_no_refund_and_receipt CHECK ((kind = 'receipt') = (refund_id IS NULL) AND (kind = 'receipt') = (receipt_number IS NULL)),
  CONSTRAINT documents_numbered UNIQUE (kind, number),
  CONSTRAINT documents_one_of_a_kind_for_a_refund UNIQUE (refund_id, kind)
);
CREATE INDEX documents_newest ON documents (occurred_at DESC, id DESC);
CREATE INDEX documents_of_purchase ON documents (purchase_id);
CREATE INDEX documents_of_user ON documents (user_id, occurred_at DESC, id DESC);
CREATE UNIQUE INDEX documents_one_receipt_for_a_purchase ON documents (purchase_id) WHERE kind = 'receipt';

CREATE TABLE reconciliation_runs (
  id              uuid        PRIMARY KEY,
  trigger         text        NOT NULL CHECK (trigger IN ('schedule', 'admin', 'command')),
  requested_by    uuid,
  requested_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  window_hours    integer     CHECK (window_hours > 0),
  window_from     timestamptz,
  window_to       timestamptz,
  phase           text        NOT NULL DEFAULT 'payments',
  "position"      text,
  payments        integer     NOT NULL DEFAULT 0,
  refunds         integer     NOT NULL DEFAULT 0,
  disputes        integer     NOT NULL DEFAULT 0,
  found           integer     NOT NULL DEFAULT 0,
  resolved        integer     NOT NULL DEFAULT 0,
  failures        integer     NOT NULL DEFAULT 0,
  failure         text,
  next_attempt_at timestamptz NOT NULL DEFAULT '-infinity',
  lease           uuid,
  leased_until    timestamptz NOT NULL DEFAULT '-infinity',
  finished_at     timestamptz,
  CONSTRAINT a_finished_run_has_a_window CHECK (finished_at IS NULL OR (window_from IS NOT NULL AND window_to IS NOT NULL))
);
CREATE INDEX reconciliation_runs_newest ON reconciliation_runs (requested_at DESC, id DESC);
CREATE UNIQUE INDEX reconciliation_runs_one_unfinished ON reconciliation_runs ((true)) WHERE finished_at IS NULL;

CREATE TABLE reconciliation_differences (
  id              uuid        PRIMARY KEY,
  object          text        NOT NULL CHECK (object IN ('payment', 'refund', 'dispute')),
  kind            text        NOT NULL,
  provider_id     text        NOT NULL,
  purchase_id     uuid,
  ours            jsonb,
  theirs          jsonb,
  state           text        NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'acknowledged', 'resolved')),
  first_seen_at   timestamptz NOT NULL,
  opened_at       timestamptz NOT NULL,
  last_seen_at    timestamptz NOT NULL,
  last_run_id     uuid        NOT NULL REFERENCES reconciliation_runs(id),
  resolved_at     timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  note            text,
  CONSTRAINT what_is_acknowledged_has_an_admin CHECK (state <> 'acknowledged' OR num_nulls(acknowledged_at, acknowledged_by, note) = 0),
  CONSTRAINT what_is_resolved_has_a_time CHECK ((state = 'resolved') = (resolved_at IS NOT NULL)),
  CONSTRAINT reconciliation_differences_once UNIQUE (object, kind, provider_id)
);
CREATE INDEX reconciliation_differences_newest ON reconciliation_differences (first_seen_at DESC, id DESC);
CREATE INDEX reconciliation_differences_unresolved ON reconciliation_differences (id) WHERE state <> 'resolved';

CREATE TABLE reconciliation_seen (
  run_id      uuid REFERENCES reconciliation_runs(id),
  provider_id text,
  PRIMARY KEY (run_id, provider_id)
);

CREATE TABLE refunds (
  id               uuid          PRIMARY KEY,
  purchase_id      uuid          NOT NULL REFERENCES purchases(id),
  amount           numeric(10,2) NOT NULL CHECK (amount > 0),
  status           text          NOT NULL CHECK (status IN ('requested', 'pending', 'succeeded', 'failed', 'canceled')),
  reason           text          NOT NULL,
  note             text,
  requested_by     uuid,
  stripe_refund_id text          UNIQUE,
  provider_status  text,
  failure_reason   text,
  create_attempt   integer       NOT NULL DEFAULT 1,
  resolve_attempt  integer       NOT NULL DEFAULT 0,
  requested_at     timestamptz   NOT NULL DEFAULT now(),
  succeeded_at     timestamptz,
  ended_at         timestamptz,
  updated_at       timestamptz   NOT NULL DEFAULT now(),
  has_credit_note  boolean       NOT NULL DEFAULT false,
  has_reversal     boolean       NOT NULL DEFAULT false,
  is_our_failure   boolean       NOT NULL DEFAULT false,
  CONSTRAINT a_refund_that_ended_has_a_time CHECK (status IN ('failed', 'canceled') = (ended_at IS NOT NULL)),
  CONSTRAINT a_refund_that_succeeded_has_a_time CHECK (status <> 'succeeded' OR succeeded_at IS NOT NULL),
  CONSTRAINT only_a_new_refund_lacks_the_provider_id CHECK (stripe_refund_id IS NOT NULL OR status IN ('requested', 'failed', 'canceled'))
);
CREATE INDEX refunds_at_provider ON refunds (id) INCLUDE (requested_at, status) WHERE stripe_refund_id IS NOT NULL;
CREATE INDEX refunds_of_purchase ON refunds (purchase_id, requested_at);
CREATE UNIQUE INDEX refunds_one_of_ours_for_a_purchase ON refunds (purchase_id) WHERE status IN ('requested', 'pending', 'succeeded') AND reason <> 'made-at-provider';
CREATE INDEX refunds_open ON refunds (requested_at) WHERE status IN ('requested', 'pending');
CREATE INDEX refunds_without_credit_note ON refunds (succeeded_at, id) WHERE succeeded_at IS NOT NULL AND NOT has_credit_note;
CREATE INDEX refunds_without_reversal ON refunds (ended_at, id) WHERE ended_at IS NOT NULL AND has_credit_note AND NOT has_reversal;

CREATE TABLE used_proofs (
  signature text        PRIMARY KEY,
  used_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX used_proofs_by_age ON used_proofs (used_at);

CREATE FUNCTION add_up_payments() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  before purchases[];
  after purchases[];
BEGIN
  IF TG_OP <> 'INSERT' THEN SELECT array_agg(p::purchases) INTO before FROM purchases_before p; END IF;
  IF TG_OP <> 'DELETE' THEN SELECT array_agg(p::purchases) INTO after FROM purchases_after p; END IF;
  WITH change AS (
    SELECT user_id, sum(n) AS payments, COALESCE(sum(n * amount) FILTER (WHERE status = 'succeeded'), 0) AS amount
      FROM (SELECT user_id, status, amount, 1 AS n FROM unnest(after)
            UNION ALL SELECT user_id, status, amount, -1 FROM unnest(before)) c
     WHERE status IN ('succeeded', 'refunded') GROUP BY user_id
    HAVING sum(n) <> 0 OR COALESCE(sum(n * amount) FILTER (WHERE status = 'succeeded'), 0) <> 0),
  by_user AS (
    INSERT INTO payment_totals_by_user AS t (user_id, payments, succeeded_amount)
    SELECT user_id, payments, amount FROM change ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE
       SET payments = t.payments + EXCLUDED.payments,
           succeeded_amount = t.succeeded_amount + EXCLUDED.succeeded_amount)
  UPDATE payment_totals t
     SET payments = t.payments + c.payments, succeeded_amount = t.succeeded_amount + c.amount
    FROM (SELECT sum(payments) AS payments, sum(amount) AS amount FROM change HAVING count(*) > 0) c
   WHERE t.shard = pg_backend_pid() % 16;
  RETURN NULL;
END $$;
CREATE TRIGGER purchases_deleted AFTER DELETE ON purchases REFERENCING OLD TABLE AS purchases_before
  FOR EACH STATEMENT EXECUTE FUNCTION add_up_payments();
CREATE TRIGGER purchases_inserted AFTER INSERT ON purchases REFERENCING NEW TABLE AS purchases_after
  FOR EACH STATEMENT EXECUTE FUNCTION add_up_payments();
CREATE TRIGGER purchases_updated AFTER UPDATE ON purchases REFERENCING OLD TABLE AS purchases_before NEW TABLE AS purchases_after
  FOR EACH STATEMENT EXECUTE FUNCTION add_up_payments();

-- Its body is in balance/balance-counts.sql.
CREATE FUNCTION count_in_balance() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER purchases_count_in_balance AFTER INSERT ON purchases
  FOR EACH ROW WHEN (new.purchased_at IS NOT NULL) EXECUTE FUNCTION count_in_balance();
CREATE TRIGGER purchases_count_in_balance_again AFTER UPDATE ON purchases
  FOR EACH ROW WHEN ((old.purchased_at, old.amount) IS DISTINCT FROM (new.purchased_at, new.amount))
  EXECUTE FUNCTION count_in_balance();
CREATE TRIGGER refunds_count_in_balance AFTER INSERT ON refunds
  FOR EACH ROW WHEN (new.succeeded_at IS NOT NULL) EXECUTE FUNCTION count_in_balance();
CREATE TRIGGER refunds_count_in_balance_again AFTER UPDATE ON refunds
  FOR EACH ROW WHEN ((old.succeeded_at, old.ended_at, old.amount)
                     IS DISTINCT FROM (new.succeeded_at, new.ended_at, new.amount))
  EXECUTE FUNCTION count_in_balance();
CREATE TRIGGER disputes_count_in_balance AFTER INSERT ON disputes FOR EACH ROW EXECUTE FUNCTION count_in_balance();
CREATE TRIGGER disputes_count_in_balance_again AFTER UPDATE ON disputes
  FOR EACH ROW WHEN ((old.status, old.opened_at, old.closed_at, old.amount)
                     IS DISTINCT FROM (new.status, new.opened_at, new.closed_at, new.amount))
  EXECUTE FUNCTION count_in_balance();
-- Movements of the provider's balance never change.
CREATE TRIGGER balance_transactions_count AFTER INSERT ON balance_transactions
  FOR EACH ROW EXECUTE FUNCTION count_in_balance();

-- Vacuums and analyzes large tables after a hundredth of their rows changed, not a fifth as by default: until a vacuum, a count
-- that reads an index looks up new rows in the table, too.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['provider_events', 'purchases', 'balance_transactions', 'balance_counts', 'documents', 'inbox'] LOOP
    EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_scale_factor = 0.01, '
      'autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01)', name);
  END LOOP;
END $$;

-- Otherwise a vacuum that finds dead rows on few pages leaves them in the indexes, where a search for the few rows in progress
-- would pass all that have ended.
ALTER TABLE purchases SET (vacuum_index_cleanup = on);

INSERT INTO document_numbers (kind, last) VALUES ('receipt', 0), ('credit-note', 0), ('reversal', 0);
INSERT INTO payment_totals SELECT n, 0, 0 FROM generate_series(0, 15) n;
INSERT INTO provider_event_cursor VALUES (true, now(), now());
INSERT INTO provider_status VALUES (true, true, 0, now(), 1000, now());
