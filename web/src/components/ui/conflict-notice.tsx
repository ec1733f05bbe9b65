import { type ReactNode, useState } from 'react';
import { getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { PendingButton } from './button';
import { Notice } from './notice';

interface ConflictNoticeProps {
  title: string;
  /** What became of the changes. */
  children: ReactNode;
  loadLabel: string;
  /** Loads what was saved elsewhere. */
  onLoad: () => Promise<unknown>;
}

/** Shown with a form whose save was refused because somebody else had saved first. */
export function ConflictNotice({ title, children, loadLabel, onLoad }: ConflictNoticeProps) {
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
    <Notice tone="danger" title={title}>
      <p>{children}</p>
      {failure === null ? null : <p className="mt-2 font-medium text-danger">{failure}</p>}
      <PendingButton
        variant="secondary"
        className="mt-3"
        isPending={isLoading}
        pendingLabel="Loading..."
        onClick={() => void load()}
      >
        {loadLabel}
      </PendingButton>
    </Notice>
  );
}
