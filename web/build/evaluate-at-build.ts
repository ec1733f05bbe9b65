import { type Alias, type Plugin, runnerImport } from 'vite';

/**
 * Replaces each of the modules by the values it exports, which must be JSON. What a module imports to compute them is not
 * bundled.
 */
export function evaluateAtBuild(files: readonly string[], alias: Alias[]): Plugin {
  return {
    name: 'evaluate-at-build',
    enforce: 'pre',
    async load(id) {
      if (!files.includes(id)) return null;
      const { module, dependencies } = await runnerImport<Record<string, unknown>>(id, {
        configFile: false,
        logLevel: 'error',
        resolve: { alias },
      });
      for (const dependency of dependencies) this.addWatchFile(dependency);
      return Object.entries(module)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}
