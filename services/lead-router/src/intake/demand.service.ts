import {
  DomainError,
  type findDemand,
  LEAD_PRICE_CENTS,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectRequestTransactions } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { FunnelRepository } from '../funnels/funnel.repository.js';
import { DemandRepository } from '../routing/demand.repository.js';

/** Tells a funnel whether it would sell a lead. Nothing is reserved: the next lead may take the buyer. */
@Injectable()
export class DemandService {
  constructor(
    @InjectRequestTransactions() private readonly transactions: Transactions,
    private readonly funnels: FunnelRepository,
    private readonly demand: DemandRepository,
  ) {}

  /** @throws UNKNOWN_FUNNEL_KEY if the funnel was paused or its key revoked meanwhile */
  find({ facts, ...funnel }: RequestOf<typeof findDemand>): Promise<ResponseOf<typeof findDemand>> {
    return this.transactions.run(async (tx) => {
      const [terms, hasBuyer] = await Promise.all([
        this.funnels.findTerms(tx, funnel),
        this.demand.hasBuyerFor(tx, facts),
      ]);
      if (!terms) throw new DomainError('UNKNOWN_FUNNEL_KEY');
      return { hasBuyer, priceCents: LEAD_PRICE_CENTS };
    });
  }
}
