import { useField } from 'formik';
import { type ReactNode, useId } from 'react';
import { FieldError } from '@/components/ui/field-frame';

interface CheckboxProps {
  name?: string | undefined;
  label: ReactNode;
  isChecked: boolean;
  errorId?: string | undefined;
  onChange: (isChecked: boolean) => void;
}

export const Checkbox = ({ name, label, isChecked, errorId, onChange }: CheckboxProps) => (
  <label className="flex cursor-pointer items-start gap-3 py-2.5 md:py-1">
    <input
      type="checkbox"
      name={name}
      className="checkbox mt-[3px]"
      aria-invalid={errorId === undefined ? undefined : true}
      aria-describedby={errorId}
      checked={isChecked}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span>{label}</span>
  </label>
);

interface CheckboxFieldProps<Value> {
  name: string;
  label: ReactNode;
  /** Values of the field for a checked and for an unchecked box. */
  values?: readonly [checked: Value, unchecked: Value];
}

export function CheckboxField<Value = boolean>({
  name,
  label,
  values: [checked, unchecked] = [true, false] as [Value, Value],
}: CheckboxFieldProps<Value>) {
  const [{ value }, { touched, error }, { setValue }] = useField<Value>(name);
  const errorId = useId();
  const visibleError = touched ? error : undefined;
  return (
    <div className="grid gap-1.5">
      <Checkbox
        name={name}
        label={label}
        isChecked={value === checked}
        errorId={visibleError === undefined ? undefined : errorId}
        onChange={(isChecked) => void setValue(isChecked ? checked : unchecked)}
      />
      <FieldError id={errorId}>{visibleError}</FieldError>
    </div>
  );
}

interface CheckboxGroupProps<Value extends string> {
  name: string;
  label: string;
  options: readonly { readonly value: Value; readonly label: ReactNode }[];
  /** Checkboxes of other fields, shown before the options. */
  children?: ReactNode;
}

/** A list of values, each with a box, bound to a Formik field. */
export function CheckboxGroup<Value extends string>({
  name,
  label,
  options,
  children,
}: CheckboxGroupProps<Value>) {
  const [{ value: chosen }, { touched, error }, { setValue }] = useField<readonly Value[]>(name);
  const errorId = useId();
  const visibleError = touched ? error : undefined;
  // Keeps the values in the order of the options, not of the clicks.
  const choose = (changed: Value, isChosen: boolean) =>
    setValue(
      options
        .map(({ value }) => value)
        .filter((value) => (value === changed ? isChosen : chosen.includes(value))),
    );
  return (
    <fieldset className="grid gap-1" aria-describedby={visibleError === undefined ? undefined : errorId}>
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      {children}
      {options.map((option, index) => (
        <Checkbox
          key={option.value}
          label={option.label}
          isChecked={chosen.includes(option.value)}
          // An invalid form focuses its first invalid field.
          errorId={index === 0 && visibleError !== undefined ? errorId : undefined}
          onChange={(isChosen) => void choose(option.value, isChosen)}
        />
      ))}
      <FieldError id={errorId}>{visibleError}</FieldError>
    </fieldset>
  );
}
