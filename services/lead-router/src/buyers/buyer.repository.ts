import {
  noFilters,
  type PayloadOf,
  type buyerSettingsChanged,
  type cardChanged,
  type timeZoneChanged,
  type userRegistered,
} from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FilterListValues } from '../matching/match-counts.js';
import { toProfileMask } from '../matching/profile-mask.js';
import type { EligibilityFacts } from './eligibility-reason.js';

export interface BuyerSettings {
  readonly buyerId: string;
  readonly serviceEnabled: boolean;
  readonly dailyLeadLimit: number;
  readonly settingsVersion: number;
}

/** What the functions of `buyer-changes.sql` return for a change that they applied. */
export interface BuyerChange extends BuyerSettings {
  readonly previousServiceEnabled: boolean;
  readonly previousDailyLeadLimit: number;
  readonly resumptionNeedsAdmin: boolean;
  readonly shouldOfferWaiting: boolean;
}

interface EligibilityRow extends Omit<EligibilityFacts, 'hasMatches'>, FilterListValues {
  readonly isDeliveryPause: boolean;
  readonly resumptionNeedsAdmin: boolean;
  readonly spentTodayCents: number;
  readonly dayEndsAt: Date;
  readonly timeZone: string;
  readonly changeNumber: number;
}

export type Setting = PayloadOf<typeof buyerSettingsChanged>['setting'];

export interface SettingChange {
  readonly buyerId: string;
  readonly setting: Setting;
  readonly value: boolean | number;
  readonly changeNumber: number;
  readonly isByAdmin: boolean;
}

/** Also draws the number that a change of settings requested after this read must carry (ADR 4). */
const SELECT_ELIGIBILITY = prepared(`
  SELECT b.service_enabled AS "serviceEnabled", b.account_disabled AS "accountDisabled", b.under_review AS "isUnderReview",
         NOT b.service_enabled AND b.delivery_pause_number IS NOT DISTINCT FROM b.service_change_number AS "isDeliveryPause",
         resumption_needs_admin(b) AS "resumptionNeedsAdmin", b.daily_lead_limit AS "dailyLeadLimit",
         b.card_version AS "cardVersion", b.card_usable AS "cardUsable", COALESCE(b.held_until > clock.now, false) AS "isHeld",
         has_too_many_undelivered(b) AS "hasTooManyUndelivered", b.time_zone AS "timeZone",
         slots_used_today(b, clock.now) AS "leadsToday", next_midnight(b, clock.now) AS "dayEndsAt",
         spent_on(b.id, today(b, clock.now)) AS "spentTodayCents", has_weekly_budget(b, clock.now) AS "hasWeeklyBudget",
         has_monthly_budget(b, clock.now) AS "hasMonthlyBudget", is_within_hours(b, clock.now) AS "isWithinHours",
         b.filter_states AS states, b.filter_lead_types AS "leadTypes", b.filter_asset_bands AS "assetBands",
         b.filter_age_ranges AS "ageRanges", nextval('settings_change_numbers')::float8 AS "changeNumber"
    FROM buyers b, (SELECT eligibility_now() AS now) clock WHERE b.id = $1`);
const SELECT_SETTINGS = `
  SELECT id AS "buyerId", service_enabled AS "serviceEnabled", daily_lead_limit AS "dailyLeadLimit",
         settings_version AS "settingsVersion", resumption_needs_admin(b) AS "resumptionNeedsAdmin"
    FROM buyers b WHERE id = $1`;
const LOCK = prepared('SELECT FROM buyers WHERE id = $1 FOR UPDATE');
const LOCK_SALE_COUNTS = 'SELECT lock_sale_counts($1)';
const UPDATE_CARD = `
  UPDATE buyers SET card_usable = $2, card_version = $3, held_until = NULL WHERE id = $1 AND card_version < $3
  RETURNING should_offer_waiting(old.is_eligible, new.is_eligible) AS "shouldOfferWaiting"`;

/** The states that a new buyer chose at sign-up. */
const SET_FIRST_STATES =
  "SELECT set_filters($1, nextval('settings_change_numbers'), $2, $3, $4, $5, $6, NULL, NULL, NULL)";

/**
 * A write whose version or change number is not higher than the applied one changes nothing and returns undefined. So does
 * a write to an unknown buyer.
 */
