import { channelFacts } from '@desk/contracts/notifications/channels.values';
import type { AdminDelivery } from '@desk/contracts/notifications/deliveries.routes';
import { RESEND_BATCH_SIZE, RESEND_MAX } from '@desk/contracts/notifications/deliveries.values';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { notify } from '@/components/toast/toast-store';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { MutationButton } from '@/components/ui/mutation-button';
import { callRoute, getErrorMessage } from '@/lib/api-client';
import { formatCount, pluralize } from '@/lib/numbers';
import { formatName } from '@/lib/person-name';
import { callRouteWithHeaders } from '@/lib/route-headers';
import { routeQuery } from '@/lib/route-query';
import { useRefresh } from '@/lib/use-refresh';
import { rowButton } from '../columns';
import { readServerTime, type ResendCounts, resendInBatches, type ResendTarget } from './resend-in-batches';
import { getResendProgress } from './resend-progress';

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
  const resend = useRouteMutation('resendDelivery', {
    params: { deliveryId: delivery.id },
    body: {},
    success: { title: 'Delivery queued', description: `${target} is being sent again.` },
    failure: 'Failed to send the delivery again. Please try again.',
  });
  if (resend.isSuccess) return <ResendProgress leadId={delivery.leadId} deliveryId={delivery.id} />;
  return (
    <MutationButton
      variant="secondary"
      className={rowButton}
      mutation={resend}
      pendingLabel="Sending..."
      aria-label={`Send again: ${target}, ${delivery.lead?.fullName ?? 'a lead'}`}
    >
      Send again
    </MutationButton>
  );
}

const describeCounts = ({ resent, skipped }: ResendCounts): string =>
  `${pluralize(resent, 'delivery', 'deliveries')} sent again` +
  (skipped === 0 ? '' : `, ${formatCount(skipped)} left out because they cannot be sent again`);

interface ResendManyProps {
  selected: ReadonlySet<string>;
  /** The deliveries that match the filters of the list. */
  filter: ResendTarget;
  onDone: () => void;
}

/** Sends the chosen failed deliveries again, or all that match the filters, after a confirmation. */
export function ResendMany({ selected, filter, onDone }: ResendManyProps) {
  const [isOpen, setOpen] = useState(false);
  const [progress, setProgress] = useState<ResendCounts | null>(null);
  const resend = useMutation({
    mutationFn: async (target: ResendTarget) => {
      const { headers } = await callRouteWithHeaders('getCurrentUser');
      const failedBefore = readServerTime(headers);
      return resendInBatches(target, {
        send: (batch) => callRoute('resendDeliveries', { body: { ...batch, failedBefore } }),
        onProgress: setProgress,
        batchSize: RESEND_BATCH_SIZE,
        max: RESEND_MAX,
      });
    },
    // Also after an error: the batches before it were sent.
    onSettled: useRefresh('listAllDeliveries'),
  });
  // Kept while the closing dialog fades out.
  const [isOfSelection, setOfSelection] = useState(false);

  const open = (ofSelection: boolean) => {
    resend.reset();
    setProgress(null);
    setOfSelection(ofSelection);
    setOpen(true);
  };
  const confirm = () =>
    resend.mutateAsync(isOfSelection ? { deliveryIds: [...selected] } : filter, {
      onSuccess: ({ isPartial, ...counts }) => {
        setOpen(false);
        onDone();
        const more = isPartial ? ` There are more: ${formatCount(RESEND_MAX)} are handled at a time.` : '';
        notify({ title: 'Sent again', description: `${describeCounts(counts)}.${more}` });
      },
    });
  return (
    <>
      <Button variant="secondary" aria-disabled={selected.size === 0} onClick={() => open(true)}>
        Send selected again{selected.size === 0 ? '' : ` (${formatCount(selected.size)})`}
      </Button>
      <Button variant="quiet" onClick={() => open(false)}>
        Send all again
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={isOfSelection ? 'Send the selected deliveries again?' : 'Send all failed deliveries again?'}
        description={
          <>
            {isOfSelection
              ? `${pluralize(selected.size, 'delivery', 'deliveries')}.`
              : `All failed deliveries that match the filters, at most ${formatCount(RESEND_MAX)}.`}{' '}
            Leads that are refunded, or whose contact details were removed, are left out.
            {progress === null ? null : (
              <span role="status" className="tabular mt-3 block font-medium text-ink">
                {describeCounts(progress)}.
              </span>
            )}
          </>
        }
        failure={
          resend.error && getErrorMessage(resend.error, 'Not all of them were sent again. Please try again.')
        }
        confirmLabel="Send again"
        pendingLabel="Sending..."
        onConfirm={confirm}
      />
    </>
  );
}
