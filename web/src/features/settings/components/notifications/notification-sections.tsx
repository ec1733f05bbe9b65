import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { NoticePreferences, QuietHours } from '@desk/contracts/notifications/notices.schemas';
import { type OptionalNotice, optionalNotices } from '@desk/contracts/notifications/notices.values';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { Button } from '@/components/ui/button';
import { SubmitButton } from '@/components/ui/mutation-button';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { getWaitMessage } from '@/lib/api-client';
import { USER_KEY } from '@/lib/current-user';
import { useSaveNotices } from '../../api/notices';
import { listTimeZones } from '../../lib/time-zones';
import { SettingsSection } from '../settings-section';

const texts: Record<OptionalNotice, { label: string; description: string }> = {
  limitReached: {
    label: 'Daily limit reached',
    description: 'At most once a day, when no more leads arrive until midnight.',
  },
  channelProblems: {
    label: 'Channel problems',
    description: 'When we stop sending leads to your phone, Slack or webhook, and why.',
  },
  weeklySummary: {
    label: 'Weekly summary',
    description: 'On Monday at 8 AM: what you bought, spent and won in the week before.',
  },
  receipts: {
    label: 'Receipts',
    description: 'An email of its own for each lead. Every lead email already shows what it cost.',
  },
};

/** Shows a choice at once, and the saved one again if it cannot be saved. */
function EmailNotices({ preferences }: { preferences: NoticePreferences }) {
  const id = useId();
  const { mutate, isPending, variables } = useSaveNotices();
  const shown = isPending ? { ...preferences, ...variables } : preferences;
  return (
    <div className="divide-y divide-line">
      {optionalNotices.map((notice) => (
        <div key={notice} className="flex items-start justify-between gap-4 py-4 first:pt-0 last:pb-0">
          <div className="min-w-0">
            <label htmlFor={`${id}-${notice}`} className="cursor-pointer font-semibold">
              {texts[notice].label}
            </label>
            <p id={`${id}-${notice}-text`} className="text-sm text-muted">
              {texts[notice].description}
            </p>
          </div>
          <Switch
            id={`${id}-${notice}`}
            aria-describedby={`${id}-${notice}-text`}
            isOn={shown[notice]}
            isLocked={isPending}
            onChange={(isOn) => mutate({ [notice]: isOn })}
          />
        </div>
      ))}
    </div>
  );
}

const schema = async () => (await import('@desk/contracts/notifications/notices.schemas')).quietHoursSchema;
const suggestion: QuietHours = { from: '21:00', to: '07:00' };

function QuietHoursForm({ preferences }: { preferences: NoticePreferences }) {
  const save = useSaveNotices();
  const { quietHours } = preferences;
  return (
    <Form
      initialValues={quietHours ?? suggestion}
      enableReinitialize
      schema={schema}
      onSubmit={async (values) => {
        await save.mutateAsync({ quietHours: values });
      }}
    >
      {quietHours === null ? <p>You have no quiet hours at the moment.</p> : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="from" label="From" type="time" className="tabular" />
        <Field name="to" label="Until" type="time" className="tabular" />
      </div>
      <div className="flex flex-wrap gap-3">
        <SubmitButton data-focus="next" className="max-sm:w-full" mutation={save} pendingLabel="Saving...">
          Save Quiet Hours
        </SubmitButton>
        {quietHours === null ? null : (
          <Button
            variant="secondary"
            className="max-sm:w-full"
            isBusy={save.isPending}
            onClick={() => save.mutate({ quietHours: null })}
          >
            Turn Off
          </Button>
        )}
      </div>
    </Form>
  );
}

function TimeZoneSelect({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient();
  const change = useRouteMutation('changeTimeZone', {
    scope: { id: 'time-zone' },
    onSuccess: (saved) => queryClient.setQueryData(USER_KEY, saved),
    success: { title: 'Time zone updated', description: 'Your time zone has been saved.' },
    failure: (error) => getWaitMessage(error, 'Failed to save your time zone.'),
  });
  return (
    <Select
      label="Time zone"
      options={listTimeZones(user.timeZone)}
      value={change.isPending ? change.variables.timeZone : user.timeZone}
      onChange={(timeZone) => change.mutate({ timeZone })}
    />
  );
}

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
      <EmailNotices preferences={preferences} />
    </SettingsSection>
    <SettingsSection
      title="Quiet hours"
      description="These emails wait until the quiet hours end. Leads, and emails about your security and your card, never wait."
    >
      <QuietHoursForm preferences={preferences} />
    </SettingsSection>
    <SettingsSection
      title="Time zone"
      description="Your daily limit starts again at midnight there, and quiet hours follow it."
    >
      <TimeZoneSelect user={user} />
    </SettingsSection>
  </>
);
