import { prepared } from '@desk/outbox';
import { appendEventsSql } from '../feed/append-events.sql.js';
import { DELIVERY_PAUSES_WITH_NOW, RESUMPTION_NEEDS_ADMIN } from './delivery-pauses.sql.js';
import { CLOCK, derivedColumns, SHOULD_OFFER_WAITING } from './eligibility.sql.js';

export interface BuyerChange {
  readonly buyerId: string;
  readonly serviceEnabled: boolean;
  readonly dailyLeadLimit: number;
  readonly settingsVersion: number;
  readonly previousServiceEnabled: boolean;
  readonly previousDailyLeadLimit: number;
  readonly resumptionNeedsAdmin: boolean;
  readonly shouldOfferWaiting: boolean;
}

/**
 * Extends an INSERT or UPDATE of `buyers` with the `buyer_changes` row and the feed event. That row proves afterwards
 * that no offer was made against a confirmed pause or limit, so it is written under the buyer's lock.
 */
const recorded = (sql: string): string =>
  prepared(
    `WITH changed AS (${sql}
            RETURNING id, service_enabled, account_disabled, under_review, daily_lead_limit, settings_version,
                      old.service_enabled AS previous_service_enabled,
                      old.daily_lead_limit AS previous_daily_lead_limit,
                      ${RESUMPTION_NEEDS_ADMIN} AS resumption_needs_admin, ${SHOULD_OFFER_WAITING}),
          recorded AS (
            INSERT INTO buyer_changes (buyer_id, at, service_enabled, daily_lead_limit)
            SELECT id, clock_timestamp(), service_enabled AND NOT account_disabled AND NOT under_review, daily_lead_limit
              FROM changed),
          ${appendEventsSql('changed b', `'eligibility-changed'`, 'NULL')}
     SELECT id AS "buyerId", service_enabled AS "serviceEnabled", daily_lead_limit AS "dailyLeadLimit",
            settings_version AS "settingsVersion", previous_service_enabled AS "previousServiceEnabled",
            previous_daily_lead_limit AS "previousDailyLeadLimit",
            resumption_needs_admin AS "resumptionNeedsAdmin", "shouldOfferWaiting"
       FROM changed`,
  );

/** $1: buyer, $2: service enabled, $3: daily limit, $4: time zone. Does nothing for a known buyer. */
export const REGISTER_BUYER = recorded(
  `INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone) VALUES ($1, $2, $3, $4)
   ON CONFLICT (id) DO NOTHING`,
);

/** $1: buyer, $2: whether the account is disabled, $3: version of that fact. */
export const SET_ACCOUNT_DISABLED = recorded(
  `UPDATE buyers b SET account_disabled = $2, account_version = $3, ${derivedColumns({ accountDisabled: '$2::boolean' })}
     FROM ${CLOCK}
    WHERE b.id = $1 AND b.account_version < $3`,
);

/** $1: buyer, $2: whether a dispute stops the service, $3: version of that fact. */
export const SET_UNDER_REVIEW = recorded(
  `UPDATE buyers b SET under_review = $2, review_version = $3, ${derivedColumns({ underReview: '$2::boolean' })}
     FROM ${CLOCK}
    WHERE b.id = $1 AND b.review_version < $3`,
);

/** For good: a trigger keeps it. $1: buyer. Does nothing for an erased buyer. */
export const ERASE_BUYER = recorded(
  `UPDATE buyers b
      SET erased_at = clock_timestamp(), account_disabled = true, ${derivedColumns({ accountDisabled: 'true' })}
     FROM ${CLOCK}
    WHERE b.id = $1 AND b.erased_at IS NULL`,
);

/** Applies a change of one setting, unless a change with a higher number was applied before (ADR 0010). */
const changeSetting = (column: string, numberColumn: string, derived: string, condition = 'true'): string =>
  recorded(
    `UPDATE buyers b
        SET ${column} = $2, ${numberColumn} = $3::bigint,
            settings_version = b.settings_version + 1, ${derived}
       FROM ${CLOCK}
      WHERE b.id = $1 AND b.${numberColumn} < $3::bigint AND ${condition}`,
  );

/**
 * Refuses a resumption that only an admin can make. One by an admin removes the delivery pauses counted so far (ADR 0041).
 * $1: buyer, $2: service enabled, $3: number of the change, $4: whether an admin makes the change.
 */
export const SET_SERVICE = changeSetting(
  'service_enabled',
  'service_change_number',
  `delivery_pauses = CASE WHEN $2::boolean AND $4::boolean THEN '{}' ELSE b.delivery_pauses END,
   ${derivedColumns({ serviceEnabled: '$2::boolean' })}`,
  `($4::boolean OR NOT ($2::boolean AND ${RESUMPTION_NEEDS_ADMIN}))`,
);

/**
 * Pauses the service because the lead of an offer could not be delivered, unless the service was paused for that reason
 * after the offer was made: then the agent may have mended the delivery since. A service that the agent has paused
 * already is paused for this reason from now on: otherwise, a pause of their own would keep this one from being counted.
 * $1: buyer, whose row this transaction has locked, $2: offer.
 */
export const PAUSE_FOR_DELIVERY = recorded(
  `UPDATE buyers b
      SET service_enabled = false, service_change_number = change.number, settings_version = b.settings_version + 1,
          delivery_pause_number = change.number, delivery_paused_at = clock.now,
          delivery_pauses = ${DELIVERY_PAUSES_WITH_NOW},
          ${derivedColumns({ serviceEnabled: 'false' })}
     FROM (SELECT nextval('settings_change_numbers') AS number) change, ${CLOCK}
    WHERE b.id = $1
      AND EXISTS (SELECT 1 FROM lead_offers o
                   WHERE o.id = $2 AND o.buyer_id = b.id
                     AND (b.delivery_paused_at IS NULL OR o.reserved_at > b.delivery_paused_at))`,
);

/** $1: buyer, $2: daily limit, $3: number of the change, or null. */
export const SET_DAILY_LIMIT = changeSetting(
  'daily_lead_limit',
  'limit_change_number',
  derivedColumns({ dailyLeadLimit: '$2::integer' }),
);
