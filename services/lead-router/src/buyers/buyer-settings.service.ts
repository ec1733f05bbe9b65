import {
  buyerSettingsChanged,
  DomainError,
  type PayloadOf,
  type RequestOf,
  type setDailyLimit,
  type setService,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { FeedService } from '../feed/feed.service.js';
import type { BuyerChange } from './buyer-changes.sql.js';
import { BuyerRepository, type BuyerSettings, type Setting, type SettingChange } from './buyer.repository.js';
import { publishOfferWaiting } from './daily-slots.js';

/** Who made a change, and why. */
type Origin = Pick<
  PayloadOf<typeof buyerSettingsChanged>,
  'caller' | 'actorId' | 'reason' | 'isDeliveryPause'
>;

const toOrigin = ({
  caller,
  actorId,
  reason,
}: Pick<RequestOf<typeof setService>, 'caller' | 'actorId' | 'reason'>): Origin => ({
  caller: caller ?? null,
  ...(actorId === undefined ? {} : { actorId }),
  ...(reason === undefined ? {} : { reason }),
});

/** Owns pause and daily limit. Other services keep copies, fed by `leads.buyer-settings-changed` (ADR 0010). */
@Injectable()
export class BuyerSettingsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly buyers: BuyerRepository,
    private readonly feed: FeedService,
  ) {}

  setService(request: RequestOf<typeof setService>): Promise<BuyerSettings> {
    const { buyerId, serviceEnabled, changeNumber } = request;
    const change: SettingChange = { buyerId, setting: 'serviceEnabled', value: serviceEnabled, changeNumber };
    return this.change(change, toOrigin(request));
  }

  setDailyLimit(request: RequestOf<typeof setDailyLimit>): Promise<BuyerSettings> {
    const { buyerId, dailyLeadLimit, changeNumber } = request;
    const change: SettingChange = { buyerId, setting: 'dailyLeadLimit', value: dailyLeadLimit, changeNumber };
    return this.change(change, toOrigin(request));
  }

  /**
   * Pauses the service because the lead of this offer could not be delivered, until the agent or an admin resumes it
   * (ADR 0041). Returns false if nothing changes: see `PAUSE_FOR_DELIVERY`.
   */
  async pauseForDelivery(tx: Tx, buyerId: string, offerId: string): Promise<boolean> {
    const change = await this.buyers.pauseForDelivery(tx, buyerId, offerId);
    if (!change) return false;
    publishChange(tx, change, 'serviceEnabled', { caller: null, isDeliveryPause: true });
    return true;
  }

  /**
   * Resolves after the commit: no later reservation violates the change.
   * @throws BUYER_NOT_FOUND, SETTINGS_CHANGED
   */
  private async change(request: SettingChange, origin: Origin): Promise<BuyerSettings> {
    const settings = await this.transactions.run(async (tx) => {
      const change = await this.buyers.changeSetting(tx, request);
      if (!change) return this.getUnchanged(tx, request);
      publishChange(tx, change, request.setting, origin);
      crashPoint('lead-router.before-settings-commit');
      const { buyerId, serviceEnabled, dailyLeadLimit, settingsVersion } = change;
      return { buyerId, serviceEnabled, dailyLeadLimit, settingsVersion };
    });
    crashPoint('lead-router.after-settings-commit');
    this.feed.notify([request.buyerId]);
    return settings;
  }

  /** Succeeds if the requested value is in force: the change is a repeated delivery, or a newer one set the same value. */
  private async getUnchanged(tx: Tx, { buyerId, setting, value }: SettingChange): Promise<BuyerSettings> {
    const settings = await this.buyers.findSettings(tx, buyerId);
    if (!settings) throw new DomainError('BUYER_NOT_FOUND');
    if (settings[setting] !== value) throw new DomainError('SETTINGS_CHANGED');
    return settings;
  }
}

function publishChange(tx: Tx, change: BuyerChange, setting: Setting, origin: Origin): void {
  const { buyerId, settingsVersion, serviceEnabled, dailyLeadLimit } = change;
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
      ...origin,
      at: new Date().toISOString(),
    },
    { key: `${buyerId}-${settingsVersion}` },
  );
  if (change.shouldOfferWaiting) publishOfferWaiting(tx, buyerId);
}
