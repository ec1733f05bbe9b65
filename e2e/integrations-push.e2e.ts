import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { expectAccessibleLayout, expectNoOverflow } from './accessibility.js';
import { pauseService, sellLead, signInAsOwnerWithCard } from './agent-helpers.js';
import { launchChromium } from './engines.js';
import { BUSY, expectAfterReload, expectNotice, failLoads, failOnce, signInAsOwner } from './helpers.js';
import { expect, type System, test } from './system.js';

test.use({ launchOptions: launchChromium() });

interface Subscription {
  readonly id: string;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

interface ReceivedPush {
  readonly subscription: string;
  readonly text: string | null;
}

const getCard = (page: Page) => page.getByRole('region', { name: 'Browser notifications', exact: true });

async function subscribe(page: Page, system: System): Promise<Subscription> {
  const setUp = await page.request.get(`${system.urls.web}/api/channels/push`);
  const { applicationServerKey } = (await setUp.json()) as { applicationServerKey: string };
  const answer = await page.request.post(`${system.urls.sandbox}/sandbox/push/subscriptions`, {
    data: { applicationServerKey },
  });
  return (await answer.json()) as Subscription;
}

/**
 * A test browser reaches no push service, so the page's `PushManager` returns a subscription of the sandbox. The
 * permission, the service worker and its handling of messages are real.
 */
async function usePushService(page: Page, subscription: Subscription): Promise<void> {
  await page.addInitScript({
    content: `{
      const KEY = 'test.subscribed';
      const { endpoint, keys } = ${JSON.stringify(subscription)};
      const stub = {
        endpoint,
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => (localStorage.removeItem(KEY), true),
      };
      if ('PushManager' in globalThis) Object.assign(PushManager.prototype, {
        subscribe: async () => (localStorage.setItem(KEY, 'true'), stub),
        getSubscription: async () => (localStorage.getItem(KEY) === null ? null : stub),
      });
    }`,
  });
}

async function listPushes(page: Page, system: System, { id }: Subscription): Promise<ReceivedPush[]> {
  const answer = await page.request.get(`${system.urls.sandbox}/sandbox/pushes`);
  const { pushes } = (await answer.json()) as { pushes: ReceivedPush[] };
  return pushes.filter(({ subscription }) => subscription === id);
}

async function setAnswer(page: Page, system: System, { id }: Subscription, answer: string): Promise<void> {
  const reply = await page.request.post(`${system.urls.sandbox}/sandbox/push/${id}`, { data: { answer } });
  expect(reply.ok()).toBe(true);
}

/** Waits, in the service worker, until the next notification is shown. */
const NEXT_SHOWN = `new Promise((resolve) => {
  const show = registration.showNotification;
  registration.showNotification = async (...notification) => {
    registration.showNotification = show;
    await show.apply(registration, notification);
    resolve();
  };
})`;

/**
 * Hands a message to the page's service worker, as the browser does with one from its push service, and waits until
 * it is shown: Chromium loses a notification if notifications are listed meanwhile.
 */
async function deliver(context: BrowserContext, page: Page, origin: string, data: string): Promise<void> {
  const session: CDPSession = await context.newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('The page has no service worker.');
  const shown = worker.evaluate(NEXT_SHOWN);
  // The worker answers in order, so the next notification is awaited before the message comes.
  await worker.evaluate('true');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registrationId,
    data,
  });
  await shown;
  await session.detach();
}

interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
}

const listNotifications = (page: Page) =>
  page.evaluate<ShownNotification[]>(`navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((shown) => shown.map(({ title, body, tag }) => ({ title, body, tag })))`);

