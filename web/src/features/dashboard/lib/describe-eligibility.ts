import {
  DELIVERY_PAUSE_WINDOW_DAYS,
  MAX_DELIVERY_PAUSES,
} from '@desk/contracts/leads/delivery-pauses.values';
import type { DashboardSummary } from '@desk/contracts/leads/sold-leads.routes';
import type { EligibilityReason } from '@desk/contracts/leads/sold-leads.values';
import { dateFormatter, TIME_OPTIONS } from '@/lib/dates';
import { formatTimeZone } from '@/lib/format-time-zone';

interface EligibilityDescription {
  readonly reason: EligibilityReason;
  /** `brand`: leads can be sold. `money`: something is pending. `danger`: something failed. */
  readonly tone: 'brand' | 'money' | 'danger';
  readonly text: string;
  /** The page that fixes it, if there is one. */
  readonly action?: { readonly to: string; readonly label: string };
}

const BILLING = '/settings?tab=billing';
const CHANGE_FILTERS = { to: '/settings?tab=filters', label: 'Change filters' } as const;

/** Formats a time of day with the name of its time zone: '12:00 AM EST'. */
export const formatTimeInZone = (instant: string, timeZone: string): string =>
  dateFormatter({ ...TIME_OPTIONS, timeZone, timeZoneName: 'short' })(instant);

/** Without a tone, something is pending. */
const descriptions: Record<
  EligibilityReason,
  (
    summary: DashboardSummary,
  ) => Omit<EligibilityDescription, 'reason' | 'tone'> & Partial<Pick<EligibilityDescription, 'tone'>>
> = {
  paused: () => ({
    text: "Service is paused. You won't receive leads, and nothing is charged.",
  }),
  'no-card': () => ({
    text: "There is no card on file, so you can't receive leads.",
    action: { to: BILLING, label: 'Add a card' },
  }),
  'card-failing': () => ({
    tone: 'danger',
    text: "Your card was declined. You won't receive leads until it works again or you replace it.",
    action: { to: BILLING, label: 'Replace the card' },
  }),
  'limit-reached': ({ dayEndsAt, timeZone }) => ({
    text: `You've reached today's limit. Leads resume at midnight (${formatTimeInZone(dayEndsAt, timeZone)}), or as soon as you raise the limit.`,
  }),
  'charge-on-hold': () => ({
    text: "The last charge couldn't be processed, so leads are on hold for up to an hour. A new card ends this at once.",
    action: { to: BILLING, label: 'Replace the card' },
  }),
  'weekly-budget-reached': () => ({
    text: 'Another lead would exceed your weekly budget. Leads resume on Monday, or as soon as you raise the budget.',
    action: CHANGE_FILTERS,
  }),
  'monthly-budget-reached': () => ({
    text: 'Another lead would exceed your monthly budget. Leads resume on the 1st, or as soon as you raise the budget.',
    action: CHANGE_FILTERS,
  }),
  'outside-hours': ({ timeZone }) => ({
    text: `It is outside your weekly hours (${formatTimeZone(timeZone)}). Leads resume when they begin.`,
    action: CHANGE_FILTERS,
  }),
  'filters-too-narrow': () => ({
    text: 'No lead of the last 30 days matched your filters, so you may not receive any.',
    action: CHANGE_FILTERS,
  }),
  'waiting-for-supply': () => ({
    tone: 'brand',
    text: "You're all set. You'll receive leads as they come in.",
  }),
};

const UNDER_REVIEW = {
  tone: 'danger',
  text: "A charge was disputed at your bank. You won't receive leads until we have looked at it.",
} as const;

const DELIVERY_PAUSE = {
  tone: 'danger',
  text: "We couldn't deliver a lead to you on any of your channels, so we paused your service. Check your email address and channels, then turn the service on again.",
  action: { to: '/settings', label: 'Check your address' },
} as const;

const RESUMPTION_NEEDS_ADMIN = {
  tone: 'danger',
  text: `We couldn't deliver leads to you on any of your channels ${MAX_DELIVERY_PAUSES} times within ${DELIVERY_PAUSE_WINDOW_DAYS} days, so only our team can resume your service. Check your email address and channels, then write to us.`,
  action: { to: '/contact', label: 'Contact us' },
} as const;

const TOO_MANY_UNDELIVERED = {
  tone: 'danger',
  text: "We couldn't deliver your last leads yet, so we hold back new ones until they arrive. Check your email address and channels, or open the leads below.",
  action: { to: '/settings', label: 'Check your address' },
} as const;

/**
 * Explains in one sentence why the agent receives leads or does not. Returns null while `reason` is outdated: the
 * agent just resumed the service, and the server has not answered with the new reason yet.
 */
export function describeEligibility(summary: DashboardSummary): EligibilityDescription | null {
  const { reason, serviceEnabled, isUnderReview, isDeliveryPause, resumptionNeedsAdmin } = summary;
  if (isUnderReview === true && serviceEnabled) return { reason: 'paused', ...UNDER_REVIEW };
  if (resumptionNeedsAdmin === true && !serviceEnabled)
    return { reason: 'paused', ...RESUMPTION_NEEDS_ADMIN };
  if (isDeliveryPause === true && !serviceEnabled) return { reason: 'paused', ...DELIVERY_PAUSE };
  if ((reason === 'paused') === serviceEnabled) return null;
  if (reason === 'charge-on-hold' && summary.hasTooManyUndelivered === true)
    return { reason, ...TOO_MANY_UNDELIVERED };
  return { reason, tone: 'money', ...descriptions[reason](summary) };
}
