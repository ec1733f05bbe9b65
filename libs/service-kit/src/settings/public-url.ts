const LOCAL_HOST = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Whether session cookies and links in mails are safe with this public address: https, or http on this machine, where
 * they never cross a network.
 */
export function isHttpsOrLocal(publicUrl: string): boolean {
  const url = URL.parse(publicUrl);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL_HOST.test(url.hostname));
}
