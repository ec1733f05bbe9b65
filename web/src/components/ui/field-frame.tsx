import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export const FieldError = ({ id, children }: { id: string; children: string | undefined }) => (
  <p id={id} className="text-sm font-medium text-danger empty:hidden" aria-live="polite">
    {children}
  </p>
);

export interface FieldTexts {
  label: ReactNode;
  /** Shown after the label, such as '(Optional)'. */
  note?: string | undefined;
  hint?: ReactNode;
}

/** Links an input to its hint and its error in the frame, for screen readers. */
export function describeInput(id: string, { hint, error }: { hint?: ReactNode; error?: string | undefined }) {
  const parts = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return {
    id,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': parts.length === 0 ? undefined : parts.join(' '),
  };
}

interface FieldFrameProps extends FieldTexts {
  /** The input's id. The hint and the error have the same id with `-hint` and `-error` appended. */
  id: string;
  /** Leave it out for an input that has no errors. */
  error?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Label, hint and error around an input. */
export const FieldFrame = ({ id, label, note, hint, className, children, ...rest }: FieldFrameProps) => (
  <div className={clsx('grid content-start gap-1.5', className)}>
    <label htmlFor={id} className="text-sm font-semibold">
      {label}
      {note === undefined ? null : <span className="font-normal text-muted"> {note}</span>}
    </label>
    {children}
    {hint === undefined ? null : (
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
    )}
    {'error' in rest ? <FieldError id={`${id}-error`}>{rest.error}</FieldError> : null}
  </div>
);
