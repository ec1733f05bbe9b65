import type { Exchange, Reply } from '../http/exchange.js';
import type { Inbox } from '../inbox/inbox.js';
import { decryptMessage, isFor, newSubscriptionId, openSubscription, toBrowserKeys } from './subscription.js';
import { verifyVapid } from './verify-vapid.js';

/** Errors that a subscription can be set to answer with, and their statuses at real push services. */
export const pushAnswers = {
  gone: 410,
  unknown: 404,
  'too-large': 413,
  'bad-request': 400,
  forbidden: 403,
} as const;
export type PushAnswer = keyof typeof pushAnswers;

const PATH = /^\/push\/([\w-]{1,80})$/;
const MAX_BODY_BYTES = 4_096;
const TOPIC = /^[\w-]{1,32}$/;
const URGENCIES = ['very-low', 'low', 'normal', 'high'];

const refuse = (status: number, message: string): Reply => ({ status, json: { code: status, message } });

/** Stands in for a browser and its push service (RFC 8030), and shows what the browser would show. */
export class PushService {
  private readonly answers = new Map<string, PushAnswer>();

  constructor(
    private readonly inbox: Inbox,
    private readonly changed: () => void,
  ) {}

  /** Subscribes like `PushManager.subscribe`. */
  subscribe(applicationServerKey: string, origin: string) {
    const subscription = openSubscription(newSubscriptionId(applicationServerKey));
    const { id } = subscription;
    return { id, endpoint: `${origin}/push/${id}`, keys: toBrowserKeys(subscription), applicationServerKey };
  }

  /** Makes a subscription answer with an error until this is called with null. */
  setAnswer(id: string, answer: PushAnswer | null): void {
    if (answer === null) this.answers.delete(id);
    else this.answers.set(id, answer);
    this.changed();
  }

  answerOf(id: string): PushAnswer | null {
    return this.answers.get(id) ?? null;
  }

  /** Handles `POST /push/:subscription`. */
  async handle(exchange: Exchange): Promise<Reply> {
    const [, id] = PATH.exec(exchange.path) ?? [];
    if (id === undefined) return refuse(404, 'no such subscription');
    if (exchange.method !== 'POST') return refuse(405, 'only POST');
    const problem = this.findProblem(exchange, id);
    if (problem) return problem;
    const { id: messageId } = await this.inbox.receive('pushes', {
      subscription: id,
      topic: exchange.header('topic') ?? '',
      urgency: exchange.header('urgency') ?? 'normal',
      ttlSeconds: Number(exchange.header('ttl')),
      text: decryptMessage(exchange.bytes, openSubscription(id)) ?? null,
    });
    const location = `${originOf(exchange)}/push-messages/${messageId}`;
    return { status: 201, headers: { location, ttl: exchange.header('ttl') ?? '' }, text: '' };
  }

  private findProblem(exchange: Exchange, id: string): Reply | undefined {
    const answer = this.answerOf(id);
    if (answer === 'gone' || answer === 'unknown') return refuse(pushAnswers[answer], 'no such subscription');
    const authorization = exchange.header('authorization');
    if (authorization === undefined) return refuse(401, 'no VAPID authorization');
    const sender = verifyVapid(authorization, originOf(exchange), Date.now());
    if ('problem' in sender) return refuse(400, sender.problem);
    if (!isFor(id, sender.key)) return refuse(403, 'the subscription is for another key');
    if (!/^\d{1,9}$/.test(exchange.header('ttl') ?? '')) return refuse(400, 'the TTL is missing');
    if (exchange.header('content-encoding') !== 'aes128gcm')
      return refuse(400, 'the content encoding must be aes128gcm');
    if (!TOPIC.test(exchange.header('topic') ?? 'none')) return refuse(400, 'the topic is not valid');
    if (!URGENCIES.includes(exchange.header('urgency') ?? 'normal'))
      return refuse(400, 'the urgency is not valid');
    if (exchange.bytes.length > MAX_BODY_BYTES) return refuse(413, 'the payload is too large');
    return answer === null ? undefined : refuse(pushAnswers[answer], answer);
  }
}

export const originOf = (exchange: Exchange): string => `http://${exchange.header('host') ?? '127.0.0.1'}`;
