import { useQuery } from '@tanstack/react-query';
import { ProofForm } from '@/components/proof/proof-form';
import type { Proof } from '@/components/proof/typed-proofs';
import { QueryView } from '@/components/page/query-view';
import { CancelButton, FormDialog } from '@/components/ui/dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { callRoute, hasCode } from '@/lib/api-client';
import { sendProof } from '@/lib/reauthentication';

export function ReauthenticationDialog({ onFinish }: { onFinish: (isProven: boolean) => void }) {
  // Not cached: each question needs a challenge of its own.
  const query = useQuery({
    queryKey: ['startReauthentication'],
    queryFn: () => callRoute('startReauthentication'),
    staleTime: 0,
    gcTime: 0,
  });
  const prove = async (proof: Proof) => {
    const token = 'passkey' in proof && query.data?.token ? { token: query.data.token } : {};
    try {
      await sendProof(() => callRoute('reauthenticate', { body: { ...token, ...proof } }));
    } catch (failure) {
      if (hasCode(failure, 'CHALLENGE_EXPIRED', 'PASSKEY_REJECTED')) void query.refetch();
      throw failure;
    }
    onFinish(true);
  };
  return (
    <FormDialog
      onClose={() => onFinish(false)}
      title="Confirm that it's you"
      description="This needs a fresh confirmation, because you signed in a while ago."
    >
      <QueryView
        query={query}
        what="the confirmation"
        loading="Loading..."
        failure="The confirmation could not be started."
        skeleton={<Skeleton className="h-11" />}
      >
        {({ methods, passkeyOptions }) => (
          <ProofForm
            methods={methods}
            passkeyOptions={passkeyOptions}
            onProve={prove}
            submitLabel="Confirm"
            pendingLabel="Confirming..."
            actions={<CancelButton />}
          />
        )}
      </QueryView>
      {query.data === undefined ? (
        <div className="mt-4 grid justify-items-end">
          <CancelButton />
        </div>
      ) : null}
    </FormDialog>
  );
}
