import { setImmediate } from 'node:timers/promises';
import { crashPoint } from '@desk/service-kit';
import type { Postponement, SendOutcome } from './send-outcome.js';
import type { MessageKind } from './sending.repository.js';

/** Where a test may end the process: before the request, while it is under way, and after its answer. */
type Point = 'before' | 'during' | 'after';

const crashPoints: Readonly<Partial<Record<MessageKind, Readonly<Record<Point, () => void>>>>> = {
  email: {
    before: () => crashPoint('notifier.email.before-request'),
    during: () => crashPoint('notifier.email.request-in-flight'),
    after: () => crashPoint('notifier.email.after-answer'),
  },
  sms: {
    before: () => crashPoint('notifier.sms.before-request'),
    during: () => crashPoint('notifier.sms.request-in-flight'),
    after: () => crashPoint('notifier.sms.after-answer'),
  },
  slack: {
    before: () => crashPoint('notifier.slack.before-request'),
    during: () => crashPoint('notifier.slack.request-in-flight'),
    after: () => crashPoint('notifier.slack.after-answer'),
  },
  webhook: {
    before: () => crashPoint('notifier.webhook.before-request'),
    during: () => crashPoint('notifier.webhook.request-in-flight'),
    after: () => crashPoint('notifier.webhook.after-answer'),
  },
  push: {
    before: () => crashPoint('notifier.push.before-request'),
    during: () => crashPoint('notifier.push.request-in-flight'),
    after: () => crashPoint('notifier.push.after-answer'),
  },
};

/** Passes the crash points of a channel around one attempt to send. */
export async function passCrashPoints<Result extends SendOutcome | Postponement>(
  kind: MessageKind,
  send: () => Promise<Result>,
): Promise<Result> {
  const points = crashPoints[kind];
  points?.before();
  const sending = send();
  sending.catch(() => undefined);
  await setImmediate();
  points?.during();
  const outcome = await sending;
  points?.after();
  return outcome;
}
