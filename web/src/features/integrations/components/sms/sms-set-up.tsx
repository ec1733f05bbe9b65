import { formatPhone } from '@desk/contracts/format/phone';
import type { AgentChannel } from '@desk/contracts/notifications/channels.schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '@/components/page/query-view';
import { Button } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/dialog';
import { useUser } from '@/lib/current-user';
import { routeQuery } from '@/lib/route-query';
import { SmsDialog } from './sms-dialog';

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
