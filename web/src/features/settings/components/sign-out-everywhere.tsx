import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { useEndAllSessions } from '../api/sessions';

/** Ends every session of the user, this one too. */
export function SignOutEverywhere() {
  const endAll = useEndAllSessions();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setConfirming(true)}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onOpenChange={setConfirming}
        title="Sign out everywhere?"
        description="Every device, this one too, will have to sign in again."
        confirmLabel="Sign out everywhere"
        pendingLabel="Signing out..."
        onConfirm={() => endAll.mutateAsync(undefined, { onError: () => setConfirming(false) })}
      />
    </>
  );
}
