import type { FeedEvent } from '@desk/contracts';

/** Names what changed. lead-router still stores a change of a lead under a kind that the previous release knows. */
export const toLiveKind = ({ kind, leadId }: Pick<FeedEvent, 'kind' | 'leadId'>): FeedEvent['kind'] =>
  kind === 'eligibility-changed' && leadId !== null ? 'lead-changed' : kind;
