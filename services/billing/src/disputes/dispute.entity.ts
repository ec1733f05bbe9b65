import type { DisputeState } from '@desk/contracts';
import { defineEntity } from '@desk/service-kit';

/** A cardholder's objection to a charge: what the provider last reported, and when an admin reviewed it. */
export interface DisputeEntity {
  id: string;
  stripeDisputeId: string;
  purchaseId: string;
  buyerId: string;
  leadId: string;
  amount: string;
  status: DisputeState;
  reason: string;
  evidenceDueBy: Date | null;
  openedAt: Date;
  closedAt: Date | null;
  reviewedAt: Date | null;
}

export const DisputeEntity = defineEntity<DisputeEntity>('disputes', 'id', {
  uuid: ['id', 'purchaseId', 'buyerId', 'leadId'],
  text: ['stripeDisputeId', 'status', 'reason'],
  numeric: ['amount'],
  timestamptz: ['evidenceDueBy', 'openedAt', 'closedAt', 'reviewedAt'],
});
