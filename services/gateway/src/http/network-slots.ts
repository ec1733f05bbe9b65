import { clientNetwork } from '@desk/service-kit';

/** Limits how much each client network may have open in this process. */
export class NetworkSlots {
  private readonly counts = new Map<string, number>();

  constructor(private readonly perNetwork: number) {}

  /** Returns the function that releases the slot, or undefined if the network of this address has none left. */
  claim(address: string): (() => void) | undefined {
    const network = clientNetwork(address);
    const count = this.counts.get(network) ?? 0;
    if (count >= this.perNetwork) return undefined;
    this.counts.set(network, count + 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.release(network);
      isHeld = false;
    };
  }

  private release(network: string): void {
    const count = (this.counts.get(network) ?? 1) - 1;
    if (count > 0) this.counts.set(network, count);
    else this.counts.delete(network);
  }
}
