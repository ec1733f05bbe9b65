import { getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { Button } from './button';
import { TriangleAlert } from './icons';

interface ErrorStateProps {
  /** Says what failed, such as 'Your leads could not be loaded.' */
  title: string;
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
}

/** Replaces content that failed to load: says what happened and offers a retry. */
export function ErrorState({ title, error, onRetry, isRetrying }: ErrorStateProps) {
  return (
    <div role="alert" className="rounded-card border border-danger bg-danger-soft p-5">
      <p className="flex gap-3 font-semibold text-danger">
        <TriangleAlert aria-hidden className="mt-[3px] size-5 shrink-0" />
        {title}
      </p>
      <p className="mt-1 pl-8">{getErrorMessage(error, UNREACHABLE)}</p>
      <Button variant="secondary" className="mt-4 ml-8" isBusy={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
