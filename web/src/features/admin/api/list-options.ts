import { keepPreviousData } from '@tanstack/react-query';

/** Lists that others change all the time: read afresh on each visit, with what was known shown meanwhile. */
export const listOptions = { refetchOnMount: 'always', placeholderData: keepPreviousData } as const;

/** An address with those parameters that say something. */
export function withQuery(path: string, parameters: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
