import type { ComponentProps, ReactNode } from 'react';
import { SearchField } from '@/components/ui/search-field';

interface ListToolbarProps {
  /** Only on pages with several lists. */
  title?: { id: string; text: string };
  search?: ComponentProps<typeof SearchField>;
  filters?: ReactNode;
}

/** Heading, search and filters above a list. */
export function ListToolbar({ title, search, filters }: ListToolbarProps) {
  return (
    <div className="mb-4">
      {title === undefined ? null : (
        <h2 id={title.id} className="mb-3 text-lg font-semibold">
          {title.text}
        </h2>
      )}
      <div className="flex flex-wrap items-end gap-3">
        {search === undefined ? null : <SearchField {...search} className="w-full sm:w-80" />}
        {filters}
      </div>
    </div>
  );
}
