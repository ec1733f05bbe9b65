import { isProduction } from '@desk/service-kit';
import { string } from 'yup';

const isHttpUrl = (value: string | undefined): boolean =>
  value === undefined || /^https?:$/.test(URL.parse(value)?.protocol ?? '');

/** An optional setting with the sandbox's address in place of a provider's. */
export const providerAddress = (provider: string) =>
  string()
    .test('url', `the address in place of ${provider}'s must be a URL (http, https)`, isHttpUrl)
    .test(
      'not-in-production',
      `${provider}'s address cannot be replaced in production`,
      (value, { parent }) => value === undefined || !isProduction(parent),
    );
