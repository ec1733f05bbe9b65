import { ADMIN_REASON_MAX } from '@desk/contracts/accounts/user-administration.values';
import { Field } from '@/components/form/field';

/** The field `reason` of actions for which an admin must give one. */
export const ReasonField = ({ hint = 'Only admins read it.' }: { hint?: string }) => (
  <Field name="reason" label="Reason" hint={hint} maxLength={ADMIN_REASON_MAX} />
);
