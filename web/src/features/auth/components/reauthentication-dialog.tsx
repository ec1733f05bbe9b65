import { useQuery } from '@tanstack/react-query';
import { type Proof, ProofForm } from '@/components/proof/proof-form';
import { ErrorState } from '@/components/ui/error-state';
import { CancelButton, FormDialog } from '@/components/ui/form-dialog';
import { Loading } from '@/components/ui/loading';
import { Skeleton } from '@/components/ui/skeleton';
import { callRoute, hasCode } from '@/lib/api-client';
import { sendProof } from '@/lib/reauthentication';

interface ReauthenticationDialogProps {
  onFinish: (isProven: boolean) => void;
}

export function ReauthenticationDialog({ onFinish }: ReauthenticationDialogProps) {
  // Not cached: each question needs a challenge of its own.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['startReauthentication'],
    queryFn: () => callRoute('startReauthentication'),
    staleTime: 0,
    gcTime: 0,
  });
  const prove = async (proof: Proof) => {
    const token = 'passkey' in proof && data?.token ? { token: data.token } : {};
    try {
      await sendProof(() => callRoute('reauthenticate', { body: { ...token, ...proof } }));
    } catch (failure) {
      if (hasCode(failure, 'CHALLENGE_EXPIRED', 'PASSKEY_REJECTED')) void refetch();
      throw failure;
    }
    onFinish(true);
  };
  const cancel = <CancelButton />;
  return (
    <FormDialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onFinish(false);
      }}
      title="Confirm that it's you"
      description="This needs a fresh confirmation, because you signed in a while ago."
    >
      {data === undefined ? (
        error === null ? (
          <div className="grid gap-4">
            <Loading label="Loading...">
              <Skeleton className="h-11" />
            </Loading>
            <div className="justify-self-end">{cancel}</div>
          </div>
        ) : (
          <div className="grid gap-4">
            <ErrorState
              title="The confirmation could not be started."
              error={error}
              isRetrying={isFetching}
              onRetry={() => void refetch()}
            />
            <div className="justify-self-end">{cancel}</div>
          </div>
        )
      ) : (
        <ProofForm
          methods={data.methods}
          passkeyOptions={data.passkeyOptions}
          onProve={prove}
          submitLabel="Confirm"
          pendingLabel="Confirming..."
          actions={cancel}
        />
      )}
    </FormDialog>
  );
}
