import type { AppSetup, SecondFactors as Factors } from '@desk/contracts/accounts/second-factors.schemas';
import { brand } from '@desk/contracts/brand';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { encode } from 'uqr';
import { AuthenticationCodeField } from '@/components/form/authentication-code-field';
import { Field } from '@/components/form/field';
import { FormAction, MutationForm } from '@/components/form/form-action';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { QueryView } from '@/components/page/query-view';
import { NewSecret } from '@/components/secret/new-secret';
import { Button, PendingButton } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/dialog';
import { Download } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { callRoute, hasCode, UNREACHABLE } from '@/lib/api-client';
import { pluralize } from '@/lib/numbers';
import { createPasskey, getPasskeyErrorMessage } from '@/lib/passkeys';
import { saveFile } from '@/lib/route-file';
import { routeQuery } from '@/lib/route-query';
import { useBackgroundRefresh } from '@/lib/use-refresh';
import { CHANGED, FactorList, getWorking } from './factor-list';

function download(codes: string): void {
  const text = `${brand} recovery codes\n\n${codes}\n`;
  saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt');
}

/** Shows new recovery codes, for the only time. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n');
  return (
    <NewSecret
      kind="codes"
      secret={text}
      purpose="Each one signs you in once if you lose your device."
      actions={
        <Button variant="secondary" onClick={() => download(text)}>
          <Download aria-hidden className="size-4" />
          Download
        </Button>
      }
      onDone={onDone}
    >
      <ul
        aria-label="Recovery codes"
        className="tabular grid gap-x-6 gap-y-1 rounded-control bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </NewSecret>
  );
}

const appSchema = async () => (await import('@desk/contracts/accounts/second-factors.schemas')).newAppSchema;

/** A QR code as one SVG path. Dark on white in dark mode too, because some scanners need that. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control bg-[#ffffff]"
    >
      <path d={path} fill="#0b1512" />
    </svg>
  );
}

interface AddAppProps {
  setup: AppSetup;
  onCancel: () => void;
  /** The codes are null when earlier ones are still valid. */
  onAdded: (recoveryCodes: readonly string[] | null) => void;
}

function AddApp({ setup, onCancel, onAdded }: AddAppProps) {
  const confirm = useMutation({
    mutationFn: ({ name, code }: { name: string; code: string }) =>
      callRoute('confirmApp', { body: { factorId: setup.factorId, name, code: code.replaceAll(' ', '') } }),
    onSuccess: useBackgroundRefresh(...CHANGED),
    meta: { success: { title: 'Success', description: 'Your authenticator app has been added.' } },
  });
  const [isSecretShown, setSecretShown] = useState(false);
  return (
    <FormDialog
      onClose={onCancel}
      title="Add an authenticator app"
      description="Scan the code with an app such as Google Authenticator or 1Password, then enter the 6 digits it shows."
    >
      <div className="mb-5 grid justify-items-center gap-3">
        <QrCode text={setup.uri} label="QR code for your authenticator app" />
        {isSecretShown ? (
          <p className="text-center text-sm">
            <span className="text-muted">Key to enter in the app: </span>
            <strong className="font-mono break-all">{setup.secret.match(/.{1,4}/g)?.join(' ')}</strong>
          </p>
        ) : (
          <Button variant="quiet" onClick={() => setSecretShown(true)}>
            I can't scan the code
          </Button>
        )}
      </div>
      <MutationForm
        initialValues={{ name: 'Authenticator app', code: '' }}
        schema={appSchema}
        fieldOf={(error) => (hasCode(error, 'WRONG_CODE') ? 'code' : undefined)}
        submitLabel="Add app"
        pendingLabel="Adding..."
        mutation={confirm}
        onDone={({ recoveryCodes }) => onAdded(recoveryCodes)}
      >
        <Field name="name" label="Name" hint="So that you recognize it later." />
        <AuthenticationCodeField />
      </MutationForm>
    </FormDialog>
  );
}

const passkeySchema = async () =>
  (await import('@desk/contracts/accounts/second-factors.schemas')).newPasskeySchema;

