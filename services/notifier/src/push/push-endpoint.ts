import { createHash } from 'node:crypto';
import { findUrlProblem, hostOf, isLoopbackHost, type UrlRules } from '../channels/http/url-rules.js';

/**
 * The push services of the browsers, as their makers list them: Chrome, Edge on Android, Opera, Samsung and Brave (FCM),
 * Firefox, Safari, Edge on Windows. A page could name any other address as its browser's, so others are refused.
 * https://developer.apple.com/documentation/usernotifications/sending-web-push-notifications-in-web-apps-and-browsers,
 * https://learn.microsoft.com/windows/apps/design/shell/tiles-and-notifications/wns-overview
 */
const HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com'];
const DOMAINS = ['push.services.mozilla.com', 'push.apple.com', 'notify.windows.com'];

/** Whether an endpoint is that of a push service which browsers use. */
export function isPushEndpoint(endpoint: string, rules: UrlRules): boolean {
  if (findUrlProblem(endpoint, rules) !== undefined) return false;
  const url = new URL(endpoint);
  const host = hostOf(url).toLowerCase();
  if (rules.allowsLoopback && isLoopbackHost(host)) return true;
  return url.port === '' && (HOSTS.includes(host) || DOMAINS.some((domain) => host.endsWith(`.${domain}`)));
}

/** Finds a browser's subscription. An endpoint has enough random bits that a plain digest reveals nothing. */
export const toEndpointDigest = (endpoint: string): string =>
  createHash('sha256').update(endpoint).digest('base64url');
