import { Page } from '@/components/page/page';
import { QueryView } from '@/components/page/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { useSettings } from '@/features/settings/api/use-settings';
import { Settings } from '@/features/settings/components/settings';

const SettingsSkeleton = () => (
  <>
    <Skeleton className="h-11 max-w-72" />
    <Skeleton className="mt-8 h-[480px]" />
  </>
);

export const Component = () => (
  <Page>
    <QueryView query={useSettings()} what="your settings" skeleton={<SettingsSkeleton />}>
      {(user) => <Settings user={user} />}
    </QueryView>
  </Page>
);
