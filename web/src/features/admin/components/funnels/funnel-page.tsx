import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Loading } from '@/components/ui/loading';
import { Skeleton } from '@/components/ui/skeleton';
import { hasCode } from '@/lib/api-client';
import { usePageTitle } from '@/lib/page-title';
import { funnelQuery } from '../../api/funnels';
import { SearchX } from '../../icons';
import { AdminPage } from '../admin-page';
import { FunnelModeBadge } from './funnel-mode';

const FunnelContent = lazy(async () => ({ default: (await import('./funnel-content')).FunnelContent }));

const LoadingFunnel = () => (
  <Loading label="Loading the funnel...">
    <Skeleton className="h-[640px]" />
  </Loading>
);

const back = { to: '/admin/funnels', label: 'Funnels' };

export function FunnelPage({ funnelId }: { funnelId: string }) {
  const { data, error, isFetchedAfterMount, isFetching, refetch } = useQuery(funnelQuery(funnelId));
  const funnel = isFetchedAfterMount ? data : undefined;
  usePageTitle(funnel?.name ?? null);
  if (hasCode(error, 'FUNNEL_NOT_FOUND', 'NOT_FOUND'))
    return (
      <AdminPage title="Funnel" back={back}>
        <EmptyState
          icon={SearchX}
          title="Funnel not found"
          action={<ButtonLink to="/admin/funnels">See all funnels</ButtonLink>}
        />
      </AdminPage>
    );
  return (
    <AdminPage
      title={funnel?.name ?? 'Funnel'}
      back={back}
      description={funnel === undefined ? undefined : <FunnelModeBadge mode={funnel.mode} />}
    >
      {error === null ? null : (
        <div className="mb-6">
          <ErrorState
            title="The funnel could not be loaded."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {funnel === undefined ? (
        error === null ? (
          <LoadingFunnel />
        ) : null
      ) : (
        <Suspense fallback={<LoadingFunnel />}>
          <FunnelContent funnel={funnel} />
        </Suspense>
      )}
    </AdminPage>
  );
}
