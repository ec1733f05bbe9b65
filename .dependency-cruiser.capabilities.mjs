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
  ],
  options: {
    ...shared.options,
    // The module at the top and the data source list all capabilities.
    exclude: {
      path: [
        '^libs/',
        '/dist/',
        '\\.spec\\.ts$',
        '^services/[^/]+/test/',
        '^services/[^/]+/src/[^/]+\\.ts$',
        '^services/[^/]+/src/(database|cli)/',
      ],
    },
  },
};
