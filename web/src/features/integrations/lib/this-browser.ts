import type { AllowPush } from '@desk/contracts/notifications/push.schemas';
import { PUSH_WORKER_PATH } from '@desk/contracts/notifications/push.values';
import type { ThisBrowser } from './push-status';

/** The agent did not allow notifications when the browser asked. */
export class NotAllowedError extends Error {}

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function toDigest(endpoint: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function readThisBrowser(): Promise<ThisBrowser> {
  if (!isSupported()) return { isSupported: false, permission: 'default', endpointDigest: null };
  const subscription = await findSubscription();
  return {
    isSupported: true,
    permission: Notification.permission,
    endpointDigest: subscription && (await toDigest(subscription.endpoint)),
  };
}

/**
 * Asks the agent for permission and subscribes. Browsers ask only after a click. Replaces an earlier subscription,
 * because it may have ended or be for another key. @throws NotAllowedError
 */
export async function subscribeThisBrowser(applicationServerKey: string): Promise<AllowPush> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowedError();
  const previous = await findSubscription();
  await previous?.unsubscribe();
  await navigator.serviceWorker.register(PUSH_WORKER_PATH);
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { keys = {} } = subscription.toJSON();
  return {
    endpoint: subscription.endpoint,
    p256dh: keys['p256dh'] ?? '',
    auth: keys['auth'] ?? '',
    applicationServerKey,
    replaces: previous?.endpoint,
  };
}

export async function unsubscribeThisBrowser(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}
