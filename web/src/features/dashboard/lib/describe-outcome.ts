import type { LeadOutcome } from '@desk/contracts/leads/lead-report.values';

/** The texts that agents see for leads with one outcome. */
export const outcomeTexts: Record<LeadOutcome, { readonly label: string; readonly note: string }> = {
  yours: { label: 'Yours', note: 'Sold to you, or being charged.' },
  states: { label: 'Other states', note: 'Your filters do not include the state.' },
  leadTypes: { label: 'Other lead types', note: 'Your filters do not include the lead type.' },
  assetBands: { label: 'Other assets', note: 'Your filters do not include the estimated assets.' },
  ageRanges: { label: 'Other ages', note: 'Your filters do not include the age range.' },
  paused: { label: 'Paused', note: 'Your service was paused when the lead came.' },
  card: { label: 'No usable card', note: 'Your card was missing or declined when the lead came.' },
  'daily-limit': { label: 'Daily limit', note: 'You had reached the limit of that day.' },
  budget: { label: 'Budget', note: 'The lead would have exceeded your budget.' },
  hours: { label: 'Outside your hours', note: 'The lead came outside your weekly hours.' },
  others: {
    label: 'Others waited longer',
    note: 'The lead matched, and another agent had waited longer, or your charges were on hold.',
  },
};

/** Outcomes that are about the filters, not about the agent's turn. */
const filterOutcomes: ReadonlySet<LeadOutcome> = new Set(['states', 'leadTypes', 'assetBands', 'ageRanges']);

export const countMatching = (
  outcomes: readonly { readonly outcome: LeadOutcome; readonly count: number }[],
): number =>
  outcomes.reduce((sum, { outcome, count }) => (filterOutcomes.has(outcome) ? sum : sum + count), 0);
