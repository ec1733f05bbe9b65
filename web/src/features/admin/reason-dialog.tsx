import { ADMIN_REASON_MAX } from '@desk/contracts/accounts/user-administration.values';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { Field } from '@/components/form/field';
import { Button, PendingButton } from '@/components/ui/button';
import { CancelButton, FormDialog } from '@/components/ui/form-dialog';

type FormProps<Values extends Record<string, unknown>> = ComponentProps<typeof DialogForm<Values>>;

interface ReasonDialogProps<Values extends Record<string, unknown>> extends Pick<
  FormProps<Values>,
  'initialValues' | 'schema' | 'getMessage'
> {
  /** On the button that opens the dialog, and on the one that confirms. */
  label: string;
  title: string;
  /** Says what will happen. */
  description: string;
  reasonHint?: string;
  pendingLabel: string;
  isPending: boolean;
  /** Whether something has yet to be chosen. */
  isIncomplete?: boolean;
  onOpen?: () => void;
  /** The dialog closes once it resolves. */
  onSubmit: (values: Values) => Promise<void>;
  /** Fields above the reason. */
  children?: ReactNode;
}

/** A button for what an administrator must give a reason for, and the dialog that asks for it. */
export function ReasonDialog<Values extends Record<string, unknown>>({
  label,
  title,
  description,
  reasonHint = 'Only administrators read it.',
  pendingLabel,
  isPending,
  isIncomplete = false,
  onOpen,
  onSubmit,
  children,
  ...form
}: ReasonDialogProps<Values>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          onOpen?.();
          setIsOpen(true);
        }}
      >
        {label}
      </Button>
      <FormDialog isOpen={isOpen} onOpenChange={setIsOpen} title={title} description={description}>
        <DialogForm<Values>
          {...form}
          className="grid gap-4"
          onSubmit={async (values) => {
            await onSubmit(values);
            setIsOpen(false);
          }}
        >
          {children}
          <Field name="reason" label="Reason" hint={reasonHint} maxLength={ADMIN_REASON_MAX} />
          <div className="flex flex-wrap justify-end gap-3">
            <CancelButton />
            <PendingButton
              type="submit"
              disabled={isIncomplete}
              isPending={isPending}
              pendingLabel={pendingLabel}
            >
              {label}
            </PendingButton>
          </div>
        </DialogForm>
      </FormDialog>
    </>
  );
}