type Dialog =
  | { readonly kind: 'app'; readonly setup: AppSetup }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

function CodesLeft({ count, onReplaced }: { count: number; onReplaced: (codes: readonly string[]) => void }) {
  const replace = useRouteMutation('replaceRecoveryCodes', {
    onSuccess: useBackgroundRefresh(...CHANGED),
    failure: UNREACHABLE,
  });
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
      <p className={count < 3 ? 'text-money' : 'text-muted'}>
        You have {pluralize(count, 'recovery code')} left.
      </p>
      <PendingButton
        variant="secondary"
        isPending={replace.isPending}
        pendingLabel="Creating..."
        onClick={() =>
          replace.mutate(undefined, { onSuccess: ({ recoveryCodes }) => onReplaced(recoveryCodes) })
        }
      >
        Replace recovery codes
      </PendingButton>
    </div>
  );
}

const useAddPasskey = () =>
  useMutation({
    mutationFn: async (name: string) => {
      const { token, options } = await callRoute('startPasskeySetup');
      const passkey = await createPasskey(options);
      return callRoute('confirmPasskey', { body: { token, name, passkey } });
    },
    onSuccess: useBackgroundRefresh(...CHANGED),
    meta: { success: { title: 'Success', description: 'Your passkey has been added.' } },
  });

export const SecondFactors = () => (
  <QueryView
    query={useQuery({ ...routeQuery('listSecondFactors'), staleTime: 0 })}
    what="your sign-in methods"
    skeleton={<Skeleton className="h-[76px]" />}
  >
    {(data) => <Methods {...data} />}
  </QueryView>
);

function Methods({ factors, required, recoveryCodesLeft }: Factors) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const startApp = useRouteMutation('startAppSetup', { failure: UNREACHABLE });
  const addPasskey = useAddPasskey();
  const reloadUser = useBackgroundRefresh('getCurrentUser');
  const isOff = getWorking(factors).length === 0;
  const close = () => setDialog(null);
  const onAdded = (codes: readonly string[] | null) =>
    setDialog(codes === null ? null : { kind: 'codes', codes });
  const onAddPasskey = async ({ name }: { name: string }) =>
    onAdded((await addPasskey.mutateAsync(name)).recoveryCodes);
  // Reloads the user only now: once a required factor is set up, the reload replaces the page around this dialog.
  const onCodesSaved = () => {
    close();
    reloadUser();
  };
  return (
    <div>
      <FactorList factors={factors} required={required} />
      <div className="mt-5 flex flex-wrap gap-3 border-t border-line pt-5">
        <PendingButton
          variant={isOff ? 'primary' : 'secondary'}
          isPending={startApp.isPending}
          pendingLabel="Preparing..."
          onClick={() =>
            startApp.mutate(undefined, { onSuccess: (setup) => setDialog({ kind: 'app', setup }) })
          }
        >
          Add an authenticator app
        </PendingButton>
        <FormAction
          label="Add a passkey"
          title="Add a passkey"
          description="A passkey is kept by your device, password manager or security key. It also signs you in without a password."
          initialValues={{ name: 'Passkey' }}
          schema={passkeySchema}
          submitLabel="Create passkey"
          pendingLabel="Creating..."
          getMessage={getPasskeyErrorMessage}
          mutation={{ isPending: addPasskey.isPending, mutateAsync: onAddPasskey }}
        >
          <Field name="name" label="Name" hint="So that you recognize it later." />
        </FormAction>
      </div>
      {isOff ? null : <CodesLeft count={recoveryCodesLeft} onReplaced={onAdded} />}
      {dialog?.kind === 'app' ? <AddApp setup={dialog.setup} onCancel={close} onAdded={onAdded} /> : null}
      {dialog?.kind === 'codes' ? (
        <FormDialog
          onClose={onCodesSaved}
          title="Your recovery codes"
          description="Keep them where you keep your passwords."
        >
          <RecoveryCodes codes={dialog.codes} onDone={onCodesSaved} />
        </FormDialog>
      ) : null}
    </div>
  );
}
