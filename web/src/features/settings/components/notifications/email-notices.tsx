import type { NoticePreferences } from '@desk/contracts/notifications/notices.schemas';
import { type OptionalNotice, optionalNotices } from '@desk/contracts/notifications/notices.values';
import { useSaveNotices } from '../../api/notices';
import { NoticeSwitch } from './notice-switch';

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
export function EmailNotices({ preferences }: { preferences: NoticePreferences }) {
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
