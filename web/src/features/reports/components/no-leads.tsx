import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ChartColumn } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { routeQuery } from '@/lib/route-query';
import { type Period, periodPhrases } from '@/components/charts/periods';

/** No lead was sold by this day. A lead that the list returned would count as seen, and not be refunded. */
const BEFORE_ALL_LEADS = '2000-01-01';

/** Shown for a period without leads. What to do next depends on whether the agent has any. */
export function NoLeads({ period }: { period: Period }) {
  const { data, isPending } = useQuery({
    ...routeQuery('listLeads', { query: { to: BEFORE_ALL_LEADS } }),
    staleTime: 0,
  });
  if (isPending) return <Skeleton className="h-60 w-full" />;
  if (data?.any === false)
    return (
      <EmptyState
        icon={ChartColumn}
        title="No leads yet"
        description="Once the first lead is sold to you, this page shows when and where your leads come from, and what they cost."
        action={<ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>}
      />
    );
  // Most of the year, the last 90 days are a part of it.
  const isLongest = period === '90' || period === 'year';
  return (
    <EmptyState
      icon={ChartColumn}
      title={`No leads ${periodPhrases[period].during}`}
      description={isLongest ? 'Your earlier leads are on your list.' : 'A longer period may have some.'}
      action={
        isLongest ? (
          <ButtonLink to="/dashboard#recent-leads">Go to your leads</ButtonLink>
        ) : (
          <ButtonLink to="/reports?period=90">Show the last 90 days</ButtonLink>
        )
      }
    />
  );
}
