import { prepared } from '@desk/outbox';
import {
  DELIVERED_LEADS_PER_UNDELIVERED,
  MAX_MORE_UNDELIVERED_LEADS,
  NEW_BUYER_UNDELIVERED_LEADS,
} from '@desk/contracts';
import { CLOCK, derivedColumns, SHOULD_OFFER_WAITING } from './eligibility.sql.js';

/** An attempt to send the sold lead of the row `s` failed, and neither has a channel taken it, nor its buyer seen it. */
export const IS_UNDELIVERED =
  '(s.deferred_at IS NOT NULL AND s.delivered_at IS NULL AND s.seen_at IS NULL AND s.withheld_at IS NULL)';

/** Delivered leads of one account, as many as count. */
const COUNTED_DELIVERED_LEADS = DELIVERED_LEADS_PER_UNDELIVERED * MAX_MORE_UNDELIVERED_LEADS;

/**
 * Counts the undelivered leads of tied buyers together, and how many they may have. The transaction has locked their rows
 * in an earlier statement, so that of two changes the second sees the first. Returns those whose eligibility changed.
 * $1: buyers.
 */
export const COUNT_UNDELIVERED = prepared(`
  WITH counted AS MATERIALIZED (
         SELECT (SELECT count(*)::int FROM sold_leads s WHERE s.buyer_id = ANY ($1::uuid[]) AND ${IS_UNDELIVERED}) AS undelivered,
                ${NEW_BUYER_UNDELIVERED_LEADS} + (
                  SELECT COALESCE(sum(delivered.count / ${DELIVERED_LEADS_PER_UNDELIVERED}), 0)::int
                    FROM unnest($1::uuid[]) tied(id)
                   CROSS JOIN LATERAL (
                         SELECT count(*) FROM (
                           SELECT 1 FROM sold_leads s
                            WHERE s.buyer_id = tied.id AND s.delivered_at IS NOT NULL AND s.withheld_at IS NULL
                            LIMIT ${COUNTED_DELIVERED_LEADS}) s) delivered) AS allowance)
  UPDATE buyers b
     SET undelivered_leads = counted.undelivered, undelivered_allowance = counted.allowance,
         ${derivedColumns({ undeliveredLeads: 'counted.undelivered', undeliveredAllowance: 'counted.allowance' })}
    FROM counted, ${CLOCK}
   WHERE b.id = ANY ($1::uuid[])
     AND (b.undelivered_leads, b.undelivered_allowance) IS DISTINCT FROM (counted.undelivered, counted.allowance)
  RETURNING b.id, (new.undelivered_leads < new.undelivered_allowance) <> (old.undelivered_leads < old.undelivered_allowance) AS "isChanged",
            ${SHOULD_OFFER_WAITING}`);
