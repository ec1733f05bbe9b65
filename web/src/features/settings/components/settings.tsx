import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Page } from '@/components/page/page';
import { QueryView } from '@/components/page/query-view';
import { Notice } from '@/components/ui/notice';
import { ReloadableForm } from '@/components/ui/reloadable-form';
import { Skeleton } from '@/components/ui/skeleton';
import { Tabs } from '@/components/ui/tabs';
import { capitalize } from '@/lib/capitalize';
import { userQuery } from '@/lib/current-user';
import { routeQuery } from '@/lib/route-query';
import { useReload } from '@/lib/use-refresh';
import { noticesQuery } from '../api/notices';
import { listTabs, selectTab, type SettingsTab } from '../lib/settings-tabs';
import { BillingPanel } from './billing-panel';
import { ChangePasswordForm } from './change-password-form';
import { DocumentsSection, StatementsSection } from './document-sections';
import { ProfileForm } from './profile-form';
import { SecondFactors } from './second-factors/second-factors';
import { Sessions } from './sessions';
import { SettingsSection } from './settings-section';

const FiltersForm = lazy(async () => ({ default: (await import('./later-panels')).FiltersForm }));
const NotificationSections = lazy(async () => ({
  default: (await import('./later-panels')).NotificationSections,
}));

const filtersSkeleton = <Skeleton className="h-[480px]" />;
const noticesSkeleton = <Skeleton className="h-64 max-w-[720px]" />;

/** Which leads the agent wants, when, and for how much. */
function FiltersPanel() {
  // The filters may have changed in another window since the last visit.
  const query = useQuery({ ...routeQuery('getFilters'), refetchOnMount: 'always', gcTime: 0 });
  const data = query.isFetchedAfterMount ? query.data : undefined;
  // Once loaded, the form itself shows the failure of a reload.
  const error = data === undefined ? query.error : null;
  const reload = useReload('getFilters');
  return (
    <SettingsSection
      title="Filters"
      description="You only get leads that match. Where nothing is checked, every lead matches. Each lead goes to the agent who has waited longest among those whose filters match."
    >
      <QueryView query={{ ...query, data, error }} what="your filters" skeleton={filtersSkeleton}>
        {(initial) => (
          <Suspense fallback={filtersSkeleton}>
            <ReloadableForm initial={initial} reload={reload}>
              {({ filters, version, timeZone }, load) => (
                <FiltersForm saved={filters} savedVersion={version} timeZone={timeZone} onLoad={load} />
              )}
            </ReloadableForm>
          </Suspense>
        )}
      </QueryView>
    </SettingsSection>
  );
}

/** Which emails the agent receives besides leads, and when. */
const NotificationsPanel = ({ user }: { user: CurrentUser }) => (
  <QueryView query={useQuery(noticesQuery)} what="your notifications" skeleton={noticesSkeleton}>
    {(preferences) => (
      <Suspense fallback={noticesSkeleton}>
        <NotificationSections user={user} preferences={preferences} />
      </Suspense>
    )}
  </QueryView>
);

const TwoStepSection = () => (
  <SettingsSection
    title="Two-step sign-in"
    description="After your password, you confirm each sign-in with an authenticator app or a passkey."
  >
    <SecondFactors />
  </SettingsSection>
);

/** All that an account can use while it still needs a second factor. */
const RequiredPanel = () => (
  <>
    <div className="mb-6">
      <Notice tone="money" title="Two-step sign-in is required">
        Your account can see everyone's data. Set up an authenticator app or a passkey to continue.
      </Notice>
    </div>
    <TwoStepSection />
  </>
);

const SecurityPanel = () => (
  <>
    <TwoStepSection />
    <SettingsSection
      title="Password"
      description="Changing your password signs you out everywhere else, and we confirm it by email."
    >
      <ChangePasswordForm />
    </SettingsSection>
    <SettingsSection
      title="Sessions"
      description="Where you are signed in. If you don't recognize one, sign out of all others and change your password."
    >
      <Sessions />
    </SettingsSection>
  </>
);

const panels: Record<SettingsTab, (user: CurrentUser) => ReactNode> = {
  profile: (user) => (
    <SettingsSection title="Profile" description="Your name and where we contact you.">
      <ProfileForm user={user} />
    </SettingsSection>
  ),
  billing: (user) => (
    <>
      <BillingPanel user={user} />
      <StatementsSection user={user} />
      <DocumentsSection />
    </>
  ),
  filters: () => <FiltersPanel />,
  notifications: (user) => <NotificationsPanel user={user} />,
  security: ({ secondFactorRequired }) => (secondFactorRequired ? <RequiredPanel /> : <SecurityPanel />),
};

/** The selected tab is kept in the query string, so that it can be linked to. */
function Settings({ user }: { user: CurrentUser }) {
  const [search, setSearch] = useSearchParams();
  const tabs = listTabs(user);
  return (
    <Tabs
      label="Settings"
      items={tabs.map((tab) => ({ value: tab, label: capitalize(tab), content: panels[tab](user) }))}
      value={selectTab(search.get('tab'), tabs)}
      onChange={(tab) => setSearch(tab === 'profile' ? {} : { tab }, { preventScrollReset: true })}
    />
  );
}

/** Long enough not to load the user again right after the route's loader did. */
const STALE_TIME_MS = 2_000;

/** Loads the current user again: the cached one may be hours old and changed in another window. */
function useSettings() {
  const { data, error, isFetching, refetch } = useQuery({ ...userQuery, staleTime: STALE_TIME_MS });
  const [isReady, setReady] = useState(false);
  // Stays true, so that a later refetch never replaces a form the user is filling out.
  if (!isReady && !isFetching && error === null) setReady(true);
  return { data: (isReady && data) || undefined, error: isReady ? null : error, isFetching, refetch };
}

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
