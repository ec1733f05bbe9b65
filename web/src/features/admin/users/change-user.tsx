import type { AccountAction } from '@desk/contracts/accounts/user-administration.values';
import { DAILY_LIMIT_MAX, DAILY_LIMIT_MIN } from '@desk/contracts/leads/daily-limit.values';
import { useMutation } from '@tanstack/react-query';
import { NumberField } from '@/components/form/field';
import { FormAction } from '@/components/form/form-action';
import { callRoute } from '@/lib/api-client';
import { useRefresh } from '@/lib/use-refresh';
import { ReasonField } from '../reason-field';

const schemas = () => import('@desk/contracts/accounts/user-administration.schemas');
const loadReasonSchema = async () =>
  (await schemas()).setUserDailyLimitSchema.omit(['dailyLeadLimit']).noUnknown();
const loadLimitSchema = async () => (await schemas()).setUserDailyLimitSchema;

/** What an admin changes about one user. The server asks for a proof of identity if the last one is too old. */
type UserChange =
  | { readonly action: AccountAction }
  | { readonly serviceEnabled: boolean }
  | { readonly dailyLeadLimit: number };

async function send(userId: string, change: UserChange, reason: string): Promise<void> {
  const params = { userId };
  if ('action' in change) await callRoute('administerUser', { params, body: { ...change, reason } });
  else if ('serviceEnabled' in change)
    await callRoute('setUserService', { params, body: { ...change, reason } });
  else await callRoute('setUserDailyLimit', { params, body: { ...change, reason } });
}

interface ChangeUserProps {
  userId: string;
  /** Label of the button that opens the dialog and of the confirming button. */
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
  const mutation = useMutation({
    // A limit typed in the dialog replaces the one in `change`.
    mutationFn: ({ reason, ...typed }: { reason: string; dailyLeadLimit?: number }) =>
      send(userId, { ...change, ...typed }, reason),
    // Also after an error: another admin may have changed the account meanwhile.
    onSettled: useRefresh('getUser', 'listAuditEvents', 'listUsers'),
    meta: { success: { title: 'Success', description: done } },
  });
  return (
    <FormAction<{ reason: string; dailyLeadLimit?: number }>
      {...texts}
      initialValues={limit === null ? { reason: '' } : { dailyLeadLimit: limit, reason: '' }}
      schema={limit === null ? loadReasonSchema : loadLimitSchema}
      failure="The change failed. Please try again."
      pendingLabel="Saving..."
      mutation={mutation}
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
      <ReasonField hint="For the audit log. Only admins read it." />
    </FormAction>
  );
}
