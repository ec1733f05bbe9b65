import { DomainError, leadUndeliverable } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { type SoldLead, UndeliverableLeadRepository } from './undeliverable-lead.repository.js';

/** Finds out when a sold lead reached its buyer over no channel at all, and publishes it, so that the buyer is refunded. */
@Injectable()
export class UndeliverableLeadsService {
  constructor(
    private readonly leads: UndeliverableLeadRepository,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Precedes every transaction that may end the last delivery of a lead, or begins another one. */
  lockDeliveries(tx: Tx, deliveryId: string): Promise<void> {
    return this.leads.lockDeliveries(tx, deliveryId);
  }

  /**
   * The caller has locked the lead's deliveries. Publishes once for each offer: if the refund failed and the lead was sent
   * again in vain, a second refund would fail as well, so an admin has to settle it.
   */
  async publishIfUndeliverable(tx: Tx, { leadId, offerId, buyerId }: SoldLead): Promise<void> {
    if (!(await this.leads.isUndeliverable(tx, leadId))) return;
    const undeliverable = await this.leads.insert(tx, { leadId, offerId, buyerId });
    if (!undeliverable) {
      if (!(await this.leads.isSettled(tx, leadId)))
        this.logger.error(
          { leadId, offerId, buyerId, alarm: 'undeliverable-after-failed-refund' },
          'lead undeliverable again after its refund failed',
        );
      return;
    }
    const at = undeliverable.at.toISOString();
    const isOurFailure = await this.leads.isOurFailure(tx, leadId);
    tx.publish(leadUndeliverable, { leadId, offerId, buyerId, at, isOurFailure }, { key: offerId });
    crashPoint('notifier.before-undeliverable-commit');
    this.logger.warn({ leadId, offerId, buyerId, isOurFailure }, 'lead undeliverable');
  }

  /** @throws LEAD_REFUNDED */
  async assertNotRefunded(tx: Tx, leadId: string): Promise<void> {
    if (await this.leads.isRefunded(tx, leadId)) throw new DomainError('LEAD_REFUNDED');
  }
}
