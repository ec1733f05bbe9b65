import { DAILY_LIMIT_MAX, DAILY_LIMIT_MIN } from '@desk/contracts/leads/daily-limit.values';
import { NumberField } from '@/components/form/field';
import { FormAction } from '@/components/form/form-action';
import { ReasonField } from '../reason-field';
import { useChangeUser, type UserChange } from './users.api';

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
export function ChangeUser({ userId, change, done, ...texts }: ChangeUserProps) {
  const limit = 'dailyLeadLimit' in change ? change.dailyLeadLimit : null;
  return (
    <FormAction<{ reason: string; dailyLeadLimit?: number }>
      {...texts}
      initialValues={limit === null ? { reason: '' } : { dailyLeadLimit: limit, reason: '' }}
      schema={limit === null ? loadReasonSchema : loadLimitSchema}
      failure="The change failed. Please try again."
      pendingLabel="Saving..."
      mutation={useChangeUser(userId, change, done)}
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
      <ReasonField hint="For the audit log. Only administrators read it." />
    </FormAction>
  );
}
