import type { PurchaseState } from '@desk/contracts/billing/billing.values';
import type { Disposition } from '@desk/contracts/leads/sold-leads.values';

export const dispositionLabels: Record<Disposition, string> = {
  new: 'New',
  contacted: 'Contacted',
  appointment: 'Appointment',
  won: 'Won',
  lost: 'Lost',
};

export interface ChargeDescription {
  readonly label: string;
  readonly tone: 'brand' | 'money' | 'danger' | 'neutral';
  readonly text: string;
}

export const chargeDescriptions: Record<PurchaseState, ChargeDescription> = {
  pending: { label: 'In progress', tone: 'money', text: "We're charging your card." },
  unknown: {
    label: 'Being confirmed',
    tone: 'money',
    text: "The card provider hasn't answered yet. We'll keep checking until we know. You're never charged twice.",
  },
  succeeded: { label: 'Paid', tone: 'brand', text: 'Charged to your card on file.' },
  failed: { label: 'Failed', tone: 'danger', text: 'Your card was not charged.' },
  refunded: { label: 'Refunded', tone: 'neutral', text: 'The full amount was refunded to your card.' },
};
