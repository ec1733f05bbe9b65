import { clsx } from 'clsx';
import * as Radix from 'radix-ui/tabs';
import type { ReactNode } from 'react';

export interface TabItem<T extends string> {
  value: T;
  label: string;
  content: ReactNode;
}

interface TabsProps<T extends string> {
  /** What the tabs are of, for those who do not see them. */
  label: string;
  items: readonly TabItem<T>[];
  value: T;
  onChange: (value: T) => void;
}

/** Moved through with the arrow keys; only the chosen panel is there. */
export function Tabs<T extends string>({ label, items, value, onChange }: TabsProps<T>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <Radix.List aria-label={label} className="flex gap-1 border-b border-line">
        {items.map((item) => (
          <Radix.Trigger
            key={item.value}
            value={item.value}
            className={clsx(
              '-mb-px min-h-11 rounded-t-control border-b-2 border-transparent px-3 font-semibold text-muted sm:px-4',
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
}
