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

export const liveKinds = ['hello', 'lead-sold', 'lead-delivered', 'eligibility-changed', 'reset'] as const;
export type LiveKind = (typeof liveKinds)[number];

/** `lost`: disconnected for longer than `LOST_AFTER_MS`. */
export type LiveState = 'connecting' | 'live' | 'lost';

/** Shorter interruptions are not shown. */
export const LOST_AFTER_MS = 3_000;
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** `EventSource.CLOSED`, which does not exist in Node. */
const CLOSED = 2;

interface Handlers {
  onEvent: (event: LiveEvent) => void;
  /** The server answered with an error, perhaps because the session ended. Retries continue until `stop`. */
  onRejected: () => void;
}

/**
 * Keeps one event stream to the server open. The browser itself resumes a broken stream from the last event id, but
 * gives up after an error status; then this class reopens it with increasing delays.
 */
export class LiveConnection {
  private source: EventSourceLike | null = null;
  private state: LiveState = 'connecting';
  private retries = 0;
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
  }

  /** Reconnects at once if the stream is closed. Call when the browser comes back from sleep or goes online. */
  wake(): void {
    if (this.source?.readyState !== CLOSED) return;
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
      if (source.readyState === CLOSED) this.retryLater();
    };
    for (const kind of liveKinds)
      source.addEventListener(kind, ({ lastEventId, data }) => {
        if (this.source === source) this.handlers.onEvent({ kind, id: lastEventId, data });
      });
  }

  private retryLater(): void {
    const delayMs = Math.min(MIN_RETRY_MS * 2 ** this.retries, MAX_RETRY_MS);
    this.retries += 1;
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.connect(), delayMs);
    this.handlers.onRejected();
  }

  private startLostTimer(): void {
    this.lostTimer ??= setTimeout(() => this.setState('lost'), LOST_AFTER_MS);
  }

  private setState(state: LiveState): void {
    if (this.state === state) return;
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
