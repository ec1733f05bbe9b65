import { clsx } from 'clsx';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { X } from './icons';
import { inputClasses } from './input-classes';
import { Search } from './product-icons';

interface SearchFieldProps {
  label: string;
  /** Where is looked, as a hint inside the empty field. */
  hint?: string;
  /** What is looked for now. */
  value: string;
  /** Called when typing has paused, with what was typed, trimmed. */
  onSearch: (text: string) => void;
  className?: string;
}

const PAUSE_MS = 300;
/** As the API takes it. */
const MAX_LENGTH = 200;

/** Looks while one types, but not for every letter. Enter does not wait; Escape empties it. */
export function SearchField({ label, hint, value, onSearch, className }: SearchFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [field, setField] = useState({ text: value, sent: value, given: value });
  // Changed from elsewhere, by going back for instance; what was sent from here comes back as `value` and changes nothing.
  if (value !== field.given)
    setField({ text: value === field.sent ? field.text : value, sent: value, given: value });

  const send = (typed: string) => {
    const text = typed.trim();
    if (text === field.sent) return;
    setField({ text: typed, sent: text, given: field.given });
    onSearch(text);
  };
  const sendTyped = useEffectEvent(() => send(field.text));
  useEffect(() => {
    if (field.text.trim() === field.sent) return;
    const timer = setTimeout(sendTyped, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [field.text, field.sent]);

  const empty = () => {
    setField({ text: '', sent: '', given: field.given });
    if (field.sent !== '') onSearch('');
    input.current?.focus();
  };
  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
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
          maxLength={MAX_LENGTH}
          placeholder={hint}
          value={field.text}
          className={clsx(
            inputClasses,
            'appearance-none px-9 text-ellipsis placeholder:text-muted [&::-webkit-search-cancel-button]:hidden',
          )}
          onChange={({ target }) => setField({ ...field, text: target.value })}
          onKeyDown={({ key }) => {
            if (key === 'Enter') send(field.text);
            if (key === 'Escape') empty();
          }}
        />
        {field.text === '' ? null : (
          <button
            type="button"
            aria-label="Clear search"
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-ink"
            onClick={empty}
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </div>
    </div>
  );
}
