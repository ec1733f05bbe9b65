import type { PhoneCode, SendPhoneCode } from '@desk/contracts/notifications/sms.schemas';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useSubmission } from '@/components/ui/submission';
import { getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { CodeForm } from './code-form';
import { WaitButton } from './wait-button';

interface CodeStepProps {
  code: PhoneCode;
  /** When another code can be sent. */
  resendMs: number;
  /** What the code was requested with; null for a code of an earlier visit. */
  request: SendPhoneCode | null;
  isSending: boolean;
  onResend: (request: SendPhoneCode) => Promise<void>;
  onChangeNumber: () => void;
  onConfirmed: () => void;
}

/** Asks for the code, and offers another one or another number. */
export function CodeStep({
  code,
  resendMs,
  request,
  isSending,
  onResend,
  onChangeNumber,
  onConfirmed,
}: CodeStepProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isResent, setResent] = useState(false);
  const runSubmission = useSubmission();
  const resend = async () => {
    // Asks for consent again: the wording of an earlier visit may have been another one.
    if (request === null) {
      onChangeNumber();
      return;
    }
    setFailure(null);
    setResent(false);
    try {
      await onResend(request);
      setResent(true);
    } catch (error) {
      setFailure(getErrorMessage(error, UNREACHABLE));
    }
  };
  return (
    <div className="grid gap-4">
      <CodeForm
        // Empties the field for another code, and moves the focus to it.
        key={code.resendAt}
        phone={code.phone}
        onConfirmed={onConfirmed}
        notice={failure === null ? null : <Notice tone="danger">{failure}</Notice>}
      />
      <div className="flex flex-wrap justify-center gap-x-3 gap-y-1">
        <WaitButton
          variant="quiet"
          untilMs={resendMs}
          isPending={isSending}
          pendingLabel="Sending..."
          onClick={() => void runSubmission(resend)}
        >
          Send a new code
        </WaitButton>
        <Button variant="quiet" disabled={isSending} onClick={onChangeNumber}>
          Use another number
        </Button>
      </div>
      <p role="status" className="sr-only">
        {isResent ? 'We sent you a new code.' : ''}
      </p>
    </div>
  );
}
