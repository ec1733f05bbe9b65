import { DAILY_LIMIT_MAX, DAILY_LIMIT_MIN } from '@desk/contracts/leads/daily-limit.values';
import { ADMIN_REASON_MAX } from '@desk/contracts/accounts/user-administration.values';
import { type RefObject, useRef, useState } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { Field } from '@/components/form/field';
import { notify } from '@/components/toast/toast-store';
import { Button, PendingButton } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/form-dialog';
import { getErrorMessage } from '@/lib/api-client';
import { useChangeUser, type UserChange } from '../../api/user';

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
  /** Gets the focus after the change, if the button goes away with it. */
  focusAfterwards?: RefObject<HTMLElement | null>;
}

/** Changes something about a user, after asking for a reason. A daily limit can be edited in the dialog. */
export function ChangeUser({
  userId,
  label,
  title,
  description,
  change,
  done,
  focusAfterwards,
}: ChangeUserProps) {
  const [isOpen, setIsOpen] = useState(false);
  const focusTarget = useRef<HTMLElement | null>(null);
  const changeUser = useChangeUser(userId);
  const limit = 'dailyLeadLimit' in change ? change.dailyLeadLimit : null;
  return (
    <>
      <Button
        variant="secondary"
        onClick={(event) => {
          focusTarget.current = event.currentTarget;
          setIsOpen(true);
        }}
      >
        {label}
      </Button>
      <FormDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={title}
        description={description}
        returnFocusTo={focusTarget}
      >
        <DialogForm<{ reason: string; dailyLeadLimit?: number }>
          initialValues={limit === null ? { reason: '' } : { dailyLeadLimit: limit, reason: '' }}
          schema={limit === null ? loadReasonSchema : loadLimitSchema}
          className="grid gap-4"
          getMessage={(error) => getErrorMessage(error, FAILURE)}
          onSubmit={async ({ reason, dailyLeadLimit }) => {
            await changeUser.mutateAsync({
              change: dailyLeadLimit === undefined ? change : { dailyLeadLimit },
              reason: reason.trim(),
            });
            if (focusAfterwards) focusTarget.current = focusAfterwards.current;
            setIsOpen(false);
            notify({ title: 'Success', description: done });
          }}
        >
          {limit === null ? null : (
            <Field
              name="dailyLeadLimit"
              label="Leads per day"
              type="number"
              min={DAILY_LIMIT_MIN}
              max={DAILY_LIMIT_MAX}
            />
          )}
          <Field
            name="reason"
            label="Reason"
            hint="For the audit log. Only administrators read it."
            maxLength={ADMIN_REASON_MAX}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
            <PendingButton type="submit" isPending={changeUser.isPending} pendingLabel="Saving...">
              {label}
            </PendingButton>
          </div>
        </DialogForm>
      </FormDialog>
    </>
  );
}
