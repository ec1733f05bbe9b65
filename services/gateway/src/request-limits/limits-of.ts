import { type LimitSubject, PASSWORD_ATTEMPTS, type RequestLimit, type Route } from '@desk/contracts';

/** Returns the limits of a route that the gateway counts for this subject. */
export const limitsOf = (route: Route, ...subjects: readonly LimitSubject[]): readonly RequestLimit[] =>
  route.limits.filter(
    (limit): limit is RequestLimit =>
      limit !== PASSWORD_ATTEMPTS && limit.countedBy === 'gateway' && subjects.includes(limit.per),
  );
