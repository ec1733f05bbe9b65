import type { FailedDelivery } from '@desk/contracts/notifications/notifications.http';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { notify, notifyError } from '@/components/toast/toast-store';
import { Badge } from '@/components/ui/badge';
import { PendingButton } from '@/components/ui/button';
import { sentenceOf } from '@/lib/api-client';
import { useResendDelivery } from '../api/deliveries';
import { leadQuery } from '../api/leads';
import { channelNames, nameOf } from '../lib/names';
import { resentState } from '../lib/resent-state';
import { rowButton } from './row-buttons';

const FAILURE = 'Failed to send the delivery again. Please try again.';
const LOOK_EVERY_MS = 2_000;

const outcomes = {
  'under-way': { tone: 'money', text: 'Sending again' },
  delivered: { tone: 'brand', text: 'Delivered' },
  'failed-again': { tone: 'danger', text: 'Failed again' },
} as const;

/** What becomes of it: looked up until it is sent or given up again. */
function Resent({ leadId, deliveryId }: { leadId: string; deliveryId: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => place.current?.focus(), []);
  const { data, isFetchedAfterMount } = useQuery({
    ...leadQuery(leadId),
    refetchInterval: ({ state }) =>
      resentState(state.data, deliveryId) === 'under-way' ? LOOK_EVERY_MS : false,
  });
  // What was read before it was queued again still tells of the old failure.
  const { tone, text } = outcomes[resentState(isFetchedAfterMount ? data : undefined, deliveryId)];
  return (
    <span ref={place} tabIndex={-1} role="status" className="inline-flex min-h-8 items-center rounded-full">
      <Badge tone={tone}>{text}</Badge>
    </span>
  );
}

export function ResendDelivery({ delivery }: { delivery: FailedDelivery }) {
  const resend = useResendDelivery();
  const who = nameOf(delivery.buyer);
  const channel = channelNames[delivery.channel];
  if (resend.isSuccess) return <Resent leadId={delivery.leadId} deliveryId={delivery.id} />;
  return (
    <PendingButton
      variant="secondary"
      className={rowButton}
      isPending={resend.isPending}
      pendingLabel="Sending..."
      aria-label={`Send again: ${channel} to ${who}, ${delivery.lead?.fullName ?? 'a lead'}`}
      onClick={() =>
        resend.mutate(delivery.id, {
          onSuccess: () =>
            notify({ title: 'Delivery queued', description: `${channel} to ${who} is being sent again.` }),
          onError: (error) => notifyError(sentenceOf(error, FAILURE)),
        })
      }
    >
      Send again
    </PendingButton>
  );
}
