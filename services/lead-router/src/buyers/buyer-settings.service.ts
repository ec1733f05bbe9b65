import type { Message } from '@desk/bullmq-transport';
import {
  buyerSettingsChanged,
  DomainError,
  type PayloadOf,
  type RequestOf,
  type ResponseOf,
  type setDailyLimit,
  type setService,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { FeedService } from '../feed/feed.service.js';
import { type BuyerChange, SET_DAILY_LIMIT, SET_SERVICE } from './buyer-changes.sql.js';
import { publishOfferWaiting } from './daily-slots.js';

type BuyerSettings = ResponseOf<typeof setService>;
type Setting = PayloadOf<typeof buyerSettingsChanged>['setting'];

interface SettingsRequest extends Pick<RequestOf<typeof setService>, 'buyerId' | 'changeNumber' | 'caller'> {
  readonly setting: Setting;
  readonly value: boolean | number;
}

const statements: Record<Setting, string> = {
  serviceEnabled: SET_SERVICE,
  dailyLeadLimit: SET_DAILY_LIMIT,
};

/** Owns pause and daily limit. Other services keep copies, fed by `leads.buyer-settings-changed`. */
@Injectable()
export class BuyerSettingsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly feed: FeedService,
  ) {}

  setService(
    { serviceEnabled, ...request }: RequestOf<typeof setService>,
    message: Message,
  ): Promise<BuyerSettings> {
    return this.change({ ...request, setting: 'serviceEnabled', value: serviceEnabled }, message);
  }

  setDailyLimit(
    { dailyLeadLimit, ...request }: RequestOf<typeof setDailyLimit>,
    message: Message,
  ): Promise<BuyerSettings> {
    return this.change({ ...request, setting: 'dailyLeadLimit', value: dailyLeadLimit }, message);
  }

  /**
   * Resolves after the commit, so no reservation is made against the change from the answer on.
   * @throws BUYER_NOT_FOUND, SETTINGS_CHANGED
   */
  private async change(request: SettingsRequest, { deadline }: Message): Promise<BuyerSettings> {
    const settings = await this.transactions.run(async (tx) => {
      const changed = await this.apply(tx, request);
      // The row lock may have taken longer than the caller waits; what was answered as failed should not happen.
      if (deadline !== undefined && deadline < Date.now()) throw new DomainError('UNAVAILABLE');
      crashPoint('lead-router.before-settings-commit');
      return changed ?? this.getUnchanged(tx, request);
    });
    crashPoint('lead-router.after-settings-commit');
    this.feed.say([request.buyerId]);
    return settings;
  }

  /** Returns undefined if a newer change was applied before, or the buyer is unknown. */
  private async apply(tx: Tx, request: SettingsRequest): Promise<BuyerSettings | undefined> {
    const { buyerId, setting, value, changeNumber, caller } = request;
    const [change] = await tx.query<BuyerChange>(statements[setting], [buyerId, value, changeNumber ?? null]);
    if (!change) return undefined;
    const { serviceEnabled, dailyLeadLimit, settingsVersion } = change;
    tx.publish(
      buyerSettingsChanged,
      {
        buyerId,
        version: settingsVersion,
        setting,
        serviceEnabled,
        dailyLeadLimit,
        previous: {
          serviceEnabled: change.previousServiceEnabled,
          dailyLeadLimit: change.previousDailyLeadLimit,
        },
        caller: caller ?? null,
        at: new Date().toISOString(),
      },
      { key: `${buyerId}-${settingsVersion}` },
    );
    if (change.shouldOfferWaiting) publishOfferWaiting(tx, buyerId);
    return { buyerId, serviceEnabled, dailyLeadLimit, settingsVersion };
  }

  /** A repeated delivery of a change, or a newer change to the same value, is a success: what was requested holds. */
  private async getUnchanged(tx: Tx, { buyerId, setting, value }: SettingsRequest): Promise<BuyerSettings> {
    const [settings] = await tx.query<BuyerSettings>(
      `SELECT id AS "buyerId", service_enabled AS "serviceEnabled", daily_lead_limit AS "dailyLeadLimit",
              settings_version AS "settingsVersion"
         FROM buyers WHERE id = $1`,
      [buyerId],
    );
    if (!settings) throw new DomainError('BUYER_NOT_FOUND');
    if (settings[setting] !== value) throw new DomainError('SETTINGS_CHANGED');
    return settings;
  }
}
