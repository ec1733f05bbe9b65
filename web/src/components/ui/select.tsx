import { clsx } from 'clsx';
import { useId } from 'react';
import { FieldFrame, type FieldTexts } from './field-frame';
import { ChevronDown } from './icons';
import { inputClasses } from './input-classes';

interface Option<T extends string> {
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
  className?: string;
}

/** A native select: phones and screen readers handle it better than a custom one. */
export function Select<T extends string>({ options, value, onChange, ...frame }: SelectProps<T>) {
  const id = useId();
  return (
    <FieldFrame id={id} {...frame}>
      <div className="relative">
        <select
          id={id}
          value={value}
          aria-describedby={frame.hint === undefined ? undefined : `${id}-hint`}
          className={clsx(inputClasses, 'cursor-pointer appearance-none truncate pr-10')}
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
    </FieldFrame>
  );
}
