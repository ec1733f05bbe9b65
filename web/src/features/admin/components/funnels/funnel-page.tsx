import { useQuery } from '@tanstack/react-query';
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
import { FunnelGuide } from './funnel-guide';
import { FunnelKeys } from './funnel-keys';
import { FunnelProblems } from './funnel-problems';
import { FunnelReport } from './funnel-report';
import { FunnelModeBadge } from './funnel-mode';
import { FunnelSettingsForm } from './funnel-settings-form';
import { TryFunnel } from './try-funnel';

const back = { to: '/admin/funnels', label: 'Funnels' };

export function FunnelPage({ funnelId }: { funnelId: string }) {
  const { data: funnel, error, isFetching, refetch } = useQuery(funnelQuery(funnelId));
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
          <Loading label="Loading the funnel...">
            <Skeleton className="h-[640px]" />
          </Loading>
        ) : null
      ) : (
        <div className="grid gap-6 xl:grid-cols-2">
          <div className="grid content-start gap-6">
            <FunnelSettingsForm funnel={funnel} />
            <FunnelKeys funnel={funnel} />
          </div>
          <div className="grid content-start gap-6">
            <FunnelReport funnelId={funnel.id} />
            <FunnelGuide funnel={funnel} />
            <TryFunnel funnel={funnel} />
            <FunnelProblems funnelId={funnel.id} />
          </div>
        </div>
      )}
    </AdminPage>
  );
}
