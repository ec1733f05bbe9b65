import {
  buyerSettingsChanged,
  DomainError,
  type PayloadOf,
  type RequestOf,
  type setService,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { FeedService } from '../feed/feed.service.js';
import {
  type BuyerChange,
  BuyerRepository,
  type BuyerSettings,
  type Setting,
  type SettingChange,
} from './buyer.repository.js';
import { lockTiedBuyers } from './undelivered-leads.service.js';
import { publishOfferWaiting } from './daily-slots.js';

/** Who made a change, and why. */
type Origin = Pick<
  PayloadOf<typeof buyerSettingsChanged>,
  'caller' | 'actorId' | 'reason' | 'isDeliveryPause' | 'resumptionNeedsAdmin'
>;

interface DeliveryPause {
  readonly buyerId: string;
  readonly offerId: string;
  readonly tiedIds: readonly string[];
}

type ChangeRequest = Omit<RequestOf<typeof setService>, 'serviceEnabled'>;

const toOrigin = ({ caller, actorId, reason }: Omit<ChangeRequest, 'buyerId' | 'changeNumber'>): Origin => ({
  caller,
  ...(actorId === undefined ? {} : { actorId }),
  ...(reason === undefined ? {} : { reason }),
});

/** Owns pause and daily limit. Other services keep copies, fed by `leads.buyer-settings-changed` (ADR 4). */
@Injectable()
export class BuyerSettingsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly buyers: BuyerRepository,
    private readonly feed: FeedService,
  ) {}

  /**
   * Pauses the service because the lead of this offer could not be delivered, until the agent or an admin resumes it
   * (ADR 7); after too many such pauses, counting tied accounts, only an admin can. Returns false if nothing changes:
   * see `pause_for_delivery`. The caller has locked the tied buyers.
   */
  async pauseForDelivery(tx: Tx, { buyerId, offerId, tiedIds }: DeliveryPause): Promise<boolean> {
    const change = await this.buyers.pauseForDelivery(tx, buyerId, offerId);
    if (!change) return false;
    if (tiedIds.length > 1) tx.send('SELECT count_pause_for_tied($1, $2)', [buyerId, tiedIds]);
    publishChange(tx, change, 'serviceEnabled', {
      caller: null,
      isDeliveryPause: true,
      ...(change.resumptionNeedsAdmin ? { resumptionNeedsAdmin: true } : {}),
    });
    return true;
  }

  /**
   * Resolves after the commit: no later reservation violates the change.
   * @throws BUYER_NOT_FOUND, SETTINGS_CHANGED, RESUMPTION_NEEDS_ADMIN
   */
  async change(
    setting: Setting,
    value: boolean | number,
    { buyerId, changeNumber, ...origin }: ChangeRequest,
  ): Promise<BuyerSettings> {
    const request = { buyerId, setting, value, changeNumber, isByAdmin: origin.actorId !== undefined };
    const settings = await this.transactions.run(async (tx) => {
      const isResumedByAdmin = request.isByAdmin && setting === 'serviceEnabled' && value === true;
      const tiedIds = isResumedByAdmin ? await lockTiedBuyers(tx, buyerId) : [];
      const change = await this.buyers.changeSetting(tx, request);
      if (!change) return this.getUnchanged(tx, request);
      // The admin has reviewed the tied accounts, too.
      if (tiedIds.length > 1)
        tx.send("UPDATE buyers SET delivery_pauses = '{}' WHERE id = ANY ($1::uuid[])", [tiedIds]);
      publishChange(tx, change, setting, toOrigin(origin));
      const { serviceEnabled, dailyLeadLimit, settingsVersion } = change;
      return { buyerId, serviceEnabled, dailyLeadLimit, settingsVersion };
    });
    this.feed.notify(buyerId);
    return settings;
  }

  /** Succeeds if the requested value is in force: the request is repeated, or a newer one set the same value. */
  private async getUnchanged(
    tx: Tx,
    { buyerId, setting, value, isByAdmin }: SettingChange,
  ): Promise<BuyerSettings> {
    const found = await this.buyers.findSettings(tx, buyerId);
    if (!found) throw new DomainError('BUYER_NOT_FOUND');
    const { resumptionNeedsAdmin, ...settings } = found;
    if (settings[setting] === value) return settings;
    const isRefused = setting === 'serviceEnabled' && resumptionNeedsAdmin && !isByAdmin;
    throw new DomainError(isRefused ? 'RESUMPTION_NEEDS_ADMIN' : 'SETTINGS_CHANGED');
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
