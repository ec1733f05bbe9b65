import { PendingButton } from '@/components/ui/button';
import { pluralize } from '@/lib/numbers';
import { useReplaceRecoveryCodes } from '../../api/second-factors';

interface CodesLeftProps {
  count: number;
  onReplaced: (codes: readonly string[]) => void;
}

/** Says how many recovery codes are left, and replaces them. */
export function CodesLeft({ count, onReplaced }: CodesLeftProps) {
  const replace = useReplaceRecoveryCodes();
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
