import { clsx } from 'clsx';
import * as Radix from 'radix-ui/tabs';
import type { ReactNode } from 'react';

interface TabsProps<T extends string> {
  label: string;
  items: readonly { readonly value: T; readonly label: string; readonly content: ReactNode }[];
  value: T;
  onChange: (value: T) => void;
}

/** Arrow keys move between tabs; only the selected panel is rendered. */
export const Tabs = <T extends string>({ label, items, value, onChange }: TabsProps<T>) => (
  <Radix.Root value={value} onValueChange={(next) => onChange(next as T)}>
    <Radix.List aria-label={label} className="flex border-b border-line max-sm:flex-wrap sm:gap-1">
      {items.map((item) => (
        <Radix.Trigger
          key={item.value}
          value={item.value}
          className={clsx(
            '-mb-px min-h-11 rounded-t-control border-b-2 border-transparent px-2 font-semibold text-muted max-sm:text-sm sm:px-4',
            'transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-2',
            'data-[state=active]:border-brand data-[state=active]:text-ink',
          )}
        >
          {item.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
    {items.map((item) => (
      <Radix.Content key={item.value} value={item.value} className="rounded-control pt-6 md:pt-8">
        {item.content}
      </Radix.Content>
    ))}
  </Radix.Root>
);
