import type { Tx } from '@desk/outbox';
import { InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { leadAgeSettings } from './lead-age-settings.js';
import { reserve, type ReservationResult } from './reserve.js';
import { RoutingRepository, type WaitingLead } from './routing.repository.js';

export type RoutingResult = ReservationResult | 'expired' | 'not-available';

/** Finds a buyer for one lead, inside the caller's transaction. A lead that is no longer real-time is never sold. */
@Injectable()
export class LeadRouter {
  private readonly maxAgeHours: number;

  constructor(
    private readonly repository: RoutingRepository,
    @InjectEnv() env: SettingsOf<typeof leadAgeSettings>,
  ) {
    this.maxAgeHours = env.LEAD_MAX_AGE_HOURS;
  }

  /** `mayWait`: false if the transaction holds a buyer's lock, since waiting for another could deadlock. */
  async route(tx: Tx, leadId: string, options: { mayWait: boolean }): Promise<RoutingResult> {
    const lead = await this.repository.lockAvailable(tx, leadId, this.maxAgeHours);
    return lead ? this.reserveOrExpire(tx, lead, options) : 'not-available';
  }

  /** Routes the oldest waiting lead that a buyer can take. */
  async routeNextWaiting(tx: Tx): Promise<RoutingResult> {
    const lead = await this.repository.lockNextWaiting(tx, this.maxAgeHours);
    return lead ? this.reserveOrExpire(tx, lead, { mayWait: true }) : 'not-available';
  }

  /** Expires waiting leads that are too old, without looking for a buyer. Returns how many. */
  expireLeads(tx: Tx): Promise<number> {
    return this.repository.expireLeads(tx, this.maxAgeHours);
  }

  private async reserveOrExpire(
    tx: Tx,
    { id, isTooOld }: WaitingLead,
    options: { mayWait: boolean },
  ): Promise<RoutingResult> {
    if (!isTooOld) return reserve(tx, id, options);
    await this.repository.expire(tx, id);
    return 'expired';
  }
}
