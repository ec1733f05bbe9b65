import type {
  PayloadOf,
  buyerSettingsChanged,
  cardChanged,
  timeZoneChanged,
  userRegistered,
} from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type BuyerChange,
  PAUSE_FOR_DELIVERY,
  REGISTER_BUYER,
  SET_ACCOUNT_DISABLED,
  SET_DAILY_LIMIT,
  SET_SERVICE,
  SET_UNDER_REVIEW,
} from './buyer-changes.sql.js';
import type { FilterListValues } from '../matching/match-counts.js';
import type { EligibilityFacts } from './eligibility-reason.js';
import { RESUMPTION_NEEDS_ADMIN } from './delivery-pauses.sql.js';
import { GET_ELIGIBILITY } from './eligibility.sql.js';
import { SET_TIME_ZONE } from './time-zone.sql.js';

export interface EligibilityRow extends Omit<EligibilityFacts, 'hasMatches'>, FilterListValues {
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

export type BuyerSettings = Pick<
  BuyerChange,
  'buyerId' | 'serviceEnabled' | 'dailyLeadLimit' | 'settingsVersion'
>;
type FoundSettings = BuyerSettings & Pick<BuyerChange, 'resumptionNeedsAdmin'>;

const LOCK = prepared('SELECT 1 FROM buyers WHERE id = $1 FOR UPDATE');
const UPDATE_CARD = `
  UPDATE buyers SET card_usable = $2, card_version = $3, held_until = NULL
   WHERE id = $1 AND card_version < $3 RETURNING 1`;
const SELECT_SETTINGS = `
  SELECT id AS "buyerId", service_enabled AS "serviceEnabled", daily_lead_limit AS "dailyLeadLimit",
         settings_version AS "settingsVersion", ${RESUMPTION_NEEDS_ADMIN} AS "resumptionNeedsAdmin"
    FROM buyers WHERE id = $1`;

@Injectable()
export class BuyerRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findEligibility(buyerId: string): Promise<EligibilityRow | undefined> {
    const [row]: EligibilityRow[] = await this.dataSource.query(GET_ELIGIBILITY, [buyerId]);
    return row;
  }

  async findSettings(tx: Tx, buyerId: string): Promise<FoundSettings | undefined> {
    const [settings] = await tx.query<FoundSettings>(SELECT_SETTINGS, [buyerId]);
    return settings;
  }

  async register(tx: Tx, user: PayloadOf<typeof userRegistered>): Promise<void> {
    await tx.query(REGISTER_BUYER, [user.userId, user.serviceEnabled, user.dailyLeadLimit, user.timeZone]);
  }

  /** Returns false for an unknown buyer. */
  async lock(tx: Tx, buyerId: string): Promise<boolean> {
    return (await tx.query(LOCK, [buyerId])).length > 0;
  }

  /** Returns false if this version of the card, or a newer one, is known already. */
  async updateCard(tx: Tx, card: PayloadOf<typeof cardChanged>): Promise<boolean> {
    return (await tx.query(UPDATE_CARD, [card.buyerId, card.usable, card.version])).length > 0;
  }

  /** Returns false if this version of the time zone, or a newer one, is known already. The caller has locked the buyer. */
  async updateTimeZone(tx: Tx, change: PayloadOf<typeof timeZoneChanged>): Promise<boolean> {
    const { userId, timeZone, version } = change;
    return (await tx.query(SET_TIME_ZONE, [userId, timeZone, version])).length > 0;
  }

  /** Returns undefined if this version, or a newer one, is known already. */
  async setAccountDisabled(
    tx: Tx,
    buyerId: string,
    disabled: boolean,
    version: number,
  ): Promise<BuyerChange | undefined> {
    const [change] = await tx.query<BuyerChange>(SET_ACCOUNT_DISABLED, [buyerId, disabled, version]);
    return change;
  }

  /** Returns undefined if this version, or a newer one, is known already. */
  async setUnderReview(
    tx: Tx,
    buyerId: string,
    isUnderReview: boolean,
    version: number,
  ): Promise<BuyerChange | undefined> {
    const [change] = await tx.query<BuyerChange>(SET_UNDER_REVIEW, [buyerId, isUnderReview, version]);
    return change;
  }

  /** Returns undefined if the service was paused for the same reason after the offer was made. */
  async pauseForDelivery(tx: Tx, buyerId: string, offerId: string): Promise<BuyerChange | undefined> {
    await this.lock(tx, buyerId);
    const [change] = await tx.query<BuyerChange>(PAUSE_FOR_DELIVERY, [buyerId, offerId]);
    return change;
  }

  /**
   * Returns undefined if a change with a higher number was applied before, only an admin can make the change, or the
   * buyer is unknown.
   */
  async changeSetting(
    tx: Tx,
    { buyerId, setting, value, changeNumber, isByAdmin }: SettingChange,
  ): Promise<BuyerChange | undefined> {
    const parameters = [buyerId, value, changeNumber];
    const [change] =
      setting === 'serviceEnabled'
        ? await tx.query<BuyerChange>(SET_SERVICE, [...parameters, isByAdmin])
        : await tx.query<BuyerChange>(SET_DAILY_LIMIT, parameters);
    return change;
  }
}
