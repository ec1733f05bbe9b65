import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { MutationButton } from '@/components/ui/mutation-button';
import { getWaitMessage } from '@/lib/api-client';
import { useRefresh } from '@/lib/use-refresh';

export function ResendOwn({ deliveryId, name }: { deliveryId: string; name: string }) {
  const resend = useRouteMutation('resendOwnDelivery', {
    params: { deliveryId },
    body: {},
    // Also after an error: somebody else may have sent it again.
    onSettled: useRefresh('listDeliveries', 'getLead', 'listDeliveryAttempts'),
    success: { title: 'Sending again', description: `${name} is on its way.` },
    failure: (error) => getWaitMessage(error, 'It could not be sent again. Please try again.'),
  });
  return (
    <MutationButton
      variant="secondary"
      className="min-h-8! px-3! text-sm pointer-coarse:min-h-11!"
      aria-label={`Send again: ${name}`}
      mutation={resend}
      pendingLabel="Sending..."
    >
      Send again
    </MutationButton>
  );
}
