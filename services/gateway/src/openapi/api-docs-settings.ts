import { string } from 'yup';

export const apiDocsSettings = {
  API_DOCS: string()
    .oneOf(['open', 'closed'] as const)
    .optional()
    .meta({
      description:
        'Whether the API description is served. It lists every route, so production shows it only on request. Default: open outside production',
    }),
};

export const areApiDocsOpen = (env: {
  readonly API_DOCS?: 'open' | 'closed' | undefined;
  readonly NODE_ENV: string;
}): boolean => (env.API_DOCS ?? (env.NODE_ENV === 'production' ? 'closed' : 'open')) === 'open';
