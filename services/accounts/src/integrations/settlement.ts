import type { IntegrationState } from '@desk/contracts';

export type Settled = Exclude<IntegrationState, 'pending'>;

/** What an admin has made of a request stays so; whoever still wants it asks again. */
const allowed: Readonly<Record<IntegrationState, readonly IntegrationState[]>> = {
  pending: ['completed', 'declined'],
  completed: [],
  declined: [],
};

export const maySettle = (from: IntegrationState, to: Settled): boolean => allowed[from].includes(to);
