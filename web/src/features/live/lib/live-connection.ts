import { ApiError } from '@/lib/api-client';
import { Store } from '@/lib/store';
import { readEvents, type StreamEvent } from './read-events';

/** `lost`: disconnected for longer than `LOST_AFTER_MS`. `full`: refused, too many pages on this network. */
export type LiveState = 'connecting' | 'live' | 'lost' | 'full';

/** Requests a stream that continues after this event, if it is not empty. Rejects with `ApiError` if refused. */
export type OpenStream = (lastEventId: string, signal: AbortSignal) => Promise<Response>;

/** Shorter interruptions are not shown. */
export const LOST_AFTER_MS = 3_000;
/** Keeps the connection open while the user moves between pages. */
export const LINGER_MS = 1_000;
/** Longer than two heartbeat intervals of the server. */
export const SILENT_AFTER_MS = 45_000;
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
const TOO_MANY_REQUESTS = 429;

/** Keeps one event stream open while a component has acquired it. Resumes after the last event received. */
export class LiveConnection extends Store<LiveState> {
  private holders = 0;
  private lingerTimer: ReturnType<typeof setTimeout> | undefined;
  private lostTimer: ReturnType<typeof setTimeout> | undefined;
  /** The current attempt and the pause after it; null while stopped. */
  private attempt: AbortController | null = null;
  private lastEventId = '';
  /** How long the server asks to wait after a stream. */
  private retryMs = MIN_RETRY_MS;
  private notBefore = 0;
  private endPause = (): void => undefined;

  /** `onEvent` also gets the id of the previous event. */
  constructor(
    private readonly open: OpenStream,
    private readonly onEvent: (event: StreamEvent, previousId: string) => void,
  ) {
    super('connecting');
  }

  /** Connects and returns a function that releases the connection. */
  acquire(): () => void {
    this.holders += 1;
    clearTimeout(this.lingerTimer);
    if (this.attempt === null) void this.keepOpen();
    return () => {
      this.holders -= 1;
      if (this.holders === 0) this.lingerTimer = setTimeout(() => this.stop(), LINGER_MS);
    };
  }

  stop(): void {
    this.attempt?.abort();
    this.attempt = null;
    this.endPause();
    this.endLostTimer();
  }

  /** Ends the pause before the next attempt, once the server allows it. Call when the browser wakes or goes online. */
  wake(): void {
    setTimeout(this.endPause, Math.max(0, this.notBefore - Date.now()));
  }

  /** Opens the stream again. Call when the network is gone: the browser may not notice that the stream is dead. */
  reconnect(): void {
    this.attempt?.abort();
  }

  private async keepOpen(): Promise<void> {
    this.setState('connecting');
    for (let failures = 0; ;) {
      const attempt = new AbortController();
      this.attempt = attempt;
      this.startLostTimer();
      const refusal = await this.receive(attempt);
      if (this.attempt !== attempt) return;
      this.startLostTimer();
      const backoffMs = refusal === null ? 0 : Math.min(MIN_RETRY_MS * 2 ** failures, MAX_RETRY_MS);
      failures = refusal === null ? 0 : failures + 1;
      await this.pause(Math.max(this.retryMs, refusal?.retryAfterMs ?? 0), backoffMs);
      if (this.attempt !== attempt) return;
    }
  }

  /** Receives events until the stream ends. Resolves with the refusal if it could not be opened. */
  private async receive(attempt: AbortController): Promise<{ readonly retryAfterMs: number } | null> {
    let response: Response;
    try {
      response = await this.open(this.lastEventId, attempt.signal);
    } catch (error) {
      const { status, retryAfterMs } = error instanceof ApiError ? error : { status: 0, retryAfterMs: 0 };
      if (this.attempt !== attempt) return null;
      if (status === TOO_MANY_REQUESTS) this.setState('full');
      else if (this.read() === 'full') this.setState('lost');
      return { retryAfterMs };
    }
    if (this.attempt !== attempt) return null;
    this.setState('live');
    let silence: ReturnType<typeof setTimeout> | undefined;
    const onData = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => attempt.abort(), SILENT_AFTER_MS);
    };
    onData();
    await readEvents(response, {
      onData,
      onRetry: (delayMs) => {
        this.retryMs = delayMs;
      },
      onEvent: (event) => {
        if (this.attempt !== attempt) return;
        const previousId = this.lastEventId;
        if (event.id !== '') this.lastEventId = event.id;
        this.onEvent(event, previousId);
      },
    }).catch(() => undefined);
    clearTimeout(silence);
    return null;
  }

  /** Waits at least `minMs`, and longer for the back-off unless `wake` is called. */
  private async pause(minMs: number, backoffMs: number): Promise<void> {
    this.notBefore = Date.now() + minMs;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(minMs, backoffMs));
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private startLostTimer(): void {
    if (this.read() === 'full') return;
    this.lostTimer ??= setTimeout(() => this.setState('lost'), LOST_AFTER_MS);
  }

  private endLostTimer(): void {
    clearTimeout(this.lostTimer);
    this.lostTimer = undefined;
  }

  private setState(state: LiveState): void {
    if (state === 'live' || state === 'full') this.endLostTimer();
    if (this.read() !== state) this.write(state);
  }
}
