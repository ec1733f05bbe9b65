import { LRUCache } from 'lru-cache';
import { type IRateLimiterOptions, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** About 10 MB for each limit. Callers may have more networks than that: an IPv6 provider has billions of /64. */
const MAX_SUBJECTS = 20_000;

/**
 * Counts in the memory of this process, for a limited number of subjects. A new one replaces the one that sent nothing
 * for longest, so those who keep flooding stay refused.
 */
export class BoundedMemoryLimiter extends RateLimiterMemory {
  private readonly recent: LRUCache<string, true>;

  constructor(options: IRateLimiterOptions, maxSubjects = MAX_SUBJECTS) {
    super(options);
    this.recent = new LRUCache({
      max: maxSubjects,
      noDisposeOnSet: true,
      dispose: (_value, subject) => void super.delete(subject),
    });
  }

  override consume(subject: string, ...rest: [points?: number, options?: object]): Promise<RateLimiterRes> {
    this.recent.set(subject, true);
    return super.consume(subject, ...rest);
  }
}
