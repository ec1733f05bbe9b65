/** What a path is answered with: a file of the site, another address, or nothing. */
export type Found =
  | { readonly kind: 'file'; readonly name: string; readonly status: 200 | 404 }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'none' };

/** Decided in the browser, once it is known who is there. */
const SIGNED_IN =
  /^\/(dashboard|integrations|settings|leads\/[^/]+|admin(\/(leads(\/[^/]+)?|waiting|integrations|deliveries))?)$/;
const GUARDED = new Set(['/get-started-thank-you']);

export function findPage(path: string, has: (name: string) => boolean, isSignedIn: boolean): Found {
  const name = path.slice(1);
  if (name !== '' && !name.endsWith('.html') && has(name)) return { kind: 'file', name, status: 200 };
  if (name.startsWith('assets/')) return { kind: 'none' };
  if (path === '/') return { kind: 'file', name: 'index.html', status: 200 };
  const page = `${name.replace(/\/$/, '')}/index.html`;
  // Only what is ours is answered with another address: `//elsewhere/` would lead away.
  if (has(page))
    return path.endsWith('/')
      ? { kind: 'moved', to: path.slice(0, -1) }
      : { kind: 'file', name: page, status: 200 };
  if (GUARDED.has(path)) return { kind: 'file', name: 'shell.html', status: 200 };
  if (SIGNED_IN.test(path)) return { kind: 'file', name: 'shell.html', status: isSignedIn ? 200 : 404 };
  return { kind: 'file', name: '404.html', status: 404 };
}
