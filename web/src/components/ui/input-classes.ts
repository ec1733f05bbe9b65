import { clsx } from 'clsx';

export const inputClasses = clsx(
  'block min-h-11 w-full rounded-control border border-line-strong bg-surface px-3 py-2 text-base',
  'transition-colors duration-150 hover:border-ink',
  'placeholder:text-muted placeholder:opacity-100 aria-invalid:border-danger',
);
