/* global clients, registration */
// Shows notifications of new leads, also while no page of the site is open. Keeps nothing and answers no requests of pages.

const FALLBACK = {
  title: 'New lead',
  body: 'Open the dashboard to see it.',
  path: '/dashboard',
  tag: 'lead',
};

function readNotification(data) {
  try {
    return { ...FALLBACK, ...data.json() };
  } catch {
    // A browser withdraws the permission of a site that shows nothing.
    return FALLBACK;
  }
}

/** The page to open: on this site, whatever the message says. */
function toPage(path) {
  const url = new URL(path, location.origin);
  return url.origin === location.origin ? url.href : new URL(FALLBACK.path, location.origin).href;
}

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = readNotification(event.data);
  // A repetition takes the place of the first one, silently.
  event.waitUntil(registration.showNotification(title, { body, tag, data: { path }, icon: '/favicon.svg' }));
});

async function open(path) {
  const page = toPage(path);
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find(({ url }) => url.split(/[?#]/)[0] === page);
  return shown ? shown.focus() : clients.openWindow(page);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? FALLBACK.path));
});

async function readKey() {
  const answer = await fetch('/api/channels/push', { credentials: 'same-origin' });
  return answer.ok ? (await answer.json()).applicationServerKey : null;
}

/** Reports what the browser changed by itself. Without a session it fails, and the page asks the agent again. */
async function renew(previous, current) {
  const applicationServerKey = await readKey();
  if (applicationServerKey === null) return;
  const subscription =
    current ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  const { endpoint, keys } = subscription.toJSON();
  await fetch('/api/channels/push/browsers', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      endpoint,
      p256dh: keys.p256dh,
      auth: keys.auth,
      applicationServerKey,
      ...(previous ? { replaces: previous.endpoint } : {}),
    }),
  });
}

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.oldSubscription, event.newSubscription));
});
