import type { AgentRefund } from '@desk/contracts/billing/refunds.http';
import type { PurchaseState } from '@desk/contracts/billing/billing.values';
import type { LeadItem } from '@desk/contracts/leads/sold-leads.routes';
import type { Disposition } from '@desk/contracts/leads/sold-leads.values';
import type { StateDescription } from '@/lib/tone';

export const dispositionLabels: Record<Disposition, string> = {
  new: 'New',
  contacted: 'Contacted',
  appointment: 'Appointment',
  won: 'Won',
  lost: 'Lost',
};

export const getLeadName = ({
  fullName,
  isContactWithheld,
}: Pick<LeadItem, 'fullName' | 'isContactWithheld'>): string =>
  isContactWithheld === true ? 'Refunded lead' : fullName;
export const CONTACT_WITHHELD = 'This lead was refunded, so its contact details were removed.';

export const chargeDescriptions: Record<PurchaseState, StateDescription> = {
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

/** Says what becomes of the money, while a refund is on its way or after it arrived. */
export function describeRefund({ reason, succeededAt }: AgentRefund): string {
  const explanation = refundExplanations[reason];
  const state =
    succeededAt === null
      ? 'The full amount is on its way back to your card.'
      : 'Your bank usually shows it within 5 to 10 days.';
  return explanation === null ? state : `${explanation} ${state}`;
}

const refundExplanations: Record<AgentRefund['reason'], string | null> = {
  undeliverable: "We couldn't deliver this lead on any of your channels.",
  'not-delivered': "This lead wasn't delivered to you.",
  'duplicate-charge': 'You were charged more than once for this lead.',
  goodwill: null,
  'made-at-provider': null,
};
