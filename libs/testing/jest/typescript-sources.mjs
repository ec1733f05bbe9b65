import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// Node runs TypeScript but does not map the `.js` of our import paths to `.ts`, nor our packages to their sources.
// With these hooks the global setup needs no build.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@desk/embedded-servers') {
      return next(new URL('../../embedded-servers/src/index.ts', import.meta.url).href, context);
    }
    if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts')) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(fileURLToPath(source))) return next(source.href, context);
    }
    return next(specifier, context);
  },
});
