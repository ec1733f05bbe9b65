import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { inputClasses } from './input-classes';
import { ChevronDown } from './icons';

export interface SelectOption<T extends string> {
  value: T;
  label: string;
}

interface SelectProps<T extends string> {
  label: ReactNode;
  options: readonly SelectOption<T>[];
  value: T;
  onChange: (value: T) => void;
  hint?: string;
  className?: string;
}

/** A native select: phones and screen readers handle it better than a custom one. */
export function Select<T extends string>({
  label,
  options,
  value,
  onChange,
  hint,
  className,
}: SelectProps<T>) {
  const id = useId();
  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
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
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