@Injectable()
export class BuyerRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findEligibility(buyerId: string): Promise<EligibilityRow | undefined> {
    const [row]: EligibilityRow[] = await this.dataSource.query(SELECT_ELIGIBILITY, [buyerId]);
    return row;
  }

  async findSettings(
    tx: Tx,
    buyerId: string,
  ): Promise<(BuyerSettings & { readonly resumptionNeedsAdmin: boolean }) | undefined> {
    return tx.one<BuyerSettings & { resumptionNeedsAdmin: boolean }>(SELECT_SETTINGS, [buyerId]);
  }

  async register(tx: Tx, user: PayloadOf<typeof userRegistered>): Promise<void> {
    const { userId, serviceEnabled, dailyLeadLimit, timeZone, states } = user;
    await tx.query('SELECT register_buyer($1, $2, $3, $4)', [
      ...[userId, serviceEnabled, dailyLeadLimit, timeZone],
    ]);
    if (states === undefined) return;
    const { leadTypes, assetBands, ageRanges } = noFilters;
    const mask = toProfileMask(noFilters);
    await tx.query(SET_FIRST_STATES, [userId, states, leadTypes, assetBands, ageRanges, mask]);
  }

  /** Returns false for an unknown buyer. */
  async lock(tx: Tx, buyerId: string): Promise<boolean> {
    return (await tx.query(LOCK, [buyerId])).length > 0;
  }

  /** Call it before `lock`: a refund locks the counts before the buyer, and the opposite order could deadlock. */
  lockSaleCounts(tx: Tx, buyerId: string): void {
    tx.send(LOCK_SALE_COUNTS, [buyerId]);
  }

  async updateCard(
    tx: Tx,
    { buyerId, usable, version }: PayloadOf<typeof cardChanged>,
  ): Promise<{ readonly shouldOfferWaiting: boolean } | undefined> {
    return tx.one<{ shouldOfferWaiting: boolean }>(UPDATE_CARD, [buyerId, usable, version]);
  }

  /** Returns `shouldOfferWaiting`. The caller must hold the locks of the buyer's counts and of the buyer. */
  async updateTimeZone(
    tx: Tx,
    { userId, timeZone, version }: PayloadOf<typeof timeZoneChanged>,
  ): Promise<boolean | undefined> {
    const [row] = await tx.query<{ shouldOfferWaiting: boolean | null }>(
      'SELECT set_time_zone($1, $2, $3) AS "shouldOfferWaiting"',
      [userId, timeZone, version],
    );
    return row?.shouldOfferWaiting ?? undefined;
  }

  setAccountDisabled(
    tx: Tx,
    buyerId: string,
    isDisabled: boolean,
    version: number,
  ): Promise<BuyerChange | undefined> {
    return applyChange(tx, 'SELECT set_account_disabled($1, $2, $3) AS change', [
      buyerId,
      isDisabled,
      version,
    ]);
  }

  setUnderReview(
    tx: Tx,
    buyerId: string,
    isUnderReview: boolean,
    version: number,
  ): Promise<BuyerChange | undefined> {
    return applyChange(tx, 'SELECT set_under_review($1, $2, $3) AS change', [
      buyerId,
      isUnderReview,
      version,
    ]);
  }

  /**
   * Pauses the service because the lead of the offer could not be delivered. Returns undefined if the service was already
   * paused for that reason after the offer was made.
   */
  pauseForDelivery(tx: Tx, buyerId: string, offerId: string): Promise<BuyerChange | undefined> {
    return applyChange(tx, 'SELECT pause_for_delivery($1, $2) AS change', [buyerId, offerId]);
  }

  /** Also returns undefined if only an admin can make the change. */
  changeSetting(
    tx: Tx,
    { buyerId, setting, value, changeNumber, isByAdmin }: SettingChange,
  ): Promise<BuyerChange | undefined> {
    return setting === 'serviceEnabled'
      ? applyChange(tx, 'SELECT set_service($1, $2, $3, $4) AS change', [
          ...[buyerId, value, changeNumber, isByAdmin],
        ])
      : applyChange(tx, 'SELECT set_daily_limit($1, $2, $3) AS change', [buyerId, value, changeNumber]);
  }

  /** Cannot be undone: a trigger keeps `erased_at`. */
  async erase(tx: Tx, buyerId: string): Promise<void> {
    await tx.query('SELECT erase_buyer($1)', [buyerId]);
  }
}

async function applyChange(
  tx: Tx,
  sql: string,
  parameters: readonly unknown[],
): Promise<BuyerChange | undefined> {
  const [row] = await tx.query<{ change: BuyerChange | null }>(sql, parameters);
  return row?.change ?? undefined;
}
