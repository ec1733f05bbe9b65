import type { ProofMethod } from '@desk/contracts/accounts/second-factors.values';
import { type ReactNode, useState } from 'react';
import { Form } from '@/components/form/form';
import { Button, PendingButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useSubmission } from '@/components/ui/submission';
import { hasCode } from '@/lib/api-client';
import { getPasskeyErrorMessage, signWithPasskey } from '@/lib/passkeys';
import { type Proof, toProof, typedProofs, type TypedMethod } from './typed-proofs';

interface ProofFormProps {
  methods: readonly ProofMethod[];
  /** The challenge that a passkey signs. Null if a passkey is not one of the methods. */
  passkeyOptions: object | null;
  onProve: (proof: Proof) => Promise<void>;
  submitLabel: string;
  pendingLabel: string;
  /** Shown next to the submit button. */
  actions?: ReactNode;
}

/**
 * Asks for one of the proofs that `methods` lists: a typed one, or a passkey. Shows failures itself: while a dialog is
 * open, screen readers do not reach notices outside it.
 */
export function ProofForm({
  methods,
  passkeyOptions,
  onProve,
  submitLabel,
  pendingLabel,
  actions,
}: ProofFormProps) {
  const typed = methods.filter((method): method is TypedMethod => method !== 'passkey');
  const [chosen, setChosen] = useState<TypedMethod | undefined>(typed[0]);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const runSubmission = useSubmission();
  const onFailure = (error: unknown) => setFailure(getPasskeyErrorMessage(error));
  const prove = async (proof: Proof) => {
    setPending(true);
    setFailure(null);
    try {
      await onProve(proof);
    } finally {
      setPending(false);
    }
  };
  const provePasskey = async (options: object) => {
    setFailure(null);
    try {
      await prove({ passkey: await signWithPasskey(options) });
    } catch (error) {
      onFailure(error);
    }
  };
  const others = typed.filter((method) => method !== chosen);
  return (
    <div className="grid gap-4">
      {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
      {passkeyOptions === null ? null : (
        <Button
          size="lg"
          variant={chosen === undefined ? 'primary' : 'secondary'}
          isBusy={isPending}
          onClick={() => void runSubmission(() => provePasskey(passkeyOptions))}
        >
          Use a passkey
        </Button>
      )}
      {chosen === undefined ? (
        actions
      ) : (
        <Form
          key={chosen}
          initialValues={{ [typedProofs[chosen].name]: '' }}
          schema={typedProofs[chosen].schema}
          className="grid gap-4"
          onFailure={onFailure}
          fieldOf={(error) =>
            hasCode(error, 'WRONG_CODE', 'WRONG_PASSWORD') ? typedProofs[chosen].name : undefined
          }
          onSubmit={(values) => prove(toProof(values))}
        >
          {typedProofs[chosen].field}
          <div className="flex flex-wrap justify-end gap-3">
            {actions}
            <PendingButton type="submit" className="grow" isPending={isPending} pendingLabel={pendingLabel}>
              {submitLabel}
            </PendingButton>
          </div>
        </Form>
      )}
      {others.map((method) => (
        <Button key={method} variant="quiet" disabled={isPending} onClick={() => setChosen(method)}>
          {typedProofs[method].switchLabel}
        </Button>
      ))}
    </div>
  );
}
