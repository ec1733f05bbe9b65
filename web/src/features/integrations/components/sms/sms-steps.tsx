import { formatPhone } from '@desk/contracts/format/phone';
import { channelFacts } from '@desk/contracts/notifications/channels.values';
import type { PhoneCode, SendPhoneCode } from '@desk/contracts/notifications/sms.schemas';
import {
  PHONE_CODE_DIGITS,
  PHONE_CODE_MINUTES,
  PHONE_CODE_WAIT_SECONDS,
  SMS_OPT_IN_TEXT,
} from '@desk/contracts/notifications/sms.values';
import { useMutation } from '@tanstack/react-query';
import { useField } from 'formik';
import type { ComponentProps } from 'react';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DialogForm } from '@/components/form/form-action';
import { Field, NumberField } from '@/components/form/field';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { Button, PendingButton } from '@/components/ui/button';
import { CancelButton } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { useSubmission } from '@/components/ui/submission';
import { getErrorMessage, hasCode, UNREACHABLE } from '@/lib/api-client';
import { useNow } from '@/lib/use-now';
import { useBackgroundRefresh, useRefresh } from '@/lib/use-refresh';
import { isAboutPhone, toWaitSeconds } from '../../lib/phone-code';

interface WaitButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  /** When the button can be used; it counts the seconds until then. */
  untilMs: number;
  isPending: boolean;
  pendingLabel: string;
  children: string;
}

const withSeconds = (label: string, seconds: number): string =>
  seconds === 0 ? label : `${label} in ${seconds} s`;

/** Reserves room for its longest label, so its width never changes. */
function WaitButton({ untilMs, isPending, pendingLabel, children, ...rest }: WaitButtonProps) {
  const seconds = toWaitSeconds(untilMs, useNow(500));
  return (
    <Button isBusy={isPending || seconds > 0} {...rest}>
      <span data-reserve={withSeconds(children, PHONE_CODE_WAIT_SECONDS)} className="keep-width tabular">
        {isPending ? pendingLabel : withSeconds(children, seconds)}
      </span>
    </Button>
  );
}

const loadNumberSchema = async () =>
  (await import('@desk/contracts/notifications/sms.schemas')).sendPhoneCodeSchema;

interface NumberFormProps {
  /** In E.164, or as its owner wrote it. */
  phone: string;
  /** When a code can be sent. */
  untilMs: number;
  isPending: boolean;
  onSend: (request: SendPhoneCode) => Promise<void>;
}

export const NumberForm = ({ phone, untilMs, isPending, onSend }: NumberFormProps) => (
  <DialogForm
    initialValues={{ phone: formatPhone(phone), optInText: '' }}
    schema={loadNumberSchema}
    fieldOf={(error) => (isAboutPhone(error) ? 'phone' : undefined)}
    onSubmit={({ phone: typed, optInText }) =>
      // The schema lets no other text through.
      onSend({ phone: typed.trim(), optInText: optInText as SendPhoneCode['optInText'] })
    }
  >
    <Field
      autoFocus
      name="phone"
      label="Phone number"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      className="tabular"
      hint="A US number that receives text messages."
    />
    {/* The wording that was agreed to is sent along and kept, as the law asks us to. */}
    <CheckboxField
      name="optInText"
      label={<span className="text-sm">{SMS_OPT_IN_TEXT}</span>}
      values={[SMS_OPT_IN_TEXT, '']}
    />
    <div className="flex flex-wrap justify-end gap-3">
      <CancelButton />
      <WaitButton type="submit" untilMs={untilMs} isPending={isPending} pendingLabel="Sending...">
        Send a code
      </WaitButton>
    </div>
  </DialogForm>
);

const loadCodeSchema = async () =>
  (await import('@desk/contracts/notifications/sms.schemas')).confirmPhoneCodeSchema;

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

/** Pending until the new channel is shown. */
function useConfirmPhoneCode() {
  const refreshSetUp = useBackgroundRefresh('getSmsSetUp');
  const refreshChannels = useRefresh('listChannels');
  return useRouteMutation('confirmPhoneCode', {
    onSuccess: () => {
      refreshSetUp();
      return refreshChannels();
    },
    success: {
      title: channelFacts.sms.label,
      description: 'Your number is confirmed. The next leads arrive there too.',
    },
  });
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
        schema={loadCodeSchema}
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
