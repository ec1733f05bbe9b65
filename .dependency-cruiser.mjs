/** Import rules that span files. ESLint checks which packages may import which (eslint.config.js). */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two modules that import each other cannot be read, tested or moved one by one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'web-lib-imports-lib-only',
      severity: 'error',
      from: { path: '^web/src/lib/' },
      to: { path: '^web/src/(app|features|components)/' },
    },
    {
      name: 'web-components-below-features',
      severity: 'error',
      from: { path: '^web/src/components/' },
      to: { path: '^web/src/(app|features)/' },
    },
    {
      name: 'web-features-below-app',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'web-features-apart',
      comment: 'A feature uses another one through components or lib, or the app composes both.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'controllers-on-top',
      comment: 'Controllers call services and repositories, never the other way round.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/', pathNot: '\\.(controller|flow|module)\\.ts$|\\.spec\\.ts$' },
      to: { path: '\\.controller\\.ts$' },
    },
    {
      name: 'repositories-below-services',
      severity: 'error',
      from: { path: '^services/[^/]+/src/.*\\.(repository|entity)\\.ts$' },
      to: { path: '^services/[^/]+/src/.*\\.(service|controller|flow)\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: { path: ['/dist/', '\\.prerender'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.dependencies.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'default'] },
  },
};
