import { countRejections, DomainError, type RequestOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { type AuthenticatedFunnel, FunnelRepository } from './funnel.repository.js';

@Injectable()
export class FunnelsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly funnels: FunnelRepository,
  ) {}

  /** @throws UNKNOWN_FUNNEL_KEY for a key that is unknown or revoked */
  async authenticate(keyHash: string): Promise<AuthenticatedFunnel> {
    const funnel = await this.funnels.findByKeyHash(keyHash);
    if (!funnel) throw new DomainError('UNKNOWN_FUNNEL_KEY');
    return funnel;
  }

  listLiveKeyHashes(): Promise<string[]> {
    return this.funnels.listLiveKeyHashes();
  }

  /** Applies a batch once. A gateway whose response was lost sends it again. */
  async countRejections({ batchId, counts }: RequestOf<typeof countRejections>): Promise<void> {
    await this.transactions.once({ id: `${countRejections.name}~${batchId}` }, (tx) =>
      this.funnels.addRejections(tx, counts),
    );
  }
}
