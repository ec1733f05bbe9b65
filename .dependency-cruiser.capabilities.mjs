import shared from './.dependency-cruiser.mjs';

/** Within a service, capabilities depend on each other in one direction, along the lead path. */
export default {
  forbidden: [
    {
      name: 'no-cycles-between-capabilities',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      // `env.ts` and `app.module.ts` compose what capabilities declare.
      name: 'no-upward-imports',
      severity: 'error',
      from: { path: '^services/[^/]+/src/[^/]+/' },
      to: { path: '^services/[^/]+/src/[^/]+\\.ts$' },
    },
  ],
  options: {
    ...shared.options,
    // The data source and the commands use all capabilities, and some use the data source.
    exclude: {
      path: [
        '^libs/',
        '/dist/',
        '\\.spec\\.ts$',
        '^services/[^/]+/test/',
        '^services/[^/]+/src/(database|cli)/',
      ],
    },
  },
};
