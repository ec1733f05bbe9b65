import { HandleCommand } from '@desk/bullmq-transport';
import {
  createLeadView,
  deleteLeadView,
  DomainError,
  LEAD_VIEWS_MAX,
  type LeadView,
  listLeadViews,
  type RequestOf,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { LeadViewRepository } from './lead-view.repository.js';

/** Filters of the list of leads that an agent saved under a name. */
@Controller()
export class LeadViewsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly views: LeadViewRepository,
  ) {}

  @HandleCommand(listLeadViews)
  async list({ buyerId }: RequestOf<typeof listLeadViews>) {
    return { views: await this.views.list(this.transactions, buyerId) };
  }

  /**
   * The buyer's row is locked, so that two requests together do not exceed the limit.
   * @throws BUYER_NOT_FOUND, TOO_MANY_LEAD_VIEWS
   */
  @HandleCommand(createLeadView)
  create({ buyerId, viewId: id, ...content }: RequestOf<typeof createLeadView>): Promise<LeadView> {
    return this.transactions.run(async (tx) => {
      if (await this.views.lockErased(tx, buyerId)) throw new DomainError('BUYER_NOT_FOUND');
      const views = await this.views.list(tx, buyerId);
      const repeated = views.find((view) => view.id === id);
      if (repeated) return repeated;
      if (views.length >= LEAD_VIEWS_MAX) throw new DomainError('TOO_MANY_LEAD_VIEWS');
      const view = { id, ...content };
      this.views.insert(tx, buyerId, view);
      return view;
    });
  }

  @HandleCommand(deleteLeadView)
  async delete({ buyerId, viewId }: RequestOf<typeof deleteLeadView>) {
    await this.transactions.query('DELETE FROM lead_views WHERE buyer_id = $1 AND id = $2', [
      buyerId,
      viewId,
    ]);
    return {};
  }
}
