import { clsx } from 'clsx';

interface ChoiceListProps<Value extends string> {
  label: string;
  options: readonly Value[];
  selected: readonly Value[];
  onChange: (selected: Value[]) => void;
  /** Uses narrow columns, for short values. */
  isNarrow?: boolean;
  /** Text shown while nothing is checked. */
  noneLabel?: string;
}

/** Check boxes for some of many values. */
export function ChoiceList<Value extends string>({
  label,
  options,
  selected,
  onChange,
  isNarrow = false,
  noneLabel = 'All',
}: ChoiceListProps<Value>) {
  const toggle = (value: Value) =>
    onChange(options.filter((option) => selected.includes(option) !== (option === value)));
  return (
    <fieldset>
      <legend className="font-semibold">
        {label}{' '}
        <span className="font-normal text-muted">
          {selected.length === 0 ? noneLabel : `${selected.length} of ${options.length}`}
        </span>
      </legend>
      <div
        className={clsx(
          'mt-1 grid gap-x-4',
          isNarrow
            ? 'grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))]'
            : 'grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]',
        )}
      >
        {options.map((option) => (
          <label key={option} className="flex min-h-11 cursor-pointer items-center gap-2.5">
            <input
              type="checkbox"
              className="checkbox"
              checked={selected.includes(option)}
              onChange={() => toggle(option)}
            />
            {option}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
