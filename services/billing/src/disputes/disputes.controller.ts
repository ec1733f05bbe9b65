import { HandleCommand } from '@desk/bullmq-transport';
import {
  type Dispute,
  DomainError,
  getDispute,
  listDisputes,
  type RequestOf,
  reviewDispute,
  toCents,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger, publishAction, toInstants } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import type { DisputeEntity } from './dispute.entity.js';
import { DisputeRepository } from './dispute.repository.js';
import { publishReview } from './disputes.service.js';

@Controller()
export class DisputesController {
  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: DisputeRepository,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  @HandleCommand(listDisputes)
  async list() {
    return { disputes: (await this.disputes.list()).map(toDto) };
  }

  @HandleCommand(getDispute)
  async get({ disputeId }: RequestOf<typeof getDispute>) {
    return toDto(await this.find(disputeId));
  }

  /** Idempotent. */
  @HandleCommand(reviewDispute)
  async review({ disputeId, actorId, caller }: RequestOf<typeof reviewDispute>) {
    const { buyerId } = await this.find(disputeId);
    const isReviewed = await this.transactions.run(async (tx) => {
      await this.disputes.lockBuyer(tx, buyerId);
      if (!(await this.disputes.setReviewed(tx, disputeId, actorId))) return false;
      await publishReview(tx, this.disputes, buyerId);
      const subject = { kind: 'dispute', id: disputeId };
      publishAction(tx, { action: 'dispute-reviewed', actorId, userId: buyerId, caller, subject });
      return true;
    });
    if (isReviewed) this.logger.info({ disputeId, buyerId, actorId }, 'dispute reviewed by admin');
    return toDto(await this.find(disputeId));
  }

  /** @throws DISPUTE_NOT_FOUND */
  private async find(id: string): Promise<DisputeEntity> {
    const dispute = await this.disputes.find(id);
    if (!dispute) throw new DomainError('DISPUTE_NOT_FOUND');
    return dispute;
  }
}

const toDto = ({ amount, ...dispute }: DisputeEntity): Dispute => ({
  ...toInstants(dispute),
  amountCents: toCents(amount),
});
