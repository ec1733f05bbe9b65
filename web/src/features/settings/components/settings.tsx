import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Card } from '@/components/ui/card';
import { Tabs } from '@/components/ui/tabs';
import { chosenTab, type SettingsTab, tabsOf } from '../lib/settings-tabs';
import { BillingPanel } from './billing-panel';
import { ChangePasswordForm } from './change-password-form';
import { ProfileForm } from './profile-form';
import { Sessions } from './sessions';
import { SettingsSection } from './settings-section';

const ProfilePanel = ({ user }: { user: CurrentUser }) => (
  <SettingsSection title="Profile" description="How we address you, and where your mail goes.">
    <Card>
      <ProfileForm user={user} />
    </Card>
  </SettingsSection>
);

const SecurityPanel = () => (
  <>
    <SettingsSection
      title="Password"
      description="With a new password you are signed out everywhere but here, and we send you a mail."
    >
      <Card>
        <ChangePasswordForm />
      </Card>
    </SettingsSection>
    <SettingsSection
      title="Sessions"
      description="Where you are signed in. If you do not know one of them, sign it out and change your password."
    >
      <Card>
        <Sessions />
      </Card>
    </SettingsSection>
  </>
);

const labels: Record<SettingsTab, string> = { profile: 'Profile', billing: 'Billing', security: 'Security' };
const panels: Record<SettingsTab, (user: CurrentUser) => ReactNode> = {
  profile: (user) => <ProfilePanel user={user} />,
  billing: (user) => <BillingPanel user={user} />,
  security: () => <SecurityPanel />,
};

/** The chosen tab stands in the address, so that it can be linked to and gone back to. */
export function Settings({ user }: { user: CurrentUser }) {
  const [search, setSearch] = useSearchParams();
  const tabs = tabsOf(user);
  return (
    <Tabs
      label="Settings"
      items={tabs.map((tab) => ({ value: tab, label: labels[tab], content: panels[tab](user) }))}
      value={chosenTab(search.get('tab'), tabs)}
      onChange={(tab) => setSearch(tab === 'profile' ? {} : { tab }, { preventScrollReset: true })}
    />
  );
}
