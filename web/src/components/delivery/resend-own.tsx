import { useMutation } from '@tanstack/react-query';
import { PendingButton } from '@/components/ui/button';
import { callRoute, getWaitMessage } from '@/lib/api-client';
import { useRefresh } from '@/lib/use-refresh';

export function ResendOwn({ deliveryId, name }: { deliveryId: string; name: string }) {
  const resend = useMutation({
    mutationFn: () => callRoute('resendOwnDelivery', { params: { deliveryId }, body: {} }),
    // Also after an error: somebody else may have sent it again.
    onSettled: useRefresh('listDeliveries', 'getLead', 'listDeliveryAttempts'),
    meta: {
      success: { title: 'Sending again', description: `${name} is on its way.` },
      failure: (error) => getWaitMessage(error, 'It could not be sent again. Please try again.'),
    },
  });
  return (
    <PendingButton
      variant="secondary"
      className="min-h-8! px-3! text-sm pointer-coarse:min-h-11!"
      aria-label={`Send again: ${name}`}
      isPending={resend.isPending}
      pendingLabel="Sending..."
      onClick={() => resend.mutate()}
    >
      Send again
    </PendingButton>
  );
}
