import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { FieldError, FieldLabel, inputClasses, useFieldParts } from './field';

interface TextAreaFieldProps {
  name: string;
  label: string;
  /** Shown after the label, such as '(Optional)'. */
  note?: string;
  hint?: ReactNode;
  rows?: number;
  maxLength: number;
}

/** Several lines of text, bound to a Formik field. */
export function TextAreaField({ name, label, note, hint, rows = 4, maxLength }: TextAreaFieldProps) {
  const { id, error, input } = useFieldParts(name, hint !== undefined);
  return (
    <div className="grid content-start gap-1.5">
      <FieldLabel htmlFor={id} note={note}>
        {label}
      </FieldLabel>
      <textarea rows={rows} maxLength={maxLength} className={clsx(inputClasses, 'resize-y')} {...input} />
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
