import { DomainError, type ErrorCode } from '@desk/contracts';
import { NetworkSlots } from '../http/refusals.js';

export interface SlotLimits {
  readonly total: number;
  readonly perNetwork: number;
}

/** When a refused page may ask again. Spread, so that refused pages do not all return at once. */
const RETRY_AFTER_SECONDS = 30;
const RETRY_SPREAD_SECONDS = 30;

/** Limits how many streams are open in this process, in all and by client network. */
export class StreamSlots {
  private readonly networks: NetworkSlots;
  private readonly held = new Set<() => void>();

  constructor(private readonly limits: SlotLimits) {
    this.networks = new NetworkSlots(limits.perNetwork);
  }

  /**
   * Claims a slot and returns the function that releases it.
   * @throws TOO_MANY_REQUESTS for a network with too many streams, UNAVAILABLE while all slots are taken
   */
  claim(address: string): () => void {
    const release = this.networks.claim(address);
    if (!release) throw refusal('TOO_MANY_REQUESTS');
    if (this.held.size >= this.limits.total) {
      release();
      throw refusal('UNAVAILABLE');
    }
    this.held.add(release);
    return () => {
      this.held.delete(release);
      release();
    };
  }
}

function refusal(code: ErrorCode): DomainError {
  const seconds = RETRY_AFTER_SECONDS + Math.round(Math.random() * RETRY_SPREAD_SECONDS);
  return new DomainError(code, { info: { retryAfter: String(seconds) } });
}
