import { clsx } from 'clsx';
import { useField } from 'formik';
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { describeInput, FieldFrame, type FieldTexts } from '@/components/ui/field-frame';
import { Eye, EyeOff } from '@/components/ui/icons';
import { inputClasses } from '@/components/ui/input-classes';

interface FieldProps extends FieldTexts, Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> {
  name: string;
}

/** Binds a Formik field to an input and links its label, hint and error for screen readers. */
export function useFieldParts(name: string, hint: ReactNode) {
  const id = useId();
  const [field, meta] = useField<string>(name);
  const error = meta.touched ? meta.error : undefined;
  return { id, error, input: { ...field, ...describeInput(id, { hint, error }) } };
}

export function Field({ name, label, note, hint, className, ...rest }: FieldProps) {
  const { id, error, input } = useFieldParts(name, hint);
  return (
    <FieldFrame id={id} label={label} note={note} hint={hint} error={error} className={className}>
      <input className={inputClasses} {...input} {...rest} />
    </FieldFrame>
  );
}

/** An input for digits, with the numeric keyboard on phones. */
export const NumberField = (props: FieldProps) => (
  <Field inputMode="numeric" autoComplete="off" className="tabular" {...props} />
);

/** A password input with a button that reveals its text. */
export function PasswordField({ name, label, hint, ...rest }: Omit<FieldProps, 'note' | 'className'>) {
  const { id, error, input } = useFieldParts(name, hint);
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
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
