import { ErrorState } from '@/components/ui/error-state';
import { Loading } from '@/components/ui/loading';
import { PageHeading } from '@/components/page/page-heading';
import { Skeleton } from '@/components/ui/skeleton';
import { useSettings } from '@/features/settings/api/use-settings';
import { Settings } from '@/features/settings/components/settings';

const LoadingSettings = () => (
  <Loading label="Loading settings...">
    <Skeleton className="h-11 max-w-72" />
    <Skeleton className="mt-8 h-[480px]" />
  </Loading>
);

export function Component() {
  const { user, isReady, error, isFetching, refetch } = useSettings();
  return (
    <>
      <PageHeading title="Settings" />
      {error === null ? (
        isReady && user ? (
          <Settings user={user} />
        ) : (
          <LoadingSettings />
        )
      ) : (
        <ErrorState
          title="Your settings could not be loaded."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </>
  );
}
