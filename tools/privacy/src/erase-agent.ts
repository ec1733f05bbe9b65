import { setTimeout as pause } from 'node:timers/promises';
import type { CallService } from './call-service.js';
import type { AgentName } from './options.js';

interface ErasedAccount {
  readonly id: string;
  readonly auditEntries: number;
  readonly acceptedTerms: number;
}
interface BuyerStatus {
  readonly isStopped: boolean;
  readonly isClosed: boolean;
  readonly openOffers: number;
  readonly soldLeads: number;
}
interface CustomerStatus {
  readonly isForgotten: boolean;
  readonly openPurchases: number;
  readonly payments: number;
}
interface ChannelStatus {
  readonly isErased: boolean;
  readonly queuedDeliveries: number;
  readonly failedLeads: number;
}

export interface AgentErasure {
  readonly account: ErasedAccount;
  readonly buyer: BuyerStatus;
  readonly customer: CustomerStatus;
  readonly channels: ChannelStatus;
}

const POLL_MS = 500;

export const isFinished = ({ buyer, customer, channels }: AgentErasure): boolean =>
  buyer.isClosed && customer.isForgotten && channels.isErased;

/**
 * Erases the account at once, then waits while the running services do the rest in order: lead-router stops selling,
 * charges in progress get their outcome, paid leads are delivered, then cards and addresses are removed. Safe to
 * repeat.
 */
export async function eraseAgent(
  agent: AgentName,
  call: CallService,
  timeoutMs: number,
): Promise<AgentErasure> {
  const deadline = Date.now() + timeoutMs;
  const account = await call<ErasedAccount>('accounts', { action: 'erase-agent', agent });
  const request = { action: 'agent-status', buyerId: account.id };
  for (;;) {
    const [buyer, customer, channels] = await Promise.all([
      call<BuyerStatus>('lead-router', request),
      call<CustomerStatus>('billing', request),
      call<ChannelStatus>('notifier', request),
    ]);
    const erasure = { account, buyer, customer, channels };
    if (isFinished(erasure) || Date.now() >= deadline) return erasure;
    await pause(POLL_MS);
  }
}
