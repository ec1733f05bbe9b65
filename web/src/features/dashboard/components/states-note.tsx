import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Info } from '@/components/ui/icons';
import { LEAD_PRICE } from '@/config/pricing';
import { routeQuery } from '@/lib/route-query';

/** Reminds the agent that leads come from every state, while none are chosen. */
export function StatesNote() {
  const { data } = useQuery({ ...routeQuery('getFilters'), staleTime: 0 });
  if (data?.filters.states.length !== 0) return null;
  return (
    <p className="flex gap-3 text-sm text-muted">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        Leads come from every state, and each costs {LEAD_PRICE}.{' '}
        <Link to="/settings?tab=filters" className="link font-semibold">
          Choose the states where you are licensed
        </Link>
      </span>
    </p>
  );
}
