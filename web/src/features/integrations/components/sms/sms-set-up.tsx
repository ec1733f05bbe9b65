import { formatPhone } from '@desk/contracts/format/phone';
import type { AgentChannel } from '@desk/contracts/notifications/channels.schemas';
import { channelFacts } from '@desk/contracts/notifications/channels.values';
import type { PhoneCode, SendPhoneCode, SmsSetUp as SetUp } from '@desk/contracts/notifications/sms.schemas';
import {
  PHONE_CODE_DIGITS,
  PHONE_CODE_MINUTES,
  PHONE_CODE_WAIT_SECONDS,
  SMS_OPT_IN_TEXT,
} from '@desk/contracts/notifications/sms.values';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useField } from 'formik';
import { type ComponentProps, useState } from 'react';
import { CheckboxField } from '@/components/form/checkbox-field';
import { Field, NumberField } from '@/components/form/field';
import { DialogForm } from '@/components/form/form-action';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { QueryView } from '@/components/page/query-view';
import { Button, PendingButton } from '@/components/ui/button';
import { CancelButton, FormDialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { useSubmission } from '@/components/ui/submission';
import { getErrorMessage, hasCode, UNREACHABLE } from '@/lib/api-client';
import { useUser } from '@/lib/current-user';
import { routeQuery } from '@/lib/route-query';
import { useNow } from '@/lib/use-now';
import { useBackgroundRefresh, useRefresh } from '@/lib/use-refresh';
import { findCode, isAboutPhone, toResendMs, toWaitSeconds } from '../../lib/phone-code';

interface WaitButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  /** When the button becomes usable. It shows the seconds until then. */
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

const NumberForm = ({ phone, untilMs, isPending, onSend }: NumberFormProps) => (
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
    {/* The consent wording is sent along and stored, because the law requires proof of it. */}
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

/** Keeps only digits: codes are pasted with spaces, or with the text around them. */
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
  /** The request for the code. Null if the code was requested at an earlier visit. */
  request: SendPhoneCode | null;
  onResend: (request: SendPhoneCode) => Promise<void>;
  onChangeNumber: () => void;
  onConfirmed: () => void;
}

function CodeStep({ code, resendMs, request, onResend, onChangeNumber, onConfirmed }: CodeStepProps) {
  const confirm = useConfirmPhoneCode();
  const resend = useMutation({ mutationFn: onResend });
  const runSubmission = useSubmission();
  const resendCode = () => {
    // Asks for consent again: the wording may have been different at an earlier visit.
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

export function SmsSetUp({ channel }: { channel: AgentChannel | undefined }) {
  const user = useUser();
  // Codes expire, and may be requested in another window.
  const query = useQuery({ ...routeQuery('getSmsSetUp'), staleTime: 0 });
  const { data } = query;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (data?.isAvailable === false)
    return <p className="flex min-h-11 items-center text-sm text-muted">Not available at the moment.</p>;
  return (
    <>
      <Button
        variant={channel === undefined ? 'primary' : 'secondary'}
        className="w-full @md:w-auto"
        onClick={() => setOpen(true)}
      >
        {channel === undefined ? 'Set up now' : 'Change number'}
      </Button>
      {!isOpen ? null : data === undefined ? (
        <FormDialog
          onClose={close}
          title="Get leads by text message"
          description="We text you the moment a lead is sold to you."
        >
          <QueryView
            query={query}
            what="text messages"
            loading="Loading..."
            failure="Text messages could not be set up."
          >
            {() => null}
          </QueryView>
        </FormDialog>
      ) : (
        <SmsDialog setUp={data} phone={formatPhone(channel?.address ?? user?.phone ?? '')} onClose={close} />
      )}
    </>
  );
}

interface SmsDialogProps {
  setUp: SetUp;
  /** Initial value of the phone field. */
  phone: string;
  onClose: () => void;
}

interface SentCode {
  readonly code: PhoneCode;
  readonly resendMs: number;
  /** Null if the code was sent during an earlier visit. */
  readonly request: SendPhoneCode | null;
}

/** Asks for a number, then for the code sent to it. Continues with the code if the page was closed meanwhile. */
function SmsDialog({ setUp, phone, onClose }: SmsDialogProps) {
  const send = useRouteMutation('sendPhoneCode', { onSuccess: useBackgroundRefresh('getSmsSetUp') });
  const [sent, setSent] = useState<SentCode | null>(() => {
    const code = findCode(setUp, Date.now());
    return code && { code, resendMs: toResendMs(code, Date.now()), request: null };
  });
  const [isCodeStep, setCodeStep] = useState(sent !== null);
  const sendCode = async (request: SendPhoneCode) => {
    const code = await send.mutateAsync(request);
    setSent({ code, resendMs: toResendMs(code, Date.now()), request });
    setCodeStep(true);
  };
  const isEnteringCode = sent !== null && isCodeStep;
  return (
    <FormDialog
      onClose={onClose}
      title={isEnteringCode ? 'Enter the code' : 'Get leads by text message'}
      description={
        isEnteringCode
          ? 'It shows us that the number is yours.'
          : 'We text you the moment a lead is sold to you. First we send a code to check the number.'
      }
    >
      {isEnteringCode ? (
        <CodeStep
          {...sent}
          onResend={sendCode}
          onChangeNumber={() => setCodeStep(false)}
          onConfirmed={onClose}
        />
      ) : (
        <NumberForm
          phone={sent?.code.phone ?? phone}
          untilMs={sent?.resendMs ?? 0}
          isPending={send.isPending}
          onSend={sendCode}
        />
      )}
    </FormDialog>
  );
}
