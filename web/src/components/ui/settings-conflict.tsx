import { useState } from 'react';
import { getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { PendingButton } from './button';
import { Notice } from './notice';

/** Shown with a form whose settings were changed elsewhere since it was loaded. */
export function SettingsConflict({ onLoad }: { onLoad: () => Promise<unknown> }) {
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const load = async () => {
    setLoading(true);
    setFailure(null);
    try {
      await onLoad();
    } catch (error) {
      setFailure(getErrorMessage(error, UNREACHABLE));
    } finally {
      setLoading(false);
    }
  };
  return (
    <Notice tone="danger" title="Somebody changed these settings meanwhile">
      <p>
        Your changes were not saved, but they are still here. The current settings replace them when you load
        them.
      </p>
      {failure === null ? null : <p className="mt-2 font-medium text-danger">{failure}</p>}
      <PendingButton
        variant="secondary"
        className="mt-3"
        isPending={isLoading}
        pendingLabel="Loading..."
        onClick={() => void load()}
      >
        Load the current settings
      </PendingButton>
    </Notice>
  );
}