test('announces leads on a browser from the first click to the last lead', async ({
  system,
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'], { origin: system.urls.web });
  await signInAsOwnerWithCard(page, system);
  const subscription = await subscribe(page, system);
  await usePushService(page, subscription);
  await page.goto(`${system.urls.web}/integrations`);
  const card = getCard(page);
  await expect(
    card.getByText('The notification shows the state and lead type only, never a name or phone number.'),
  ).toBeVisible();
  await card.getByRole('button', { name: 'Allow on this browser' }).click();
  await expectNotice(page, 'Browser notifications', 'Notifications are on. New leads will appear here.');
  await expect(card.getByText('Allowed on this browser.')).toBeVisible();
  const row = card.getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row.getByText('This browser')).toBeVisible();
  await expect(row.getByText('No notifications sent yet.')).toBeVisible();

  await row.getByRole('button', { name: /^Send a test/ }).click();
  await expectNotice(page, 'Test sent');
  await expect.poll(async () => (await listPushes(page, system, subscription)).length).toBe(1);

  const lead = await sellLead(page, system);
  await expect
    .poll(async () => (await listPushes(page, system, subscription)).at(-1)?.text ?? '')
    .toContain(lead.id);
  const { text } = (await listPushes(page, system, subscription)).at(-1) ?? { text: null };
  for (const secret of [...lead.name.split(' '), lead.email, lead.phone]) expect(text).not.toContain(secret);
  const outcome = row.getByText(/No notifications sent|a notification since|last notification/i);
  await expectAfterReload(page, outcome, 'Last notification sent');
  await expect(row.getByText('This browser')).toBeVisible();

  await deliver(context, page, system.urls.web, text ?? '');
  await expect
    .poll(() => listNotifications(page))
    .toEqual([{ title: 'New lead', body: 'State: TX. Type: Fixed.', tag: lead.id }]);
  await deliver(context, page, system.urls.web, text ?? '');
  await expect.poll(() => listNotifications(page)).toHaveLength(1);

  // The user withdraws the permission, which we learn when the next lead is sent.
  await setAnswer(page, system, subscription, 'gone');
  await sellLead(page, system);
  await expect
    .poll(async () => {
      await page.reload();
      await expect(row).toBeVisible();
      return row.getByText(/The browser no longer accepts notifications/).isVisible();
    })
    .toBe(true);
  await expect(card.getByRole('button', { name: 'Allow on this browser' })).toBeVisible();
  await expectAccessibleLayout(page);
  await row.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(row).toHaveCount(0);
  await expect(card.getByRole('heading')).toBeFocused();
  await pauseService(page, system);
});

test('says what keeps this browser from showing notifications, on a phone', async ({
  system,
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsOwner(page, system);
  const card = getCard(page);
  const setUpPath = '/api/channels/push';

  await page.addInitScript({
    content: `{
      if (sessionStorage.getItem('test.unsupported') !== null) delete globalThis.PushManager;
      const permission = sessionStorage.getItem('test.permission');
      if (permission !== null) Object.defineProperty(Notification, 'permission', { value: permission });
    }`,
  });
  await page.goto(`${system.urls.web}/integrations`);
  await page.evaluate(`sessionStorage.setItem('test.unsupported', 'true')`);
  await page.reload();
  await expect(card.getByText(/This browser can't show notifications/)).toBeVisible();
  await expectNoOverflow(page);
  await page.evaluate(`sessionStorage.clear(); sessionStorage.setItem('test.permission', 'denied')`);
  await page.reload();
  await expect(card.getByText('Blocked in this browser')).toBeVisible();
  await expectNoOverflow(page);
  await page.evaluate('sessionStorage.clear()');

  // Pretends that the system has no push keys. Test systems always have them.
  await page.route(`**${setUpPath}`, (route) =>
    route.fulfill({ json: { applicationServerKey: null, browsers: [] } }),
  );
  await page.reload();
  await expect(card.getByText('Browser notifications are not available at the moment.')).toBeVisible();
  await page.unroute(`**${setUpPath}`);

  const recover = await failLoads(page, setUpPath);
  await page.reload();
  await expect(card.getByText('Your browsers could not be loaded.')).toBeVisible();
  await recover();
  await card.getByRole('button', { name: 'Try again' }).click();

  await context.grantPermissions(['notifications'], { origin: system.urls.web });
  await usePushService(page, await subscribe(page, system));
  await page.reload();
  await failOnce(page, 'POST', `${setUpPath}/browsers`);
  await card.getByRole('button', { name: 'Allow on this browser' }).click();
  await expect(page.getByText(BUSY, { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Allow on this browser' }).click();
  await expect(card.getByText('Allowed on this browser.')).toBeVisible();
  await page.route(`**${setUpPath}`, async (route) => {
    const response = await route.fetch();
    const setUp = (await response.json()) as { browsers: object[] };
    const browsers = setUp.browsers.map((one) => ({ ...one, needsReview: true }));
    await route.fulfill({ response, json: { ...setUp, browsers } });
  });
  await page.reload();
  await expect(card.getByText('Paused on this browser until you keep it.')).toBeVisible();
  await page.unroute(`**${setUpPath}`);
  await page.reload();
  await expect(card.getByText('Allowed on this browser.')).toBeVisible();
  await failOnce(page, 'POST', /^\/api\/channels\/push\/browsers\/[^/]+\/remove$/);
  const reloaded = page.waitForResponse(
    (answer) => new URL(answer.url()).pathname === setUpPath && answer.request().method() === 'GET',
  );
  await card.getByRole('button', { name: /^Remove/ }).click();
  await reloaded;
  expect(await page.evaluate(`localStorage.getItem('test.subscribed')`)).toBe('true');
  await card.getByRole('button', { name: /^Remove/ }).click();
  await expect(card.getByRole('button', { name: 'Allow on this browser' })).toBeVisible();
  await expectNoOverflow(page);
});
