import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useQuery } from '@tanstack/react-query';
import { Card } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { Loading } from '@/components/ui/loading';
import { Skeleton } from '@/components/ui/skeleton';
import { noticesQuery } from '../../api/notices';
import { SettingsSection } from '../settings-section';
import { EmailNotices } from './email-notices';
import { QuietHoursForm } from './quiet-hours-form';
import { TimeZoneSelect } from './time-zone-select';

/** Which emails the agent receives besides leads, and when. */
export function NotificationsPanel({ user }: { user: CurrentUser }) {
  const { data, error, isFetching, refetch } = useQuery(noticesQuery);
  if (!data)
    return error ? (
      <ErrorState
        title="Your notifications could not be loaded."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <Loading label="Loading your notifications">
        <Skeleton className="h-64 max-w-[720px]" />
      </Loading>
    );
  return (
    <>
      <SettingsSection
        title="Emails"
        description="Emails about your security and your card, and those you ask for, are always sent."
      >
        <Card>
          <EmailNotices preferences={data} />
        </Card>
      </SettingsSection>
      <SettingsSection
        title="Quiet hours"
        description="These emails wait until the quiet hours end. Leads, and emails about your security and your card, never wait."
      >
        <Card>
          <QuietHoursForm preferences={data} />
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
}
