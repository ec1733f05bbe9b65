import type { SitePage } from '@desk/contracts';

/** How a path is answered. */
export type PageResult =
  | { readonly kind: 'file'; readonly name: string; readonly status: 200 | 404 }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'none' };

/** The page without content, in which the browser renders every path that is not prerendered. */
export const SHELL = 'shell.html';

export interface Site {
  readonly hasFile: (name: string) => boolean;
  readonly pages: readonly SitePage[];
}

function matches(pattern: string, path: string): boolean {
  const [expected, given] = [pattern.split('/'), path.split('/')];
  return (
    expected.length === given.length &&
    expected.every((segment, index) =>
      segment.startsWith(':') ? given[index] !== '' : segment === given[index],
    )
  );
}

export function findPage(path: string, { hasFile, pages }: Site, isSignedIn: boolean): PageResult {
  const name = path.slice(1);
  if (name !== '' && !name.endsWith('.html') && hasFile(name)) return { kind: 'file', name, status: 200 };
  if (name.startsWith('assets/')) return { kind: 'none' };
  if (path === '/') return { kind: 'file', name: 'index.html', status: 200 };
  const prerendered = `${name.replace(/\/$/, '')}/index.html`;
  // Redirects only to paths that exist: `//other-site/` would lead to another site.
  if (hasFile(prerendered))
    return path.endsWith('/')
      ? { kind: 'redirect', to: path.slice(0, -1) }
      : { kind: 'file', name: prerendered, status: 200 };
  const page = pages.find((one) => matches(one.path, path));
  if (!page) return { kind: 'file', name: '404.html', status: 404 };
  // A visitor gets Page Not Found from the browser, so the status must say the same.
  const isFound = page.kind !== 'signed-in' || isSignedIn;
  return { kind: 'file', name: SHELL, status: isFound ? 200 : 404 };
}
