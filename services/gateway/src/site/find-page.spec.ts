import { describe, expect, it } from '@jest/globals';
import { findPage } from './find-page.js';

const names = new Set([
  'index.html',
  'login/index.html',
  'assets/a-1.js',
  'favicon.svg',
  'shell.html',
  '404.html',
]);
const find = (path: string, isSignedIn = false) => findPage(path, (name) => names.has(name), isSignedIn);

describe('findPage', () => {
  it('serves pages at their address without a slash, and files as they are', () => {
    expect(find('/')).toEqual({ kind: 'file', name: 'index.html', status: 200 });
    expect(find('/login')).toEqual({ kind: 'file', name: 'login/index.html', status: 200 });
    expect(find('/login/')).toEqual({ kind: 'moved', to: '/login' });
    expect(find('/favicon.svg')).toEqual({ kind: 'file', name: 'favicon.svg', status: 200 });
    expect(find('/assets/a-1.js')).toEqual({ kind: 'file', name: 'assets/a-1.js', status: 200 });
  });

  it('never sends anybody to another site', () => {
    expect(find('//elsewhere.example/')).toEqual({ kind: 'file', name: '404.html', status: 404 });
    expect(find('//login/')).toEqual({ kind: 'file', name: '404.html', status: 404 });
  });

  it('answers signed-in paths with the shell, and with 404 for a visitor', () => {
    expect(find('/dashboard', true)).toEqual({ kind: 'file', name: 'shell.html', status: 200 });
    expect(find('/dashboard')).toEqual({ kind: 'file', name: 'shell.html', status: 404 });
    expect(find('/get-started-thank-you')).toEqual({ kind: 'file', name: 'shell.html', status: 200 });
  });

  it('knows the signed-in paths that name a lead, and no others', () => {
    for (const path of ['/leads/a1', '/admin', '/admin/leads', '/admin/leads/a1', '/admin/deliveries'])
      expect(find(path, true)).toEqual({ kind: 'file', name: 'shell.html', status: 200 });
    for (const path of ['/leads', '/leads/', '/leads/a1/b', '/admin/', '/admin/users', '/settings/x'])
      expect(find(path, true)).toEqual({ kind: 'file', name: '404.html', status: 404 });
  });

  it('has no page for a lost asset, nor for the files behind the pages', () => {
    expect(find('/assets/gone.js')).toEqual({ kind: 'none' });
    for (const path of ['/nowhere', '/404.html', '/shell.html', '/index.html', '/../package.json'])
      expect(find(path)).toEqual({ kind: 'file', name: '404.html', status: 404 });
  });
});
