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

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> {
  name: string;
  label: string;
  /** Shown after the label, such as '(Optional)'. */
  note?: string;
  hint?: ReactNode;
}

/** Binds a Formik field to an input and links its label, hint and error for screen readers. */
export function useFieldParts(name: string, hasHint: boolean) {
  const id = useId();
  const [field, meta, helpers] = useField<string>(name);
  const error = meta.touched ? meta.error : undefined;
  const describedBy = [hasHint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    error,
    helpers,
    input: {
      ...field,
      id,
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': describedBy === '' ? undefined : describedBy,
    },
  };
}

export function Field({ name, label, note, hint, className, ...rest }: FieldProps) {
  const { id, error, input } = useFieldParts(name, hint !== undefined);
  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <FieldLabel htmlFor={id} note={note}>
        {label}
      </FieldLabel>
      <input className={inputClasses} {...input} {...rest} />
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

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
    <div className={clsx('grid content-start gap-1.5', className)}>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
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
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
