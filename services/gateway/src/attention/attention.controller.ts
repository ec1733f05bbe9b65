import {
  type Attention,
  getAttentionOfAccounts,
  getAttentionOfBilling,
  getAttentionOfLeadRouter,
  getAttentionOfNotifier,
  routes,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute } from '../http/handle-route.js';
import { OptionalQuery } from '../http/optional-query.js';

/** Joins what waits for an admin in every service. The counts of one that does not answer are null, not 0. */
@Controller()
export class AdminAttentionController {
  constructor(private readonly optional: OptionalQuery) {}

  @HandleRoute(routes.getAttention)
  async get(): Promise<Attention> {
    const [accounts, billing, leadRouter, notifier] = await Promise.all([
      this.optional.fetch(getAttentionOfAccounts, {}),
      this.optional.fetch(getAttentionOfBilling, {}),
      this.optional.fetch(getAttentionOfLeadRouter, {}),
      this.optional.fetch(getAttentionOfNotifier, {}),
    ]);
    return {
      waitingLeads: leadRouter?.waitingLeads ?? null,
      heldPosts: leadRouter?.heldPosts ?? null,
      integrationRequests: accounts?.integrationRequests ?? null,
      problems: leadRouter?.problems ?? null,
      disputes: billing?.disputes ?? null,
      differences: billing?.differences ?? null,
      deliveries: notifier?.deliveries ?? null,
      failedMessages:
        accounts && billing && leadRouter && notifier
          ? accounts.failedMessages +
            billing.failedMessages +
            leadRouter.failedMessages +
            notifier.failedMessages
          : null,
      incidents: accounts?.incidents ?? null,
    };
  }
}
