import { clsx } from 'clsx';
import { useId } from 'react';
import { describeInput, FieldFrame, type FieldTexts } from './field-frame';
import { ChevronDown } from './icons';
import { inputClasses } from './input-classes';

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
}

/** An option for each value, in this order. */
export const toOptions = <T extends string>(labels: Readonly<Record<T, string>>): Option<T>[] =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));

interface SelectProps<T extends string> extends Omit<FieldTexts, 'note'> {
  options: readonly Option<T>[];
  value: T;
  onChange: (value: T) => void;
  /** Small, with a label only for screen readers. For rows that already show what the field is. */
  isCompact?: boolean;
  /** Whether the value is being saved. */
  isBusy?: boolean;
  className?: string;
}

const compactClasses =
  'min-h-9! py-1! pr-9! text-sm! font-medium aria-busy:text-muted pointer-coarse:min-h-11!';

/** A native select: phones and screen readers handle it better than a custom one. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { options, value, onChange, isCompact = false, isBusy, ...frame } = props;
  const id = useId();
  const control = (
    <div className="relative">
      <select
        {...describeInput(id, frame)}
        value={value}
        aria-busy={isBusy}
        className={clsx(
          inputClasses,
          'cursor-pointer appearance-none truncate pr-10',
          isCompact && compactClasses,
        )}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </div>
  );
  if (isCompact)
    return (
      <>
        <label htmlFor={id} className="sr-only">
          {frame.label}
        </label>
        {control}
      </>
    );
  return (
    <FieldFrame id={id} {...frame}>
      {control}
    </FieldFrame>
  );
}
