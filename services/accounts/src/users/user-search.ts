import type { UserSort } from '@desk/contracts';
import { escapeLike } from '@desk/service-kit';

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

/**
 * Returns one LIKE pattern per word of the search; a user must match all of them. Words of one or two letters match
 * only the beginning of a word: anywhere else they would match nearly every user, and no trigram index helps.
 * The database folds case, accents, apostrophes and hyphens.
 */
export const toSearchPatterns = (search: string): string[] =>
  search
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.length < 3 ? ' ' : ''}${escapeLike(word)}%`);
