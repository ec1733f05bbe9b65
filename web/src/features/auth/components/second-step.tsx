import type { SecondFactorChallenge } from '@desk/contracts/accounts/second-factors.schemas';
import { ProofForm } from '@/components/proof/proof-form';
import type { Proof } from '@/components/proof/typed-proofs';
import { notifyError } from '@/components/toast/toast-store';
import { Button } from '@/components/ui/button';
import { getErrorMessage, hasCode, UNREACHABLE } from '@/lib/api-client';
import { completeSignIn, useSignedIn } from '../api/sign-in.api';

interface SecondStepProps {
  challenge: SecondFactorChallenge;
  /** Returns to the password. */
  onRestart: () => void;
}

export function SecondStep({ challenge, onRestart }: SecondStepProps) {
  const signedIn = useSignedIn();
  const prove = async (proof: Proof) => {
    try {
      await signedIn(await completeSignIn(challenge, proof));
    } catch (error) {
      if (!hasCode(error, 'SIGN_IN_EXPIRED')) throw error;
      notifyError(getErrorMessage(error, UNREACHABLE));
      onRestart();
    }
  };
  return (
    <ProofForm
      methods={challenge.methods}
      passkeyOptions={challenge.passkeyOptions}
      onProve={prove}
      submitLabel="Verify"
      pendingLabel="Verifying..."
      actions={
        <Button variant="secondary" onClick={onRestart}>
          Start over
        </Button>
      }
    />
  );
}
