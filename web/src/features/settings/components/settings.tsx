import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Notice } from '@/components/ui/notice';
import { Tabs } from '@/components/ui/tabs';
import { listTabs, selectTab, type SettingsTab } from '../lib/settings-tabs';
import { BillingPanel } from './billing-panel';
import { ChangePasswordForm } from './change-password-form';
import { DocumentsSection } from './documents/documents-section';
import { StatementsSection } from './documents/statements-section';
import { FiltersPanel } from './filters/filters-panel';
import { NotificationsPanel } from './notifications/notifications-panel';
import { ProfileForm } from './profile-form';
import { SecondFactors } from './second-factors/second-factors';
import { Sessions } from './sessions';
import { SettingsSection } from './settings-section';

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

const labels: Record<SettingsTab, string> = {
  profile: 'Profile',
  billing: 'Billing',
  filters: 'Filters',
  notifications: 'Notifications',
  security: 'Security',
};
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
export function Settings({ user }: { user: CurrentUser }) {
  const [search, setSearch] = useSearchParams();
  const tabs = listTabs(user);
  return (
    <Tabs
      label="Settings"
      items={tabs.map((tab) => ({ value: tab, label: labels[tab], content: panels[tab](user) }))}
      value={selectTab(search.get('tab'), tabs)}
      onChange={(tab) => setSearch(tab === 'profile' ? {} : { tab }, { preventScrollReset: true })}
    />
  );
}
