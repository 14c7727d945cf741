// The worker that shows notices of this server while no page is open, and leads to the match. It has no handler
// for requests: every page comes from the server, as if there were no worker. Notices arrive encrypted to this
// browser, from this server alone.

const worker = /** @type {any} */ (globalThis);

/** A room's code; anything else leads to the first page. */
const CODE = /^[A-Z0-9]{6}$/;

// A newer version has nothing to wait for.
worker.addEventListener('install', () => worker.skipWaiting());

worker.addEventListener('push', (/** @type {any} */ event) => event.waitUntil(show(event.data)));

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(Promise.all([open(event.notification.data), countTurns()]));
});

/** Shows a notice; a newer one of the same room takes its place. @param {any} data */
async function show(data) {
  const { type, room, text } = data.json();
  const code = CODE.test(room) ? room : '';
  await worker.registration.showNotification('Entente', {
    body: String(text),
    tag: code,
    data: { code, turn: type === 'your_turn' },
    renotify: code !== '',
  });
  await countTurns();
}

/** Shows on the icon of the installed page how many notices of one's turn wait; a page that opens knows better. */
async function countTurns() {
  const shown = await worker.registration.getNotifications();
  const turns = shown.filter((/** @type {any} */ one) => one.data?.turn).length;
  const badge = turns > 0 ? navigator.setAppBadge?.(turns) : navigator.clearAppBadge?.();
  // Refused where the page is not installed.
  await badge?.catch(() => {});
}

/** Goes to the page of a match, or opens one. @param {{code: string}} about */
async function open({ code }) {
  const url = new URL(code ? `r/${code}` : '', worker.registration.scope);
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(
    (/** @type {any} */ page) => new URL(page.url).pathname === url.pathname,
  );
  await (there ? there.focus() : worker.clients.openWindow(url.href));
}
