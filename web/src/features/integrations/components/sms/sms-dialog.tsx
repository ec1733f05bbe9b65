import type { PhoneCode, SendPhoneCode, SmsSetUp } from '@desk/contracts/notifications/sms.schemas';
import { useState } from 'react';
import { FormDialog } from '@/components/ui/dialog';
import { useSendPhoneCode } from '../../api/channels';
import { findCode, toResendMs } from '../../lib/phone-code';
import { CodeStep } from './code-step';
import { NumberForm } from './number-form';

interface SmsDialogProps {
  setUp: SmsSetUp;
  /** What to offer as the number at first. */
  phone: string;
  onClose: () => void;
}

interface SentCode {
  readonly code: PhoneCode;
  readonly resendMs: number;
  /** Null for a code of an earlier visit. */
  readonly request: SendPhoneCode | null;
}

/** Asks for a number, then for the code sent to it. Continues with the code if the page was closed meanwhile. */
export function SmsDialog({ setUp, phone, onClose }: SmsDialogProps) {
  const send = useSendPhoneCode();
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
