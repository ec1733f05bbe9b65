import type { IntegrationState } from '@desk/contracts';

export type ResolvedState = Exclude<IntegrationState, 'pending'>;

/** A resolved request stays resolved. A user who still wants the integration requests it again. */
const nextStates: Readonly<Record<IntegrationState, readonly IntegrationState[]>> = {
  pending: ['completed', 'declined'],
  completed: [],
  declined: [],
};

export const canResolve = (from: IntegrationState, to: ResolvedState): boolean =>
  nextStates[from].includes(to);
