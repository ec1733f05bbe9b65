import { type AgentErasure, isFinished } from './erase-agent.js';

/** Says what was removed, what is kept, what is still open, and why. */
export function describeAgentErasure(erasure: AgentErasure): string[] {
  const { account, buyer, customer, channels } = erasure;
  return [
    `Erased: the account ${account.id} (sign-in, sessions, names, phone, addresses, sign-up answers). Its email address may register again.`,
    ...(buyer.isStopped ? ['Stopped: the agent gets no leads any more. Notes on leads are removed.'] : []),
    ...(customer.isForgotten ? ['Removed: cards, here and at the card provider.'] : []),
    ...(channels.isErased ? ['Removed: addresses of deliveries, and emails about the account.'] : []),
    `Kept: ${customer.payments} payments with their ids at the card provider, and which of ${buyer.soldLeads} leads was bought when, for bookkeeping.`,
    `Kept: that the terms were accepted (${account.acceptedTerms}), and ${account.auditEntries} entries of the audit log: who did what and when, without addresses and values.`,
    'Kept: for up to 60 days, hashes of the email address that limit how often one may try to sign in.',
    'Not in this system: emails already received, and invoices at the card provider.',
    ...(channels.failedLeads > 0
      ? [
          `Never delivered: ${channels.failedLeads} paid leads, because every attempt failed. Refund them at the card provider.`,
        ]
      : []),
    ...(isFinished(erasure) ? [] : describeUnfinished(erasure)),
  ];
}

function describeUnfinished({ account, buyer, customer, channels }: AgentErasure): string[] {
  const reasons = [
    ...(buyer.isStopped ? [] : ['the running system has not stopped selling to the agent yet']),
    ...(buyer.openOffers + customer.openPurchases > 0
      ? [`${Math.max(buyer.openOffers, customer.openPurchases)} charges have no outcome yet`]
      : []),
    ...(channels.queuedDeliveries > 0
      ? [`${channels.queuedDeliveries} paid leads are still being delivered`]
      : []),
    ...(buyer.isClosed && !customer.isForgotten ? ['the card provider has not removed the cards yet'] : []),
  ];
  return [
    `Unfinished: ${reasons.join('; ') || 'the services are still at work'}. The system finishes by itself. To see when, run the command again with --agent-id ${account.id}.`,
  ];
}
