import { formatPhone } from '@desk/contracts/format/phone';
import type { PhoneCode, SendPhoneCode } from '@desk/contracts/notifications/sms.schemas';
import { PHONE_CODE_DIGITS, PHONE_CODE_MINUTES } from '@desk/contracts/notifications/sms.values';
import { useMutation } from '@tanstack/react-query';
import { useField } from 'formik';
import { DialogForm } from '@/components/form/dialog-form';
import { NumberField } from '@/components/form/field';
import { Button, PendingButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useSubmission } from '@/components/ui/submission';
import { getErrorMessage, hasCode, UNREACHABLE } from '@/lib/api-client';
import { useConfirmPhoneCode } from '../../api/channels';
import { WaitButton } from './wait-button';

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

interface CodeStepProps {
  code: PhoneCode;
  /** When another code can be sent. */
  resendMs: number;
  /** What the code was requested with; null for a code of an earlier visit. */
  request: SendPhoneCode | null;
  onResend: (request: SendPhoneCode) => Promise<void>;
  onChangeNumber: () => void;
  onConfirmed: () => void;
}

export function CodeStep({ code, resendMs, request, onResend, onChangeNumber, onConfirmed }: CodeStepProps) {
  const confirm = useConfirmPhoneCode();
  const resend = useMutation({ mutationFn: onResend });
  const runSubmission = useSubmission();
  const resendCode = () => {
    // Asks for consent again: the wording of an earlier visit may have been another one.
    if (request === null) onChangeNumber();
    else void runSubmission(() => resend.mutateAsync(request).catch(() => undefined));
  };
  return (
    <div className="grid gap-4">
      <DialogForm
        // Empties the field for another code, and moves the focus to it.
        key={code.resendAt}
        initialValues={{ code: '' }}
        schema={schema}
        className="grid gap-4"
        fieldOf={(error) => (hasCode(error, 'WRONG_PHONE_CODE', 'PHONE_CODE_EXPIRED') ? 'code' : undefined)}
        onSubmit={async (values) => {
          await confirm.mutateAsync(values);
          onConfirmed();
        }}
      >
        {resend.error === null ? null : (
          <Notice tone="danger">{getErrorMessage(resend.error, UNREACHABLE)}</Notice>
        )}
        <CodeField phone={code.phone} />
        <PendingButton type="submit" isPending={confirm.isPending} pendingLabel="Checking...">
          Confirm
        </PendingButton>
      </DialogForm>
      <div className="flex flex-wrap justify-center gap-x-3 gap-y-1">
        <WaitButton
          variant="quiet"
          untilMs={resendMs}
          isPending={resend.isPending}
          pendingLabel="Sending..."
          onClick={resendCode}
        >
          Send a new code
        </WaitButton>
        <Button variant="quiet" disabled={resend.isPending} onClick={onChangeNumber}>
          Use another number
        </Button>
      </div>
      <p role="status" className="sr-only">
        {resend.isSuccess ? 'We sent you a new code.' : ''}
      </p>
    </div>
  );
}
