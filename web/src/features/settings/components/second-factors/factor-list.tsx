import type { SecondFactor, SecondFactors } from '@desk/contracts/accounts/second-factors.schemas';
import { Field } from '@/components/form/field';
import { FormAction } from '@/components/form/form-action';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { ConfirmAction } from '@/components/ui/confirm-action';
import { KeyRound, ShieldCheck, Smartphone } from '@/components/ui/icons';
import { MutationButton } from '@/components/ui/mutation-button';
import { UNREACHABLE } from '@/lib/api-client';
import { formatDate, formatRelative } from '@/lib/dates';
import { useRefresh, useBackgroundRefresh } from '@/lib/use-refresh';

const schema = async () => (await import('@desk/contracts/accounts/second-factors.schemas')).newPasskeySchema;

/** The routes whose answers change when a factor is added or removed. */
export const CHANGED = ['listSecondFactors', 'listSessions'] as const;

const kinds = {
  app: { label: 'Authenticator app', icon: Smartphone },
  passkey: { label: 'Passkey', icon: KeyRound },
} as const;

/** Returns the factors that a recovery of the account has not turned off. */
export const getWorking = (factors: readonly SecondFactor[]): SecondFactor[] =>
  factors.filter(({ isOff }) => isOff !== true);

interface FactorItemProps {
  factor: SecondFactor;
  /** Removing it turns two-step sign-in off. */
  isLast: boolean;
}

function FactorItem({ factor, isLast }: FactorItemProps) {
  // Pending until the new name is shown.
  const rename = useRouteMutation('renameSecondFactor', {
    params: { factorId: factor.id },
    onSuccess: useRefresh(...CHANGED),
  });
  const keep = useRouteMutation('keepSecondFactor', {
    params: { factorId: factor.id },
    // A user who needed a working method may go on now.
    onSuccess: useBackgroundRefresh(...CHANGED, 'getCurrentUser'),
    success: { title: 'Success', description: `${factor.name} has been kept.` },
    failure: UNREACHABLE,
  });
  const remove = useRouteMutation('removeSecondFactor', {
    params: { factorId: factor.id },
    onSuccess: useBackgroundRefresh(...CHANGED),
    success: { title: 'Success', description: `${factor.name} has been removed.` },
    failure: UNREACHABLE,
  });
  const { label, icon: Icon } = kinds[factor.kind];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-4 first:pt-0 last:border-0 last:pb-0">
      <span className="grid size-11 shrink-0 place-items-center rounded-control bg-sunken text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-0 grow basis-40">
        <p className="font-semibold break-words">{factor.name}</p>
        <p className="tabular text-sm text-muted">
          {label}, added {formatDate(factor.createdAt)}
          {factor.lastUsedAt === null ? null : `, used ${formatRelative(factor.lastUsedAt)}`}
        </p>
        {factor.needsReview ? (
          <p className="text-sm text-money">
            {factor.isOff
              ? 'Turned off when your account was recovered.'
              : 'Set up before your account was recovered.'}{' '}
            Keep it if it is yours; otherwise remove it.
          </p>
        ) : null}
      </div>
      <div className="flex gap-1">
        {factor.needsReview ? (
          <MutationButton
            variant="quiet"
            aria-label={`Keep ${factor.name}`}
            mutation={keep}
            pendingLabel="Keeping..."
          >
            Keep
          </MutationButton>
        ) : null}
        <FormAction
          label="Rename"
          button={{ variant: 'quiet', 'aria-label': `Rename ${factor.name}` }}
          title={`Rename ${factor.name}`}
          description="Only you see this name."
          initialValues={{ name: factor.name }}
          schema={schema}
          submitLabel="Save"
          pendingLabel="Saving..."
          mutation={rename}
        >
          <Field name="name" label="Name" hint="So that you recognize it later." />
        </FormAction>
        <ConfirmAction
          label="Remove"
          button={{ variant: 'quiet', 'aria-label': `Remove ${factor.name}` }}
          title={`Remove ${factor.name}?`}
          description={
            factor.isOff
              ? 'It is turned off, so nothing else changes.'
              : isLast
                ? 'It is your last method: after this, your password alone signs you in, and your recovery codes stop working.'
                : 'You can no longer sign in with it. Your other methods keep working.'
          }
          pendingLabel="Removing..."
          isDestructive
          onConfirm={(close) => remove.mutateAsync(undefined, { onSettled: close })}
        />
      </div>
    </li>
  );
}

export function FactorList({ factors, required }: Pick<SecondFactors, 'factors' | 'required'>) {
  const working = getWorking(factors);
  return (
    <div className="grid gap-5">
      {working.length > 0 ? null : (
        <p className="flex gap-3">
          <ShieldCheck aria-hidden className="mt-[3px] size-5 shrink-0 text-muted" />
          <span>
            <strong>Two-step sign-in is off.</strong>{' '}
            {required
              ? 'Add a method to continue.'
              : 'Add a method, and your password alone no longer opens your account.'}
          </span>
        </p>
      )}
      {factors.length === 0 ? null : (
        <ul data-focus="rows">
          {factors.map((factor) => (
            <FactorItem key={factor.id} factor={factor} isLast={working.length === 1} />
          ))}
        </ul>
      )}
    </div>
  );
}
