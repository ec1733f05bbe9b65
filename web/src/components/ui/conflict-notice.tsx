import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { PendingButton } from './button';
import { Notice } from './notice';

interface ConflictNoticeProps {
  title: string;
  /** What happened to the user's changes. */
  children: ReactNode;
  loadLabel: string;
  /** Loads what was saved elsewhere. */
  onLoad: () => Promise<unknown>;
}

/** Shown with a form whose save was refused because somebody else had saved first. */
export function ConflictNotice({ title, children, loadLabel, onLoad }: ConflictNoticeProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: onLoad });
  return (
    <Notice tone="danger" title={title}>
      <p>{children}</p>
      {error === null ? null : (
        <p className="mt-2 font-medium text-danger">{getErrorMessage(error, UNREACHABLE)}</p>
      )}
      <PendingButton
        variant="secondary"
        className="mt-3"
        isPending={isPending}
        pendingLabel="Loading..."
        onClick={() => mutate()}
      >
        {loadLabel}
      </PendingButton>
    </Notice>
  );
}
