import type { DashboardSummary } from '@desk/contracts/leads/sold-leads.http';
import type { EligibilityReason } from '@desk/contracts/leads/sold-leads.values';

export interface StandingLine {
  readonly reason: EligibilityReason;
  /** `brand`: leads come. `money`: they wait for something. `danger`: something failed. */
  readonly tone: 'brand' | 'money' | 'danger';
  readonly text: string;
  /** The way out, where there is one on another page. */
  readonly action?: { readonly to: string; readonly label: string };
}

const BILLING = '/settings?tab=billing';

/** The time of day at a place, with the name of its zone: '12:00 AM EST'. */
export function timeInZone(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZoneName: 'short',
  });
  // Newer runtimes put a narrow space before AM and PM.
  return format.format(new Date(instant)).replaceAll('\u202f', ' ');
}

const lines: Record<EligibilityReason, (standing: DashboardSummary) => Omit<StandingLine, 'reason'>> = {
  paused: () => ({
    tone: 'money',
    text: 'Service is paused: no leads are sold to you, and nothing is charged.',
  }),
  'no-card': () => ({
    tone: 'money',
    text: 'There is no card on file, so no leads can be sold to you.',
    action: { to: BILLING, label: 'Add a card' },
  }),
  'card-failing': () => ({
    tone: 'danger',
    text: 'Your card was declined, so no leads are sold to you until it is replaced.',
    action: { to: BILLING, label: 'Replace the card' },
  }),
  'limit-reached': ({ dayEndsAt, timeZone }) => ({
    tone: 'money',
    text: `Today’s limit is reached. Leads start again at midnight, ${timeInZone(dayEndsAt, timeZone)}, or once you raise the limit.`,
  }),
  'waiting-for-supply': () => ({
    tone: 'brand',
    text: 'You are in line. Leads are sold to you as they come in.',
  }),
};

/**
 * Why leads come, or do not, in one sentence. Null when that is not known: the service was just resumed, and what
 * holds now has not been answered yet.
 */
export function standingLine(standing: DashboardSummary): StandingLine | null {
  const { reason, serviceEnabled } = standing;
  if ((reason === 'paused') === serviceEnabled) return null;
  return { reason, ...lines[reason](standing) };
}
