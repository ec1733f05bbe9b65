import { keepPreviousData } from '@tanstack/react-query';

/** Other people change these lists, so each visit reads them again and shows the cached rows meanwhile. */
export const listOptions = { refetchOnMount: 'always', placeholderData: keepPreviousData } as const;

/** Adds the parameters that have a value. */
export function withQuery(path: string, parameters: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
