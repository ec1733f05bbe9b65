import { randomUUID } from 'node:crypto';
import {
  type acceptLead,
  DomainError,
  type getLeadStatus,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectRequestTransactions } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DemandRepository } from '../routing/demand.repository.js';
import { type TestLead, TestLeadRepository } from './test-lead.repository.js';

type LeadPost = Pick<RequestOf<typeof acceptLead>, 'funnelId' | 'idempotencyKey' | 'bodyHash' | 'lead'>;
type AcceptedLead = ResponseOf<typeof acceptLead>;

/** Accepts leads in test mode, once intake has checked them: they are neither stored, offered nor charged. */
@Injectable()
export class TestIntakeService {
  constructor(
    @InjectRequestTransactions() private readonly transactions: Transactions,
    private readonly demand: DemandRepository,
    private readonly testLeads: TestLeadRepository,
  ) {}

  /** @throws IDEMPOTENCY_MISMATCH */
  accept(post: LeadPost): Promise<AcceptedLead> {
    return this.transactions.run(async (tx) => {
      const known = await this.findKnown(tx, post);
      if (known) return toAnswer(known, true);
      const wouldSell = await this.demand.hasBuyerFor(tx, post.lead);
      const created = {
        id: randomUUID(),
        bodyDigest: this.testLeads.digest(post.bodyHash),
        wouldSell,
        createdAt: new Date(),
      };
      const { funnelId, idempotencyKey } = post;
      if (await this.testLeads.insert(tx, { ...created, funnelId, idempotencyKey }))
        return toAnswer(created, false);
      const first = await this.findKnown(tx, post);
      return toAnswer(first ?? created, true);
    });
  }

  /** Returns the lead that was accepted with this key; null for a new one. @throws IDEMPOTENCY_MISMATCH */
  findAccepted(post: LeadPost): Promise<AcceptedLead | null> {
    return this.transactions.run(async (tx) => {
      const known = await this.findKnown(tx, post);
      return known ? toAnswer(known, true) : null;
    });
  }

  /** Whether a lead was accepted with this key. @throws IDEMPOTENCY_MISMATCH */
  async isKnown(tx: Tx, post: LeadPost): Promise<boolean> {
    return (await this.findKnown(tx, post)) !== undefined;
  }

  /** @throws LEAD_NOT_FOUND */
  async getStatus(funnelId: string, leadId: string): Promise<ResponseOf<typeof getLeadStatus>> {
    const lead = await this.testLeads.findOfFunnel(funnelId, leadId);
    if (!lead) throw new DomainError('LEAD_NOT_FOUND');
    return {
      leadId,
      status: 'available',
      receivedAt: lead.createdAt.toISOString(),
      soldAt: null,
      test: { wouldSell: lead.wouldSell },
    };
  }

  private async findKnown(tx: Tx, post: LeadPost): Promise<TestLead | undefined> {
    if (post.idempotencyKey === null) return undefined;
    const known = await this.testLeads.findByKey(tx, post.funnelId, post.idempotencyKey);
    if (known && known.bodyDigest !== this.testLeads.digest(post.bodyHash))
      throw new DomainError('IDEMPOTENCY_MISMATCH');
    return known;
  }
}

const toAnswer = ({ id, createdAt, wouldSell }: TestLead, replayed: boolean): AcceptedLead => ({
  leadId: id,
  replayed,
  receivedAt: createdAt.toISOString(),
  test: { wouldSell },
});
