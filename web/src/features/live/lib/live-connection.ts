/** What is used of the browser's EventSource. */
export interface Source {
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

/** `lost`: without a connection for longer than a moment. */
export type LiveState = 'connecting' | 'live' | 'lost';

/** A connection that is gone for less is not worth a word. */
export const LOST_AFTER_MS = 3_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
const CLOSED = 2;

interface Handlers {
  onEvent: (event: LiveEvent) => void;
  /** The server refused: perhaps nobody is signed in any more. It is tried again all the same, until `stop`. */
  onRefused: () => void;
}

/**
 * One stream of events from the server. A broken one is resumed by the browser itself, which says where it was; only
 * one that was refused is opened anew from here, later and later.
 */
export class LiveConnection {
  private source: Source | null = null;
  private state: LiveState = 'connecting';
  private retries = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private lostTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly open: () => Source,
    private readonly handlers: Handlers,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): LiveState => this.state;

  start(): void {
    if (this.source) return;
    this.change('connecting');
    this.waitForLoss();
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

  /** For when the browser may have given up unseen, after sleep for instance. */
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
      this.change('live');
    };
    source.onerror = () => {
      this.waitForLoss();
      if (source.readyState === CLOSED) this.refused();
    };
    for (const kind of liveKinds)
      source.addEventListener(kind, ({ lastEventId, data }) => {
        if (this.source === source) this.handlers.onEvent({ kind, id: lastEventId, data });
      });
  }

  private refused(): void {
    const wait = Math.min(FIRST_RETRY_MS * 2 ** this.retries, LAST_RETRY_MS);
    this.retries += 1;
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.connect(), wait);
    this.handlers.onRefused();
  }

  private waitForLoss(): void {
    this.lostTimer ??= setTimeout(() => this.change('lost'), LOST_AFTER_MS);
  }

  private change(state: LiveState): void {
    if (this.state === state) return;
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
