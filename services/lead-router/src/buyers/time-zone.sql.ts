import { prepared } from '@desk/outbox';
import { CLOCK } from './eligibility.sql.js';
import { lastHeldDay, recordFilterChange, slotsHeldOn, spentSince } from './recount.sql.js';

const CURRENT_WEEK = `date_trunc('week', day.counted::timestamp)::date`;
const CURRENT_MONTH = `date_trunc('month', day.counted::timestamp)::date`;

/**
 * Moves a buyer to a time zone, unless the buyer has this version of it or a newer one. The day there, its week and its
 * month are counted again from the offers. It is not a day before the last one on which a slot is held: see `TODAY`.
 *
 * The row of `buyer_filter_changes` says in which zone the hours hold from then on. A buyer who never had filters gets a
 * row for the former zone too, so that it stays known what a day was before.
 * $1: buyer, whose row this transaction has locked in an earlier statement, $2: time zone, $3: its version.
 */
export const setTimeZoneSql = (clock = CLOCK): string => `
  WITH changed AS (
         UPDATE buyers b
            SET time_zone = $2, time_zone_version = $3,
                units_day = day.counted, units_used = ${slotsHeldOn('day.counted')},
                week_start = ${CURRENT_WEEK}, week_cents = ${spentSince(CURRENT_WEEK)},
                month_start = ${CURRENT_MONTH}, month_cents = ${spentSince(CURRENT_MONTH)}
           FROM (SELECT GREATEST((clock.now AT TIME ZONE $2)::date, ${lastHeldDay('$1')}) AS counted FROM ${clock}) day
          WHERE b.id = $1 AND b.time_zone_version < $3
         RETURNING b.*, old.time_zone AS previous_time_zone),
       began AS (${recordFilterChange(
         'FROM changed WHERE NOT EXISTS (SELECT 1 FROM buyer_filter_changes WHERE buyer_id = $1)',
         'created_at',
         'previous_time_zone',
       )}),
       recorded AS (${recordFilterChange('FROM changed')})
  SELECT 1 FROM changed`;
export const SET_TIME_ZONE = prepared(setTimeZoneSql());
