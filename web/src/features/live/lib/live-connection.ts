/** The parts of the browser's EventSource used here. */
export interface EventSourceLike {
  readonly readyState: number;
  addEventListener(kind: string, listener: (event: MessageEvent<string>) => void): void;
  onopen: ((event: Event) => void) | null;
  onerror: ((event: Event) => void) | null;
  close(): void;
}

export interface LiveEvent {
  readonly kind: LiveKind;
  /** Sequence number in the agent's feed. */
  readonly id: string;
  readonly data: string;
}

export const liveKinds = [
  'hello',
  'lead-sold',
  'lead-delivered',
  'lead-changed',
  'eligibility-changed',
  'reset',
] as const;
export type LiveKind = (typeof liveKinds)[number];

/** `lost`: disconnected for longer than `LOST_AFTER_MS`. `full`: refused, too many pages on this network. */
export type LiveState = 'connecting' | 'live' | 'lost' | 'full';

/** Why the server refused a stream. */
export interface Refusal {
  /** How long the server asks to stay away. */
  readonly retryAfterMs: number;
  readonly isNetworkFull: boolean;
}

/** Shorter interruptions are not shown. */
export const LOST_AFTER_MS = 3_000;
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** `EventSource.CLOSED`, which does not exist in Node. */
const CLOSED = 2;

interface Handlers {
  onEvent: (event: LiveEvent) => void;
  /**
   * The server answered with an error, perhaps because the session ended. Resolves to its refusal, which an
   * EventSource does not show, or null if it gave none. Retries continue until `stop`.
   */
  onRejected: () => Promise<Refusal | null>;
}

/**
 * Keeps one event stream to the server open. The browser itself resumes a broken stream from the last event id, but
 * gives up after an error status; then this class reopens it with increasing delays.
 */
export class LiveConnection {
  private source: EventSourceLike | null = null;
  private state: LiveState = 'connecting';
  private retries = 0;
  /** The server asked not to be called before this time. */
  private notBefore = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private lostTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly open: () => EventSourceLike,
    private readonly handlers: Handlers,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): LiveState => this.state;

  start(): void {
    if (this.source) return;
    this.setState('connecting');
    this.startLostTimer();
    this.connect();
  }

  stop(): void {
    this.source?.close();
    this.source = null;
    clearTimeout(this.retryTimer);
    clearTimeout(this.lostTimer);
    this.lostTimer = undefined;
    this.retries = 0;
    this.notBefore = 0;
  }

  /** Reconnects at once if the stream is closed, unless the server asked to wait. Call when the browser comes back from sleep or goes online. */
  wake(): void {
    if (this.source?.readyState !== CLOSED || Date.now() < this.notBefore) return;
    clearTimeout(this.retryTimer);
    this.connect();
  }

  private connect(): void {
    const source = this.open();
    this.source = source;
    source.onopen = () => {
      this.retries = 0;
      clearTimeout(this.lostTimer);
      this.lostTimer = undefined;
      this.setState('live');
    };
    source.onerror = () => {
      this.startLostTimer();
      if (source.readyState === CLOSED) this.retryLater(source);
    };
    for (const kind of liveKinds)
      source.addEventListener(kind, ({ lastEventId, data }) => {
        if (this.source === source) this.handlers.onEvent({ kind, id: lastEventId, data });
      });
  }

  private retryLater(source: EventSourceLike): void {
    const delayMs = Math.min(MIN_RETRY_MS * 2 ** this.retries, MAX_RETRY_MS);
    this.retries += 1;
    this.connectAfter(delayMs);
    void this.handlers.onRejected().then((refusal) => {
      // Not if a newer attempt is under way.
      if (this.source === source && source.readyState === CLOSED) this.heed(refusal, delayMs);
    });
  }

  private heed(refusal: Refusal | null, delayMs: number): void {
    if (refusal && refusal.retryAfterMs > delayMs) {
      this.notBefore = Date.now() + refusal.retryAfterMs;
      this.connectAfter(refusal.retryAfterMs);
    }
    if (refusal?.isNetworkFull) this.setState('full');
    else if (this.state === 'full') this.setState('lost');
  }

  private connectAfter(delayMs: number): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.connect(), delayMs);
  }

  private startLostTimer(): void {
    if (this.state === 'full') return;
    this.lostTimer ??= setTimeout(() => this.setState('lost'), LOST_AFTER_MS);
  }

  private setState(state: LiveState): void {
    if (state === 'full') {
      clearTimeout(this.lostTimer);
      this.lostTimer = undefined;
    }
    if (this.state === state) return;
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
