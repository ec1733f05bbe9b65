import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { NoticePreferences, QuietHours } from '@desk/contracts/notifications/notices.schemas';
import { type OptionalNotice, optionalNotices } from '@desk/contracts/notifications/notices.values';
import { useId } from 'react';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { Button, PendingButton } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { useChangeTimeZone, useSaveNotices } from '../../api/notices';
import { listTimeZones } from '../../lib/time-zones';
import { SettingsSection } from '../settings-section';

interface NoticeSwitchProps {
  label: string;
  description: string;
  isOn: boolean;
  /** While a choice is being saved. */
  isLocked: boolean;
  onChange: (isOn: boolean) => void;
}

/** A choice that is saved at once. */
function NoticeSwitch({ label, description, isOn, isLocked, onChange }: NoticeSwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <label htmlFor={id} className="cursor-pointer font-semibold">
          {label}
        </label>
        <p id={`${id}-text`} className="text-sm text-muted">
          {description}
        </p>
      </div>
      <Switch id={id} aria-describedby={`${id}-text`} isOn={isOn} isLocked={isLocked} onChange={onChange} />
    </div>
  );
}

const texts: Record<OptionalNotice, { label: string; description: string }> = {
  limitReached: {
    label: 'Daily limit reached',
    description: 'At most once a day, when no more leads arrive until midnight.',
  },
  channelProblems: {
    label: 'Channel problems',
    description: 'When we stop sending leads to your phone, Slack or webhook, and why.',
  },
  receipts: {
    label: 'Receipts',
    description: 'An email of its own for each lead. Every lead email already shows what it cost.',
  },
};

/** Shows a choice at once, and the saved one again if it cannot be saved. */
function EmailNotices({ preferences }: { preferences: NoticePreferences }) {
  const { mutate, isPending, variables } = useSaveNotices();
  const shown = isPending ? { ...preferences, ...variables } : preferences;
  return (
    <div className="divide-y divide-line">
      {optionalNotices.map((notice) => (
        <NoticeSwitch
          key={notice}
          {...texts[notice]}
          isOn={shown[notice]}
          isLocked={isPending}
          onChange={(isOn) => mutate({ [notice]: isOn })}
        />
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
      className="grid gap-5"
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
        <PendingButton
          data-focus="next"
          type="submit"
          isPending={save.isPending}
          pendingLabel="Saving..."
          className="max-sm:w-full"
        >
          Save Quiet Hours
        </PendingButton>
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
  const change = useChangeTimeZone();
  return (
    <Select
      label="Time zone"
      options={listTimeZones(user.timeZone)}
      value={change.isPending ? change.variables : user.timeZone}
      onChange={(timeZone) => change.mutate(timeZone)}
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
