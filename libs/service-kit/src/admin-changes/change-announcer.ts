import type { Broadcast, HandledListener } from '@desk/bullmq-transport';
import { ADMIN_CHANGES, type AdminChange, ADMINS_LISTENING, changesOf } from '@desk/contracts';

/** Longer than the interval at which gateways announce that an admin listens. */
const LISTENING_MS = 30_000;
/** Gathers changes, so that a busy service publishes at most this often. */
const INTERVAL_MS = 500;

/** Broadcasts what this service has changed, while an admin listens. May lose changes: pages also poll. */
export class ChangeAnnouncer {
  private listeningUntil = -Infinity;
  private readonly pending = new Set<AdminChange>();

  constructor(private readonly broadcast: Pick<Broadcast, 'publish' | 'subscribe'>) {}

  async start(): Promise<void> {
    await this.broadcast.subscribe(ADMINS_LISTENING, () => {
      this.listeningUntil = performance.now() + LISTENING_MS;
    });
  }

  readonly onHandled: HandledListener = ({ message, outcome }) => {
    if (outcome === 'failed') this.announce('failed-messages');
    if (outcome === 'succeeded') this.announce(...changesOf(message));
  };

  /** For changes that no message makes. */
  announce(...changes: readonly AdminChange[]): void {
    if (performance.now() > this.listeningUntil) return;
    if (this.pending.size === 0 && changes.length > 0) setTimeout(() => this.publish(), INTERVAL_MS).unref();
    for (const change of changes) this.pending.add(change);
  }

  private publish(): void {
    this.broadcast.publish(ADMIN_CHANGES, [...this.pending].join(','));
    this.pending.clear();
  }
}
