import { defineCommand } from '../define-message.js';
import { count, nothing, strictObject } from '../primitives.js';

/** Each service counts what waits for an admin in its own tables. A count ends at `MAX_ATTENTION`. */
export const getAttentionOfAccounts = defineCommand('accounts', 'accounts.get-attention', {
  request: nothing(),
  response: strictObject({ integrationRequests: count(), incidents: count(), failedMessages: count() }),
});
export const getAttentionOfBilling = defineCommand('billing', 'billing.get-attention', {
  request: nothing(),
  response: strictObject({ disputes: count(), differences: count(), failedMessages: count() }),
});
export const getAttentionOfLeadRouter = defineCommand('lead-router', 'lead-router.get-attention', {
  request: nothing(),
  response: strictObject({
    waitingLeads: count(),
    heldPosts: count(),
    problems: count(),
    failedMessages: count(),
  }),
});
export const getAttentionOfNotifier = defineCommand('notifier', 'notifier.get-attention', {
  request: nothing(),
  response: strictObject({ deliveries: count(), failedMessages: count() }),
});
