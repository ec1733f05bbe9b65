import { clsx } from 'clsx';
import { useField } from 'formik';
import { Eye, EyeOff } from '@/components/ui/icons';
import { inputClasses } from '@/components/ui/input-classes';
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';

export { inputClasses };

export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  return (
    <p id={id} className="text-sm font-medium text-danger empty:hidden" aria-live="polite">
      {children}
    </p>
  );
}

export interface FieldTexts {
  label: string;
  /** Shown after the label, such as '(Optional)'. */
  note?: string | undefined;
  hint?: ReactNode;
}

interface FieldProps extends FieldTexts, Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> {
  name: string;
}

/** Binds a Formik field to an input and links its label, hint and error for screen readers. */
export function useFieldParts(name: string, hasHint: boolean) {
  const id = useId();
  const [field, meta] = useField<string>(name);
  const error = meta.touched ? meta.error : undefined;
  const describedBy = [hasHint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    error,
    input: {
      ...field,
      id,
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': describedBy === '' ? undefined : describedBy,
    },
  };
}

interface FieldFrameProps extends FieldTexts {
  id: string;
  error: string | undefined;
  className?: string | undefined;
  /** The input. */
  children: ReactNode;
}

/** Label, hint and error around an input. */
export const FieldFrame = ({ id, label, note, hint, error, className, children }: FieldFrameProps) => (
  <div className={clsx('grid content-start gap-1.5', className)}>
    <FieldLabel htmlFor={id} note={note}>
      {label}
    </FieldLabel>
    {children}
    {hint === undefined ? null : (
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
    )}
    <FieldError id={`${id}-error`}>{error}</FieldError>
  </div>
);

export function Field({ name, label, note, hint, className, ...rest }: FieldProps) {
  const { id, error, input } = useFieldParts(name, hint !== undefined);
  return (
    <FieldFrame id={id} label={label} note={note} hint={hint} error={error} className={className}>
      <input className={inputClasses} {...input} {...rest} />
    </FieldFrame>
  );
}

/** Digits, with the keyboard for them on a phone. */
export const NumberField = (props: FieldProps) => (
  <Field inputMode="numeric" autoComplete="off" className="tabular" {...props} />
);

export function FieldLabel({
  htmlFor,
  note,
  children,
}: {
  htmlFor: string;
  note?: string | undefined;
  children: string;
}) {
  return (
    <label htmlFor={htmlFor} className="text-sm font-semibold">
      {children}
      {note === undefined ? null : <span className="font-normal text-muted"> {note}</span>}
    </label>
  );
}

/** A password input with a button that reveals its text. */
export function PasswordField({ name, label, hint, className, ...rest }: FieldProps) {
  const { id, error, input } = useFieldParts(name, hint !== undefined);
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} className={className}>
      <div className="relative">
        <input
          className={clsx(inputClasses, 'pr-12')}
          {...input}
          type={isShown ? 'text' : 'password'}
          {...rest}
        />
        <button
          type="button"
          aria-label={isShown ? 'Hide characters' : 'Show characters'}
          aria-controls={id}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-ink"
          onClick={() => setShown(!isShown)}
        >
          <Icon aria-hidden className="size-[18px]" />
        </button>
      </div>
    </FieldFrame>
  );
}
