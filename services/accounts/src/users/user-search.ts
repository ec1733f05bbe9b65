import type { UserSort } from '@desk/contracts';
import { escapeLike, FOLDED_SIGNS } from '@desk/service-kit';

/** ORDER BY lists, each with its own index. All are unambiguous, so that pages neither overlap nor skip rows. */
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

const SIGNS = new RegExp(`[${FOLDED_SIGNS.map((signs) => signs.replace('-', '\\-')).join('')}]`, 'g');

/**
 * Returns one LIKE pattern per word of the search; a user must match all of them. Words of one or two letters match
 * only the beginning of a word: anywhere else they would match nearly every user, and no trigram index helps.
 * Apostrophes and hyphens match every spelling of them.
 */
export const toSearchPatterns = (search: string): string[] =>
  search
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.length < 3 ? ' ' : ''}${escapeLike(word).replaceAll(SIGNS, '_')}%`);
