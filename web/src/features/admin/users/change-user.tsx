import { DAILY_LIMIT_MAX, DAILY_LIMIT_MIN } from '@desk/contracts/leads/daily-limit.values';
import { NumberField } from '@/components/form/field';
import { getErrorMessage } from '@/lib/api-client';
import { useChangeUser, type UserChange } from './user.api';
import { ReasonDialog } from '../reason-dialog';

const FAILURE = 'The change failed. Please try again.';
const schemas = () => import('@desk/contracts/accounts/user-administration.schemas');
const loadReasonSchema = async () =>
  (await schemas()).setUserDailyLimitSchema.omit(['dailyLeadLimit']).noUnknown();
const loadLimitSchema = async () => (await schemas()).setUserDailyLimitSchema;

interface ChangeUserProps {
  userId: string;
  /** On the button that opens the dialog, and on the one that confirms. */
  label: string;
  title: string;
  /** Says what will happen. */
  description: string;
  change: UserChange;
  /** What the notice says afterwards. */
  done: string;
}

/** Changes something about a user, after asking for a reason. A daily limit can be edited in the dialog. */
export function ChangeUser({ userId, label, title, description, change, done }: ChangeUserProps) {
  const changeUser = useChangeUser(userId, done);
  const limit = 'dailyLeadLimit' in change ? change.dailyLeadLimit : null;
  return (
    <ReasonDialog<{ reason: string; dailyLeadLimit?: number }>
      label={label}
      title={title}
      description={description}
      initialValues={limit === null ? { reason: '' } : { dailyLeadLimit: limit, reason: '' }}
      schema={limit === null ? loadReasonSchema : loadLimitSchema}
      getMessage={(error) => getErrorMessage(error, FAILURE)}
      reasonHint="For the audit log. Only administrators read it."
      pendingLabel="Saving..."
      isPending={changeUser.isPending}
      onSubmit={async ({ reason, dailyLeadLimit }) => {
        await changeUser.mutateAsync({
          change: dailyLeadLimit === undefined ? change : { dailyLeadLimit },
          reason: reason.trim(),
        });
      }}
    >
      {limit === null ? null : (
        <NumberField
          name="dailyLeadLimit"
          label="Leads per day"
          type="number"
          min={DAILY_LIMIT_MIN}
          max={DAILY_LIMIT_MAX}
        />
      )}
    </ReasonDialog>
  );
}
