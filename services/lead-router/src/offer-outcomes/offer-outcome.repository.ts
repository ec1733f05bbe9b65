import type { OfferState } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { FunnelEntity } from '../funnels/funnel.entity.js';
import { LeadEntity } from '../intake/lead.entity.js';
import { LeadOfferEntity } from '../routing/lead-offer.entity.js';
import { offerTransitions } from '../routing/offer-transitions.js';

export interface OfferedLead {
  readonly lead: LeadEntity;
  readonly offer: LeadOfferEntity;
}

@Injectable()
export class OfferOutcomeRepository {
  /** Locks the lead first, as every transaction does, to prevent deadlocks (ADR 0004). */
  async lock(tx: Tx, offerId: string, leadId: string): Promise<OfferedLead> {
    const lock = { mode: 'pessimistic_write' } as const;
    const lead = await tx.manager.findOneOrFail(LeadEntity, { where: { id: leadId }, lock });
    const offer = await tx.manager.findOneOrFail(LeadOfferEntity, { where: { id: offerId, leadId }, lock });
    return { lead, offer };
  }

  async close(
    tx: Tx,
    offer: LeadOfferEntity,
    outcome: Exclude<OfferState, 'open'>,
    closedAt: Date,
    declineCode: string | null = null,
  ): Promise<void> {
    const status = offerTransitions.move(offer.status, outcome);
    await tx.manager.update(LeadOfferEntity, offer.id, { status, closedAt, declineCode });
  }

  async updateLead(
    tx: Tx,
    leadId: string,
    values: Partial<Pick<LeadEntity, 'status' | 'soldAt'>>,
  ): Promise<void> {
    await tx.manager.update(LeadEntity, leadId, values);
  }

  /** The buyer gets no more leads until the card is replaced. A newer card than the declined one is not affected. */
  async setCardUnusable(tx: Tx, buyerId: string, cardVersion: number): Promise<void> {
    await tx.query('UPDATE buyers SET card_usable = false WHERE id = $1 AND card_version <= $2', [
      buyerId,
      cardVersion,
    ]);
  }

  getFunnel(tx: Tx, funnelId: string): Promise<FunnelEntity> {
    return tx.manager.findOneByOrFail(FunnelEntity, { id: funnelId });
  }
}
