import { formatPhone } from '@desk/contracts/format/phone';
import type { AgentChannel } from '@desk/contracts/notifications/channels.schemas';
import type { PhoneCode, SendPhoneCode, SmsSetUp as SetUp } from '@desk/contracts/notifications/sms.schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { QueryView } from '@/components/page/query-view';
import { Button } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/dialog';
import { useUser } from '@/lib/current-user';
import { routeQuery } from '@/lib/route-query';
import { useBackgroundRefresh } from '@/lib/use-refresh';
import { findCode, toResendMs } from '../../lib/phone-code';
import { CodeStep, NumberForm } from './sms-steps';

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
  /** What to offer as the number at first. */
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
