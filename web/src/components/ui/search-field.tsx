import { SEARCH_MAX } from '@desk/contracts/search.values';
import { clsx } from 'clsx';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { FieldFrame } from './field-frame';
import { Search, X } from './icons';
import { inputClasses } from './input-classes';

interface SearchFieldProps {
  label: string;
  hint?: string;
  /** The search in effect. */
  value: string;
  /** Called with the trimmed text once typing pauses. */
  onSearch: (text: string) => void;
  className?: string;
}

const DEBOUNCE_MS = 300;

/** Searches as the user types, debounced. Enter, or leaving the field, searches immediately; Escape clears the field. */
export function SearchField({ label, hint, value, onSearch, className }: SearchFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [field, setField] = useState({ text: value, submitted: value, lastValue: value });
  // Follow changes from outside, such as browser Back. A `value` that echoes our own search must not
  // overwrite what the user has typed since.
  if (value !== field.lastValue)
    setField({ text: value === field.submitted ? field.text : value, submitted: value, lastValue: value });

  const submit = (typed: string) => {
    const text = typed.trim();
    if (text === field.submitted) return;
    setField({ ...field, text: typed, submitted: text });
    onSearch(text);
  };
  const submitTyped = useEffectEvent(() => submit(field.text));
  useEffect(() => {
    if (field.text.trim() === field.submitted) return;
    const timer = setTimeout(submitTyped, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [field.text, field.submitted]);

  const clear = () => {
    setField({ ...field, text: '', submitted: '' });
    if (field.submitted !== '') onSearch('');
    input.current?.focus();
  };
  return (
    <FieldFrame id={id} label={label} className={className}>
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        />
        <input
          ref={input}
          id={id}
          type="search"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={SEARCH_MAX}
          placeholder={hint}
          value={field.text}
          className={clsx(
            inputClasses,
            'appearance-none px-9 text-ellipsis [&::-webkit-search-cancel-button]:hidden',
          )}
          onChange={({ target }) => setField({ ...field, text: target.value })}
          // Searches now: a search that starts later would cancel the navigation of a link that is being clicked.
          onBlur={() => submit(field.text)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              // Otherwise Enter would also submit a form around the field.
              event.preventDefault();
              submit(field.text);
            }
            if (event.key === 'Escape') clear();
          }}
        />
        {field.text === '' ? null : (
          <button
            type="button"
            aria-label="Clear search"
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-ink"
            onClick={clear}
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </div>
    </FieldFrame>
  );
}
