import { DomainError, type ErrorCode } from '@desk/contracts';
import { clientNetwork } from '@desk/service-kit';

export interface SlotLimits {
  readonly total: number;
  readonly perNetwork: number;
}

/** When a refused page may ask again. Spread, so that refused pages do not all return at once. */
const RETRY_AFTER_SECONDS = 30;
const RETRY_SPREAD_SECONDS = 30;

/** Limits how many streams are open in this process, in all and by client network. */
export class StreamSlots {
  private total = 0;
  private readonly byNetwork = new Map<string, number>();

  constructor(private readonly limits: SlotLimits) {}

  /**
   * Claims a slot and returns the function that releases it.
   * @throws TOO_MANY_REQUESTS for a network with too many streams, UNAVAILABLE while all slots are taken
   */
  claim(address: string): () => void {
    const network = clientNetwork(address);
    if (this.countOf(network) >= this.limits.perNetwork) throw refusal('TOO_MANY_REQUESTS');
    if (this.total >= this.limits.total) throw refusal('UNAVAILABLE');
    this.add(network, 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.add(network, -1);
      isHeld = false;
    };
  }

  private countOf(network: string): number {
    return this.byNetwork.get(network) ?? 0;
  }

  private add(network: string, change: 1 | -1): void {
    this.total += change;
    const count = this.countOf(network) + change;
    if (count > 0) this.byNetwork.set(network, count);
    else this.byNetwork.delete(network);
  }
}

function refusal(code: ErrorCode): DomainError {
  const seconds = RETRY_AFTER_SECONDS + Math.round(Math.random() * RETRY_SPREAD_SECONDS);
  return new DomainError(code, { info: { retryAfter: String(seconds) } });
}
