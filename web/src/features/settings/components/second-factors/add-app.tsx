import type { AppSetup } from '@desk/contracts/accounts/second-factors.schemas';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { encode } from 'uqr';
import { MutationForm } from '@/components/form/form-action';
import { AuthenticationCodeField } from '@/components/form/authentication-code-field';
import { Field } from '@/components/form/field';
import { Button } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/dialog';
import { callRoute, hasCode } from '@/lib/api-client';
import { useBackgroundRefresh } from '@/lib/use-refresh';
import { CHANGED } from '../../api/second-factors';

const schema = async () => (await import('@desk/contracts/accounts/second-factors.schemas')).newAppSchema;

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

export function AddApp({ setup, onCancel, onAdded }: AddAppProps) {
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
        schema={schema}
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
