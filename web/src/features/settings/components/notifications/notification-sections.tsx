import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { NoticePreferences } from '@desk/contracts/notifications/notices.schemas';
import { Card } from '@/components/ui/card';
import { SettingsSection } from '../settings-section';
import { EmailNotices } from './email-notices';
import { QuietHoursForm } from './quiet-hours-form';
import { TimeZoneSelect } from './time-zone-select';

interface NotificationSectionsProps {
  user: CurrentUser;
  preferences: NoticePreferences;
}

export const NotificationSections = ({ user, preferences }: NotificationSectionsProps) => (
  <>
    <SettingsSection
      title="Emails"
      description="Emails about your security and your card, and those you ask for, are always sent."
    >
      <Card>
        <EmailNotices preferences={preferences} />
      </Card>
    </SettingsSection>
    <SettingsSection
      title="Quiet hours"
      description="These emails wait until the quiet hours end. Leads, and emails about your security and your card, never wait."
    >
      <Card>
        <QuietHoursForm preferences={preferences} />
      </Card>
    </SettingsSection>
    <SettingsSection
      title="Time zone"
      description="Your daily limit starts again at midnight there, and quiet hours follow it."
    >
      <Card>
        <TimeZoneSelect user={user} />
      </Card>
    </SettingsSection>
  </>
);
