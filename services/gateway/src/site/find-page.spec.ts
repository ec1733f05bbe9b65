import { describe, expect, it } from '@jest/globals';
import { findPage } from './serve-site.js';

const files = new Set([
  'index.html',
  'login/index.html',
  'assets/a-1.js',
  'favicon.svg',
  'shell.html',
  '404.html',
]);
const site = {
  hasFile: (name: string) => files.has(name),
  pages: [
    { path: '/docs/:tool', kind: 'prerendered' },
    { path: '/thank-you', kind: 'guarded' },
    { path: '/dashboard', kind: 'signed-in' },
    { path: '/leads/:leadId', kind: 'signed-in' },
    { path: '/admin', kind: 'signed-in' },
    { path: '/admin/leads/:leadId', kind: 'signed-in' },
  ] as const,
};
const find = (path: string, isSignedIn = false) => findPage(path, site, isSignedIn);

describe('findPage', () => {
  it('serves files by name, and prerendered pages without a trailing slash', () => {
    expect(find('/')).toEqual({ kind: 'file', name: 'index.html', status: 200 });
    expect(find('/login')).toEqual({ kind: 'file', name: 'login/index.html', status: 200 });
    expect(find('/login/')).toEqual({ kind: 'redirect', to: '/login' });
    expect(find('/favicon.svg')).toEqual({ kind: 'file', name: 'favicon.svg', status: 200 });
    expect(find('/assets/a-1.js')).toEqual({ kind: 'file', name: 'assets/a-1.js', status: 200 });
  });

  it('never redirects to another site', () => {
    expect(find('//elsewhere.example/')).toEqual({ kind: 'file', name: '404.html', status: 404 });
    expect(find('//login/')).toEqual({ kind: 'file', name: '404.html', status: 404 });
  });

  it('serves the shell for signed-in pages, with status 404 to a visitor', () => {
    expect(find('/dashboard', true)).toEqual({ kind: 'file', name: 'shell.html', status: 200 });
    expect(find('/dashboard')).toEqual({ kind: 'file', name: 'shell.html', status: 404 });
  });

  it('serves the shell for guarded pages to everyone', () => {
    expect(find('/thank-you')).toEqual({ kind: 'file', name: 'shell.html', status: 200 });
  });

  it('matches a parameter with exactly one path segment', () => {
    for (const path of ['/leads/a1', '/admin', '/admin/leads/a1'])
      expect(find(path, true)).toEqual({ kind: 'file', name: 'shell.html', status: 200 });
    for (const path of ['/leads', '/leads/', '/leads/a1/b', '/admin/', '/admin/users', '/dashboard/x'])
      expect(find(path, true)).toEqual({ kind: 'file', name: '404.html', status: 404 });
  });

  it('serves one prerendered file for all values of a parameter', () => {
    expect(find('/docs/typeform')).toEqual({ kind: 'file', name: 'docs/_tool/index.html', status: 200 });
    expect(find('/docs/typeform/a')).toMatchObject({ status: 404 });
  });

  it('finds neither missing assets nor the HTML files behind the pages', () => {
    expect(find('/assets/gone.js')).toEqual({ kind: 'none' });
    for (const path of ['/nowhere', '/404.html', '/shell.html', '/index.html', '/../package.json'])
      expect(find(path)).toEqual({ kind: 'file', name: '404.html', status: 404 });
  });
});
