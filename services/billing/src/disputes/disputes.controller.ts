import { HandleCommand } from '@desk/bullmq-transport';
import {
  type Dispute,
  getDispute,
  listDisputes,
  type RequestOf,
  type ResponseOf,
  reviewDispute,
  toCents,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import type { DisputeEntity } from './dispute.entity.js';
import { DisputeRepository } from './dispute.repository.js';
import { DisputesService } from './disputes.service.js';

@Controller()
export class DisputesController {
  constructor(
    private readonly disputes: DisputesService,
    private readonly repository: DisputeRepository,
  ) {}

  @HandleCommand(listDisputes)
  async list(): Promise<ResponseOf<typeof listDisputes>> {
    return { disputes: (await this.repository.list()).map(toDto) };
  }

  @HandleCommand(getDispute)
  async get({ disputeId }: RequestOf<typeof getDispute>): Promise<ResponseOf<typeof getDispute>> {
    return toDto(await this.disputes.get(disputeId));
  }

  @HandleCommand(reviewDispute)
  async review(request: RequestOf<typeof reviewDispute>): Promise<ResponseOf<typeof reviewDispute>> {
    return toDto(await this.disputes.review(request));
  }
}

const toDto = (dispute: DisputeEntity): Dispute => ({
  id: dispute.id,
  stripeDisputeId: dispute.stripeDisputeId,
  purchaseId: dispute.purchaseId,
  leadId: dispute.leadId,
  buyerId: dispute.buyerId,
  amountCents: toCents(dispute.amount),
  status: dispute.status,
  reason: dispute.reason,
  evidenceDueBy: dispute.evidenceDueBy?.toISOString() ?? null,
  openedAt: dispute.openedAt.toISOString(),
  closedAt: dispute.closedAt?.toISOString() ?? null,
  reviewedAt: dispute.reviewedAt?.toISOString() ?? null,
});
