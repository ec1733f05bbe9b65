import type { AdminUserPage } from '@desk/contracts/accounts/user-administration.routes';
import {
  DELIVERY_PAUSE_WINDOW_DAYS,
  MAX_DELIVERY_PAUSES,
} from '@desk/contracts/leads/delivery-pauses.values';
import type { LeadOutcome } from '@desk/contracts/leads/lead-report.values';
import type { EligibilityReason } from '@desk/contracts/leads/sold-leads.values';
import { formatDateTime } from '@/lib/dates';
import type { StateDescription, Tone } from '@/lib/tone';

const reasons: Readonly<Record<EligibilityReason, string>> = {
  paused: 'Gets no leads: the service is paused.',
  'no-card': 'Gets no leads: there is no card on file.',
  'card-failing': 'Gets no leads: the card was declined.',
  'limit-reached': "Gets no more leads today: the day's limit is reached.",
  'charge-on-hold': "Gets no leads for up to an hour: the last charge couldn't be processed.",
  'weekly-budget-reached': 'Gets no more leads this week: another one would exceed the weekly budget.',
  'monthly-budget-reached': 'Gets no more leads this month: another one would exceed the monthly budget.',
  'outside-hours': 'Gets no leads now: it is outside the weekly hours.',
  'filters-too-narrow': 'May get no leads: none of the last 30 days matched the filters.',
  'waiting-for-supply': 'Gets leads as they come in.',
};
/** `brand`: leads can be sold. `danger`: something failed. All others are `money`: something is pending. */
const tones: Partial<Record<EligibilityReason, Tone>> = {
  'card-failing': 'danger',
  'waiting-for-supply': 'brand',
};

type Service = Pick<AdminUserPage, 'eligibility' | 'disabledAt' | 'erasedAt'>;

const stopped = (text: string): StateDescription => ({ tone: 'danger', label: 'Stopped', text });

/** Says in one line whether an agent gets leads, and why. Null if it is not known at the moment. */
export function describeService({ eligibility, disabledAt, erasedAt }: Service): StateDescription | null {
  if (erasedAt !== null) return stopped(`Gets no leads: the data was erased on ${formatDateTime(erasedAt)}.`);
  if (disabledAt !== null)
    return stopped(`Gets no leads: the account is disabled since ${formatDateTime(disabledAt)}.`);
  if (eligibility === null) return null;
  if (eligibility.isUnderReview === true && eligibility.serviceEnabled)
    return stopped('Gets no leads: a charge was disputed, and nobody has reviewed it yet.');
  if (eligibility.resumptionNeedsAdmin === true)
    return stopped(
      `Gets no leads: leads could not be delivered on any channel ${MAX_DELIVERY_PAUSES} times within ${DELIVERY_PAUSE_WINDOW_DAYS} days. Each was refunded, so only an admin can resume the service.`,
    );
  if (eligibility.isDeliveryPause === true)
    return stopped(
      'Gets no leads: a lead could not be delivered on any channel, so the service was paused. The agent can resume it.',
    );
  if (eligibility.reason === 'charge-on-hold' && eligibility.hasTooManyUndelivered === true)
    return stopped(
      'Gets no leads for now: earlier leads of this agent, or of accounts with the same card, phone or email domain, could not be delivered yet.',
    );
  const { reason } = eligibility;
  const canGetLeads = reason === 'waiting-for-supply' || reason === 'filters-too-narrow';
  return { tone: tones[reason] ?? 'money', label: canGetLeads ? 'Active' : 'Stopped', text: reasons[reason] };
}

/** What became of the leads of the last days, from the agent's point of view. */
export const outcomeLabels: Readonly<Record<LeadOutcome, string>> = {
  yours: 'Sold to this agent, or being charged',
  states: 'Other states than the filters',
  leadTypes: 'Other lead types than the filters',
  assetBands: 'Other assets than the filters',
  ageRanges: 'Other ages than the filters',
  paused: 'Service was paused',
  card: 'No usable card',
  'daily-limit': 'Daily limit was reached',
  budget: 'Would have exceeded the budget',
  hours: 'Outside the weekly hours',
  others: 'Others waited longer, charges were on hold, or earlier leads were undelivered',
};
