import { RESEND_BATCH_SIZE, RESEND_MAX } from '@desk/contracts/notifications/deliveries.values';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '@/components/toast/toast-store';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { callRoute, getErrorMessage } from '@/lib/api-client';
import { formatCount, pluralize } from '@/lib/numbers';
import { useRefresh } from '@/lib/use-refresh';
import { type ResendCounts, resendInBatches, type ResendTarget } from './resend-in-batches';

const FAILURE = 'Not all of them were sent again. Please try again.';

const describeCounts = ({ resent, skipped }: ResendCounts): string =>
  `${pluralize(resent, 'delivery', 'deliveries')} sent again` +
  (skipped === 0 ? '' : `, ${formatCount(skipped)} left out because they cannot be sent again`);

interface ResendManyProps {
  /** Ids of the chosen rows. */
  selected: ReadonlySet<string>;
  /** What the filters of the list leave. */
  filter: ResendTarget;
  onDone: () => void;
}

/** Sends the chosen failed deliveries again, or all that the filters leave, after a confirmation. */
export function ResendMany({ selected, filter, onDone }: ResendManyProps) {
  const [isOpen, setOpen] = useState(false);
  const [progress, setProgress] = useState<ResendCounts | null>(null);
  const resend = useMutation({
    mutationFn: (target: ResendTarget) => {
      const failedBefore = new Date().toISOString();
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
      <Button
        variant="secondary"
        aria-disabled={selected.size === 0}

        onClick={() => open(true)}
      >
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
            {resend.isError ? (
              <span role="alert" className="mt-3 block font-medium text-danger">
                {getErrorMessage(resend.error, FAILURE)}
              </span>
            ) : null}
          </>
        }
        confirmLabel="Send again"
        pendingLabel="Sending..."
        onConfirm={confirm}
      />
    </>
  );
}
