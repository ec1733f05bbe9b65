/** From the beginning until the body is sent. A server that answers byte by byte outlasts every timeout of a socket. */
const BODY_TIMEOUT_MS = 15_000;
/**
 * For the reply to the body. Servers scan the message first, and giving up too early sends it again, so RFC 5321
 * (section 4.5.3.2.6) asks for 10 minutes. Ours is shorter, because other emails may wait for the attempt to end.
 */
const REPLY_TIMEOUT_MS = 90_000;

/** Ends an attempt to send an email that takes too long. */
export class AttemptDeadline {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout;
  private isSent = false;
  private isOver = false;

  constructor(
    bodyTimeoutMs: number = BODY_TIMEOUT_MS,
    private readonly replyTimeoutMs: number = REPLY_TIMEOUT_MS,
  ) {
    this.timer = this.abortAfter(bodyTimeoutMs);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Whether the server has the whole message, and may have accepted it. */
  get isBodySent(): boolean {
    return this.isSent;
  }

  /** Starts the wait for the reply. */
  recordBodySent(): void {
    // A server may refuse a message before it has read all of it.
    if (this.isOver) return;
    this.isSent = true;
    clearTimeout(this.timer);
    this.timer = this.abortAfter(this.replyTimeoutMs);
  }

  abort(): void {
    this.controller.abort();
  }

  /** Call it once the attempt has ended. */
  clear(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  private abortAfter(timeoutMs: number): NodeJS.Timeout {
    return setTimeout(() => this.abort(), timeoutMs);
  }
}
