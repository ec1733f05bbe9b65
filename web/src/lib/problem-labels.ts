import type { ProblemReason } from '@desk/contracts/leads/problem-reports.values';

/** What agents choose from, and admins filter by; those that can lead to a refund first. */
export const problemLabels: Readonly<Record<ProblemReason, string>> = {
  'duplicate-charge': 'I was charged twice for this lead',
  'not-delivered': 'The lead was not delivered to me',
  'wrong-number': 'The phone number is wrong',
  'wrong-person': 'It is another person than in the lead',
  'not-interested': 'The person is not interested',
  'already-working': 'The person works with another agent',
  other: 'Something else',
};
