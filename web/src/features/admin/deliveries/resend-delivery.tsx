import { channelFacts } from '@desk/contracts/notifications/channels.values';
import type { AdminDelivery } from '@desk/contracts/notifications/deliveries.routes';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Badge } from '@/components/ui/badge';
import { PendingButton } from '@/components/ui/button';
import { callRoute } from '@/lib/api-client';
import { formatName } from '@/lib/person-name';
import { getResendProgress } from './resend-progress';
import { routeQuery } from '@/lib/route-query';
import { rowButton } from '../columns';

const POLL_INTERVAL_MS = 2_000;

const progressBadges = {
  'in-progress': { tone: 'money', text: 'Sending again' },
  delivered: { tone: 'brand', text: 'Delivered' },
  'failed-again': { tone: 'danger', text: 'Failed again' },
} as const;

/** Polls the lead until the delivery is sent or has failed again. */
function ResendProgress({ leadId, deliveryId }: { leadId: string; deliveryId: string }) {
  const status = useRef<HTMLSpanElement>(null);
  useEffect(() => status.current?.focus(), []);
  const { data, isFetchedAfterMount } = useQuery({
    ...routeQuery('getLeadTimeline', { params: { leadId } }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      getResendProgress(state.data, deliveryId) === 'in-progress' ? POLL_INTERVAL_MS : false,
  });
  // Data cached before the resend still shows the old failure.
  const { tone, text } =
    progressBadges[getResendProgress(isFetchedAfterMount ? data : undefined, deliveryId)];
  return (
    <span ref={status} tabIndex={-1} role="status" className="inline-flex min-h-8 items-center rounded-full">
      <Badge tone={tone}>{text}</Badge>
    </span>
  );
}

export function ResendDelivery({ delivery }: { delivery: AdminDelivery }) {
  const target = `${channelFacts[delivery.channel].label} to ${formatName(delivery.buyer)}`;
  const resend = useMutation({
    mutationFn: () => callRoute('resendDelivery', { params: { deliveryId: delivery.id }, body: {} }),
    meta: {
      success: { title: 'Delivery queued', description: `${target} is being sent again.` },
      failure: 'Failed to send the delivery again. Please try again.',
    },
  });
  if (resend.isSuccess) return <ResendProgress leadId={delivery.leadId} deliveryId={delivery.id} />;
  return (
    <PendingButton
      variant="secondary"
      className={rowButton}
      isPending={resend.isPending}
      pendingLabel="Sending..."
      aria-label={`Send again: ${target}, ${delivery.lead?.fullName ?? 'a lead'}`}
      onClick={() => resend.mutate()}
    >
      Send again
    </PendingButton>
  );
}
