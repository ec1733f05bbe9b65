import type { AppSetup, SecondFactors as Factors } from '@desk/contracts/accounts/second-factors.schemas';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { notify, notifyError } from '@/components/toast/toast-store';
import { Button, PendingButton } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { FormDialog } from '@/components/ui/form-dialog';
import { keepRowFocus } from '@/components/ui/keep-row-focus';
import { Loading } from '@/components/ui/loading';
import { ShieldCheck } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import {
  secondFactorsQuery,
  useAddPasskey,
  useReloadFactors,
  useReloadUser,
  useReplaceRecoveryCodes,
  useStartApp,
} from '../../api/second-factors';
import { AddApp } from './add-app';
import { FactorItem } from './factor-item';
import { NameDialog } from './name-dialog';
import { RecoveryCodes } from './recovery-codes';

type Dialog =
  | { readonly kind: 'app'; readonly setup: AppSetup }
  | { readonly kind: 'passkey' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

const describeCodes = (count: number): string =>
  count === 1 ? 'You have 1 recovery code left.' : `You have ${count} recovery codes left.`;

/** Lists the user's second factors, adds, renames and removes them, and creates recovery codes. */
export function SecondFactors() {
  const { data, error, isFetching, refetch } = useQuery(secondFactorsQuery);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const opener = useRef<HTMLElement>(null);
  const startApp = useStartApp();
  const addPasskey = useAddPasskey();
  const reload = useReloadFactors();
  const reloadUser = useReloadUser();
  if (data === undefined)
    return error === null ? (
      <Loading label="Loading sign-in methods...">
        <Skeleton className="h-[76px]" />
      </Loading>
    ) : (
      <ErrorState
        title="Your sign-in methods could not be loaded."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const close = () => setDialog(null);
  const onAdded = async (codes: readonly string[] | null) => {
    setDialog(codes === null ? null : { kind: 'codes', codes });
    await reload();
  };
  // Not earlier: for a user who had to set up a factor, it replaces the page around this dialog.
  const onCodesSaved = () => {
    close();
    void reloadUser();
  };
  const onError = (failure: Error) => notifyError(getErrorMessage(failure, UNREACHABLE));
  return (
    <div ref={keepRowFocus}>
      <FactorList factors={data.factors} isRequired={data.required} />
      <div className="mt-5 flex flex-wrap gap-3 border-t border-line pt-5">
        <PendingButton
          variant={data.factors.length === 0 ? 'primary' : 'secondary'}
          isPending={startApp.isPending}
          pendingLabel="Preparing..."
          onClick={({ currentTarget }) => {
            opener.current = currentTarget;
            startApp.mutate(undefined, { onSuccess: (setup) => setDialog({ kind: 'app', setup }), onError });
          }}
        >
          Add an authenticator app
        </PendingButton>
        <Button
          variant="secondary"
          onClick={({ currentTarget }) => {
            opener.current = currentTarget;
            setDialog({ kind: 'passkey' });
          }}
        >
          Add a passkey
        </Button>
      </div>
      {data.factors.length === 0 ? null : (
        <CodesLeft
          count={data.recoveryCodesLeft}
          onStart={(button) => {
            opener.current = button;
          }}
          onReplaced={(codes) => void onAdded(codes)}
        />
      )}
      {dialog?.kind === 'app' ? (
        <AddApp
          opener={opener}
          setup={dialog.setup}
          onCancel={close}
          onAdded={(codes) => void onAdded(codes)}
        />
      ) : null}
      {dialog?.kind === 'passkey' ? (
        <NameDialog
          title="Add a passkey"
          description="A passkey is kept by your device, password manager or security key. It also signs you in without a password."
          initialName="Passkey"
          submitLabel="Create passkey"
          pendingLabel="Creating..."
          isPending={addPasskey.isPending}
          onCancel={close}
          onSubmit={async (values) => {
            const { recoveryCodes } = await addPasskey.mutateAsync(values);
            notify({ title: 'Success', description: 'Your passkey has been added.' });
            await onAdded(recoveryCodes);
          }}
        />
      ) : null}
      {dialog?.kind === 'codes' ? (
        <FormDialog
          isOpen
          onOpenChange={(isOpen) => {
            if (!isOpen) onCodesSaved();
          }}
          returnFocusTo={opener}
          title="Your recovery codes"
          description="Keep them where you keep your passwords."
        >
          <RecoveryCodes codes={dialog.codes} onDone={onCodesSaved} />
        </FormDialog>
      ) : null}
    </div>
  );
}

function FactorList({ factors, isRequired }: { factors: Factors['factors']; isRequired: boolean }) {
  if (factors.length === 0)
    return (
      <p className="flex gap-3">
        <ShieldCheck aria-hidden className="mt-[3px] size-5 shrink-0 text-muted" />
        <span>
          <strong>Two-step sign-in is off.</strong>{' '}
          {isRequired
            ? 'Add a method to continue.'
            : 'Add a method, and your password alone no longer opens your account.'}
        </span>
      </p>
    );
  return (
    <ul>
      {factors.map((factor) => (
        <FactorItem key={factor.id} factor={factor} isLast={factors.length === 1} />
      ))}
    </ul>
  );
}

interface CodesLeftProps {
  count: number;
  /** Called with the button, which gets the focus back after the dialog. */
  onStart: (button: HTMLElement) => void;
  onReplaced: (codes: readonly string[]) => void;
}

function CodesLeft({ count, onStart, onReplaced }: CodesLeftProps) {
  const replace = useReplaceRecoveryCodes();
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
      <p className={count < 3 ? 'text-money' : 'text-muted'}>{describeCodes(count)}</p>
      <PendingButton
        variant="secondary"
        isPending={replace.isPending}
        pendingLabel="Creating..."
        onClick={({ currentTarget }) => {
          onStart(currentTarget);
          replace.mutate(undefined, {
            onSuccess: ({ recoveryCodes }) => onReplaced(recoveryCodes),
            onError: (error) => notifyError(getErrorMessage(error, UNREACHABLE)),
          });
        }}
      >
        Replace recovery codes
      </PendingButton>
    </div>
  );
}
