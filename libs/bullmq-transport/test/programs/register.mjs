import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

// For processes that tests start: they run the sources as jest does, and no build has to come first.
const root = new URL('../../../../', import.meta.url);
const swc = JSON.parse(readFileSync(new URL('.swcrc', root), 'utf8'));

registerHooks({
  resolve(specifier, context, next) {
    const library = /^@desk\/([a-z-]+)$/.exec(specifier)?.[1];
    if (library) return next(new URL(`libs/${library}/src/index.ts`, root).href, context);
    if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts')) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(fileURLToPath(source))) return next(source.href, context);
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      ...swc,
      sourceMaps: 'inline',
      swcrc: false,
      filename,
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
