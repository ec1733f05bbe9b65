import type { UserSort } from '@desk/contracts';
import { escapeLike } from '@desk/service-kit';

/** Each has an index of its own; the id makes every order one that pages can be cut from. */
export const userOrders: Readonly<Record<UserSort, string>> = {
  newest: 'created_at DESC, id DESC',
  oldest: 'created_at, id',
  name: 'lower(first_name), lower(last_name), id',
  email: 'email',
  company: 'lower(company_name), id',
  limit: 'daily_lead_limit DESC, created_at DESC, id DESC',
  status: 'service_enabled DESC, created_at DESC, id DESC',
  role: 'is_admin DESC, created_at DESC, id DESC',
};

/**
 * A pattern for each word; all must fit. `%` and `_` are looked for as they are. One or two letters are the
 * beginning of a word: what merely holds them somewhere is nearly everybody, and no index finds it.
 */
export const searchPatterns = (search: string): string[] =>
  search
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.length < 3 ? ' ' : ''}${escapeLike(word)}%`);
