import { useLocation, useParams } from 'react-router';
import { LeadView } from '@/features/leads/components/lead-view';
import { useLiveFeed } from '@/features/live/api/live.api';

/** Query string and fragment of the list this lead was opened from. */
const readListSearch = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'list' in state && typeof state.list === 'string'
    ? state.list
    : '';

export function Component() {
  const { leadId = '' } = useParams();
  const { state } = useLocation() as { state: unknown };
  useLiveFeed();
  return <LeadView key={leadId} leadId={leadId} listUrl={`/dashboard${readListSearch(state)}`} />;
}
