import { useId } from 'react';
import { inputClasses } from '@/components/ui/input-classes';

interface BudgetFieldProps {
  label: string;
  hint: string;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** An amount in dollars; empty for no budget. */
export function BudgetField({ label, hint, text, error, onChange }: BudgetFieldProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        inputMode="decimal"
        placeholder="No budget"
        value={text}
        className={`${inputClasses} tabular`}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p
        id={`${id}-hint`}
        aria-live="polite"
        className={error === undefined ? 'text-sm text-muted' : 'text-sm font-medium text-danger'}
      >
        {error ?? hint}
      </p>
    </div>
  );
}
