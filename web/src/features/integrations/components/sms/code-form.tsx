import { formatPhone } from '@desk/contracts/format/phone';
import { PHONE_CODE_DIGITS, PHONE_CODE_MINUTES } from '@desk/contracts/notifications/sms.values';
import { useField } from 'formik';
import type { ReactNode } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { NumberField } from '@/components/form/field';
import { PendingButton } from '@/components/ui/button';
import { useConfirmPhoneCode } from '../../api/sms';
import { getCodeError } from '../../lib/phone-code';

const schema = async () => (await import('@desk/contracts/notifications/sms.schemas')).confirmPhoneCodeSchema;

/** Keeps digits alone: codes are pasted with spaces, or with the text around them. */
function CodeField({ phone }: { phone: string }) {
  const [, , { setValue }] = useField<string>('code');
  return (
    <NumberField
      autoFocus
      name="code"
      label="Code"
      autoComplete="one-time-code"
      hint={`${PHONE_CODE_DIGITS} digits, sent to ${formatPhone(phone)}. Valid for ${PHONE_CODE_MINUTES} minutes.`}
      onChange={({ target }) => void setValue(target.value.replaceAll(/\D/g, '').slice(0, PHONE_CODE_DIGITS))}
    />
  );
}

interface CodeFormProps {
  /** Where the code was sent to, in E.164. */
  phone: string;
  onConfirmed: () => void;
  /** Shown above the field, such as a failure. */
  notice: ReactNode;
}

/** Asks for the code that was sent. */
export function CodeForm({ phone, onConfirmed, notice }: CodeFormProps) {
  const confirm = useConfirmPhoneCode();
  return (
    <DialogForm
      initialValues={{ code: '' }}
      schema={schema}
      className="grid gap-4"
      onSubmit={async (values, { setFieldError }) => {
        try {
          await confirm.mutateAsync(values);
          onConfirmed();
        } catch (error) {
          const message = getCodeError(error);
          if (message === undefined) throw error;
          setFieldError('code', message);
        }
      }}
    >
      {notice}
      <CodeField phone={phone} />
      <PendingButton type="submit" isPending={confirm.isPending} pendingLabel="Checking...">
        Confirm
      </PendingButton>
    </DialogForm>
  );
}
